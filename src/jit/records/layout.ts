// Layout of the records of a compute unit: words, and blocks of lanes behind them. The reader is reader.ts.

import { RECORDS_OFFSET, RECORDS_SIZE, SPARE_OFFSET, VGPR_WORDS } from '../../emulator/state.js';

/**
 * Byte offsets from the counts of a compute unit: of the address where the next item goes, of the first one, and of the
 * end.
 */
export const CURSOR = RECORDS_OFFSET - SPARE_OFFSET;
export const FIRST = CURSOR + 64;
/** A word stays free behind the last item, for a mark of the end. */
export const END = CURSOR + RECORDS_SIZE - 4;
export const CAPACITY = END - FIRST;

/**
 * The lowest bits of an item's first word, TAG_MASK. What follows in it: for accesses CONTINUES and the number of the
 * instruction, else 0.
 */
export const ITEM = {
  /** Execution continued: a word with the address. */
  went: 1,
  /** EXEC became: two words. */
  exec: 2,
  /**
   * Lanes access places: a word with the bytes of each and the kind of the access (KINDS), a bit for each lane in four
   * words, 4 in each byte, the low words of addresses.
   */
  lanes: 3,
  /**
   * All lanes access places at even distances: words with the bytes and the kind, the low word of the first address,
   * the distance.
   */
  linear: 4,
  /** A scalar access: words with bytes and kind, the low word of the address, whether it is made. */
  scalar: 5,
  /** Nothing is accessed. */
  none: 6,
  /**
   * A stretch begins with fewer lanes than all: a word with their number and the length of the stretch. Its number is
   * that of its first instruction.
   */
  fewer: 7,
  /**
   * Instructions of a run access places of LDS at constant distances from one base: words with how far its table is,
   * the number of the group, the limit in M0; a bit for each lane as above, the bases of all lanes.
   */
  group: 8,
  /** The places of a group, each with the number of its instruction: they never change. */
  table: 9,
} as const;
export const TAG_MASK = 15;
/**
 * One more place of the same execution of an instruction: without it the next one of a loop with a single access would
 * look the same.
 */
export const CONTINUES = 16;
export const NUMBER_AT = 5;
export const KIND_AT = 16;
export const MAX_BYTES = 2 ** KIND_AT - 1;
/** Beside bytes and kind: the places are in LDS. */
export const IN_LDS_AT = 20;
export const headOf = (item: number, number: number, continues = false): number =>
  item | (continues ? CONTINUES : 0) | (number << NUMBER_AT);

/** Bytes of items. */
export const WENT_BYTES = 8;
export const EXEC_BYTES = 12;
export const LANES_HEAD = 8;
export const MASK_BYTES = VGPR_WORDS / 4;
export const LANES_BYTES = LANES_HEAD + MASK_BYTES + 4 * VGPR_WORDS;
export const LINEAR_BYTES = 16;
export const SCALAR_BYTES = 16;
export const NONE_BYTES = 4;
export const FEWER_BYTES = 8;
export const GROUP_HEAD = 16;
export const GROUP_BYTES = GROUP_HEAD + MASK_BYTES + 4 * VGPR_WORDS;
/** Byte offsets in groups. */
export const GROUP = { table: 4, id: 8, limit: 12 } as const;
/**
 * In the number of a group: the bits that two of its bases have in common where its accesses fall on the banks alike.
 */
export const ALIKE_BITS = 3;
export const ALIKE_MASK = 2 ** ALIKE_BITS - 1;
/** Limit of a group without a limit. */
export const NO_LIMIT = 0xffff_ffff;
/** Bytes of the item, and how many places follow. */
export const TABLE = { bytes: 4, places: 8 } as const;
export const TABLE_HEAD = 16;
/** The number of an instruction with CONTINUES, and PLACE with the offset from the base. */
export const PLACE_WORDS = 2;
/**
 * Places of bits in the second word of a place: its offset, log2 of its bytes, the kind of the access, what LdsPlace
 * says.
 */
export const PLACE = { offset: 0, log2Bytes: 20, kind: 22, aligned: 24, carries: 25, limited: 26 } as const;
export const OFFSET_MASK = 2 ** PLACE.log2Bytes - 1;
/** The most bytes that one place of an instruction takes, alone in its group. */
export const MAX_PLACE_BYTES = GROUP_BYTES + TABLE_HEAD + 16;
/** The length of a stretch, in words of code, beside its lanes. */
export const STRETCH_AT = 8;
