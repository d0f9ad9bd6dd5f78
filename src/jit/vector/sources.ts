// Operands of an instruction in four lanes: registers with their modifiers, pairs of registers, and bits of lane masks.

import { type Ex, signBitOf } from '../../isa/language/expr.js';
import type { Local } from '../wasm/function-builder.js';
import type { WideValue } from './register-pairs.js';
import type { VectorPair, VectorValues } from './vector-values.js';

type Source = Extract<Ex, { kind: 'src' }>;

/** The register of an operand of 32 bits. */
export function vgprOf({ instruction }: VectorValues, node: Ex): number | undefined {
  const operand = node.kind === 'src' && node.ty !== 'b1' ? instruction.operands[node.slot] : undefined;
  return operand?.kind === 'vgpr' && node.kind === 'src' ? operand.index + node.dword : undefined;
}

/** The register whose sign bit the instruction changes, and that bit. */
function modifiersOf({ instruction }: VectorValues, node: Ex) {
  const operand = node.kind === 'src' ? instruction.operands[node.slot] : undefined;
  const bit = node.kind === 'src' ? signBitOf(node) : undefined;
  if (operand?.kind !== 'vgpr' || bit === undefined || (!operand.abs && !operand.neg)) return undefined;
  return { abs: operand.abs, neg: operand.neg, bit };
}

/** True if abs or neg changes a register's word. */
export const isModified = (v: VectorValues, node: Ex): boolean => modifiersOf(v, node) !== undefined;

/** A register's word after abs and neg. */
export function modified(v: VectorValues, node: Ex, register: Local): Local {
  const modifiers = modifiersOf(v, node);
  if (!modifiers) return register;
  const { abs, neg, bit } = modifiers;
  return v.keep(() => {
    v.b.get(register);
    if (abs) v.b.words(~(1 << bit)).simd('v128.and');
    if (neg) v.b.words(1 << bit).simd('v128.xor');
  });
}

/** The lanes' bits of a scalar pair or of a constant. */
export function laneMask({ instruction, run }: VectorValues, { slot, dword }: Source): Local {
  const operand = instruction.operands[slot];
  if (operand?.kind === 'scalar') return run.maskOf(operand.index + dword);
  return run.expand(operand?.kind === 'const' ? operand.bits64 : 0n);
}

/** 64 bits from two registers, or a scalar f64 spread. */
export function sourcePair(v: VectorValues, { slot, dword, ty }: Source, which: 'exact' | 'number'): VectorPair {
  const operand = v.instruction.operands[slot];
  const pair: VectorPair =
    operand?.kind === 'vgpr'
      ? registerPair(v, operand.index + dword)[which]
      : v.pair({ kind: 'src', ty: 'u64', slot, dword });
  if (ty !== 'f64' || !operand || operand.kind === 'none' || (!operand.abs && !operand.neg)) return pair;
  const { abs, neg } = operand;
  return pair.map((half) =>
    v.keep(() => {
      v.b.get(half);
      if (abs) v.b.v128([-1, 0x7fff_ffff, -1, 0x7fff_ffff]).simd('v128.and');
      if (neg) v.b.v128([0, -0x8000_0000, 0, -0x8000_0000]).simd('v128.xor');
    }),
  ) as unknown as VectorPair;
}

function registerPair(v: VectorValues, first: number): WideValue {
  const { run } = v;
  const [low, high] = [run.vgpr(first), run.vgpr(first + 1)];
  const loadedPair = run.pairs.of(low, high);
  if (loadedPair) return loadedPair;
  const pair = v.interleave(low, high);
  const value = { exact: pair, number: pair };
  if (!v.conditional) run.pairs.note(low, high, value);
  return value;
}
