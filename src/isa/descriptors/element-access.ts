// The arguments of the helpers for typed buffer accesses (helpers.ts), which every family's instructions give in this
// order. Formats and selects have the codes of the views (views.ts).

/** Positions in a format helper's `reads`. `lds` and `ldsAddress` exist in loads only. */
export const FORMAT_ARGUMENT = {
  addressLow: 0,
  addressHigh: 1,
  inRange: 2,
  dataFormat: 3,
  numFormat: 4,
  selects: 5,
  components: 6,
  lds: 7,
  ldsAddress: 8,
} as const;

/** Positions of components of 16 bits: two in a register, each in the low half of one, one in the high half. */
export const HALVES = { packed: 0, apart: 1, high: 2 } as const;
/** Registers of `count` components. @param layout one of HALVES */
export const registersOf = (layout: number, count: number): number =>
  layout === HALVES.packed ? Math.ceil(count / 2) : count;
/** Position among the `reads` of those that have them. */
export const HALVES_ARGUMENT = 7;
