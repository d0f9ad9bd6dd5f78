// Instructions that the host executes while compiled code waits: those that the emitter cannot express. Images have
// compiled routines of their own; everything else, and what these do not know, goes to the interpreter.

import type { Engine } from '../../emulator/engine.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { Placed } from '../analysis/flow.js';
import { ImageRoutines } from '../image/routines.js';
import type { ImageSite, ReportFault } from '../image/site.js';

/** An instruction and its address. */
type InstructionPlace = Pick<Placed, 'pc' | 'instruction'>;

/** One instruction of a kernel that the host executes. */
export class HostSite {
  constructor(
    private readonly placed: InstructionPlace,
    readonly image: ImageSite | undefined,
    private readonly interpreter: Engine,
  ) {}

  /**
   * Executes the instruction on the state in memory. Gives false when the interpreter met a fault: it is the
   * wavefront's.
   *
   * @param note where a routine notes refused accesses
   * @param withDenormals called before arithmetic in which the processor must not take denormals for zeros
   */
  execute(w: Wavefront, note: ReportFault, withDenormals: () => void): boolean {
    if (this.image?.execute(w, note, withDenormals)) return true;
    withDenormals();
    const { pc, instruction } = this.placed;
    const { def } = instruction;
    w.pc = pc;
    w.counts.exit(def.name);
    const outcome = this.interpreter.run(w, 1);
    // The block counts all its instructions itself.
    w.executed--;
    return outcome === 'budget';
  }
}

/** Makes the sites of all kernels of one engine. */
export class HostInstructions {
  private readonly images: ImageRoutines;

  constructor(
    memory: GpuMemory,
    private readonly interpreter: Engine,
    /** False: the interpreter is observed, and executes images too. */
    private readonly routines: boolean,
  ) {
    this.images = new ImageRoutines(memory);
  }

  site(placed: InstructionPlace): HostSite {
    return new HostSite(placed, this.routines ? this.images.site(placed.instruction) : undefined, this.interpreter);
  }
}
