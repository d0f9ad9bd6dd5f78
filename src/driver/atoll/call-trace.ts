// Reads the records of a guest's calls out of its control window.

import { CONTROL_BASE } from '../../abi/memory-map.js';
import { ControlHeader, TRACE_ENTRIES, TRACE_OFFSET, TraceKind, TraceRecord } from '../../abi/schema.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { CallSink } from '../core/services.js';

const word = (field: Parameters<typeof ControlHeader.offsetOf>[0]): number =>
  (CONTROL_BASE + ControlHeader.offsetOf(field)) >> 2;
const TRACES = word('traces');
const TAIL = word('trace_tail');
const HEAD = word('trace_head');
const LOST = word('trace_lost');

export class CallTrace {
  private next = 0;
  private started = false;

  constructor(
    private readonly session: number,
    private readonly memory: GpuMemory,
    private readonly sink: CallSink,
  ) {}

  /** The guest has its file: requests records. */
  start(): void {
    this.started = true;
    Atomics.store(this.memory.i32, TRACES, 1);
  }

  /**
   * Takes what has been recorded, up to a record that is not complete; never more than the ring holds, whatever a guest
   * writes there.
   * @returns how many
   */
  drain(): number {
    const { i32, view } = this.memory;
    const waiting = (Atomics.load(i32, TAIL) - this.next) >>> 0;
    let count = 0;
    for (; count < Math.min(waiting, TRACE_ENTRIES); count++) {
      const at = CONTROL_BASE + TRACE_OFFSET + (this.next % TRACE_ENTRIES) * TraceRecord.size;
      if (Atomics.load(i32, at >> 2) >>> 0 !== (this.next + 1) >>> 0) break;
      this.take(TraceRecord.read(view, at));
      this.next = (this.next + 1) >>> 0;
    }
    Atomics.store(i32, HEAD, this.next | 0);
    return count;
  }

  private take({ kind, process, thread, time_ns: timeNs, ...rest }: ReturnType<(typeof TraceRecord)['read']>): void {
    const { name, command, bytes } = rest;
    this.sink.took(this.session, { begins: kind === TraceKind.BEGIN, process, thread, timeNs, name, command, bytes });
  }

  /** The guest is gone. */
  close(): void {
    if (!this.started) return;
    this.drain();
    this.sink.lost(Atomics.load(this.memory.i32, LOST) >>> 0);
    this.sink.left(this.session);
  }
}
