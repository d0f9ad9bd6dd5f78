// Duration of a command by the device's own clock.

import { TIME_LIMIT_NS } from '../fields.js';
import type { BoardDevice } from './device.js';
import { check } from './library.js';

/** Source: CL/cl.h. */
const [PROFILING_START, PROFILING_END] = [0x1282, 0x1283];

/** Nanoseconds of a command that is over. Its event goes. */
export function takeDuration({ cl }: BoardDevice, event: bigint): number {
  const time = (parameter: number): bigint => {
    const value = Buffer.alloc(8);
    check(cl.clGetEventProfilingInfo(event, parameter, 8n, value, Buffer.alloc(8)), 'clGetEventProfilingInfo');
    return value.readBigUInt64LE();
  };
  const [start, end] = [time(PROFILING_START), time(PROFILING_END)];
  cl.clReleaseEvent(event);
  // Clocks of some devices run backwards, or are not set: such a command has taken no time that is known.
  const elapsed = Number(end - start);
  return elapsed >= 0 && elapsed <= TIME_LIMIT_NS ? elapsed : 0;
}
