// One AQL queue in a program's memory. Source: HSA Platform System Architecture Specification 1.2; amd_queue_t of the
// HSA runtime.

import type { GpuMemory } from '../../../emulator/memory.js';
import type { DispatchPacket } from '../../../launch/convention.js';
import { shapeOf } from './dispatch-shape.js';
import type { QueuePlace } from './messages.js';
import {
  type AqlDispatch,
  completionSignal,
  copyOf,
  dependencies,
  hasSignal,
  PACKET_SIZE,
  PacketType,
  readDispatch,
} from './packet.js';
import type { Signals } from './signal.js';
import { SimulatedClock } from './simulated-clock.js';

/** Of amd_queue_t: where its read index stands, and the signal that says what has gone wrong. */
const READ_INDEX = 128;
const INACTIVE_SIGNAL = 192;

/** hsa_status bits of that signal. Source: HSA runtime, queue error codes of the packet processor. */
export const QueueError = {
  dimensions: 2n,
  groupMemory: 4n,
  code: 8n,
  packet: 32n,
  groupSize: 64n,
  registers: 128n,
  instruction: 0x4000_0000n,
  trap: 0x8000_0000n,
} as const;

/** A packet that requests a launch, at the head of its queue. */
export interface RingDispatch {
  readonly ring: AqlRing;
  readonly dispatch: AqlDispatch;
  readonly dispatchPacket: DispatchPacket;
}

const typeOf = (header: number): number => header & 0xff;

/** The packet that is next, as it was when it was first looked at. */
interface Head {
  readonly at: number;
  /** Of the packet, since the queue was made. */
  readonly index: bigint;
  readonly packet: DataView;
}

export class AqlRing {
  running = true;
  /** The control plane waits until the queue's wavefronts stand still. */
  isAwaited = false;
  /** The launch at its head runs. */
  busy = false;
  /** The queue has failed: nothing more of it is executed. */
  failed = false;
  private readonly clock = new SimulatedClock(() => process.hrtime.bigint());
  private head: Head | undefined;

  constructor(
    readonly place: QueuePlace,
    private readonly memory: GpuMemory,
    private readonly signals: Signals,
    /** Code in memory may have changed. */
    private readonly codeChanged: () => void,
    /** A packet is done. */
    private readonly worked: () => void,
  ) {}

  private get index(): bigint {
    return BigInt.asUintN(64, Atomics.load(this.memory.i64, this.place.read / 8));
  }

  /** Copies the packet at the head, once. @returns undefined when it is not there yet */
  private fetch(): Head | undefined {
    const { index } = this;
    const at = this.place.ring + Number(index % BigInt(this.place.size / PACKET_SIZE)) * PACKET_SIZE;
    const header = Atomics.load(this.memory.i32, at >>> 2);
    if (typeOf(header) === PacketType.INVALID) return undefined;
    return { at, index, packet: copyOf(this.memory, at, header) };
  }

  /** True if the queue's memory is still the program's: it may have freed it. */
  private get isThere(): boolean {
    const { ring, size, read, written } = this.place;
    return this.memory.allows(ring, size, 3) && this.memory.allows(read, 8, 3) && this.memory.allows(written, 8, 3);
  }

  /** Packets that wait. A program that takes an index back waits for nothing. */
  private get waiting(): bigint {
    return BigInt.asIntN(64, Atomics.load(this.memory.i64, this.place.written / 8) - this.index);
  }

  /** True if work is pending: its condition may come true without a ring. */
  get isOpen(): boolean {
    return this.running && !this.failed && this.waiting > 0n && this.isThere;
  }

  /** Does what needs no launch. @returns the launch that is next, if one is */
  next(): RingDispatch | undefined {
    while (!this.busy && this.isOpen) {
      this.head ??= this.fetch();
      if (!this.head) return undefined;
      const type = typeOf(this.head.packet.getInt32(0, true));
      if (type === PacketType.DISPATCH) {
        const launch = this.dispatch(this.head);
        const shape = shapeOf(launch.dispatch);
        if (shape === 'launch') return launch;
        if (shape === 'empty') this.completeNow(this.head);
        else this.fail(QueueError.dimensions);
      } else if (!this.other(this.head, type)) return undefined;
    }
    if (!this.busy && this.waiting <= 0n) this.clock.empty();
    return undefined;
  }

  /** @returns whether the packet is done */
  private other(head: Head, type: number): boolean {
    const { packet } = head;
    if (type === PacketType.VENDOR) {
      // Instructions for the processor itself: after code was loaded, to forget what it has read of it.
      this.codeChanged();
      if (hasSignal(packet)) this.completeNow(head);
      else this.advance(head);
      return true;
    }
    if (type !== PacketType.BARRIER_AND && type !== PacketType.BARRIER_OR) {
      this.fail(QueueError.packet);
      return false;
    }
    const named = dependencies(packet).filter((signal) => signal !== 0n);
    if (named.some((signal) => !this.signals.isSound(signal))) {
      this.fail(QueueError.packet);
      return false;
    }
    const isDone = (signal: bigint): boolean => this.signals.value(signal) === 0n;
    const done = type === PacketType.BARRIER_AND || named.length === 0 ? named.every(isDone) : named.some(isDone);
    if (done) this.completeNow(head, named);
    return done;
  }

  private dispatch({ at, index, packet }: Head): RingDispatch {
    const { space } = this.memory;
    const dispatchPacket = {
      packet: space.addressOf(at),
      queue: space.addressOf(this.place.read - READ_INDEX),
      number: index,
      gpu: this.place.device,
    };
    return { ring: this, dispatch: readDispatch(packet), dispatchPacket };
  }

  /** The launch at the head is over. */
  launched(hostStartNs: bigint, hostEndNs: bigint, isShown: boolean): void {
    const startNs = this.clock.begin(hostStartNs);
    const endNs = startNs + hostEndNs - hostStartNs;
    this.clock.ended(endNs, isShown);
    if (this.head && this.isThere) this.complete(this.head, startNs, endNs);
  }

  /** A packet that takes no time is done. @param awaited signals: it is not done before what they complete */
  private completeNow(head: Head, awaited: readonly bigint[] = []): void {
    const hostNs = process.hrtime.bigint();
    const begun = this.clock.begin(hostNs);
    const ends = awaited.map((signal) => this.signals.end(signal)).filter((end) => end <= hostNs);
    const ns = ends.reduce((latest, end) => (end > latest ? end : latest), begun);
    this.clock.ended(ns, false);
    this.complete(head, ns, ns);
  }

  private complete(head: Head, startNs: bigint, endNs: bigint): void {
    const signal = completionSignal(head.packet);
    this.signals.stamp(signal, startNs, endNs);
    this.advance(head);
    this.signals.complete(signal);
  }

  /** The packet's place is the program's again. */
  private advance({ at, packet }: Head): void {
    const { i32, i64 } = this.memory;
    this.head = undefined;
    Atomics.store(i32, at >>> 2, (packet.getInt32(0, true) & ~0xffff) | PacketType.INVALID);
    Atomics.add(i64, this.place.read / 8, 1n);
    this.worked();
  }

  /** Nothing more of it is executed. @param error passed to the program's error callback of the queue */
  fail(error: bigint | undefined): void {
    this.failed = true;
    if (error === undefined || !this.isThere) return;
    const field = this.place.read - READ_INDEX + INACTIVE_SIGNAL;
    if (!this.memory.allows(field, 8, 1)) return;
    this.signals.raise(this.memory.view.getBigUint64(field, true), error);
  }
}
