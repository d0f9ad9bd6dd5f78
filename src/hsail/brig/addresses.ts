// Sizes of addresses by segment and machine model.

import { SEGMENTS } from './enums.js';

const NARROW: readonly number[] = [SEGMENTS.group, SEGMENTS.private, SEGMENTS.spill, SEGMENTS.arg];

/** Addresses of some segments have 32 bits in both machine models. */
export const addressBits = (segment: number | undefined, isLarge: boolean): number =>
  isLarge && !NARROW.includes(segment ?? SEGMENTS.none) ? 64 : 32;
