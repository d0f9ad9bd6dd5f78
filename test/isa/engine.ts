// The engines that file tests run on, behind one interface: code and a state in, a state out.

import { Counters } from '../../src/emulator/counters.js';
import type { Engine } from '../../src/emulator/engine.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import type { EngineFactory } from '../../src/emulator/lockstep.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { WORD } from '../../src/emulator/state.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import { ComputeUnit } from '../../src/emulator/workgroup.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { CompiledAtOnce } from '../../src/kernels/compiled-at-once.js';
import { CODE, createMemory, DATA, launchOf } from '../emulator/harness.js';
import { denormals } from '../jit/denormals.js';
import { SHOWN, showingCode, VGPRS_WITH_SCRATCH } from './shown-state.js';
import { codes } from './southern-islands.js';

const { scalarName } = codes;

/** Every engine that has to pass the file tests. */
export const ENGINES: readonly EngineFactory[] = [
  createOracle,
  (memory) => createInterpreter(memory),
  (memory) => createJit(memory, { exact: true }),
];

/** The machine code of clang, which takes a second for each test. */
function createNative(memory: GpuMemory): Engine {
  const code = new CompiledAtOnce();
  return createJit(memory, { denormals, store: code, nativeCode: code });
}

/** And those that keep no more in memory than a program can see: what users run. */
export const ENGINES_AS_USED: readonly EngineFactory[] = [
  (memory) => createJit(memory, { denormals }),
  ...(process.env['ATOLL_LONG'] ? [createNative] : []),
];

/** Addresses that tests can name. */
export const SYMBOLS: ReadonlyMap<string, bigint> = new Map([
  ['code', BigInt(CODE)],
  ['data', BigInt(DATA)],
]);

export const DATA_WORDS = 1024;
export const MAX_LDS_BYTES = 32768;
const VGPRS = 64;
const SGPRS = 104;
/** A test's code ended the program itself: nothing was stored. */
export const ENDED_ELSEWHERE = 'ended elsewhere';
const NOT_SHOWN = 0xdead_beef;
const END_OF_PROGRAM = 0xbf810000;
const BUDGET = 100_000;
/** Round to nearest even, denormals of f64 kept and of f32 flushed, DX10 clamp, IEEE: what LLVM's kernels start with. */
const DEFAULT_MODE = 0x3c0;

/** Words of the state by name: `s4`, `vcc_lo`, `scc`, `mode`, `v3[17]`, `mem[8]`, `lds[0]` (byte offsets). */
export type Cells = ReadonlyMap<string, number>;

export interface Outcome {
  /** What the engine said: `end`, `budget`, or `fault: reason: detail`. */
  readonly outcome: string;
  /** Every word that is not what it was. */
  readonly changed: Cells;
  readonly read: (cell: string) => number;
}

/** One engine with a machine of its own. */
export class EngineDriver {
  readonly name: string;
  private readonly memory = createMemory();
  private readonly unit = new ComputeUnit(this.memory, 0);
  private readonly engine: Engine;
  private readonly wavefront: Wavefront;

  /** @param shows registers are not in memory when the engine stops: code behind the test's stores them */
  constructor(
    make: EngineFactory,
    private readonly shows = false,
  ) {
    this.engine = make(this.memory);
    this.name = this.engine.name;
    this.wavefront = this.unit.wavefronts[0]!;
    this.unit.workGroup.wavefronts = [this.wavefront];
    this.wavefront.counters = new Counters();
  }

  /** Runs code from its beginning until it ends, from a state in which all other cells are 0 and all lanes are active. */
  run(code: Uint32Array, state: Cells, ldsBytes: number, budget = BUDGET): Outcome {
    const w = this.wavefront;
    const end = this.shows ? showingCode() : [END_OF_PROGRAM];
    const vgprs = this.shows ? VGPRS_WITH_SCRATCH : VGPRS;
    const launch = launchOf(this.memory, Uint32Array.of(...code, ...end), { vgprs, ldsBytes });
    this.unit.workGroup.launch = launch;
    w.u.fill(0);
    this.data.fill(0);
    this.lds.fill(0);
    this.memory.u32[SHOWN.get('scc')!] = NOT_SHOWN;
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
    // There is one wavefront: everybody has arrived at the barrier.
    for (let barriers = 0; ending === 'barrier' && barriers < budget; barriers++) ending = this.engine.run(w, budget);
    // Other engines compute in this thread too.
    this.engine.pause?.();
    if (this.shows && ending === 'end' && this.memory.u32[SHOWN.get('scc')!] === NOT_SHOWN)
      return { outcome: ENDED_ELSEWHERE, changed: new Map(), read: () => 0 };
    const outcome = ending === 'fault' ? `fault: ${w.fault!.reason}: ${w.fault!.detail}` : ending;
    return { outcome, changed: this.changes(before), read: (cell) => this.read(cell) };
  }

  private get data(): Uint32Array {
    return this.memory.u32.subarray(DATA / 4, DATA / 4 + DATA_WORDS);
  }

  private get lds(): Uint32Array {
    const first = this.unit.workGroup.ldsBase / 4;
    return this.memory.u32.subarray(first, first + MAX_LDS_BYTES / 4);
  }

  private place(cell: string): [Uint32Array, number] {
    const memory = /^(mem|lds)\[(\d+)\]$/.exec(cell);
    if (memory) return [memory[1] === 'mem' ? this.data : this.lds, Number(memory[2]) / 4];
    const index = WORD_INDEX.get(cell);
    if (index === undefined) throw new RangeError(`a state has no cell '${cell}'`);
    return [this.wavefront.u, index];
  }

  private set(cell: string, value: number): void {
    const [words, index] = this.place(cell);
    words[index] = value;
  }

  private read(cell: string): number {
    const shown = this.shows ? SHOWN.get(cell) : undefined;
    if (shown !== undefined) return this.memory.u32[shown]!;
    const [words, index] = this.place(cell);
    return words[index]!;
  }

  private snapshot(): Snapshot {
    return { registers: this.wavefront.u.slice(), data: this.data.slice(), lds: this.lds.slice() };
  }

  private changes(before: Snapshot): Cells {
    const changed = new Map<string, number>();
    const names = this.shows ? SHOWN : WORD_INDEX;
    for (const name of names.keys()) {
      const value = this.read(name);
      if (value !== before.registers[WORD_INDEX.get(name)!]) changed.set(name, value);
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

function compareWords(name: string, before: Uint32Array, after: Uint32Array, changed: Map<string, number>): void {
  for (let i = 0; i < before.length; i++) if (before[i] !== after[i]) changed.set(`${name}[${4 * i}]`, after[i]!);
}

/** Index in the wavefront's words of every register that a test can see. */
const WORD_INDEX: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: SGPRS }, (_, i): [string, number] => [`s${i}`, WORD.scalars + i]),
  ...[106, 107, 124, 126, 127].map((code): [string, number] => [scalarName(code, 1), WORD.scalars + code]),
  ['scc', WORD.scc],
  ['mode', WORD.mode],
  ...Array.from({ length: VGPRS * 64 }, (_, i): [string, number] => [`v${i >> 6}[${i & 63}]`, i]),
]);
