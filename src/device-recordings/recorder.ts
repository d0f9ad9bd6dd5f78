// Watches the calls of a program on real devices, and writes them down.

import type { CallWatcher, WatchedCall } from '../host/call-watcher.js';
import type { GuestExit } from '../host/exit-status.js';
import type { Native } from '../host/native.js';
import { elementOf } from '../util/required.js';
import { areasOf, filled } from './areas.js';
import type { CallAreas } from './call-areas.js';
import type { Area, CallRecord, Node } from './layout.js';
import { identify, type OpenFile, OpenFiles } from './open-files.js';
import { type MemoryChanges, Snapshots } from './snapshots.js';
import { epolledFd, isEpollAdd, waitedFor, waitsForSeveral } from './waits.js';
import type { DeviceWriter } from './writer.js';

export interface RecorderOptions {
  /** Devices to record; without any, all that the program opens. */
  readonly paths: readonly string[];
  readonly writer: DeviceWriter;
  readonly native: Pick<Native, 'isSameFile'>;
  readonly warn: (text: string) => void;
  /** The file cannot be written any more: nothing more is recorded. */
  readonly failed: (error: unknown) => void;
}

/**
 * Results of calls that a signal has interrupted and the kernel starts again, or turns into EINTR
 * (include/linux/errno.h).
 */
const RESTARTS = [-512, -513, -514, -516];
const OPENS = ['open', 'openat', 'openat2'];
const COPIES = ['dup', 'dup2', 'dup3'];
/** Calls after which mapped memory cannot be looked at. */
const ENDS = ['munmap', 'exit_group'];
const MAPPINGS = ['mmap', 'mmap2'];
const MAP_ANONYMOUS = 0x20;
const FUTEX_COMMAND = 0x7f;

interface PendingCall extends CallAreas {
  readonly file: OpenFile | undefined;
  readonly before: { readonly areas: Area[]; readonly data: Uint8Array[] };
  readonly seen: MemoryChanges;
}

const fdOf = ({ name, arguments: raw }: WatchedCall): number =>
  Number(BigInt.asIntN(32, MAPPINGS.includes(name) ? raw[4] : raw[0]));

export class DeviceRecorder implements CallWatcher {
  readonly paths: readonly string[];
  calls = 0;
  /** Of these, such with structures without a description. */
  opaque = 0;
  private readonly files: OpenFiles;
  private readonly snapshots: Snapshots;
  private readonly nodes: Node[] = [];
  private readonly threads = new Map<number, number>();
  private readonly processes = new Map<number, number>();
  private readonly entries = new Map<number, PendingCall>();
  private broken = false;

  constructor(private readonly options: RecorderOptions) {
    this.paths = options.paths;
    this.files = new OpenFiles(options.native);
    this.snapshots = new Snapshots(options.warn);
  }

  entered(call: WatchedCall): boolean {
    if (this.broken) return false;
    if (ENDS.includes(call.name)) return this.lastLook(call);
    if (OPENS.includes(call.name) || COPIES.includes(call.name) || call.name === 'close') return true;
    if (call.name === 'epoll_ctl') return isEpollAdd(call) && !this.isEpollReported;
    const file = call.name === 'futex' ? undefined : this.fileOf(call);
    const placed = file
      ? areasOf(call, elementOf(this.nodes, file.node, 'node').path)
      : call.name === 'futex'
        ? this.futex(call)
        : undefined;
    if (!placed) return false;
    const before = this.read(
      call,
      placed.areas.filter(({ when }) => when === 'before'),
    );
    const seen = this.snapshots.look(call.pid, 'before', call.memory);
    this.entries.set(call.tid, { ...placed, file, before, seen });
    return true;
  }

  left(call: WatchedCall, result: number): void {
    const entered = this.entries.get(call.tid);
    this.entries.delete(call.tid);
    if (this.broken || RESTARTS.includes(result)) return;
    this.attempt(() => {
      if (OPENS.includes(call.name)) this.opened(call, result);
      else if (COPIES.includes(call.name)) this.copied(call, result);
      else if (call.name === 'close') this.closed(call, result);
      else if (call.name === 'epoll_ctl') this.epolled(call, result);
      else if (entered) this.done(call, entered, result);
    });
  }

  /** The program has ended. @throws AtollError HOST when the file cannot be written */
  finish({ code, signal }: GuestExit): void {
    if (this.broken) return;
    this.options.writer.add({ is: 'end', calls: this.calls, status: code, ...(signal ? { signal } : {}) });
    this.options.writer.finish();
  }

  /** Nothing but what has changed is of interest: the program maps and ends by itself. */
  private lastLook(call: WatchedCall): false {
    const ends = call.name === 'munmap' ? this.snapshots.within(call.pid, call.arguments[0], call.arguments[1]) : true;
    const { changes, data } = ends ? this.snapshots.look(call.pid, 'before', call.memory) : { changes: [], data: [] };
    if (changes.length > 0) this.attempt(() => this.write(call, { node: 0, file: 0, result: 0, changes }, data));
    return false;
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.broken = true;
      this.options.failed(error);
    }
  }

  private opened(call: WatchedCall, result: number): void {
    const path = call.path ?? '';
    const identity = result >= 0 ? identify(call.pid, result) : undefined;
    const recording = {
      path,
      type: identity?.type ?? 'character',
      major: identity?.major ?? 0,
      minor: identity?.minor ?? 0,
    };
    const node = this.nodeOf(recording);
    const file = result >= 0 ? this.files.opened(call.pid, result, node) : undefined;
    this.write(call, { node, file: file?.number ?? 0, result: Math.min(result, 0), flags: call.flags >>> 0 });
  }

  private copied(call: WatchedCall, result: number): void {
    if (result >= 0) this.files.copied(call.pid, fdOf(call), result);
  }

  private closed(call: WatchedCall, result: number): void {
    const file = this.files.closed(call.pid, fdOf(call));
    if (file) this.write(call, { node: file.node, file: file.number, result });
  }

  /** An epoll descriptor reports the ready descriptors, with data of the program's own. */
  private epolled(call: WatchedCall, result: number): void {
    const path = identify(call.pid, epolledFd(call))?.path;
    if (result < 0 || path === undefined) return;
    this.isEpollReported = true;
    this.options.warn(
      `${path}: waits by epoll are not recorded, and atoll replay-device refuses them (EPERM); poll and select are recorded`,
    );
  }

  private isEpollReported = false;

  private done(call: WatchedCall, entered: PendingCall, result: number): void {
    const { file, before, record, seen } = entered;
    const word = call.name === 'futex' ? this.snapshots.at(call.pid, call.arguments[0]) : undefined;
    const number = file?.number ?? word?.file ?? 0;
    const node = file?.node ?? this.fileNodes.get(number) ?? 0;
    const path = this.nodes[node]?.path ?? '';
    // Lengths may be what the call has given.
    const areas = call.name === 'ioctl' ? areasOf(call, path).areas : entered.areas;
    const after = this.read(call, filled(call.name, areas, result));
    const mapped = MAPPINGS.includes(call.name) && result >= 0 ? this.mapped(call, number, result) : undefined;
    const later = this.snapshots.look(call.pid, 'after', call.memory);
    this.write(
      call,
      {
        ...record,
        node,
        file: number,
        result: mapped ? 0 : result,
        ...(mapped ? { mapping: mapped.mapping } : {}),
        areas: [...before.areas, ...after.areas],
        changes: [...seen.changes, ...(mapped?.seen.changes ?? []), ...later.changes],
      },
      [...before.data, ...after.data, ...seen.data, ...(mapped?.seen.data ?? []), ...later.data],
    );
  }

  private mapped(call: WatchedCall, file: number, address: number) {
    const [, size] = call.arguments;
    return this.snapshots.mapped(call.pid, file, BigInt(address), Number(size), call.memory);
  }

  /** A wait in memory of a device, or the end of one; undefined for other memory. */
  private futex(call: WatchedCall): CallAreas | undefined {
    const place = this.snapshots.at(call.pid, call.arguments[0]);
    if (!place) return undefined;
    const how = Number(call.arguments[1] & BigInt(FUTEX_COMMAND));
    return { record: { how, mapping: place.mapping, offset: String(place.offset) }, areas: [] };
  }

  /**
   * The file that a call is about; undefined for what is not recorded: streams that the program was given, unless they
   * are named.
   */
  private fileOf(call: WatchedCall): OpenFile | undefined {
    if (waitsForSeveral(call)) return this.waitedFor(call);
    if (MAPPINGS.includes(call.name) && (Number(call.arguments[3] & 0xffn) & MAP_ANONYMOUS) !== 0) return undefined;
    return this.fileAt(call.pid, fdOf(call));
  }

  private fileAt(pid: number, fd: number): OpenFile | undefined {
    const openFile = this.files.get(pid, fd);
    if (openFile || this.paths.length === 0) return openFile;
    const identity = identify(pid, fd);
    if (!identity || identity.type === 'file') return undefined;
    // Inherited from the parent process.
    const file = this.files.opened(pid, fd, this.nodeOf(identity));
    return file;
  }

  /** The first of several descriptors that is recorded. */
  private waitedFor(call: WatchedCall): OpenFile | undefined {
    for (const { fd } of waitedFor(call) ?? []) {
      const file = fd >= 0 ? this.fileAt(call.pid, fd) : undefined;
      if (file) return file;
    }
    return undefined;
  }

  private read({ memory }: WatchedCall, areas: CallAreas['areas']) {
    const changes: Area[] = [];
    const data: Uint8Array[] = [];
    for (const { name, address, length, when, masked } of areas) {
      const bytes = memory.read(address, length);
      if (!bytes) continue;
      changes.push({ name, length, when, ...(masked.length > 0 ? { masked: [...masked] } : {}) });
      data.push(bytes);
    }
    return { areas: changes, data };
  }

  private write(
    { name, tid, pid }: WatchedCall,
    call: Omit<CallRecord, 'is' | 'thread' | 'process' | 'name' | 'areas' | 'changes'> & Partial<CallRecord>,
    data: readonly Uint8Array[] = [],
  ): void {
    const numbers = { thread: numberIn(this.threads, tid), process: numberIn(this.processes, pid) };
    this.fileNodes.set(call.file, call.node);
    this.options.writer.add({ areas: [], changes: [], ...call, is: 'call', ...numbers, name }, Buffer.concat(data));
    this.calls++;
    if (call.opaque) this.opaque++;
  }

  private readonly fileNodes = new Map<number, number>();

  private nodeOf(identity: Omit<Node, 'is' | 'node'>): number {
    const index = this.nodes.findIndex(({ path }) => path === identity.path);
    if (index >= 0) return index;
    const node: Node = { is: 'node', node: this.nodes.length, ...identity };
    this.nodes.push(node);
    this.options.writer.add(node);
    return node.node;
  }
}

/** Threads and processes by the order in which they are first seen. */
function numberIn(numbers: Map<number, number>, id: number): number {
  const number = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, number);
  return number;
}
