// Multimedia operations (PRM 5.15).

import { type Ex, ops, type Source, select, u32 } from '../../language/expr.js';
import type { AluRow } from '../family.js';
import { narrowed } from './conversions.js';
import { W32 } from './integers.js';

const bytes = (source: Source): readonly Ex<'u32'>[] =>
  [0, 8, 16, 24].map((bit) => narrowed({ bits: 8, signed: false }, ops.shrU(source.u32, u32(bit))));
const packedBytes = (values: readonly Ex<'u32'>[]): Ex<'u32'> =>
  values.map((value, n) => ops.shl(ops.and(value, u32(0xff)), u32(8 * n))).reduce(ops.or);
const distance = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => select(ops.ltU(a, b), W32.sub(b, a), W32.sub(a, b));
const differences = (a: readonly Ex<'u32'>[], b: readonly Ex<'u32'>[]): Ex<'u32'> =>
  a.map((each, n) => distance(each, b[n]!)).reduce(ops.add);
const shorts = (source: Source): readonly Ex<'u32'>[] => [
  ops.and(source.u32, u32(0xffff)),
  ops.shrU(source.u32, u32(16)),
];

/** A number to the nearest integer of a byte, limited; NaN gives 0. */
const byteOf = (source: Source): Ex<'u32'> => {
  const integer = ops.uFromF32(ops.frint(source.f32));
  return select(ops.ltU(u32(255), integer), u32(255), integer);
};

export const MULTIMEDIA: readonly AluRow[] = [
  [
    'packcvt_u8x4_f32',
    'D = S0 to S3 as bytes, rounded and limited',
    ({ D, S0, S1, S2, S3 }) => [D.set(packedBytes([S0, S1, S2, S3].map(byteOf)))],
  ],
  [
    'unpackcvt_f32_u8x4',
    'D = byte S1 of S0 as a number',
    ({ D, S0, S1 }) => [
      D.set(ops.f32FromU(ops.and(ops.shrU(S0.u32, ops.shl(ops.and(S1.u32, u32(3)), u32(3))), u32(0xff)))),
    ],
  ],
  [
    'lerp_u8x4',
    'bytes of (S0 + S1 + lowest bit of S2) / 2',
    ({ D, S0, S1, S2 }) => {
      const [a, b, c] = [bytes(S0), bytes(S1), bytes(S2)];
      return [
        D.set(packedBytes(a.map((x, n) => ops.shrU(ops.add(ops.add(x, b[n]!), ops.and(c[n]!, u32(1))), u32(1))))),
      ];
    },
  ],
  ['sad_u32_u32', 'D = |S0 - S1| + S2', ({ D, S0, S1, S2 }) => [D.set(ops.add(distance(S0.u32, S1.u32), S2.u32))]],
  [
    'sad_u32_u16x2',
    'D = sum of |S0 - S1| of elements + S2',
    ({ D, S0, S1, S2 }) => [D.set(ops.add(differences(shorts(S0), shorts(S1)), S2.u32))],
  ],
  [
    'sad_u32_u8x4',
    'D = sum of |S0 - S1| of elements + S2',
    ({ D, S0, S1, S2 }) => [D.set(ops.add(differences(bytes(S0), bytes(S1)), S2.u32))],
  ],
  [
    'sadhi_u16x2_u8x4',
    'D = S2 with the sum of |S0 - S1| of elements added to its high half',
    ({ D, S0, S1, S2 }) => [D.set(ops.add(ops.shl(differences(bytes(S0), bytes(S1)), u32(16)), S2.u32))],
  ],
];
