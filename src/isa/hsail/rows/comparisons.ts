// Comparisons (PRM 5.18). Names: cmp, comparison, result, source. Signalling comparisons differ in exceptions alone,
// so they have the rows of the others.

import { type Destination, type Ex, ops, type Source, type Stmt, select, u32, u64 } from '../../language/expr.js';
import type { AluRow } from '../family.js';
import { F16, F32, F64, FLOATS, type FloatKind } from './float-types.js';
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
  const x = ops.f64FromF32(type === F32 ? source.f32 : ops.f32FromF16(ops.and(source.u32, u32(0xffff))));
  const least = type === F16 ? 0x3f10_0000_0000_0000n : 0x3810_0000_0000_0000n;
  return ftz ? select(ops.dlt(ops.dabs(x), ops.asF64(u64(least))), ops.asF64(u64(0n)), x) : x;
}

/** By the spelling of the comparison; a `u` behind it: or unordered. */
export const ORDERS: Readonly<Record<string, (a: Ex<'f64'>, b: Ex<'f64'>) => Ex<'b1'>>> = (() => {
  const nan = (a: Ex<'f64'>, b: Ex<'f64'>): Ex<'b1'> => ops.orB(ops.disnan(a), ops.disnan(b));
  const ordered: Readonly<Record<string, (a: Ex<'f64'>, b: Ex<'f64'>) => Ex<'b1'>>> = {
    eq: ops.deq,
    ne: (a, b) => ops.orB(ops.dlt(a, b), ops.dlt(b, a)),
    lt: ops.dlt,
    le: ops.dle,
    gt: (a, b) => ops.dlt(b, a),
    ge: (a, b) => ops.dle(b, a),
  };
  const unordered = Object.entries(ordered).map(
    ([name, compute]) => [`${name}u`, (a: Ex<'f64'>, b: Ex<'f64'>) => ops.orB(compute(a, b), nan(a, b))] as const,
  );
  return { ...ordered, ...Object.fromEntries(unordered), num: (a, b) => ops.notB(nan(a, b)), nan };
})();

const floats = (type: FloatKind, ftz: boolean): AluRow[] =>
  Object.entries(ORDERS).flatMap(([op, compute]) =>
    toResults(
      (result) => `cmp_${op}${ftz ? '_ftz' : ''}_${result}_${type.name}`,
      (a, b) => compute(comparedNumber(type, ftz, a), comparedNumber(type, ftz, b)),
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
