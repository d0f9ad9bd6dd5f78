// The file of a trace: written in large pieces, by the thread that runs the kernels. It can be read while it grows. Of
// one that the disk has no room for nothing is left.

import { closeSync, fstatSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { AtollError } from '../util/errors.js';

const PIECE = 1 << 16;

export class TraceFile {
  private readonly fd: number;
  private pending: Uint8Array[] = [];
  private length = 0;
  private failed = false;

  /**
   * @param onError called once when the file cannot take more (disk full): there is no trace then, and the run
   * continues
   * @throws AtollError BAD_OPTION when the file cannot be written
   */
  constructor(
    private readonly path: string,
    private readonly onError: (text: string) => void,
  ) {
    try {
      this.fd = openSync(path, 'w');
    } catch (error) {
      throw new AtollError('HOST', `cannot write the trace ${path}: ${(error as Error).message}`);
    }
  }

  /** True if all output so far is in the file, after `flush`. */
  get isComplete(): boolean {
    return !this.failed;
  }

  write(text: string): void {
    this.writeBytes(Buffer.from(text));
  }

  writeBytes(bytes: Uint8Array): void {
    if (this.failed) return;
    this.pending.push(bytes);
    this.length += bytes.length;
    if (this.length >= PIECE) this.flush();
  }

  flush(): void {
    if (this.length === 0) return;
    let rest: Uint8Array = Buffer.concat(this.pending);
    this.pending = [];
    this.length = 0;
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.fd, rest));
    } catch (error) {
      this.failed = true;
      const reason = (error as Error).message;
      this.onError(
        this.remove()
          ? `the trace ${this.path} was not written: ${reason}; check free space (--trace-count limits the size)`
          : `the trace ${this.path} ends early: ${reason}`,
      );
    }
  }

  /**
   * Returns whether the file was removed: its name may be a pipe, or a link to a file that is open in another process.
   */
  private remove(): boolean {
    const [own, named] = [fstatSync(this.fd), lstatSync(this.path, { throwIfNoEntry: false })];
    if (!named?.isFile() || named.ino !== own.ino || named.dev !== own.dev) return false;
    try {
      rmSync(this.path);
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    this.flush();
    closeSync(this.fd);
  }
}
