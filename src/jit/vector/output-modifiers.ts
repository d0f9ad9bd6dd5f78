// omod and clamp of VOP3 as expressions: what modifyOutput of src/isa/language/float-ops.ts says, written into the
// statements of an instruction for one mode. Limits are compared as integers, which knows no denormals and no NaN.

import type { FloatMode } from '../../emulator/float-mode.js';
import type { Instruction } from '../../isa/instruction.js';
import { type Ex, f32, f64, ops, type Stmt, select, u32, u64 } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';

/** omod 1, 2, 3: times 2, times 4, halved. */
const FACTORS = [1, 2, 4, 0.5] as const;
const [ONE32, INFINITY32, SIZE32] = [u32(0x3f80_0000), u32(0x7f80_0000), u32(0x7fff_ffff)];
const ONE64 = u64(0x3ff0_0000_0000_0000n);
const INFINITY64 = u64(0x7ff0_0000_0000_0000n);
const SIZE64 = u64(0x7fff_ffff_ffff_ffffn);

/** Times a factor; every zero becomes +0. */
function scaled32(x: Ex<'f32'>, factor: number): Ex<'f32'> {
  const bits = ops.asU32(ops.fmul(x, f32(factor)));
  return ops.asF32(select(ops.eq(ops.and(bits, SIZE32), u32(0)), u32(0), bits));
}
function scaled64(x: Ex<'f64'>, factor: number): Ex<'f64'> {
  const bits = ops.asU64(ops.dmul(x, f64(factor)));
  return ops.asF64(select(ops.eq64(ops.and64(bits, SIZE64), u64(0n)), u64(0n), bits));
}

/** Limited to [0, 1]. */
function clamped32(x: Ex<'f32'>, nanIsZero: boolean): Ex<'f32'> {
  const bits = ops.asU32(x);
  const limited = select(ops.ltS(ONE32, bits), ONE32, bits);
  const number = select(ops.ltS(u32(0), bits), limited, u32(0));
  const isNan = ops.ltU(INFINITY32, ops.and(bits, SIZE32));
  return ops.asF32(select(isNan, nanIsZero ? u32(0) : bits, number));
}
function clamped64(x: Ex<'f64'>, nanIsZero: boolean): Ex<'f64'> {
  const bits = ops.asU64(x);
  const limited = select(ops.ltS64(ONE64, bits), ONE64, bits);
  const number = select(ops.ltS64(u64(0n), bits), limited, u64(0n));
  const isNan = ops.ltU64(INFINITY64, ops.and64(bits, SIZE64));
  return ops.asF64(select(isNan, nanIsZero ? u64(0n) : bits, number));
}

/** A value with omod and clamp. */
export function withModifiers(
  value: Ex,
  omod: number,
  clamp: boolean,
  { f32: single, f64: double, ...mode }: FloatMode,
): Ex {
  const width = value.ty === 'f32' ? single : double;
  const factor = mode.ieee || !width.flushResults ? 1 : required(FACTORS[omod], 'output factor');
  if (value.ty === 'f32') {
    const x = factor === 1 ? (value as Ex<'f32'>) : scaled32(value as Ex<'f32'>, factor);
    return clamp ? clamped32(x, mode.dx10Clamp) : x;
  }
  const x = factor === 1 ? (value as Ex<'f64'>) : scaled64(value as Ex<'f64'>, factor);
  return clamp ? clamped64(x, mode.dx10Clamp) : x;
}

/** The statements with the output modifiers of the instruction as part of what is written. */
export function withOutputModifiers(
  { fields }: Instruction,
  statements: readonly Stmt[],
  mode: FloatMode,
): readonly Stmt[] {
  const { omod = 0, clamp = 0 } = fields;
  if (omod === 0 && clamp === 0) return statements;
  return statements.map((stmt) => {
    const applies = stmt.kind === 'write' && stmt.slot === 'D' && (stmt.value.ty === 'f32' || stmt.value.ty === 'f64');
    return applies ? { ...stmt, value: withModifiers(stmt.value, omod, clamp !== 0, mode) } : stmt;
  });
}
