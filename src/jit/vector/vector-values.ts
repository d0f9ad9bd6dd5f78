// Interface of one instruction's values for four lanes, for the emitters of operators, functions and accesses: they
// import this file, and not the class that brings them together (vector-emitter.ts).

import type { FloatMode } from '../../emulator/float-mode.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import type { EmittedRun } from '../kernel/run.js';
import type { ScalarValues } from '../scalar/values.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';

/** Lanes 0-1 and lanes 2-3. */
export type VectorPair = readonly [low: Local, high: Local];

/** Addresses of four lanes, without what all lanes have in common. */
export interface LaneAddresses {
  readonly low: Local;
  /** High words; absent where they are 0. */
  readonly high: Local | undefined;
}

/** Evaluates the nodes of one instruction inside a run of vector instructions. */
export interface VectorValues {
  readonly b: FunctionBuilder;
  readonly run: EmittedRun;
  readonly instruction: Instruction;
  readonly mode: FloatMode;
  readonly scalars: ScalarValues;
  /** Number of the instruction for faults, shifted for the lane's number. */
  readonly code: number;
  /** The code stands inside of a condition: what it computes is known there only. */
  readonly conditional: boolean;
  /** The processor takes denormal operands for zeros (denormals.ts). */
  readonly zeroesDenormals: boolean;
  /** The same instruction with nothing computed yet: for code inside of a condition. */
  fresh(): VectorValues;
  /** The same inside of a condition: what is known stays known, what is computed there is forgotten outside. */
  branch(): VectorValues;
  /** The same with nothing known but words of some nodes: all that is computed from these differs from lane to lane. */
  withWords(words: ReadonlyMap<Ex, Local>): VectorValues;
  /** True if a node has been computed. */
  hasValue(node: Ex): boolean;
  isUniform(node: Ex): boolean;
  /** Emits before the loop. */
  before<T>(emit: () => T): T;
  /** The local of a uniform node, an i32 or i64, set before the loop. */
  scalar(node: Ex): Local;
  /** The words of a node that is the same in all lanes, as i32 locals set before the loop. */
  uniformWords(node: Ex): readonly Local[] | undefined;
  /** A new local with what `emit` leaves on the stack. */
  keep(emit: () => void): Local;
  /** The bits of a word in four lanes. */
  word(node: Ex): Local;
  /** As `word`, but a NaN may have any payload: for arithmetic and compares. */
  number(node: Ex): Local;
  /** A float without denormals; of one that is known before the loop a copy is made there. */
  flushedOnce(x: Local): Local;
  /** A 64-bit value. */
  pair(node: Ex): VectorPair;
  /** As `pair`, but a NaN may have any payload: for arithmetic and compares. */
  numbers(node: Ex): VectorPair;
  /** Computes what an operator needs before its own instructions, so that the stack stays in order. */
  prepare(node: Ex): void;
  /** The words of a 64-bit node that goes to two registers. */
  registerWords(node: Ex): readonly [low: Local, high: Local];
  /** The words of a 64-bit node; no high word where it is 0. */
  addresses(node: Ex): LaneAddresses;
  /** Words of lanes as pairs of 64 bits. */
  interleave(low: Local, high: Local): VectorPair;
  /** The low (0) or high (1) words of a pair. */
  half(pair: VectorPair, which: 0 | 1): Local;
}

/** A pure function (src/isa/language/functions.ts) on four lanes. */
export interface VectorFunction {
  /** Condition of emission: some arguments or modes only. */
  readonly fits?: (args: readonly Ex[], mode: FloatMode) => boolean;
  readonly word?: (v: VectorValues, args: readonly Ex[]) => Local;
  readonly wide?: (v: VectorValues, args: readonly Ex[]) => VectorPair;
}

type LoadNode = Extract<Ex, { kind: 'load' }>;
type Store = Extract<Stmt, { kind: 'store' }>;
type Atomic = Extract<Stmt, { kind: 'atomic' }>;

/** Loads, stores and atomics of a run's instructions (memory/vector-memory.ts). */
export interface VectorAccesses {
  /** Looks for loads of an instruction that lie side by side in memory; they are emitted at the first one. */
  prepare(v: VectorValues, statements: readonly Stmt[]): void;
  load(v: VectorValues, node: LoadNode): Local;
  /** 64 bits of LDS. */
  loadWide(v: VectorValues, node: LoadNode): VectorPair;
  /** Lane after lane; gives the old values, 0 where the address is not valid: one vector, or the two of a pair. */
  atomic(v: VectorValues, stmt: Atomic): readonly Local[];
  /** The stores of one instruction: all stores of a lane before those of the next. */
  store(v: VectorValues, stores: readonly Store[]): void;
}

/** Accesses that vector code of a linear run requests instead of its own (linear/memory.ts). */
export interface LinearAccess {
  load(v: VectorValues, nodes: readonly LoadNode[]): readonly Local[];
  /** Two or four dwords of one access, of which it is not known whether they lie side by side. */
  loadTogether(v: VectorValues, nodes: readonly LoadNode[]): readonly Local[];
  store(v: VectorValues, stores: readonly Store[], values: readonly Local[]): void;
  /** An access cannot be checked before the loop. */
  refuse(): void;
}
