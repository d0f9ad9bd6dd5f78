// Compiled image routines, kept by shape: by the host's compiler.

import type { AddressSpace } from '../../emulator/address-space.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { Instruction } from '../../isa/instruction.js';
import { encodeModule } from '../wasm/encoder.js';
import { emitRoutine, type RunRoutine } from './routine.js';
import type { ImageAccessShape } from './shape.js';
import type { ReportFault } from './site.js';
import { hasRoutines, ImageSite } from './site.js';

/** Routines that are kept: programs use a few formats and samplers. */
const KEPT = 256;

export class ImageRoutines {
  private readonly routines = new Map<string, RunRoutine>();
  private note: ReportFault = () => undefined;

  constructor(private readonly memory: GpuMemory) {}

  /** The site of an instruction, or nothing when no routine can ever execute it: their offsets have 32 bits. */
  site(instruction: Instruction): ImageSite | undefined {
    return hasRoutines(instruction) && !this.space.isLarge ? new ImageSite(this, instruction) : undefined;
  }

  /** Address space of GPU memory. */
  get space(): AddressSpace {
    return this.memory.space;
  }

  /** The routine for a shape, compiled at its first use. */
  routine(shape: ImageAccessShape): RunRoutine {
    const key = JSON.stringify(shape);
    let routine = this.routines.get(key);
    if (!routine) {
      if (this.routines.size >= KEPT) this.routines.clear();
      routine = this.compile(shape);
      this.routines.set(key, routine);
    }
    return routine;
  }

  private compile(shape: ImageAccessShape): RunRoutine {
    const { highWord } = this.memory.space;
    const fault = (lane: number, low: number, kind: number): void => this.note(lane, low, highWord, kind);
    const imports = { atoll: { memory: this.memory.memory, fault } };
    return new WebAssembly.Instance(new WebAssembly.Module(encodeModule(emitRoutine(shape))), imports).exports[
      'run'
    ] as RunRoutine;
  }

  /** Says where refused accesses of the next routine are noted. */
  reportTo(note: ReportFault): void {
    this.note = note;
  }
}
