// Sums of accesses: patterns of instructions, and a bit for each line of memory. One for each address space.

import { ENGINE_BASE } from '../../abi/memory-map.js';
import { LINE_BITS } from '../../emulator/execution-sink.js';
import { MAX_UNITS, PAGE_TABLE, UNIT_STRIDE, VGPR_WORDS } from '../../emulator/state.js';
import { MASK_BYTES } from './layout.js';

const BASE = ENGINE_BASE + MAX_UNITS * UNIT_STRIDE;

/** For each four bits the lanes of a chunk whose bit is set. */
export const LANE_MASKS = BASE;
export const LANE_MASK_BYTES = 16;

/** A byte for each part of the bits of lines in which one may be set. */
export const DIRTY = BASE + 4096;
const LINES = 2 ** (32 - LINE_BITS);
/** Lines of a part, as a power of two. */
export const PART_BITS = 15;
export const PARTS = LINES >>> PART_BITS;
/** A bit for each line that was touched. */
export const TOUCHED = DIRTY + PARTS;
const TOUCHED_BYTES = LINES / 8;

/**
 * Access pattern of an instruction: the addresses of its lanes relative to the first one. A repetition at another
 * address has as many lines, and its words in as many banks, as long as the first address has the same offset in its
 * line, or word.
 */
export const SLOTS = TOUCHED + TOUCHED_BYTES;
export const SLOT_COUNT_BITS = 9;
export const SLOT_COUNT = 2 ** SLOT_COUNT_BITS;
/** Lines that a pattern may have. */
export const MAX_LINES = 128;
const REL_BYTES = 4 * VGPR_WORDS;
export const PLACE_BYTES = MASK_BYTES + REL_BYTES;
const PLACES_AT = 48;
/** Byte offsets. */
export const SLOT = {
  /** First words of the items, 0 where there is none. */
  head: 0,
  head2: 4,
  /** Second words; of a group its number. */
  bytes: 8,
  bytes2: 12,
  /** The first address, as far as it matters. */
  key: 16,
  /** Distances, of items that are linear; and how far the second one is from the first. */
  step: 20,
  step2: 24,
  apart: 28,
  /** Of a group in place of those: from where to where its lanes reach, from the first one's base on. */
  low: 20,
  reach: 24,
  /** Number of occurrences of this pattern since the last reading. */
  hits: 32,
  lineCount: 36,
  /** Masks, and addresses from the first one on. */
  place: PLACES_AT,
  place2: PLACES_AT + PLACE_BYTES,
  /** Lines from that of the first address on. */
  lines: PLACES_AT + 2 * PLACE_BYTES,
} as const;
export const SLOT_BYTES = SLOT.lines + 4 * MAX_LINES;
if (SLOTS + SLOT_COUNT * SLOT_BYTES > PAGE_TABLE) throw new RangeError('the engine region is too small');
