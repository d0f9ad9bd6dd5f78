// Two engines, two memories, one random instruction after the other.

import { Counts } from '../../src/emulator/counts.js';
import type { Engine, RunOutcomeKind } from '../../src/emulator/engine.js';
import { stateDifferences } from '../../src/emulator/lockstep.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { WORD } from '../../src/emulator/state.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import { ComputeUnit } from '../../src/emulator/workgroup.js';
import type { InstructionDef } from '../../src/isa/define.js';
import type { Instruction } from '../../src/isa/instruction.js';
import { printInstruction } from '../../src/isa/print.js';
import { counted } from './counted.js';
import { REGISTERS } from './encodable.js';
import { CODE, createMemory, DATA, launchOf } from './harness.js';
import { Random } from './random.js';
import { aimAddresses, LDS_BYTES, RANGE, randomInstruction, randomState } from './random-state.js';

export interface Difference {
  readonly text: string;
  readonly words: readonly number[];
  readonly mode: number;
  readonly exec: bigint;
  readonly differences: readonly string[];
}

export const describeDifference = (d: Difference): string =>
  `'${d.text}' (${d.words.map((word) => word.toString(16)).join(' ')}) mode 0x${d.mode.toString(16)} exec ` +
  `0x${d.exec.toString(16)}: ${d.differences.slice(0, 3).join('; ')}`;

/** Bytes of memory that both sides start equal in and are compared in. */
const COMPARED = RANGE * 4;

class Side {
  readonly memory = createMemory();
  readonly unit = new ComputeUnit(this.memory, 0);
  readonly engine: Engine;
  readonly w: Wavefront;
  private exitsBefore = 0;

  constructor(make: (memory: GpuMemory) => Engine) {
    this.engine = make(this.memory);
    this.w = this.unit.wavefronts[0]!;
    this.unit.workGroup.wavefronts = [this.w];
    this.count();
  }

  /** Counts from 0: those of other code that stood at the same place are not this one's. */
  private count(): void {
    this.exitsBefore = this.exits;
    this.w.counts = new Counts(true);
  }

  /** Instructions that were left to the interpreter, of all that was run. */
  get exits(): number {
    return [...(this.w.counts?.exits?.values() ?? [])].reduce((sum, count) => sum + count, this.exitsBefore);
  }

  /** Runs code at CODE, behind which the program ends. */
  run(isa: string, words: readonly number[], budget: number): RunOutcomeKind {
    const code = Uint32Array.of(...words, 0xbf81_0000);
    const { w } = this;
    this.count();
    const launch = launchOf(this.memory, code, { isa, vgprs: REGISTERS, ldsBytes: LDS_BYTES });
    this.unit.workGroup.launch = launch;
    w.u[WORD.pc] = CODE;
    w.u[WORD.ldsLimit] = LDS_BYTES;
    w.u[WORD.ldsBase] = this.unit.workGroup.ldsBase;
    w.fault = undefined;
    this.engine.prepare(launch);
    return this.engine.run(w, budget);
  }

  get data(): Uint32Array {
    return this.memory.u32.subarray(DATA / 4, (DATA + COMPARED) / 4);
  }
  get lds(): Uint32Array {
    const base = this.unit.workGroup.ldsBase;
    return this.memory.u32.subarray(base / 4, (base + LDS_BYTES) / 4);
  }
}

export class EnginePair {
  compared = 0;
  /** Instructions that the first engine left to the interpreter. */
  get exits(): number {
    return this.a.exits;
  }
  private readonly random: Random;
  private readonly a: Side;
  private readonly b: Side;

  /** TRAPSTS behind the latest instruction. */
  get trapStatus(): number {
    return this.a.w.u[WORD.trapStatus]!;
  }

  /**
   * @param budget instructions to execute: the tested one, and the end of the program behind it
   * @param behind code between these two
   */
  constructor(
    first: (memory: GpuMemory) => Engine,
    second: (memory: GpuMemory) => Engine,
    seed: number,
    private readonly budget = 1,
    private readonly behind: readonly number[] = [],
  ) {
    this.random = new Random(seed);
    this.a = new Side(first);
    this.b = new Side(second);
  }

  /** One random encoding of an instruction on one random state. */
  tryOne(def: InstructionDef): Difference | undefined {
    const { a, random } = this;
    const instruction = randomInstruction(random, def);
    if (!instruction) return undefined;
    randomState(random, a.w, REGISTERS);
    aimAddresses(random, a.w, instruction);
    const { exec } = a.w;
    const mode = a.w.u[WORD.mode]!;
    const differences = this.runBoth(def.isa.name, [...instruction.words, ...this.behind], this.budget);
    if (differences.length === 0) return undefined;
    return { text: printInstruction(instruction), words: instruction.words, mode, exec, differences };
  }

  /** Instructions of one chip after each other, on one random state; gives the differences. */
  tryProgram(instructions: readonly Instruction[], mode: number): readonly string[] {
    const { a, random } = this;
    randomState(random, a.w, REGISTERS);
    a.w.u[WORD.mode] = mode;
    const words = instructions.flatMap((each) => each.words);
    return this.runBoth(instructions[0]!.def.isa.name, words, instructions.length + 1);
  }

  private runBoth(isa: string, words: readonly number[], budget: number): string[] {
    const { a, b, random } = this;
    for (const list of [a.data, a.lds]) for (let index = 0; index < list.length; index++) list[index] = random.edge();
    b.w.u.set(a.w.u);
    b.data.set(a.data);
    b.lds.set(a.lds);
    const outcomes = [a.run(isa, words, budget), b.run(isa, words, budget)] as const;
    this.compared++;
    return this.compare(...outcomes);
  }

  private compare(first: RunOutcomeKind, second: RunOutcomeKind): string[] {
    const { a, b } = this;
    if (first !== second) return [`outcome ${first} ${a.w.fault?.detail} / ${second} ${b.w.fault?.detail}`];
    if (first === 'fault') {
      const reports = faultKey(a.w) === faultKey(b.w) ? [] : [`${faultKey(a.w)} / ${faultKey(b.w)}`];
      return [...reports, ...listDifferences('memory', a.data, b.data)];
    }
    return [
      ...stateDifferences(a.w, b.w),
      ...listDifferences('memory', a.data, b.data),
      ...listDifferences('lds', a.lds, b.lds),
    ];
  }
}

const faultKey = ({ fault, executed, counts, memory, workGroup }: Wavefront): string =>
  `${fault?.reason} ${fault?.detail} ${fault?.lane} ${fault?.address} after ${executed}, ${counted(counts, memory, workGroup.launch).instructions.join()}`;

function listDifferences(name: string, a: Uint32Array, b: Uint32Array): string[] {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? [] : [`${name} word ${at} ${a[at]!.toString(16)} / ${b[at]!.toString(16)}`];
}
