// The engines as users run them: kernels are launched, their work-groups go by whole batches, and registers are in
// memory only where the kernel stores them.

import { Dispatcher } from '../../src/emulator/index.js';
import { allocatedLds } from '../../src/emulator/launch.js';
import type { EngineFactory } from '../../src/emulator/lockstep.js';
import { ComputeUnit } from '../../src/emulator/workgroup.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { CODE, createMemory, DATA, DATA_BYTES, launchOf } from '../emulator/harness.js';
import { denormals } from '../jit/denormals.js';
import {
  BUDGET,
  type Cells,
  compareWords,
  DATA_WORDS,
  DEFAULT_MODE,
  type Driver,
  ENDED_ELSEWHERE,
  MAX_LDS_BYTES,
  type Outcome,
  offsetOf,
  type Program,
  wordsAt,
} from './cells.js';
import { VGPRS, type WholeProgram, wholeProgram } from './whole-program.js';

const NOT_SHOWN = 0xdead_beef;
/** Cells that are not 0 at the start unless a run sets them. */
const START: Cells = new Map([
  ['exec_lo', 0xffff_ffff],
  ['exec_hi', 0xffff_ffff],
  ['mode', DEFAULT_MODE],
]);

/** The fields of a launch for MODE. */
const modeOf = (mode: number) => ({
  floatMode: mode & 0xff,
  dx10Clamp: (mode & 0x100) !== 0,
  ieee: (mode & 0x200) !== 0,
});

/** Tests whose code is one kernel. */
export type Together = readonly Program[];

const own = new WeakMap<Program, Together>();
function alone(program: Program): Together {
  let together = own.get(program);
  if (!together) own.set(program, (together = [program]));
  return together;
}

/** Launches with one work-group of one wavefront. */
export class LaunchDriver implements Driver {
  private readonly memory = createMemory();
  private readonly ldsBase = new ComputeUnit(this.memory, 0).workGroup.ldsBase;
  private readonly dispatcher: Dispatcher;
  private readonly wholePrograms = new Map<Together, WholeProgram>();

  /** @param together the tests that share a kernel with one that is run in a MODE; absent: it has a separate one */
  constructor(
    readonly name: string,
    make: EngineFactory,
    private readonly together: (program: Program, mode: number) => Together = alone,
  ) {
    this.dispatcher = new Dispatcher(this.memory, make(this.memory));
  }

  run(program: Program, state: Cells): Outcome {
    const start = new Map([...START, ...state]);
    const mode = start.get('mode')!;
    const together = this.together(program, mode);
    const whole = this.wholeOf(together);
    this.load(whole, start);
    this.memory.u32[whole.whichIndex] = together.indexOf(program);
    const launch = launchOf(this.memory, whole.words, {
      isa: program.isa.name,
      entry: CODE + whole.entry,
      vgprs: VGPRS,
      ldsBytes: program.ldsBytes,
      groupIdX: false,
      ...modeOf(mode),
    });
    const dispatch = this.dispatcher.start(launch);
    if (!dispatch.runsGroups) throw new Error(`${this.name} does not run whole work-groups`);
    const before = this.data.slice();
    const ending = dispatch.run(BUDGET);
    const read = (cell: string): number => this.read(whole, cell);
    if (ending === 'fault') {
      const { reason, detail } = dispatch.fault!;
      return { outcome: `fault: ${reason}: ${detail}`, changed: new Map(), read };
    }
    if (ending === 'done' && this.memory.u32[whole.shown.get('scc')!] === NOT_SHOWN)
      return { outcome: ENDED_ELSEWHERE, changed: new Map(), read };
    return {
      outcome: ending === 'done' ? 'end' : ending,
      changed: this.changes(whole, allocatedLds(launch), start, before),
      read,
    };
  }

  private wholeOf(together: Together): WholeProgram {
    let whole = this.wholePrograms.get(together);
    if (!whole) this.wholePrograms.set(together, (whole = wholeProgram(together)));
    return whole;
  }

  /** Puts a state where the program loads it from. */
  private load(whole: WholeProgram, state: Cells): void {
    const { u32 } = this.memory;
    u32.fill(0, DATA / 4, (DATA + DATA_BYTES) / 4);
    u32[whole.shown.get('scc')!] = NOT_SHOWN;
    for (const [cell, value] of state) {
      const place = offsetOf(cell);
      u32[place?.area === 'mem' ? (DATA + place.offset) / 4 : whole.stateIndex(cell)] = value;
    }
  }

  private get data(): Uint32Array {
    return wordsAt(this.memory, DATA, DATA_WORDS);
  }

  private get lds(): Uint32Array {
    return wordsAt(this.memory, this.ldsBase, MAX_LDS_BYTES / 4);
  }

  private read(whole: WholeProgram, cell: string): number {
    const place = offsetOf(cell);
    if (place) return (place.area === 'mem' ? this.data : this.lds)[place.offset / 4]!;
    const index = whole.shown.get(cell);
    if (index === undefined) throw new RangeError(`the program does not store '${cell}'`);
    return this.memory.u32[index]!;
  }

  private changes(whole: WholeProgram, ldsBytes: number, state: Cells, data: Uint32Array): Cells {
    const changed = new Map<string, number>();
    for (const [name, index] of whole.shown) {
      const value = this.memory.u32[index]!;
      if (value !== (state.get(name) ?? 0)) changed.set(name, value);
    }
    compareWords('mem', data, this.data, changed);
    const lds = new Uint32Array(MAX_LDS_BYTES / 4);
    for (const [cell, value] of state) {
      const place = offsetOf(cell);
      // A program cannot reach memory that it does not have.
      if (place?.area === 'lds' && place.offset < ldsBytes) lds[place.offset / 4] = value;
    }
    compareWords('lds', lds, this.lds, changed);
    return changed;
  }
}

/** The engine `jit`, once kernels are translated. @param together see LaunchDriver */
export const createJitDriver = (together?: (program: Program, mode: number) => Together): Driver =>
  new LaunchDriver('jit as used', (memory) => createJit(memory, { denormals }), together);
