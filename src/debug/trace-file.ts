// The file of a trace: written in large pieces, by the thread that runs the kernels.

import { closeSync, openSync, writeSync } from 'node:fs';
import { AtollError } from '../util/errors.js';

const PIECE = 1 << 16;

export class TraceFile {
  private readonly fd: number;
  private pending: Uint8Array[] = [];
  private length = 0;
  private failed = false;

  /**
   * @param onError told once when the file cannot take more (disk full): the trace ends, the run goes on
   * @throws AtollError BAD_OPTION when the file cannot be written
   */
  constructor(
    private readonly path: string,
    private readonly onError: (text: string) => void,
  ) {
    try {
      this.fd = openSync(path, 'w');
    } catch (error) {
      throw new AtollError('BAD_OPTION', `cannot write the trace ${path}: ${(error as Error).message}`);
    }
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
      this.onError(`the trace ${this.path} ends early: ${(error as Error).message}`);
    }
  }

  close(): void {
    this.flush();
    closeSync(this.fd);
  }
}
