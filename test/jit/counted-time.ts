// Time that does not depend on the machine: an instruction takes always the same.

import type { Wavefront } from '../../src/emulator/wavefront.js';
import { METER } from '../../src/jit/analysis/code-profile.js';

/** From now on the interpreter takes so many nanoseconds for an instruction, and never waits for a processor. */
export function countInstructions(ns: number): void {
  let worked = 0;
  METER.read = (w: Wavefront) => ns * w.executed;
  METER.worked = () => (worked += 1e15);
}
