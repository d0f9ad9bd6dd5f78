// Operations on packed integers (PRM 5.2, 5.5 with packing controls).

import { type Ex, ops, type Source, type Stmt, select, u32, u64 } from '../../language/expr.js';
import type { AluOperands, AluRow } from '../family.js';
import { W64 } from './integers.js';
import { elementOf, elementsOf, PACKED_INTEGERS, type PackedType, writeElements } from './packed-types.js';

export type PackedElement = Ex<'u64'>;
type Element = PackedElement;
export type ElementCompute = (a: Element, b: Element) => Element;

/**
 * Packing control: elements of the operands that are used, `p` all, `s` the lowest; a result of `s` alone keeps the
 * others.
 */
export const UNARY = ['p', 's'] as const;
export const BINARY = ['pp', 'ps', 'sp', 'ss'] as const;
type Packing = (typeof UNARY)[number] | (typeof BINARY)[number];

const operandElements = (type: PackedType, source: Source, how: string | undefined): readonly Element[] =>
  how === 's' ? Array.from({ length: type.count }, () => elementOf(type, source, 0)) : elementsOf(type, source);

function apply(
  type: PackedType,
  packing: Packing,
  { D, S0, S1 }: AluOperands,
  compute: ElementCompute,
): readonly Stmt[] {
  const first = operandElements(type, S0, packing[0]);
  const second = packing.length === 2 ? operandElements(type, S1, packing[1]) : first;
  const lowestOnly = !packing.includes('p');
  const results = first.map((a, index) => {
    if (lowestOnly && index > 0) return elementOf(type, D, index);
    return compute(a, second[index]!);
  });
  return writeElements(type, D, results);
}

export const rowsFor = (
  name: string,
  modifiers: string,
  meaning: string,
  type: PackedType,
  packings: readonly Packing[],
  compute: ElementCompute,
  behind = '',
): AluRow[] =>
  packings.map((packing) => [
    `${name}${modifiers}_${packing}${behind}_${type.name}`,
    meaning,
    (operands) => apply(type, packing, operands, compute),
  ]);

/** Limits to the range of an element; exact as long as 64 bits hold the value. */
function limited({ kind, bits }: PackedType, value: Element): Element {
  const top = kind === 's' ? (1n << BigInt(bits - 1)) - 1n : (1n << BigInt(bits)) - 1n;
  const bottom = kind === 's' ? -(1n << BigInt(bits - 1)) : 0n;
  const below = ops.ltS64(value, u64(bottom));
  return select(below, u64(bottom), select(ops.ltS64(u64(top), value), u64(top), value));
}

/** Of elements of 64 bits, which overflow. */
function saturatedWide(name: string, signed: boolean, a: Element, b: Element): Element {
  const zero = u64(0n);
  const value = name === 'add' ? ops.add64(a, b) : name === 'sub' ? ops.sub64(a, b) : ops.mul64(a, b);
  const negative = (x: Element): Ex<'b1'> => ops.ltS64(x, zero);
  const [least, greatest] = [u64(1n << 63n), u64((1n << 63n) - 1n)];
  if (name === 'mul') {
    const high = W64.mulHigh(signed, a, b);
    if (!signed) return select(ops.ne64(high, zero), u64(-1n), value);
    const fits = ops.eq64(high, select(negative(value), u64(-1n), zero));
    return select(fits, value, select(ops.xorB(negative(a), negative(b)), least, greatest));
  }
  if (!signed) {
    if (name === 'add') return select(ops.ltU64(value, a), u64(-1n), value);
    return select(ops.ltU64(a, b), zero, value);
  }
  const other = name === 'add' ? b : ops.not64(b);
  const overflows = ops.andB(ops.notB(ops.xorB(negative(a), negative(other))), ops.xorB(negative(value), negative(a)));
  return select(overflows, select(negative(a), least, greatest), value);
}

/** Products of 32-bit elements without sign need all 64 bits. */
function saturated(name: string, type: PackedType, a: Element, b: Element): Element {
  if (type.bits === 64) return saturatedWide(name, type.kind === 's', a, b);
  const value = name === 'add' ? ops.add64(a, b) : name === 'sub' ? ops.sub64(a, b) : ops.mul64(a, b);
  if (name === 'mul' && type.kind === 'u') {
    const top = u64((1n << BigInt(type.bits)) - 1n);
    return select(ops.ltU64(top, value), top, value);
  }
  return limited(type, value);
}

function integerRows(type: PackedType): AluRow[] {
  const signed = type.kind === 's';
  const bits = u32(type.bits);
  const high: ElementCompute = (a, b) =>
    type.bits === 64 ? W64.mulHigh(signed, a, b) : W64.shr(signed, ops.mul64(a, b), bits);
  const extreme =
    (first: boolean): ElementCompute =>
    (a, b) =>
      select(W64.less(signed, a, b), first ? a : b, first ? b : a);
  const sums: readonly (readonly [string, string, ElementCompute])[] = [
    ['add', 'elements of S0 + S1', ops.add64],
    ['sub', 'elements of S0 - S1', ops.sub64],
    ['mul', 'elements of S0 * S1', ops.mul64],
  ];
  const shift = (left: boolean): AluRow => [
    `${left ? 'shl' : 'shr'}_${type.name}`,
    `elements of S0 ${left ? '<<' : '>>'} S1`,
    ({ D, S0, S1 }) => {
      const count = ops.and(S1.u32, u32(type.bits - 1));
      const moved = (element: Element): Element => (left ? W64.shl(element, count) : W64.shr(signed, element, count));
      return writeElements(type, D, elementsOf(type, S0).map(moved));
    },
  ];
  const unary: AluRow[] = !signed
    ? []
    : [
        ...rowsFor('neg', '', 'elements of -S0', type, UNARY, (a) => ops.sub64(u64(0n), a)),
        ...rowsFor('abs', '', 'elements of |S0|', type, UNARY, (a) =>
          select(ops.ltS64(a, u64(0n)), ops.sub64(u64(0n), a), a),
        ),
      ];
  return [
    ...sums.flatMap(([name, meaning, compute]) => [
      ...rowsFor(name, '', meaning, type, BINARY, compute),
      ...rowsFor(name, '', `${meaning}, limited`, type, BINARY, (a, b) => saturated(name, type, a, b), '_sat'),
    ]),
    ...rowsFor('mulhi', '', 'high halves of elements of S0 * S1', type, BINARY, high),
    ...rowsFor('max', '', 'the greater elements', type, BINARY, extreme(false)),
    ...rowsFor('min', '', 'the smaller elements', type, BINARY, extreme(true)),
    ...unary,
    shift(true),
    shift(false),
  ];
}

export const PACKED: readonly AluRow[] = PACKED_INTEGERS.flatMap(integerRows);
