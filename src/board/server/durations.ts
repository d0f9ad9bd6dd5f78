// How long a command took by the device's own clock.

import type { BoardDevice } from './device.js';
import { check } from './library.js';

/** Source: CL/cl.h. */
const [PROFILING_START, PROFILING_END] = [0x1282, 0x1283];

/** Nanoseconds of a command that is over. Its event goes. */
export function takeDuration({ cl }: BoardDevice, event: bigint): number {
  const [start, end] = [PROFILING_START, PROFILING_END].map((parameter) => {
    const value = Buffer.alloc(8);
    check(cl.clGetEventProfilingInfo(event, parameter, 8n, value, Buffer.alloc(8)), 'clGetEventProfilingInfo');
    return value.readBigUInt64LE();
  });
  cl.clReleaseEvent(event);
  return Number(end! - start!);
}
