// The abstract machine of the oracle, and its results.

import type { Instruction } from './instruction.js';
import type { AtomicFn, EffectName, Space } from './language/expr.js';

/**
 * The state on which the oracle works. Registers are 32-bit unsigned numbers, scalar registers are addressed by operand
 * code (VCC, EXEC and M0 among them), lanes are 0..63. Memory callbacks may throw the machine's own faults.
 */
export interface OracleMachine {
  readScalar(index: number): number;
  writeScalar(index: number, value: number): void;
  readVgpr(register: number, lane: number): number;
  writeVgpr(register: number, lane: number, value: number): void;
  /** VGPRs that the wavefront has; a displaced register beyond them is v0. */
  readonly vgprCount: number;
  scc: boolean;
  mode: number;
  /** TRAPSTS. */
  trapStatus: number;
  /** Byte address of the instruction. */
  readonly pc: bigint;
  /** The results of s_getreg_b32 and s_memtime, and what is the same for a whole launch (expr.ts). */
  information(name: 'HWID' | 'GPRALLOC' | 'LDSALLOC' | 'TIME' | 'APERTURES' | 'MEMORYBASE'): bigint;
  /** @param lane the lane, -1 in scalar instructions */
  load(space: Space, bits: 8 | 16 | 32 | 64, address: bigint, lane: number): bigint;
  store(space: Space, bits: 8 | 16 | 32 | 64, address: bigint, value: bigint, lane: number): void;
  /** @returns the old value */
  atomic(access: OracleAtomic, lane: number): bigint;
  /** Runs a helper statement for one lane, with the values of its `reads`. */
  helper(name: string, instruction: Instruction, reads: readonly bigint[], lane: number): void;
}

export interface OracleAtomic {
  readonly space: Space;
  readonly fn: AtomicFn;
  readonly bits: 32 | 64;
  readonly address: bigint;
  readonly data: bigint;
  readonly compare: bigint;
}

/** The result of an execution, with the effects that the caller applies. */
export type OracleResult =
  | {
      readonly kind: 'done';
      /** Byte address to continue at, when a branch was taken. */
      readonly branch?: bigint;
      readonly effects: readonly { readonly name: EffectName; readonly args: readonly bigint[] }[];
    }
  | { readonly kind: 'unsupported'; readonly reason: string };
