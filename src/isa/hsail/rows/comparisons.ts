// Comparisons (PRM 5.18). Names: cmp, comparison, result, source. Signalling comparisons differ in exceptions alone,
// so they have the rows of the others.

import {
  type Destination,
  type Ex,
  flushing,
  ops,
  type Source,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import type { AluRow } from '../family.js';
import { F32, F64, FLOATS, type FloatKind, N32, N64 } from './float-types.js';
import { truth, W32, W64, type Width } from './integers.js';

/** Result of a comparison that is true; 0 is that of a false one. */
const RESULTS: Readonly<Record<string, (to: Destination, value: Ex<'b1'>) => Stmt>> = {
  b1: (to, value) => to.set(ops.fromBool(value)),
  u32: (to, value) => to.set(select(value, u32(-1), u32(0))),
  u64: (to, value) => to.set(select(value, u64(-1n), u64(0n))),
  f16: (to, value) => to.set(select(value, u32(0x3c00), u32(0))),
  f32: (to, value) => to.set(select(value, u32(0x3f80_0000), u32(0))),
  f64: (to, value) => to.set(select(value, u64(0x3ff0_0000_0000_0000n), u64(0n))),
};

const toResults = (name: (result: string) => string, compute: (a: Source, b: Source) => Ex<'b1'>): AluRow[] =>
  Object.entries(RESULTS).map(([result, write]) => [
    name(result),
    'D = S0 compared with S1',
    ({ D, S0, S1 }) => [write(D, compute(S0, S1))],
  ]);

function integers<T extends 'u32' | 'u64'>(w: Width<T>, signed: boolean): AluRow[] {
  const type = `${signed ? 's' : 'u'}${w.bits}`;
  const less = (a: Source, b: Source): Ex<'b1'> => w.less(signed, w.read(a), w.read(b));
  const equal = (a: Source, b: Source): Ex<'b1'> => w.equal(w.read(a), w.read(b));
  const byName: Readonly<Record<string, (a: Source, b: Source) => Ex<'b1'>>> = {
    eq: equal,
    ne: (a, b) => ops.notB(equal(a, b)),
    lt: less,
    le: (a, b) => ops.notB(less(b, a)),
    gt: (a, b) => less(b, a),
    ge: (a, b) => ops.notB(less(a, b)),
  };
  return Object.entries(byName).flatMap(([op, compute]) =>
    toResults((result) => `cmp_${op}_${result}_${type}`, compute),
  );
}

/** The number in f64, subnormal ones of its type as zeros where they are flushed. */
export function comparedNumber(type: FloatKind, ftz: boolean, source: Source): Ex<'f64'> {
  if (type === F64) {
    const small = ops.dlt(ops.dabs(source.f64), ops.asF64(u64(0x10_0000_0000_0000n)));
    return ftz ? select(small, ops.asF64(u64(0n)), source.f64) : source.f64;
  }
  if (type === F32) return ftz ? flushing(ops.f64FromF32(source.f32)) : ops.f64FromF32(source.f32);
  const x = ops.f64FromF32(ops.f32FromF16(ops.and(source.u32, u32(0xffff))));
  return ftz ? select(ops.dlt(ops.dabs(x), ops.asF64(u64(0x3f10_0000_0000_0000n))), ops.asF64(u64(0n)), x) : x;
}

type Order<F extends 'f32' | 'f64'> = (a: Ex<F>, b: Ex<F>) => Ex<'b1'>;
type Orders<F extends 'f32' | 'f64'> = Readonly<Record<string, Order<F>>>;

/** By the spelling of the comparison; a `u` behind it: or unordered. */
function ordersOf<F extends 'f32' | 'f64'>(
  same: Order<F>,
  less: Order<F>,
  lessOrEqual: Order<F>,
  isNan: (x: Ex<F>) => Ex<'b1'>,
): Orders<F> {
  const nan: Order<F> = (a, b) => ops.orB(isNan(a), isNan(b));
  const ordered: Orders<F> = {
    eq: same,
    ne: (a, b) => ops.orB(less(a, b), less(b, a)),
    lt: less,
    le: lessOrEqual,
    gt: (a, b) => less(b, a),
    ge: (a, b) => lessOrEqual(b, a),
  };
  const unordered = Object.entries(ordered).map(
    ([name, compute]) => [`${name}u`, ((a, b) => ops.orB(compute(a, b), nan(a, b))) as Order<F>] as const,
  );
  return { ...ordered, ...Object.fromEntries(unordered), num: (a, b) => ops.notB(nan(a, b)), nan };
}

export const ORDERS = ordersOf(N64.same, N64.less, N64.lessOrEqual, N64.isNan);
const ORDERS_OF_F32 = ordersOf(N32.same, N32.less, N32.lessOrEqual, N32.isNan);
const flushed =
  (order: Order<'f32'>): Order<'f32'> =>
  (a, b) =>
    flushing(order(a, b));
const FLUSHED_ORDERS_OF_F32 = ordersOf(flushed(N32.same), flushed(N32.less), flushed(N32.lessOrEqual), N32.isNan);

const floats = (type: FloatKind, ftz: boolean): AluRow[] =>
  Object.keys(ORDERS).flatMap((op) =>
    toResults(
      (result) => `cmp_${op}${ftz ? '_ftz' : ''}_${result}_${type.name}`,
      (a, b) =>
        type === F32
          ? (ftz ? FLUSHED_ORDERS_OF_F32 : ORDERS_OF_F32)[op]!(a.f32, b.f32)
          : ORDERS[op]!(comparedNumber(type, ftz, a), comparedNumber(type, ftz, b)),
    ),
  );

const control: readonly AluRow[] = [
  ...toResults(
    (result) => `cmp_eq_${result}_b1`,
    (a, b) => ops.notB(ops.xorB(truth(a), truth(b))),
  ),
  ...toResults(
    (result) => `cmp_ne_${result}_b1`,
    (a, b) => ops.xorB(truth(a), truth(b)),
  ),
];

export const COMPARISONS: readonly AluRow[] = [
  ...control,
  ...integers(W32, false),
  ...integers(W32, true),
  ...integers(W64, false),
  ...integers(W64, true),
  ...FLOATS.flatMap((type) => [...floats(type, false), ...floats(type, true)]),
];
