// The vector instructions of a module in LLVM's intermediate representation. Source: WebAssembly Core Specification
// 2.0, section 4.3; for `relaxed_madd`, the relaxed SIMD proposal: rounded once, the only kind that is emitted
// (features.ts).

import { required } from '../../util/required.js';
import type { SIMD } from '../wasm/opcodes.js';
import type { Element, Vectors } from './ir-builder.js';

type Name = keyof typeof SIMD;
type Vector = (v: Vectors, a: string, b: string, c: string) => string;

const binary =
  (op: string, element: Element): Vector =>
  (v, a, b) =>
    v.binary(op, element, a, b);
const compare =
  (op: string, element: Element): Vector =>
  (v, a, b) =>
    v.compare(op, element, a, b);
const call =
  (name: string, element: Element): Vector =>
  (v, a) =>
    v.intrinsic(name, element, a);
const callOfTwo =
  (name: string, element: Element): Vector =>
  (v, a, b) =>
    v.intrinsic(name, element, a, b);
const callOfThree =
  (name: string, element: Element): Vector =>
  (v, a, b, c) =>
    v.intrinsic(name, element, a, b, c);
const widen =
  (op: string, from: Element, to: Element, half: 0 | 1): Vector =>
  (v, a) =>
    v.widen(op, from, to, a, half);
const multiply =
  (op: string, half: 0 | 1): Vector =>
  (v, a, b) =>
    v.binary('mul', 'i64', v.widen(op, 'i32', 'i64', a, half), v.widen(op, 'i32', 'i64', b, half));
const not = (v: Vectors, a: string): string => v.binary('xor', 'i32', a, v.constant('i32', -1));
const select: Vector = (v, a, b, mask): string =>
  v.binary('or', 'i32', v.binary('and', 'i32', a, mask), v.binary('and', 'i32', b, not(v, mask)));

/** The smaller by `op`, else the first: `pmin` and `pmax`. */
const pseudo =
  (op: string, element: Element, first: 'a' | 'b'): Vector =>
  (v, a, b) => {
    const [x, y] = [v.as(element, a), v.as(element, b)];
    const type = v.of(element);
    const bits = v.ir.value(`fcmp ${op} ${type} ${first === 'a' ? `${x}, ${y}` : `${y}, ${x}`}`);
    const count = v.elements(element);
    return v.back(element, v.ir.value(`select <${count} x i1> ${bits}, ${type} ${y}, ${type} ${x}`));
  };

/** Of unequal operands the one that `op` finds, of equal ones (zeros) the bits put together, of NaNs a NaN. */
const extreme =
  (op: string, together: string): Vector =>
  (v, a, b) => {
    const ordered = select(v, a, b, v.compare(op, 'float', a, b));
    const equal = select(v, v.binary(together, 'i32', a, b), ordered, v.compare('fcmp oeq', 'float', a, b));
    return select(v, v.binary('fadd', 'float', a, b), equal, v.compare('fcmp uno', 'float', a, b));
  };

/** Sums of neighbours, in twice their size. */
const pairs =
  (from: Element, to: Element): Vector =>
  (v, a) => {
    const count = v.elements(to) / v.count;
    const [even, odd] = [0, 1].map((first) => {
      const positions = Array.from({ length: count }, (_, n) => 2 * n + first);
      const picked = v.pick(from, a, positions);
      return v.back(to, v.ir.value(`zext ${picked.type} ${picked.value} to ${v.of(to)}`));
    }) as [string, string];
    return v.binary('add', to, even, odd);
  };

const saturate =
  (name: string): Vector =>
  (v, a) => {
    const count = v.elements('float');
    return v.ir.intrinsic(`llvm.${name}.sat.v${count}i32.v${count}f32`, v.of('i32'), [
      [v.of('float'), v.as('float', a)],
    ]);
  };
const saturateDouble =
  (name: string): Vector =>
  (v, a) => {
    const count = v.elements('double');
    const type = `<${count} x i32>`;
    const converted = v.ir.intrinsic(`llvm.${name}.sat.v${count}i32.v${count}f64`, type, [
      [v.of('double'), v.as('double', a)],
    ]);
    return v.narrowed('i32', type, converted);
  };

const SIGN_CLEARED = '9223372036854775807';

/** Vectors to a vector: as many as the function has parameters behind the first one. */
export const VECTOR_OPERATIONS: Readonly<Partial<Record<Name, Vector>>> = {
  'i8x16.swizzle': (v, a, b) => {
    // The processor's own takes a set top bit for 0 and the low four bits else.
    const indices = v.split(v.intrinsic('uadd.sat', 'i8', b, v.back('i8', v.constant('i8', 112))));
    const values = v.split(a);
    const bytes = (value: string): string => v.ir.value(`bitcast <4 x i32> ${value} to <16 x i8>`);
    const parts = values.map((value, part) => {
      const args = [value, required(indices[part], 'indices of the part')].map(
        (operand) => ['<16 x i8>', bytes(operand)] as const,
      );
      const picked = v.ir.intrinsic('llvm.x86.ssse3.pshuf.b.128', '<16 x i8>', args);
      return v.ir.value(`bitcast <16 x i8> ${picked} to <4 x i32>`);
    });
    return v.join(parts);
  },
  'i8x16.ne': compare('icmp ne', 'i8'),
  'i8x16.sub_sat_u': callOfTwo('usub.sat', 'i8'),
  'i32x4.eq': compare('icmp eq', 'i32'),
  'i32x4.ne': compare('icmp ne', 'i32'),
  'i32x4.lt_s': compare('icmp slt', 'i32'),
  'i32x4.lt_u': compare('icmp ult', 'i32'),
  'i32x4.gt_s': compare('icmp sgt', 'i32'),
  'i32x4.gt_u': compare('icmp ugt', 'i32'),
  'i32x4.le_s': compare('icmp sle', 'i32'),
  'i32x4.le_u': compare('icmp ule', 'i32'),
  'f32x4.eq': compare('fcmp oeq', 'float'),
  'f32x4.ne': compare('fcmp une', 'float'),
  'f32x4.lt': compare('fcmp olt', 'float'),
  'f32x4.le': compare('fcmp ole', 'float'),
  'f64x2.eq': compare('fcmp oeq', 'double'),
  'f64x2.ne': compare('fcmp une', 'double'),
  'f64x2.lt': compare('fcmp olt', 'double'),
  'f64x2.le': compare('fcmp ole', 'double'),
  'v128.not': (v, a) => not(v, a),
  'v128.and': binary('and', 'i32'),
  'v128.andnot': (v, a, b) => v.binary('and', 'i32', a, not(v, b)),
  'v128.or': binary('or', 'i32'),
  'v128.xor': binary('xor', 'i32'),
  'v128.bitselect': select,
  'f32x4.demote_f64x2_zero': (v, a) => {
    const type = `<${v.elements('double')} x float>`;
    return v.narrowed('float', type, v.ir.value(`fptrunc ${v.of('double')} ${v.as('double', a)} to ${type}`));
  },
  'f64x2.promote_low_f32x4': widen('fpext', 'float', 'double', 0),
  'i8x16.popcnt': call('ctpop', 'i8'),
  'f32x4.ceil': call('ceil', 'float'),
  'f32x4.floor': call('floor', 'float'),
  'f32x4.trunc': call('trunc', 'float'),
  'f32x4.nearest': call('roundeven', 'float'),
  'f64x2.ceil': call('ceil', 'double'),
  'f64x2.floor': call('floor', 'double'),
  'f64x2.trunc': call('trunc', 'double'),
  'f64x2.nearest': call('roundeven', 'double'),
  'i16x8.extadd_pairwise_i8x16_u': pairs('i8', 'i16'),
  'i32x4.extadd_pairwise_i16x8_u': pairs('i16', 'i32'),
  'i16x8.extend_low_i8x16_u': widen('zext', 'i8', 'i16', 0),
  'i32x4.extend_low_i16x8_u': widen('zext', 'i16', 'i32', 0),
  'i32x4.add': binary('add', 'i32'),
  'i32x4.sub': binary('sub', 'i32'),
  'i32x4.mul': binary('mul', 'i32'),
  'i32x4.min_s': callOfTwo('smin', 'i32'),
  'i32x4.min_u': callOfTwo('umin', 'i32'),
  'i32x4.max_s': callOfTwo('smax', 'i32'),
  'i64x2.extend_low_i32x4_s': widen('sext', 'i32', 'i64', 0),
  'i64x2.extend_high_i32x4_s': widen('sext', 'i32', 'i64', 1),
  'i64x2.extend_low_i32x4_u': widen('zext', 'i32', 'i64', 0),
  'i64x2.extend_high_i32x4_u': widen('zext', 'i32', 'i64', 1),
  'i64x2.add': binary('add', 'i64'),
  'i64x2.sub': binary('sub', 'i64'),
  'i64x2.mul': binary('mul', 'i64'),
  'i64x2.eq': compare('icmp eq', 'i64'),
  'i64x2.ne': compare('icmp ne', 'i64'),
  'i64x2.lt_s': compare('icmp slt', 'i64'),
  'i64x2.le_s': compare('icmp sle', 'i64'),
  'i64x2.extmul_low_i32x4_s': multiply('sext', 0),
  'i64x2.extmul_high_i32x4_s': multiply('sext', 1),
  'i64x2.extmul_low_i32x4_u': multiply('zext', 0),
  'i64x2.extmul_high_i32x4_u': multiply('zext', 1),
  'f32x4.sqrt': call('sqrt', 'float'),
  'f32x4.add': binary('fadd', 'float'),
  'f32x4.sub': binary('fsub', 'float'),
  'f32x4.mul': binary('fmul', 'float'),
  'f32x4.div': binary('fdiv', 'float'),
  'f32x4.min': extreme('fcmp olt', 'or'),
  'f32x4.max': extreme('fcmp ogt', 'and'),
  'f32x4.pmin': pseudo('olt', 'float', 'b'),
  'f32x4.pmax': pseudo('olt', 'float', 'a'),
  'f64x2.abs': (v, a) =>
    v.back('i64', v.ir.value(`and ${v.of('i64')} ${v.as('i64', a)}, ${sameText(v, SIGN_CLEARED)}`)),
  'f64x2.sqrt': call('sqrt', 'double'),
  'f64x2.add': binary('fadd', 'double'),
  'f64x2.sub': binary('fsub', 'double'),
  'f64x2.mul': binary('fmul', 'double'),
  'f64x2.div': binary('fdiv', 'double'),
  'f64x2.pmin': pseudo('olt', 'double', 'b'),
  'f64x2.pmax': pseudo('olt', 'double', 'a'),
  'i32x4.trunc_sat_f32x4_s': saturate('fptosi'),
  'i32x4.trunc_sat_f32x4_u': saturate('fptoui'),
  'f32x4.convert_i32x4_s': (v, a) => v.back('float', v.ir.value(`sitofp ${v.type} ${a} to ${v.of('float')}`)),
  'f32x4.convert_i32x4_u': (v, a) => v.back('float', v.ir.value(`uitofp ${v.type} ${a} to ${v.of('float')}`)),
  'i32x4.trunc_sat_f64x2_s_zero': saturateDouble('fptosi'),
  'i32x4.trunc_sat_f64x2_u_zero': saturateDouble('fptoui'),
  'f64x2.convert_low_i32x4_s': widen('sitofp', 'i32', 'double', 0),
  'f64x2.convert_low_i32x4_u': widen('uitofp', 'i32', 'double', 0),
  'f32x4.relaxed_madd': callOfThree('fma', 'float'),
  'f64x2.relaxed_madd': callOfThree('fma', 'double'),
};

const sameText = (v: Vectors, value: string): string =>
  `<${Array.from({ length: v.elements('i64') }, () => `i64 ${value}`).join(', ')}>`;

/** Shifts of all elements by one scalar: the instruction and the elements. */
export const SHIFTS: Readonly<Partial<Record<Name, readonly [string, 'i32' | 'i64']>>> = {
  'i32x4.shl': ['shl', 'i32'],
  'i32x4.shr_s': ['ashr', 'i32'],
  'i32x4.shr_u': ['lshr', 'i32'],
  'i64x2.shl': ['shl', 'i64'],
  'i64x2.shr_s': ['ashr', 'i64'],
  'i64x2.shr_u': ['lshr', 'i64'],
};

/** Vectors of one scalar: its type. */
export const SPLATS: Readonly<Partial<Record<Name, 'i32' | 'i64' | 'double'>>> = {
  'i32x4.splat': 'i32',
  'i64x2.splat': 'i64',
  'f64x2.splat': 'double',
};

/** One 128-bit vector to a number. */
export const TESTS: Readonly<Partial<Record<Name, (v: Vectors, a: string) => string>>> = {
  'v128.any_true': (v, a) => {
    const whole = v.ir.value(`bitcast <4 x i32> ${a} to i128`);
    return v.ir.value(`zext i1 ${v.ir.value(`icmp ne i128 ${whole}, 0`)} to i32`);
  },
  'i32x4.all_true': (v, a) => allTrue(v, 'i32', a),
  'i64x2.all_true': (v, a) => allTrue(v, 'i64', a),
  'i32x4.bitmask': (v, a) => {
    const bits = v.ir.value(`icmp slt <4 x i32> ${a}, zeroinitializer`);
    return v.ir.value(`zext i4 ${v.ir.value(`bitcast <4 x i1> ${bits} to i4`)} to i32`);
  },
};

function allTrue(v: Vectors, element: 'i32' | 'i64', a: string): string {
  const count = v.elements(element);
  const zero = v.ir.value(`icmp eq ${v.of(element)} ${v.as(element, a)}, zeroinitializer`);
  const bits = v.ir.value(`bitcast <${count} x i1> ${zero} to i${count}`);
  return v.ir.value(`zext i1 ${v.ir.value(`icmp eq i${count} ${bits}, 0`)} to i32`);
}
