// Elements of packed types: compared, chosen, and put elsewhere (PRM 5.9, 5.18).

import { type Ex, ops, type Source, type Stmt, select, u32, u64 } from '../../language/expr.js';
import type { AluOperands, AluRow } from '../family.js';
import { comparedNumber, ORDERS } from './comparisons.js';
import { F16, F32 } from './float-types.js';
import { W64 } from './integers.js';
import type { PackedElement as Element } from './packed.js';
import { elementsOf, floatOf, PACKED_FLOATS, PACKED_TYPES, type PackedType, writeElements } from './packed-types.js';

/** Elements of either kind: chosen, and put elsewhere. */
function rearrangements(type: PackedType): AluRow[] {
  const own = (source: Source): readonly Element[] => elementsOf(type, source);
  const { count, bits, name } = type;
  const half = count / 2;
  const mix =
    (from: number) =>
    ({ D, S0, S1 }: AluOperands) => {
      const [a, b] = [own(S0), own(S1)];
      const mixed = Array.from({ length: half }, (_, n) => [a[from + n]!, b[from + n]!]).flat();
      return writeElements(type, D, mixed);
    };
  const rows: AluRow[] = [
    [
      `cmov_${name}`,
      'elements of S1 where those of S0 are not 0, of S2 elsewhere',
      ({ D, S0, S1, S2 }) => {
        const mask = { ...type, kind: 'u' } as const;
        const [conditions, a, b] = [elementsOf(mask, S0), own(S1), own(S2)];
        return writeElements(
          type,
          D,
          conditions.map((each, n) => select(ops.ne64(each, u64(0n)), a[n]!, b[n]!)),
        );
      },
    ],
    [
      `pack_${name}`,
      'S0 with S1 as the element whose number is S2',
      ({ D, S0, S1, S2 }) => {
        const index = ops.and(S2.u32, u32(count - 1));
        const value = bits === 64 ? S1.u64 : ops.zext64(S1.u32);
        return writeElements(
          type,
          D,
          own(S0).map((each, n) => select(ops.eq(index, u32(n)), value, each)),
        );
      },
    ],
    [
      `unpack_${name}`,
      'the element of S0 whose number is S1',
      ({ D, S0, S1 }) => {
        const index = ops.and(S1.u32, u32(count - 1));
        const chosen = own(S0).reduce((others, each, n) => select(ops.eq(index, u32(n)), each, others));
        return [bits === 64 ? D.set(chosen) : D.set(ops.lo(chosen))];
      },
    ],
  ];
  if (bits * count === 128) return rows;
  const selectBits = Math.log2(count);
  const shuffled = ({ D, S0, S1, S2 }: AluOperands): readonly Stmt[] => {
    const [a, b] = [own(S0), own(S1)];
    const choose = (n: number): Element => {
      const index = ops.and(ops.shrU(S2.u32, u32(n * selectBits)), u32(count - 1));
      return (n < half ? a : b).reduce((others, each, m) => select(ops.eq(index, u32(m)), each, others));
    };
    return writeElements(
      type,
      D,
      Array.from({ length: count }, (_, n) => choose(n)),
    );
  };
  return [
    ...rows,
    [`shuffle_${name}`, 'low elements chosen from S0, high ones from S1, as S2 says', shuffled],
    [`unpacklo_${name}`, 'low elements of S0 and S1 in turn', mix(0)],
    [`unpackhi_${name}`, 'high elements of S0 and S1 in turn', mix(half)],
  ];
}

const BY_INTEGERS: Readonly<Record<string, (signed: boolean, a: Element, b: Element) => Ex<'b1'>>> = {
  eq: (_signed, a, b) => ops.eq64(a, b),
  ne: (_signed, a, b) => ops.ne64(a, b),
  lt: (signed, a, b) => W64.less(signed, a, b),
  le: (signed, a, b) => ops.notB(W64.less(signed, b, a)),
  gt: (signed, a, b) => W64.less(signed, b, a),
  ge: (signed, a, b) => ops.notB(W64.less(signed, a, b)),
};

/** An element as an operand, for what reads operands. */
function asSource(type: PackedType, element: Element): Source {
  const float = floatOf(type);
  const word = ops.lo(element);
  const source = { u32: word, f32: ops.asF32(word), u64: element, f64: ops.asF64(element) };
  if (float === F16 || float === F32 || type.bits === 64) return source as Source;
  throw new TypeError(`${type.name} has no such elements`);
}

/** Results are all ones or 0, in elements of the same size. */
function comparisons(type: PackedType, ftz: boolean): AluRow[] {
  const orders: Readonly<Record<string, (a: Element, b: Element) => Ex<'b1'>>> =
    type.kind === 'f'
      ? Object.fromEntries(
          Object.entries(ORDERS).map(([name, order]) => {
            const number = (x: Element) => comparedNumber(floatOf(type), ftz, asSource(type, x));
            return [name, (a: Element, b: Element) => order(number(a), number(b))];
          }),
        )
      : Object.fromEntries(
          Object.entries(BY_INTEGERS).map(([name, order]) => [
            name,
            (a: Element, b: Element) => order(type.kind === 's', a, b),
          ]),
        );
  return Object.entries(orders).map(([name, order]) => [
    `cmp_${name}${ftz ? '_ftz' : ''}_pp_u${type.bits}x${type.count}_${type.name}`,
    'elements compared',
    ({ D, S0, S1 }) => {
      const [a, b] = [elementsOf(type, S0), elementsOf(type, S1)];
      const results = a.map((each, n) => select(order(each, b[n]!), u64(-1n), u64(0n)));
      return writeElements(type, D, results);
    },
  ]);
}

export const PACKED_MOVES: readonly AluRow[] = [
  ...PACKED_TYPES.flatMap(rearrangements),
  ...PACKED_TYPES.flatMap((type) => comparisons(type, false)),
  ...PACKED_FLOATS.flatMap((type) => comparisons(type, true)),
];
