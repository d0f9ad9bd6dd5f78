// Functions that generated code calls for operations that are not worth being inline.

import { type Instruction, SGPR_COUNT } from '../../isa/instruction.js';
import {
  FLOAT_OPERATORS,
  type FloatModes,
  type FloatOperator,
  type FloatOpName,
  floatModes,
  operatorModes,
} from '../../isa/language/float-ops.js';
import { Access } from '../access.js';
import { FaultSignal } from '../faults.js';
import { arriveAtGridBarrier, type GridTicket, gridSyncProblem, initGridBarrier } from '../grid-sync.js';
import { gprAllocation, haltProblem, hardwareId, ldsAllocation, sendMessage, trapFault } from '../hardware.js';
import { WavefrontContext } from '../helper-context.js';
import { runHelper } from '../image/bodies.js';
import { hasApertures } from '../launch.js';
import { VGPR_WORDS, WORD } from '../state.js';
import type { Wavefront } from '../wavefront.js';

const modesByKey = new Map<number, FloatModes>();

function exactly(name: FloatOpName, mode: number, flushes: boolean, args: readonly (number | bigint)[]): bigint {
  let modes = modesByKey.get(mode);
  if (!modes) modesByKey.set(mode, (modes = floatModes(mode)));
  const operator: FloatOperator = FLOAT_OPERATORS[name];
  return operator(operatorModes(modes, flushes ? 'flush' : undefined), ...args.map(BigInt));
}

function doubleCopy() {
  const numbers = new Float64Array(VGPR_WORDS);
  return { numbers, words: new Int32Array(numbers.buffer) };
}

/** Base class of the runtime: registers by computed number, faults, branches. */
export class Runtime extends Access {
  /** Target of a taken branch. */
  target = 0;
  targetHigh = 0;
  /** View of the wavefront for helpers. */
  readonly context = new WavefrontContext(this);
  private readonly laneCopy = new Int32Array(VGPR_WORDS);
  private readonly doubleCopies: { readonly numbers: Float64Array; readonly words: Int32Array }[] = [];

  /** A copy of one VGPR, for instructions that read other lanes of what they overwrite. */
  copy(i: Int32Array, word: number): Int32Array {
    for (let lane = 0; lane < VGPR_WORDS; lane++) this.laneCopy[lane] = i[word + lane]!;
    return this.laneCopy;
  }

  /** The f64 of all lanes in the VGPRs from `word` on; `index` distinguishes operands of one instruction. */
  doubles(i: Int32Array, word: number, index: number): Float64Array {
    const { numbers, words } = (this.doubleCopies[index] ??= doubleCopy());
    for (let lane = 0; lane < VGPR_WORDS; lane++) {
      words[2 * lane] = i[word + lane]!;
      words[2 * lane + 1] = i[word + VGPR_WORDS + lane]!;
    }
    return numbers;
  }

  /** SGPR by number; beyond s103 it reads 0. */
  readSgpr(i: Int32Array, index: number): number {
    return index >>> 0 < SGPR_COUNT ? i[WORD.scalars + index]! : 0;
  }
  writeSgpr(i: Int32Array, index: number, value: number): void {
    if (index >>> 0 < SGPR_COUNT) i[WORD.scalars + index] = value;
  }

  /** First word of the VGPR `index` behind the one at `word`; v0 when it and its `count` are not all allocated. */
  relativeVgpr(w: Wavefront, word: number, index: number, count: number): number {
    return Math.max(this.relativeVgprTarget(w, word, index, count), 0);
  }
  /** The same for a destination: -1 beyond the allocation. */
  relativeVgprTarget(w: Wavefront, word: number, index: number, count: number): number {
    const register = (word / VGPR_WORDS + index) >>> 0;
    return register + count <= w.workGroup.launch.vgprs ? register * VGPR_WORDS : -1;
  }
  relativeSgpr(w: Wavefront, word: number, index: number, count: number): number {
    const at = this.relativeSgprTarget(w, word, index, count);
    return at < 0 ? WORD.scalars : at;
  }
  relativeSgprTarget(_w: Wavefront, word: number, index: number, count: number): number {
    const register = (word - WORD.scalars + index) >>> 0;
    return register + count <= SGPR_COUNT ? WORD.scalars + register : -1;
  }

  helperArguments(): Int32Array {
    return this.context.arguments;
  }
  callHelper(w: Wavefront, instruction: Instruction, name: string): void {
    runHelper(name, instruction, this.context.enter(w));
  }

  specialHWID(w: Wavefront): number {
    return hardwareId(w);
  }
  specialGPRALLOC(w: Wavefront): number {
    return gprAllocation(w);
  }
  specialLDSALLOC(w: Wavefront): number {
    return ldsAllocation(w);
  }

  specialAPERTURES(w: Wavefront): boolean {
    return hasApertures(w.workGroup.launch);
  }

  halt(simm16: number): void {
    const problem = haltProblem(simm16);
    if (problem) throw new FaultSignal('trap', problem);
  }
  trap(simm16: number, ...place: readonly number[]): never {
    throw trapFault(simm16, place);
  }
  message(simm16: number, m0: number): void {
    const problem = sendMessage(this.memory, simm16, m0);
    if (problem) throw new FaultSignal('unsupported', problem);
  }

  gridBarrierInit(w: Wavefront, barrier: number, others: number): void {
    initGridBarrier(this.memory, this.gridSyncOf(w), barrier, others);
  }
  gridBarrier(w: Wavefront, barrier: number, others: number): GridTicket {
    return arriveAtGridBarrier(this.memory, this.gridSyncOf(w), barrier, others);
  }
  /** The GPU whose barriers are meant. */
  private gridSyncOf({ workGroup: { launch } }: Wavefront): number {
    const problem = gridSyncProblem(this.memory, launch.gpu);
    if (problem) throw new FaultSignal('unsupported', problem);
    return launch.gpu ?? 0;
  }

  /** An operator of src/isa/language/float-ops.ts with a 32-bit result, on bit patterns. */
  exact32(name: FloatOpName, mode: number, flushes: boolean, args: readonly (number | bigint)[]): number {
    return Number(exactly(name, mode, flushes, args)) | 0;
  }
  /** The same with a 64-bit result: the low word, the high word is left in `high`. */
  exact64(name: FloatOpName, mode: number, flushes: boolean, args: readonly (number | bigint)[]): number {
    const bits = exactly(name, mode, flushes, args);
    this.high = Number(BigInt.asIntN(32, bits >> 32n));
    return Number(BigInt.asIntN(32, bits));
  }

  unsupported(reason: string): never {
    throw new FaultSignal('unsupported', reason);
  }
}
