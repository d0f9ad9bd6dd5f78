// One guest's ring and signals, seen from the side that executes: packets become launches.

import { CONTROL_BASE } from '../../abi/memory-map.js';
import {
  ControlHeader,
  Packet,
  PacketKind,
  RING_ENTRIES,
  RING_OFFSET,
  SIGNAL_COUNT,
  SIGNAL_OFFSET,
  Signal,
  SignalState,
} from '../../abi/schema.js';
import type { GpuMemory } from '../../emulator/memory.js';
import { AtollError } from '../../util/errors.js';
import { elementOf } from '../../util/required.js';
import type { Doorbell, LaunchQueue, Submission } from '../core/processor/queue.js';
import { ClStatus } from './cl-status.js';
import { type ListedPacket, launchOf, PacketLists, type PacketValues } from './packet-lists.js';

/** A list whose packets are being executed, one after the other. */
interface OpenList {
  readonly packets: readonly ListedPacket[];
  readonly signal: number;
  readonly device: number;
  next: number;
  readonly sequence: bigint;
}

const EVERYBODY = 0x7fffffff;
const word = (field: Parameters<typeof ControlHeader.offsetOf>[0]): number =>
  CONTROL_BASE + ControlHeader.offsetOf(field);
const DOORBELL = word('doorbell');
const SERVER_SLEEPS = word('server_sleeps');
const RINGING_PROCESSOR = word('ringing_processor');
const RING_TAIL = word('ring_tail');
const RING_HEAD = word('ring_head');
const DEVICE_LOST = word('device_lost');
/** Packets that are looked at before their turn. */
const MAX_FOLLOWING = 32;

export interface Futex {
  wake(view: Uint8Array, byteOffset: number, count: number): void;
}

/** The name by which a session requests this queue. */
export const RING = 'atoll';

class RingDoorbell implements Doorbell {
  readonly byteOffset = DOORBELL;

  constructor(private readonly memory: GpuMemory) {}

  get view(): Uint8Array {
    return this.memory.u8;
  }

  get value(): number {
    return Atomics.load(this.memory.i32, DOORBELL >> 2);
  }

  get ringer(): number {
    return Atomics.load(this.memory.i32, RINGING_PROCESSOR >> 2) - 1;
  }

  set sleeping(value: boolean) {
    Atomics.store(this.memory.i32, SERVER_SLEEPS >> 2, value ? 1 : 0);
  }
}

/** Reads packets and completes signals. What the guest writes into its own ring can only harm itself. */
export class CommandRing implements LaunchQueue {
  readonly doorbell: Doorbell;
  private sequence = 0n;
  private readonly lists: PacketLists;
  /** The list whose packets are being taken. */
  private open: OpenList | undefined;

  constructor(
    private readonly memory: GpuMemory,
    private readonly futex: Futex,
  ) {
    this.doorbell = new RingDoorbell(memory);
    this.lists = new PacketLists(memory);
  }

  get hasWork(): boolean {
    return this.open !== undefined || this.waiting > 0;
  }

  get continues(): boolean {
    return this.open !== undefined;
  }

  get damage(): string | undefined {
    return this.waiting > RING_ENTRIES ? 'the ring indices are inconsistent' : undefined;
  }

  /** Packets that wait. More than RING_ENTRIES: the guest has written garbage over the indices. */
  private get waiting(): number {
    return (Atomics.load(this.memory.i32, RING_TAIL >> 2) - Atomics.load(this.memory.i32, RING_HEAD >> 2)) >>> 0;
  }

  /** Takes the next packet of the list that is being executed, or off the ring. */
  take(): Submission {
    return this.open ? this.takeListed(this.open) : this.takePacket();
  }

  private takePacket(): Submission {
    const head = Atomics.load(this.memory.i32, RING_HEAD >> 2) >>> 0;
    const packet = Packet.read(this.memory.view, CONTROL_BASE + RING_OFFSET + (head % RING_ENTRIES) * Packet.size);
    Atomics.store(this.memory.i32, RING_HEAD >> 2, (head + 1) | 0);
    // A guest that waits for room has seen a full ring, and the earlier head: then the tail that is read now is of a
    // full ring, too.
    if ((Atomics.load(this.memory.i32, RING_TAIL >> 2) - head) >>> 0 >= RING_ENTRIES)
      this.futex.wake(this.memory.u8, RING_HEAD, EVERYBODY);
    if (packet.kind !== PacketKind.LIST) return this.submission(packet, ++this.sequence);
    const packets = this.lists.read(packet);
    if (typeof packets === 'string') return this.refused(packet, packets);
    const list: OpenList = {
      packets,
      signal: packet.signal,
      device: packet.device,
      next: 0,
      sequence: ++this.sequence,
    };
    this.open = list;
    return this.takeListed(list);
  }

  /** A packet that fails. @param reason why */
  private refused(packet: PacketValues, reason: string): Submission {
    const find = (): never => {
      throw new AtollError('BAD_INPUT', reason);
    };
    return { ...this.submission(packet, ++this.sequence), find };
  }

  /** The first one of a list begins it; the last one, or one that fails, ends it. */
  private takeListed(list: OpenList): Submission {
    const index = list.next++;
    const isLast = list.next >= list.packets.length;
    if (isLast) this.open = undefined;
    const packet = elementOf(list.packets, index, 'packet of a list');
    const { program, kernel, call, launch } = packet;
    return {
      signal: list.signal % SIGNAL_COUNT,
      sequence: list.sequence,
      device: list.device,
      launch,
      origin: { program, kernel, call },
      name: packet.name,
      repeated: packet.repeated,
      following: () => packet.following,
      find: (programs) => programs.find(program, kernel),
      begin: (startNs) => {
        if (index === 0) this.begin(list.signal, list.sequence, startNs);
      },
      end: (failure, endNs) => {
        if (failure === undefined && !isLast) return;
        this.open = undefined;
        this.end(list.signal, failure === undefined ? ClStatus.SUCCESS : ClStatus.OUT_OF_RESOURCES, endNs);
      },
    };
  }

  private submission(packet: PacketValues, sequence: bigint): Submission {
    const { signal, device, program, kernel, call } = packet;
    return {
      signal: signal % SIGNAL_COUNT,
      sequence,
      device,
      launch: launchOf(packet),
      origin: { program, kernel, call },
      name: `kernel ${kernel} of program ${program}`,
      following: () => this.following(packet),
      find: (programs) => programs.find(program, kernel),
      begin: (startNs) => this.begin(signal, sequence, startNs),
      end: (failure, endNs) =>
        this.end(signal, failure === undefined ? ClStatus.SUCCESS : ClStatus.OUT_OF_RESOURCES, endNs),
    };
  }

  /** Number of waiting packets that launch the same kernel, one directly after the other; at most MAX_FOLLOWING. */
  private following({ program, kernel }: Pick<PacketValues, 'program' | 'kernel'>): number {
    const head = Atomics.load(this.memory.i32, RING_HEAD >> 2) >>> 0;
    const most = Math.min(this.waiting, MAX_FOLLOWING);
    for (let n = 0; n < most; n++) {
      const entry = CONTROL_BASE + RING_OFFSET + ((head + n) % RING_ENTRIES) * Packet.size;
      const word = (field: 'program' | 'kernel'): number =>
        this.memory.view.getUint32(entry + Packet.offsetOf(field), true);
      if (word('program') !== program || word('kernel') !== kernel) return n;
    }
    return most;
  }

  private begin(signal: number, sequence: bigint, startNs: bigint): void {
    if (signal >= SIGNAL_COUNT) return;
    const base = this.address(signal);
    this.memory.view.setBigUint64(base + Signal.offsetOf('start_ns'), startNs, true);
    this.memory.view.setBigUint64(base + Signal.offsetOf('sequence'), sequence, true);
    Atomics.store(this.memory.i32, (base + Signal.offsetOf('state')) >> 2, SignalState.RUNNING);
  }

  /** @param status 0, or the OpenCL error code of a failure */
  private end(signal: number, status: number, endNs: bigint): void {
    if (signal >= SIGNAL_COUNT) return;
    const base = this.address(signal);
    const state = base + Signal.offsetOf('state');
    this.memory.view.setBigUint64(base + Signal.offsetOf('end_ns'), endNs, true);
    this.memory.view.setInt32(base + Signal.offsetOf('status'), status, true);
    Atomics.store(this.memory.i32, state >> 2, status === 0 ? SignalState.COMPLETE : SignalState.FAILED);
    this.futex.wake(this.memory.u8, state, EVERYBODY);
  }

  /** Reports to the guest that nothing more will be executed. */
  lose(errno: number): void {
    Atomics.store(this.memory.i32, DEVICE_LOST >> 2, errno);
  }

  private address(signal: number): number {
    return CONTROL_BASE + SIGNAL_OFFSET + signal * Signal.size;
  }
}
