// Classes of instructions that the timing model distinguishes.

/** Unit that issues an instruction, or its request to the sequencer. 0: not decoded. */
export const UNIT = {
  valu: 1,
  salu: 2,
  scalar: 3,
  vector: 4,
  lds: 5,
  branch: 6,
  other: 7,
  wait: 8,
  barrier: 9,
  end: 10,
} as const;

/**
 * Properties of an instruction. The conditions that branches test are three bits, those that are changed three more.
 * `auxiliary`: it takes no time. `long`: 8 bytes, which may be delayed.
 */
export const FLAG = {
  exec: 1,
  delaysScalar: 2,
  comparesData: 4,
  reads: 8,
  changes: 64,
  conditions: 7,
  auxiliary: 512,
  long: 1024,
} as const;

/** Ranges of vector registers of an instruction that a scoreboard compares: one of results, the others of operands. */
export const RANGE_COUNT = 6;
