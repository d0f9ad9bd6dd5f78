// The open virtual files of one guest tree, by inode of their memfd. Descriptors are not followed here: the kernel
// does that, and the addon says when the last one is gone.
import { constants } from 'node:os';
import type { Device, FileCall, OpenRequest, VirtualFile } from './device.js';
import type { Native } from './native.js';

export interface OpenVirtualFile {
  readonly device: Device;
  /** Undefined when the device refused the open; the memfd then waits for the guest to lose it. */
  readonly file: VirtualFile | undefined;
  readonly fd: number;
}

export class VirtualFiles {
  private readonly files = new Map<number, OpenVirtualFile>();

  constructor(
    private readonly native: Native,
    private readonly close: (fd: number) => void,
    private readonly onFailure: (what: string, error: unknown) => void,
  ) {}

  get size(): number {
    return this.files.size;
  }

  /** The open file with that inode; undefined when there is none, or its device refused it. */
  get(inode: number): OpenVirtualFile | undefined {
    const open = this.files.get(inode);
    return open?.file ? open : undefined;
  }

  /** A call that names memory, or several descriptors: the first open file that has an answer gives it. */
  answerAny(call: FileCall): number | undefined {
    for (const { file } of this.files.values()) {
      const result = file?.call?.(call);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  /** Lets the device open its file. Returns 0, or the negative errno that the guest's open fails with. */
  open(device: Device, request: OpenRequest): number {
    const result = this.askDevice(device, request);
    const file = typeof result === 'number' ? undefined : result;
    this.files.set(request.inode, { device, file, fd: request.fd });
    if (!file) return typeof result === 'number' && result < 0 ? result : -constants.errno.EIO;
    try {
      this.native.resizeAndSeal(request.fd, file.size);
      return 0;
    } catch (error) {
      this.onFailure(`${device.path}: its memory of ${file.size} bytes cannot be made`, error);
      return -constants.errno.ENOMEM;
    }
  }

  /** The last descriptor and mapping are gone. */
  release(inode: number): void {
    const open = this.files.get(inode);
    if (!open) return;
    this.files.delete(inode);
    try {
      open.file?.release();
    } catch (error) {
      this.onFailure(`${open.device.path}: release`, error);
    }
    this.close(open.fd);
  }

  private askDevice(device: Device, request: OpenRequest): VirtualFile | number {
    try {
      return device.open(request);
    } catch (error) {
      this.onFailure(`${device.path}: open`, error);
      return -constants.errno.EIO;
    }
  }
}
