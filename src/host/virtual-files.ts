// The open virtual files of one guest tree, by inode of their memfd. Descriptors are not followed here: the kernel
// does that, and the addon says when the last one is gone.
import { ftruncateSync } from 'node:fs';
import { constants } from 'node:os';
import type { CallResult, Device, FileCall, OpenRequest, OpenResult, VirtualFile } from './device.js';
import type { FileSession } from './file-session.js';
import type { Native } from './native.js';

export interface OpenVirtualFile {
  readonly device: Device;
  /** Undefined when the device refused the open; the memfd then waits for the guest to lose it. */
  readonly file: VirtualFile | undefined;
  readonly fd: number;
  /** The process that opened it. */
  readonly pid: number;
}

/** A file whose device answers calls. */
type AnsweredFile = OpenVirtualFile & { readonly file: VirtualFile };

const isAnswered = (open: OpenVirtualFile): open is AnsweredFile => open.file !== undefined;

export class VirtualFiles {
  private readonly files = new Map<number, OpenVirtualFile>();

  constructor(
    private readonly native: Native,
    private readonly session: FileSession,
    private readonly onFailure: (what: string, error: unknown) => void,
  ) {}

  get size(): number {
    return this.files.size;
  }

  /** The open file with that inode; undefined when there is none, or its device refused it. */
  get(inode: number): AnsweredFile | undefined {
    const open = this.files.get(inode);
    return open && isAnswered(open) ? open : undefined;
  }

  /** A call that names memory, or several descriptors: the first open file that has an answer gives it. */
  answerAny(call: FileCall): CallResult | Promise<CallResult> {
    for (const { file } of this.files.values()) {
      const result = file?.call?.(call);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  /** Lets the device open its file. Returns 0, or the negative errno that the guest's open fails with. */
  open(device: Device, request: OpenRequest): number | Promise<number> {
    const loading = device.ready?.();
    if (!loading) return this.openNow(device, request);
    this.files.set(request.inode, { device, file: undefined, fd: request.fd, pid: request.pid });
    return loading.then(
      // The guest may have gone meanwhile, and the descriptor with it.
      () => (this.files.has(request.inode) ? this.openNow(device, request) : -constants.errno.EIO),
      (error: unknown) => this.failed(device, error),
    );
  }

  private openNow(device: Device, request: OpenRequest): number | Promise<number> {
    const result = this.callDevice(device, request);
    if (!(result instanceof Promise)) return this.opened(device, request, result);
    this.files.set(request.inode, { device, file: undefined, fd: request.fd, pid: request.pid });
    const fail = (error: unknown): OpenResult => this.failed(device, error);
    return result.catch(fail).then((opened) => {
      if (this.files.has(request.inode)) return this.opened(device, request, opened);
      // The guest has gone meanwhile, its descriptor with it.
      if (typeof opened !== 'number') this.end(device, opened);
      return -constants.errno.EIO;
    });
  }

  private opened(device: Device, request: OpenRequest, result: OpenResult): number {
    const file = typeof result === 'number' ? undefined : result;
    this.files.set(request.inode, { device, file, fd: request.fd, pid: request.pid });
    if (!file) return typeof result === 'number' && result < 0 ? result : -constants.errno.EIO;
    try {
      this.setSize(request.fd, file);
      return 0;
    } catch (error) {
      // The guest may have a descriptor of it already: without its size nothing may be done with it.
      this.files.set(request.inode, { device, file: undefined, fd: request.fd, pid: request.pid });
      if (file.tripwire) this.session.removeTripwire(file.tripwire);
      this.end(device, file);
      this.onFailure(`${device.path}: cannot allocate its memory of ${file.size} bytes`, error);
      return -constants.errno.ENOMEM;
    }
  }

  /** A file that shrank under a mapping of ours would end us: only files that we do not map have tripwires. */
  private setSize(fd: number, { size, tripwire }: VirtualFile): void {
    if (!tripwire || !this.session.addTripwire(fd, size, tripwire)) return this.native.resizeAndSeal(fd, size);
    ftruncateSync(fd, size);
  }

  /** The process says what is to be done with the signal that a touch is: see readyForTripwire. */
  allowTripwires(pid: number, isDefault: boolean): void {
    for (const open of this.files.values()) {
      if (open.pid === pid && open.file?.tripwire) this.session.allowTripwire(open.file.tripwire, isDefault);
    }
  }

  /** The last descriptor and mapping are gone. */
  release(inode: number): void {
    const open = this.files.get(inode);
    if (!open) return;
    this.files.delete(inode);
    if (open.file?.tripwire) this.session.removeTripwire(open.file.tripwire);
    if (open.file) this.end(open.device, open.file);
    this.session.close(open.fd);
  }

  private end(device: Device, file: VirtualFile): void {
    try {
      file.release();
    } catch (error) {
      this.onFailure(`${device.path}: release`, error);
    }
  }

  private callDevice(device: Device, request: OpenRequest): OpenResult | Promise<OpenResult> {
    try {
      return device.open(request);
    } catch (error) {
      return this.failed(device, error);
    }
  }

  private failed(device: Device, error: unknown): number {
    this.onFailure(`${device.path}: open`, error);
    return -constants.errno.EIO;
  }
}
