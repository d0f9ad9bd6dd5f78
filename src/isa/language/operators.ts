// The pure operators of the expression language (expr.ts, where the rules that they share are stated): name, result
// type and argument types. Everything that a back end has to be able to compute.

/**
 * b1 is a truth value (of the lane in vector code); u32 and u64 are bit patterns, signedness belongs to the operator.
 */
export type Ty = 'b1' | 'u32' | 'u64' | 'f32' | 'f64';

type Sig = readonly [result: Ty, ...args: Ty[]];
const sig = <const S extends Sig>(...s: S): S => s;

/** Every pure operator with its result and argument types: the whole vocabulary that a back end has to know. */
export const OPS = {
  // u32 integer
  add: sig('u32', 'u32', 'u32'),
  sub: sig('u32', 'u32', 'u32'),
  mul: sig('u32', 'u32', 'u32'),
  mulHiU: sig('u32', 'u32', 'u32'),
  mulHiS: sig('u32', 'u32', 'u32'),
  and: sig('u32', 'u32', 'u32'),
  or: sig('u32', 'u32', 'u32'),
  xor: sig('u32', 'u32', 'u32'),
  not: sig('u32', 'u32'),
  shl: sig('u32', 'u32', 'u32'),
  shrU: sig('u32', 'u32', 'u32'),
  shrS: sig('u32', 'u32', 'u32'),
  eq: sig('b1', 'u32', 'u32'),
  ne: sig('b1', 'u32', 'u32'),
  ltU: sig('b1', 'u32', 'u32'),
  leU: sig('b1', 'u32', 'u32'),
  ltS: sig('b1', 'u32', 'u32'),
  leS: sig('b1', 'u32', 'u32'),
  /** Leading zeros of 32; 32 for 0. */ clz: sig('u32', 'u32'),
  /** Trailing zeros of 32; 32 for 0. */ ctz: sig('u32', 'u32'),
  popcnt: sig('u32', 'u32'),
  brev: sig('u32', 'u32'),
  // u64 integer
  add64: sig('u64', 'u64', 'u64'),
  sub64: sig('u64', 'u64', 'u64'),
  mul64: sig('u64', 'u64', 'u64'),
  and64: sig('u64', 'u64', 'u64'),
  or64: sig('u64', 'u64', 'u64'),
  xor64: sig('u64', 'u64', 'u64'),
  not64: sig('u64', 'u64'),
  shl64: sig('u64', 'u64', 'u32'),
  shrU64: sig('u64', 'u64', 'u32'),
  shrS64: sig('u64', 'u64', 'u32'),
  eq64: sig('b1', 'u64', 'u64'),
  ne64: sig('b1', 'u64', 'u64'),
  ltU64: sig('b1', 'u64', 'u64'),
  leU64: sig('b1', 'u64', 'u64'),
  ltS64: sig('b1', 'u64', 'u64'),
  leS64: sig('b1', 'u64', 'u64'),
  clz64: sig('u32', 'u64'),
  ctz64: sig('u32', 'u64'),
  popcnt64: sig('u32', 'u64'),
  brev64: sig('u64', 'u64'),
  /** 64-bit product of two 32-bit numbers. */ mulWideU: sig('u64', 'u32', 'u32'),
  mulWideS: sig('u64', 'u32', 'u32'),
  zext64: sig('u64', 'u32'),
  sext64: sig('u64', 'u32'),
  lo: sig('u32', 'u64'),
  hi: sig('u32', 'u64'),
  /** pack(low, high) */ pack: sig('u64', 'u32', 'u32'),
  // truth values
  andB: sig('b1', 'b1', 'b1'),
  orB: sig('b1', 'b1', 'b1'),
  xorB: sig('b1', 'b1', 'b1'),
  notB: sig('b1', 'b1'),
  /** 0 or 1 */ fromBool: sig('u32', 'b1'),
  // selects
  selU32: sig('u32', 'b1', 'u32', 'u32'),
  selU64: sig('u64', 'b1', 'u64', 'u64'),
  selB: sig('b1', 'b1', 'b1', 'b1'),
  selF32: sig('f32', 'b1', 'f32', 'f32'),
  selF64: sig('f64', 'b1', 'f64', 'f64'),
  // bit casts
  asF32: sig('f32', 'u32'),
  asU32: sig('u32', 'f32'),
  asF64: sig('f64', 'u64'),
  asU64: sig('u64', 'f64'),
  // f32 (MODE: round f32, denorm f32)
  fadd: sig('f32', 'f32', 'f32'),
  fsub: sig('f32', 'f32', 'f32'),
  fmul: sig('f32', 'f32', 'f32'),
  /** Fused: one rounding. */ ffma: sig('f32', 'f32', 'f32', 'f32'),
  /** Sign-bit operations; never flush, never quiet. */ fneg: sig('f32', 'f32'),
  fabs: sig('f32', 'f32'),
  /** Compares are false when an operand is NaN (fne: true); denormal inputs are flushed as MODE says. */
  feq: sig('b1', 'f32', 'f32'),
  fne: sig('b1', 'f32', 'f32'),
  flt: sig('b1', 'f32', 'f32'),
  fle: sig('b1', 'f32', 'f32'),
  fisnan: sig('b1', 'f32'),
  /** Flush a denormal to a zero of its sign as MODE says for f32 (identity when denormals are kept). */ fflush: sig(
    'f32',
    'f32',
  ),
  ffloor: sig('f32', 'f32'),
  fceil: sig('f32', 'f32'),
  ftrunc: sig('f32', 'f32'),
  /** nearest, ties to even */ frint: sig('f32', 'f32'),
  // f64 (MODE: round f64, denorm f64/f16)
  dadd: sig('f64', 'f64', 'f64'),
  dsub: sig('f64', 'f64', 'f64'),
  dmul: sig('f64', 'f64', 'f64'),
  dfma: sig('f64', 'f64', 'f64', 'f64'),
  dneg: sig('f64', 'f64'),
  dabs: sig('f64', 'f64'),
  deq: sig('b1', 'f64', 'f64'),
  dne: sig('b1', 'f64', 'f64'),
  dlt: sig('b1', 'f64', 'f64'),
  dle: sig('b1', 'f64', 'f64'),
  disnan: sig('b1', 'f64'),
  dflush: sig('f64', 'f64'),
  dfloor: sig('f64', 'f64'),
  dceil: sig('f64', 'f64'),
  dtrunc: sig('f64', 'f64'),
  drint: sig('f64', 'f64'),
  // conversions; int-to-float and narrowing round as MODE says for the result's width
  f32FromU: sig('f32', 'u32'),
  f32FromS: sig('f32', 'u32'),
  f64FromU: sig('f64', 'u32'),
  f64FromS: sig('f64', 'u32'),
  f32FromF64: sig('f32', 'f64'),
  f64FromF32: sig('f64', 'f32'),
  /** Truncate toward zero, saturate, NaN gives 0. */
  uFromF32: sig('u32', 'f32'),
  sFromF32: sig('u32', 'f32'),
  uFromF64: sig('u32', 'f64'),
  sFromF64: sig('u32', 'f64'),
  /**
   * Half precision in the low 16 bits, result zero-extended. f16FromF32 rounds to nearest even; the Z form toward zero.
   */
  f32FromF16: sig('f32', 'u32'),
  f16FromF32: sig('u32', 'f32'),
  f16FromF32Z: sig('u32', 'f32'),
} as const;

export type OpName = keyof typeof OPS;
