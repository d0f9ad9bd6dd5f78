// Signals in memory: what packets wait for and complete. Layout: HSA runtime, amd_signal_t.

import type { GpuMemory } from '../../../emulator/memory.js';
import type { EventState } from '../event-state.js';

const SIZE = 64;
const VALUE = 8;
const MAILBOX = 16;
const EVENT_ID = 24;
const START = 32;
const END = 40;

export class Signals {
  constructor(
    private readonly memory: GpuMemory,
    private readonly events: EventState,
    /** An event with waiters was set. */
    private readonly wake: () => void,
  ) {}

  /** Offset of a signal; undefined where there is none. */
  private place(address: bigint): number | undefined {
    const at = this.memory.space.translate(address, SIZE);
    return at !== undefined && at % 8 === 0 && this.memory.allows(at, SIZE, 3) ? at : undefined;
  }

  /** True if an address can be a signal; 0, which stands for no signal, is valid too. */
  isSound(address: bigint): boolean {
    return address === 0n || this.place(address) !== undefined;
  }

  value(address: bigint): bigint {
    const at = this.place(address);
    return at === undefined ? 0n : Atomics.load(this.memory.i64, (at + VALUE) / 8);
  }

  /** When the work of a packet has begun and ended, in nanoseconds. */
  stamp(address: bigint, startNs: bigint, endNs: bigint): void {
    const at = this.place(address);
    if (at === undefined) return;
    this.memory.view.setBigUint64(at + START, startNs, true);
    this.memory.view.setBigUint64(at + END, endNs, true);
  }

  /** When the work of the packet that has completed it ended; 0 where nothing says so. */
  end(address: bigint): bigint {
    const at = this.place(address);
    return at === undefined ? 0n : this.memory.view.getBigUint64(at + END, true);
  }

  /** A packet is done: the value is decremented, and waiting threads are woken. */
  complete(address: bigint): void {
    const at = this.place(address);
    if (at === undefined) return;
    Atomics.sub(this.memory.i64, (at + VALUE) / 8, 1n);
    this.notify(at);
  }

  /** Something has gone wrong that its bits name. */
  raise(address: bigint, bits: bigint): void {
    const at = this.place(address);
    if (at === undefined) return;
    Atomics.or(this.memory.i64, (at + VALUE) / 8, bits);
    this.notify(at);
  }

  private notify(at: number): void {
    const mailbox = this.memory.view.getBigUint64(at + MAILBOX, true);
    if (mailbox === 0n) return;
    const event = this.memory.view.getUint32(at + EVENT_ID, true);
    const slot = this.memory.space.translate(mailbox, 8);
    if (slot !== undefined && slot % 8 === 0 && this.memory.allows(slot, 8, 3))
      Atomics.store(this.memory.i64, slot / 8, BigInt(event));
    this.interrupt(event);
  }

  /** Sets an event. */
  interrupt(event: number): void {
    if (this.events.set(event)) this.wake();
  }
}
