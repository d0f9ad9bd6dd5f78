// Failed calls of a guest: the debugger handles each one, and its thread waits in shared memory until then.

import { CONTROL_BASE } from '../../abi/memory-map.js';
import { ControlHeader } from '../../abi/schema.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { FailedCall } from '../../launch/failed-call.js';
import type { CoreServices } from '../core/services.js';

const EVERYBODY = 0x7fffffff;
/** Threads that wait: those of a guest that means no good would be without end. */
const MAX_WAITING = 1024;

const FAILURE_COUNT = CONTROL_BASE + ControlHeader.offsetOf('failures');
const ACKNOWLEDGED = CONTROL_BASE + ControlHeader.offsetOf('failure_heard');

export class SessionFailedCalls {
  private latest = 0;
  private acknowledged = 0;

  constructor(
    private readonly session: number,
    private readonly memory: GpuMemory,
    private readonly services: CoreServices,
  ) {}

  /** The guest has its file: requests reports of failures. */
  start(): void {
    Atomics.store(this.memory.i32, FAILURE_COUNT >> 2, 1);
  }

  /** @returns the number that its thread waits for; 0: it need not wait */
  failed(call: Omit<FailedCall, 'number'>): number {
    if (this.latest - this.acknowledged >= MAX_WAITING) return 0;
    const number = ++this.latest;
    this.services.processors.post({ type: 'call-failed', session: this.session, failed: { ...call, number } });
    return number;
  }

  /** A call, and all before it, may return. */
  returns(number: number): void {
    this.acknowledged = number;
    Atomics.store(this.memory.i32, ACKNOWLEDGED >> 2, number);
    this.services.mapper.futexWake(this.memory.u8, ACKNOWLEDGED, EVERYBODY);
  }
}
