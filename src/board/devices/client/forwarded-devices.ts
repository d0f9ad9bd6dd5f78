// Devices of another machine in a program's place: every call of their files is carried to the board that owns them.

import { constants as flags, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { mappedRanges, rangeAt } from '../../../device-recordings/guest-maps.js';
import { isMappedByCalls, programWords } from '../../../device-recordings/requests/known.js';
import { NO_EPOLL, waitedFor } from '../../../device-recordings/waits.js';
import type { CallResult, Device, FileCall, IoctlCall, OpenRequest, VirtualFile } from '../../../host/device.js';
import type { Native } from '../../../host/native.js';
import type { RemoteDeviceNode } from '../protocol.js';
import { DeviceConnection } from './connection.js';
import { MirroredMemory, wholePages } from './mirrored-memory.js';
import { poll } from './polls.js';
import { carried, type RemoteCall, type RemoteRefusal } from './remote-call.js';
import { futexTime, isCarriedFutex, isFutexWait } from './waits.js';

export interface ForwardingOptions {
  /** The connection to the board. */
  readonly fd: number;
  readonly nodes: readonly RemoteDeviceNode[];
  /** The board also makes requests without a description. */
  readonly anyRequest: boolean;
  /** Other names for nodes: from that of the board to that of this run. */
  readonly names: ReadonlyMap<string, string>;
  readonly silenceMs: number;
  readonly native: Pick<Native, 'shareDescriptor' | 'closeFd'>;
  readonly log: (text: string) => void;
  /** The program waits for a device that is lost. */
  readonly stuck: () => void;
}

const { EINVAL, EIO, ENODEV, ENOMEM } = constants.errno;
const PAGE_BYTES = 4096;
const WORD_BYTES = 4;
/** Of a file whose memory can be mapped: more than any device has, and all of it holes. */
const MAPPED_SIZE = 2 ** 43;
const MAP_PRIVATE = 2n;

const isRefusal = (carried: RemoteCall | RemoteRefusal): carried is RemoteRefusal => 'errno' in carried;

export class ForwardedDevices {
  private readonly connection: DeviceConnection;
  private readonly memory: MirroredMemory;
  private readonly files = new Map<number, ForwardedFile>();
  private readonly reported = new Set<string>();
  private count = 0;

  constructor(private readonly options: ForwardingOptions) {
    const { fd, silenceMs, log } = options;
    this.connection = new DeviceConnection({
      fd,
      silenceMs,
      memory: (mapping, runs, data) => this.memory.take(mapping, runs, data),
      lost: (reason) => log(`the connection to the board is lost, and its devices are unavailable: ${reason}`),
    });
    this.memory = new MirroredMemory((mapping, runs, data) =>
      this.connection.send({ do: 'memory', mapping, runs }, data),
    );
  }

  devices(): Device[] {
    const { nodes, names } = this.options;
    return nodes.map(({ path, type, major, minor }) => ({
      path: names.get(path) ?? path,
      major,
      minor,
      isBlock: type === 'block',
      // All but the last: what follows a range must have a number, too.
      requests: { from: 0, to: 0xffff_fffe },
      answersFiles: true,
      open: (request) => this.open(path, request),
    }));
  }

  close(): void {
    this.connection.close();
  }

  private async open(path: string, request: OpenRequest): Promise<VirtualFile | number> {
    const file = ++this.count;
    const { result } = await this.connection.request({ do: 'open', path, flags: request.flags >>> 0, file }, request);
    if (result < 0) return result;
    const opened = new ForwardedFile(this, { number: file, path, fd: request.fd, inode: request.inode });
    this.files.set(request.inode, opened);
    return opened;
  }

  async carry(file: ForwardedFile, call: FileCall): Promise<number> {
    const over = carried(call, file.path, this.options.anyRequest);
    if (!over) return -ENODEV;
    if (isRefusal(over)) return this.refuse(file.path, over.text, over.errno);
    const { name, arguments: values, areas, data } = over;
    const nonBlocking = isNonBlocking(call);
    this.memory.send();
    const question = {
      do: 'call',
      name,
      file: file.number,
      arguments: values,
      areas,
      nonBlocking,
      abi: call.abi,
    } as const;
    const reply = await this.connection.request(question, call, data);
    if (!this.connection.isLost && !over.fits(reply.result, reply.data))
      this.connection.lose(`it answers ${name} with ${reply.result} and ${reply.data.length} bytes`);
    return this.connection.isLost ? -EIO : over.finish(reply.result, reply.data);
  }

  /** Undefined where the kernel is to map our memory in the device's place. */
  async map(file: ForwardedFile, call: FileCall, offset: number): Promise<CallResult> {
    const [, size, , flags] = call.arguments;
    const range = { file: file.number, offset, length: wholePages(Number(size)) };
    if (range.length === 0 || offset % PAGE_BYTES !== 0) return -EINVAL;
    if (!isMappedByCalls(file.path) || (flags & MAP_PRIVATE) !== 0n)
      return this.refuse(file.path, 'its memory is not mapped: a copy could not be synchronised', ENODEV);
    if (this.connection.isLost) return -EIO;
    if (this.memory.holds(range)) return undefined;
    if (offset + range.length > MAPPED_SIZE) return -ENOMEM;
    const region = this.memory.add(file.fd, range, programWords(file.path));
    if (!region) return this.refuse(file.path, 'another mapping exceeds the memory that can be synchronised', ENOMEM);
    const { mapping, wakes } = region;
    this.memory.send();
    const reply = await this.connection.request({ do: 'map', ...range, mapping, wakes }, call);
    return reply.result < 0 ? reply.result : undefined;
  }

  /** A word of mapped memory that a thread waits for, or wakes others at; undefined when it is none of the file's. */
  futex(file: ForwardedFile, call: FileCall): Promise<number> | undefined {
    if (!isCarriedFutex(call)) return undefined;
    const address = call.arguments[0];
    const range = rangeAt(mappedRanges(call.pid), address);
    if (!range?.shared || !range.identity.endsWith(` ${file.inode}`)) return undefined;
    const place = this.memory.place(file.number, Number(range.fileOffset + (address - range.start)));
    return place && this.waitOrWake(call, place);
  }

  private async waitOrWake(
    call: FileCall,
    place: { readonly mapping: number; readonly offset: number },
  ): Promise<number> {
    const waits = isFutexWait(call);
    if (this.connection.isLost && waits) {
      this.options.log('the program is ended: it waits for memory of a device that is lost');
      this.options.stuck();
    }
    if (place.offset % WORD_BYTES !== 0) return -EINVAL;
    this.memory.send();
    const value = Number(BigInt.asUintN(32, call.arguments[2]));
    const milliseconds = waits ? waitTime(futexTime(call)) : 0;
    return (await this.connection.request({ do: 'futex', ...place, wakes: !waits, value, milliseconds }, call)).result;
  }

  /** The first of our files that is waited for answers the call. */
  poll(file: ForwardedFile, call: FileCall): Promise<number> | undefined {
    const entries = waitedFor(call);
    const first = entries?.find(({ fd }) => fd >= 0 && this.fileAt(call.pid, fd));
    if (!entries || !first || this.fileAt(call.pid, first.fd) !== file) return undefined;
    this.memory.send();
    return poll(call, entries, {
      native: this.options.native,
      fileOf: (fd) => this.fileAt(call.pid, fd)?.number,
      request: (polled, milliseconds) =>
        this.connection.request({ do: 'poll', entries: polled, milliseconds: waitTime(milliseconds) }, call),
    });
  }

  released(file: ForwardedFile): void {
    this.files.delete(file.inode);
    this.memory.forget(file.number);
    this.connection.send({ do: 'close', file: file.number });
  }

  private fileAt(pid: number, fd: number): ForwardedFile | undefined {
    try {
      return this.files.get(statSync(`/proc/${pid}/fd/${fd}`).ino);
    } catch {
      return undefined;
    }
  }

  /** Says once why. */
  refuse(path: string, text: string, errno: number): number {
    const line = `${path}: ${text}`;
    if (text !== '' && !this.reported.has(line)) this.options.log(line);
    this.reported.add(line);
    return -errno;
  }
}

/** As messages have it: negative for no end. */
const waitTime = (milliseconds: number): number =>
  milliseconds < 0 ? -1 : Math.min(milliseconds, Number.MAX_SAFE_INTEGER);

const { O_NONBLOCK } = flags;
const FLAGS = /^flags:\s*([0-7]+)/m;

/** True if the program's descriptor is non-blocking now: it may change that without a request to the device. */
function isNonBlocking({ pid, arguments: [fd] }: FileCall): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1');
    return (Number.parseInt(FLAGS.exec(text)?.[1] ?? '0', 8) & O_NONBLOCK) !== 0;
  } catch {
    return false;
  }
}

interface FilePlace {
  readonly number: number;
  /** On the board. */
  readonly path: string;
  readonly fd: number;
  readonly inode: number;
}

/** An open file of a device that is elsewhere. */
class ForwardedFile implements VirtualFile {
  readonly number: number;
  readonly path: string;
  readonly fd: number;
  readonly inode: number;
  readonly size: number;

  constructor(
    private readonly owner: ForwardedDevices,
    { number, path, fd, inode }: FilePlace,
  ) {
    [this.number, this.path, this.fd, this.inode] = [number, path, fd, inode];
    this.size = isMappedByCalls(path) ? MAPPED_SIZE : 0;
  }

  ioctl({ request, argument, pid, tid, abi, memory }: IoctlCall): Promise<number> {
    const values = [0n, BigInt(request), argument, 0n, 0n, 0n] as const;
    return this.owner.carry(this, { name: 'ioctl', arguments: values, pid, tid, abi, memory });
  }

  call(call: FileCall): CallResult | Promise<CallResult> {
    switch (call.name) {
      case 'futex':
        return this.owner.futex(this, call);
      case 'poll':
      case 'ppoll':
      case 'select':
      case '_newselect':
      case 'pselect6':
        return this.owner.poll(this, call);
      case 'epoll_ctl':
        return this.owner.refuse(this.path, NO_EPOLL, constants.errno.EPERM);
      case 'mmap':
        return this.owner.map(this, call, Number(BigInt.asUintN(64, call.arguments[5])));
      case 'mmap2':
        return this.owner.map(this, call, Number(BigInt.asUintN(32, call.arguments[5])) * 4096);
      default:
        return this.owner.carry(this, call);
    }
  }

  release(): void {
    this.owner.released(this);
  }
}
