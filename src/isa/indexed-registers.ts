// Vector registers displaced by M0 while MODE says so (GPR_IDX_EN): of the instructions of the vector ALU those
// operands that M0[15:12] names, by M0[7:0] registers. Source: "AMD Vega Instruction Set Architecture", "VGPR
// Indexing"; LLVM's SIInsertModeRegister.

import { memberOf } from '../util/required.js';
import type { Instruction } from './instruction.js';
import {
  call,
  type Ex,
  field,
  flag,
  type Leaf,
  M0,
  ops,
  type Stmt,
  select,
  signBitOf,
  u32,
  u64,
} from './language/expr.js';
import { MODE_BITS } from './language/mode.js';

const { add, and, andB, mul, not, or, shl, shrU, xor, asF32, asF64, asU32, asU64, and64, not64, xor64 } = ops;

/** Bits of M0 by slot. */
const ENABLES: Readonly<Record<string, number>> = { S0: 12, S1: 13, S2: 14, D: 15 };

/** True if registers of an instruction are indexed where MODE is `mode`. */
export const isIndexed = ({ def }: Instruction, mode: number): boolean =>
  ((mode >>> MODE_BITS.gprIndex) & 1) !== 0 &&
  def.isa.rules.indexesRegisters === true &&
  def.encoding.unit === 'vector';

const distances = new Map<string, Ex<'u32'>>();

/** Index that is added to a slot's registers. */
function distance(slot: string, dword: number): Ex<'u32'> {
  const key = `${slot}${dword}`;
  let distance = distances.get(key);
  if (!distance) {
    const enabled = and(shrU(M0.u32, u32(memberOf(ENABLES, slot, 'enable bit'))), u32(1));
    const own = mul(and(M0.u32, u32(0xff)), enabled);
    distances.set(key, (distance = dword === 0 ? own : add(own, u32(dword))));
  }
  return distance;
}

type SourceLeaf = Extract<Leaf, { kind: 'src' }>;

/** abs and neg, which apply to operands as they are written. */
function modified(instruction: Instruction, leaf: SourceLeaf, wide: boolean, bits: Ex): Ex {
  const operand = instruction.operands[leaf.slot];
  const sign = signBitOf(leaf);
  if (sign === undefined || operand?.kind !== 'vgpr') return bits;
  const mask = 1n << BigInt(sign);
  if (wide) {
    const size = operand.abs ? and64(bits as Ex<'u64'>, not64(u64(mask))) : (bits as Ex<'u64'>);
    return operand.neg ? xor64(size, u64(mask)) : size;
  }
  const size = operand.abs ? and(bits as Ex<'u32'>, not(u32(Number(mask)))) : (bits as Ex<'u32'>);
  return operand.neg ? xor(size, u32(Number(mask))) : size;
}

function displaced(instruction: Instruction, leaf: SourceLeaf): Ex {
  const wide = leaf.ty === 'u64' || leaf.ty === 'f64';
  const index = distance(leaf.slot, leaf.dword);
  const bits: Ex = { kind: 'relative', ty: wide ? 'u64' : 'u32', slot: leaf.slot, index } as Ex;
  const value = modified(instruction, leaf, wide, bits);
  if (leaf.ty === 'f32') return asF32(value as Ex<'u32'>);
  return leaf.ty === 'f64' ? asF64(value as Ex<'u64'>) : value;
}

/** Expressions whose leaves are VGPRs become those of other VGPRs. */
function rewriter(instruction: Instruction): <E extends Ex>(ex: E) => E {
  const done = new Map<Ex, Ex>();
  const rewrite = (ex: Ex): Ex => {
    let result = done.get(ex);
    if (result) return result;
    result = ex;
    if (ex.kind === 'src' && ex.slot in ENABLES && instruction.operands[ex.slot]?.kind === 'vgpr')
      result = displaced(instruction, ex);
    else if (ex.kind === 'op' || ex.kind === 'call') result = { ...ex, args: ex.args.map(rewrite) } as Ex;
    done.set(ex, result);
    return result;
  };
  return rewrite as <E extends Ex>(ex: E) => E;
}

/** The bits of a result: omod and clamp come before it is put anywhere. */
function resultBits(value: Ex): Ex {
  if (value.ty === 'f64') return asU64(value as Ex<'f64'>);
  if (value.ty !== 'f32') return value;
  const how = or(field('omod'), shl(field('clamp'), u32(2)));
  const plain = andB(ops.eq(field('omod'), u32(0)), ops.notB(flag('clamp')));
  return asU32(select(plain, value as Ex<'f32'>, call('f32', 'f32_result', value, how)));
}

/** The semantics of an instruction of the vector ALU for which `isIndexed` is true. */
export function indexedStatements(instruction: Instruction): readonly Stmt[] {
  const rewrite = rewriter(instruction);
  return instruction.def.semantics.map((stmt): Stmt => {
    if (stmt.kind === 'mask') return { ...stmt, value: rewrite(stmt.value) };
    if (stmt.kind === 'exceptions') return { ...stmt, value: rewrite(stmt.value) };
    if (stmt.kind !== 'write') return stmt;
    const value = rewrite(stmt.value);
    const when = stmt.when && rewrite(stmt.when);
    if (!(stmt.slot in ENABLES) || instruction.operands[stmt.slot]?.kind !== 'vgpr')
      return { ...stmt, value, ...(when ? { when } : {}) };
    const index = distance(stmt.slot, stmt.dword);
    const bits = resultBits(value);
    const old = { kind: 'relative', ty: bits.ty, slot: stmt.slot, index } as Ex;
    return { kind: 'writeRelative', slot: stmt.slot, index, value: when ? select(when, bits, old) : bits };
  });
}
