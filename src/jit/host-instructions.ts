// Instructions that the host executes while compiled code waits: those that the emitter cannot express.

import { unitIndex } from '../emulator/counters.js';
import type { Engine } from '../emulator/engine.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Placed } from './flow.js';

export class HostInstructions {
  constructor(private readonly interpreter: Engine) {}

  /** Executes one vector instruction on the state in memory. Gives false when it faulted: the fault is the wavefront's. */
  execute(w: Wavefront, { pc, instruction }: Placed): boolean {
    const { def } = instruction;
    w.pc = pc;
    w.counters.exit(def.name);
    const outcome = this.interpreter.run(w, 1);
    // The block counts all its instructions itself.
    w.executed--;
    w.counters.instructions[unitIndex(def.format)]!--;
    return outcome === 'budget';
  }
}
