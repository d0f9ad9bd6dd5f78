// Engines whose registers lie in memory when they stop: code and a state in, a state out.

import { Counts } from '../../src/emulator/counts.js';
import type { Engine } from '../../src/emulator/engine.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import type { EngineFactory } from '../../src/emulator/lockstep.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { WORD } from '../../src/emulator/state.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import { ComputeUnit } from '../../src/emulator/workgroup.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { CODE, createMemory, DATA, launchOf } from '../emulator/harness.js';
import {
  BUDGET,
  type Cells,
  compareWords,
  DATA_WORDS,
  DEFAULT_MODE,
  type Driver,
  MAX_LDS_BYTES,
  type Outcome,
  offsetOf,
  type Program,
  wordsAt,
} from './cells.js';
import { codes, southernIslands } from './southern-islands.js';

const { scalarName } = codes;

/** Every engine whose whole state can be looked at. */
export const ENGINES: readonly EngineFactory[] = [
  createOracle,
  (memory) => createInterpreter(memory),
  (memory) => createJit(memory, { exact: true }),
];

const VGPRS = 64;
const SGPRS = 104;
const END_OF_PROGRAM = 0xbf810000;

type RunnableCode = Pick<Program, 'code' | 'ldsBytes'> & Partial<Pick<Program, 'isa'>>;

/** Runs single wavefronts: the state is put into memory, and read there. */
export class EngineDriver implements Driver {
  readonly name: string;
  private readonly memory = createMemory();
  private readonly unit = new ComputeUnit(this.memory, 0);
  private readonly engine: Engine;
  private readonly wavefront: Wavefront;

  constructor(make: EngineFactory) {
    this.engine = make(this.memory);
    this.name = this.engine.name;
    this.wavefront = this.unit.wavefronts[0]!;
    this.unit.workGroup.wavefronts = [this.wavefront];
    this.wavefront.counts = new Counts();
  }

  run({ code, ldsBytes, isa = southernIslands }: RunnableCode, state: Cells, budget = BUDGET): Outcome {
    const w = this.wavefront;
    const launch = launchOf(this.memory, Uint32Array.of(...code, END_OF_PROGRAM), {
      isa: isa.name,
      vgprs: VGPRS,
      ldsBytes,
    });
    this.unit.workGroup.launch = launch;
    w.u.fill(0);
    this.data.fill(0);
    this.lds.fill(0);
    w.exec = (1n << 64n) - 1n;
    w.u[WORD.mode] = DEFAULT_MODE;
    for (const [cell, value] of state) this.set(cell, value);
    w.pc = CODE;
    w.u[WORD.ldsLimit] = ldsBytes;
    w.u[WORD.ldsBase] = this.unit.workGroup.ldsBase;
    w.fault = undefined;
    const before = this.snapshot();
    this.engine.prepare(launch);
    let ending = this.engine.run(w, budget);
    // With one wavefront all have arrived at the barrier.
    for (let barriers = 0; ending === 'barrier' && barriers < budget; barriers++) ending = this.engine.run(w, budget);
    // Other engines compute in this thread too.
    this.engine.pause?.();
    const outcome = ending === 'fault' ? `fault: ${w.fault!.reason}: ${w.fault!.detail}` : ending;
    return { outcome, changed: this.changes(before), read: (cell) => this.read(cell) };
  }

  private get data(): Uint32Array {
    return wordsAt(this.memory, DATA, DATA_WORDS);
  }

  private get lds(): Uint32Array {
    return wordsAt(this.memory, this.unit.workGroup.ldsBase, MAX_LDS_BYTES / 4);
  }

  private place(cell: string): [Uint32Array, number] {
    const place = offsetOf(cell);
    if (place) return [place.area === 'mem' ? this.data : this.lds, place.offset / 4];
    const index = WORD_INDEX.get(cell);
    if (index === undefined) throw new RangeError(`a state has no cell '${cell}'`);
    return [this.wavefront.u, index];
  }

  private set(cell: string, value: number): void {
    const [words, index] = this.place(cell);
    words[index] = value;
  }

  private read(cell: string): number {
    const [words, index] = this.place(cell);
    return words[index]!;
  }

  private snapshot(): Snapshot {
    return { registers: this.wavefront.u.slice(), data: this.data.slice(), lds: this.lds.slice() };
  }

  private changes(before: Snapshot): Cells {
    const changed = new Map<string, number>();
    for (const [name, index] of WORD_INDEX) {
      const value = this.wavefront.u[index]!;
      if (value !== before.registers[index]) changed.set(name, value);
    }
    compareWords('mem', before.data, this.data, changed);
    compareWords('lds', before.lds, this.lds, changed);
    return changed;
  }
}

interface Snapshot {
  readonly registers: Uint32Array;
  readonly data: Uint32Array;
  readonly lds: Uint32Array;
}

/** Index in the wavefront's words of every register that a test can see. */
const WORD_INDEX: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: SGPRS }, (_, i): [string, number] => [`s${i}`, WORD.scalars + i]),
  ...[106, 107, 124, 126, 127].map((code): [string, number] => [scalarName(code, 1), WORD.scalars + code]),
  ['scc', WORD.scc],
  ['mode', WORD.mode],
  ...Array.from({ length: VGPRS * 64 }, (_, i): [string, number] => [`v${i >> 6}[${i & 63}]`, i]),
]);
