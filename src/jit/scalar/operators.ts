// Operators on single values: words and truth values are i32, 64-bit values i64.

import type { Ex, OperatorArguments, OpName } from '../../isa/language/expr.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { OP } from '../wasm/opcodes.js';

/** Pushes operands. */
export interface ScalarOperands {
  readonly b: FunctionBuilder;
  /** Pushes a u32, b1 or f32 node as i32. */
  word(node: Ex): FunctionBuilder;
  /** Pushes a u64 node as i64. */
  wide(node: Ex): FunctionBuilder;
}

type Emit = (v: ScalarOperands, args: OperatorArguments) => void;
type Name = keyof typeof OP;

const words =
  (...names: readonly Name[]): Emit =>
  (v, args) => {
    for (const arg of args) v.word(arg);
    for (const name of names) v.b.op(name);
  };
const wides =
  (...names: readonly Name[]): Emit =>
  (v, args) => {
    for (const arg of args) v.wide(arg);
    for (const name of names) v.b.op(name);
  };
const shift =
  (name: Name): Emit =>
  (v, [a, count]) => {
    v.wide(a);
    v.word(count).op('i64.extend_i32_u').op(name);
  };
const product =
  (extend: 'i64.extend_i32_s' | 'i64.extend_i32_u', high: boolean): Emit =>
  (v, [a, b]) => {
    v.word(a).op(extend);
    v.word(b).op(extend).op('i64.mul');
    if (high) v.b.i64(32n).op('i64.shr_u').op('i32.wrap_i64');
  };
const choice =
  (push: (v: ScalarOperands, node: Ex) => void): Emit =>
  (v, [condition, then, otherwise]) => {
    push(v, then);
    push(v, otherwise);
    v.word(condition).op('select');
  };
const chooseWord = choice((v, node) => v.word(node));

/** Swaps groups of bits of the word in a local: shift and mask. */
const SWAPS: readonly (readonly [number, number])[] = [
  [1, 0x5555_5555],
  [2, 0x3333_3333],
  [4, 0x0f0f_0f0f],
  [8, 0x00ff_00ff],
  [16, 0x0000_ffff],
];

/** Reverses the bits of the word on the stack. */
export function reverseBits(b: FunctionBuilder): void {
  const x: Local = b.local('i32');
  b.set(x);
  for (const [count, mask] of SWAPS) {
    b.get(x).i32(count).op('i32.shr_u').i32(mask).op('i32.and');
    b.get(x).i32(mask).op('i32.and').i32(count).op('i32.shl').op('i32.or').set(x);
  }
  b.get(x);
}

export const SCALAR_OPERATORS: Readonly<Partial<Record<OpName, Emit>>> = {
  add: words('i32.add'),
  sub: words('i32.sub'),
  mul: words('i32.mul'),
  mulHiU: product('i64.extend_i32_u', true),
  mulHiS: product('i64.extend_i32_s', true),
  and: words('i32.and'),
  or: words('i32.or'),
  xor: words('i32.xor'),
  not: (v, [a]) => v.word(a).i32(-1).op('i32.xor'),
  shl: words('i32.shl'),
  shrU: words('i32.shr_u'),
  shrS: words('i32.shr_s'),
  eq: words('i32.eq'),
  ne: words('i32.ne'),
  ltU: words('i32.lt_u'),
  leU: words('i32.le_u'),
  ltS: words('i32.lt_s'),
  leS: words('i32.le_s'),
  clz: words('i32.clz'),
  ctz: words('i32.ctz'),
  popcnt: words('i32.popcnt'),
  brev: (v, [a]) => {
    v.word(a);
    reverseBits(v.b);
  },
  add64: wides('i64.add'),
  sub64: wides('i64.sub'),
  mul64: wides('i64.mul'),
  and64: wides('i64.and'),
  or64: wides('i64.or'),
  xor64: wides('i64.xor'),
  not64: (v, [a]) => v.wide(a).i64(-1n).op('i64.xor'),
  shl64: shift('i64.shl'),
  shrU64: shift('i64.shr_u'),
  shrS64: shift('i64.shr_s'),
  eq64: wides('i64.eq'),
  ne64: wides('i64.ne'),
  ltU64: wides('i64.lt_u'),
  leU64: wides('i64.le_u'),
  ltS64: wides('i64.lt_s'),
  leS64: wides('i64.le_s'),
  clz64: wides('i64.clz', 'i32.wrap_i64'),
  ctz64: wides('i64.ctz', 'i32.wrap_i64'),
  popcnt64: wides('i64.popcnt', 'i32.wrap_i64'),
  brev64: (v, [a]) => {
    v.wide(a).op('i32.wrap_i64');
    reverseBits(v.b);
    v.b.op('i64.extend_i32_u').i64(32n).op('i64.shl');
    v.wide(a).i64(32n).op('i64.shr_u').op('i32.wrap_i64');
    reverseBits(v.b);
    v.b.op('i64.extend_i32_u').op('i64.or');
  },
  mulWideU: product('i64.extend_i32_u', false),
  mulWideS: product('i64.extend_i32_s', false),
  zext64: words('i64.extend_i32_u'),
  sext64: words('i64.extend_i32_s'),
  lo: wides('i32.wrap_i64'),
  hi: (v, [a]) => v.wide(a).i64(32n).op('i64.shr_u').op('i32.wrap_i64'),
  pack: (v, [low, high]) => {
    v.word(low).op('i64.extend_i32_u');
    v.word(high).op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or');
  },
  andB: words('i32.and'),
  orB: words('i32.or'),
  xorB: words('i32.xor'),
  notB: words('i32.eqz'),
  fromBool: words(),
  selU32: chooseWord,
  selB: chooseWord,
  selU64: choice((v, node) => v.wide(node)),
  asF32: words(),
  asU32: words(),
};
