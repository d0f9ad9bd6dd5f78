// Bytes put together from those of two registers. Source: "AMD Vega ISA", V_PERM_B32.

import { type Ex, ops, select, u32 } from '../language/expr.js';

const { and, eq, leU, ltU, ne, or, shl, shrS, shrU } = ops;

const isSet = (value: Ex<'u32'>, bit: number): Ex<'b1'> => ne(and(value, u32(bit)), u32(0));

/** A byte of {a, b}, b in the lower half. */
const byteOf = (a: Ex<'u32'>, b: Ex<'u32'>, index: Ex<'u32'>): Ex<'u32'> =>
  and(shrU(select(isSet(index, 4), a, b), shl(and(index, u32(3)), u32(3))), u32(0xff));

/** The sign, eight times, of byte 1, 3, 5 or 7 of {a, b}: of one half of a word. */
const signOf = (a: Ex<'u32'>, b: Ex<'u32'>, index: Ex<'u32'>): Ex<'u32'> => {
  const word = select(isSet(index, 2), a, b);
  return and(shrS(select(isSet(index, 1), word, shl(word, u32(16))), u32(31)), u32(0xff));
};

/** By a select: below 8 a byte, below 12 a sign, 12 is zero and what is greater 255. */
function selected(a: Ex<'u32'>, b: Ex<'u32'>, index: Ex<'u32'>): Ex<'u32'> {
  const constant = select(eq(index, u32(12)), u32(0), u32(0xff));
  return select(ltU(index, u32(8)), byteOf(a, b, index), select(leU(index, u32(11)), signOf(a, b, index), constant));
}

/** The word whose bytes the bytes of `selects` choose from those of {a, b}. */
export const selectBytes = (a: Ex<'u32'>, b: Ex<'u32'>, selects: Ex<'u32'>): Ex<'u32'> =>
  [0, 8, 16, 24]
    .map((low) => shl(selected(a, b, and(shrU(selects, u32(low)), u32(0xff))), u32(low)))
    .reduce((all, byte) => or(all, byte));
