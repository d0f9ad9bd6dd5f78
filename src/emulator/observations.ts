// Observations of probes that counts do not include: addresses and values, as plain data that crosses threads.
// src/statistics evaluates them, as it does counts.

/** Of each instruction that accessed memory, by the word where it begins. */
export const ACCESS_FIELDS = [
  'word',
  /**
   * Executions in which it accessed GPU memory for lanes, their lanes, and the distinct lines of 64 bytes that each of
   * them touched.
   */
  'accesses',
  'lanes',
  'lines',
  /** Executions in which it accessed LDS; cycles of its banks for them, and what these would be without conflicts. */
  'ldsAccesses',
  'ldsCycles',
  'ldsIdealCycles',
] as const;
/**
 * Of each instruction with VGPRs, by the word where it begins: lanes read and written, and distinct values among those
 * of a register.
 */
export const VALUE_FIELDS = ['word', 'readLanes', 'readValues', 'writtenLanes', 'writtenValues'] as const;

/** Rows of as many numbers as there are fields, one after the other. */
export type ObservedRows = Float64Array;
export const PAGE_FIELDS = 3;

/**
 * Of each instruction that accessed LDS: how many of its executions took so many cycles of the banks beyond those
 * without conflicts.
 */
export const CONFLICT_FIELDS = ['word', 'cycles', 'times'] as const;
/**
 * Of code that ran with fewer lanes than all: how often from one word up to another one, with how many lanes. Stretches
 * may overlap.
 */
export const LANE_FIELDS = ['word', 'end', 'lanes', 'times'] as const;

/** Accessed addresses, and the active lanes of code. */
export interface AddressObservations {
  /** Rows of ACCESS_FIELDS. */
  readonly instructions: ObservedRows;
  /** Rows of CONFLICT_FIELDS. */
  readonly conflicts: ObservedRows;
  /** Rows of LANE_FIELDS. */
  readonly lanes: ObservedRows;
  /** Pages of 4 KiB of GPU memory that were touched: number, and a bit for each of its 64 lines in two words. */
  readonly pages: Uint32Array;
}

/**
 * Of each bin of a buffer: lines of 64 bytes that were read and written, and how often a wavefront's instruction
 * accessed a line of it. Atomics read and write.
 */
export const BIN_FIELDS = ['readLines', 'writtenLines', 'reads', 'writes'] as const;

/** Accesses of a launch to the buffer of an argument. */
export interface BufferMap {
  /** Number and name of the argument. */
  readonly argument: number;
  readonly name: string;
  /** From where the argument points to the end of its buffer. */
  readonly bytes: number;
  /** Of each bin, the last one but for its end. */
  readonly binBytes: number;
  /** Rows of BIN_FIELDS. */
  readonly bins: Float64Array;
}

/** Values of registers, in some work-groups. */
export interface ValueObservations {
  /** Work-groups that were looked at. */
  readonly groups: number;
  /** Rows of VALUE_FIELDS. */
  readonly instructions: ObservedRows;
  /** Pairs of a distance between uses of a VGPR and how often there was one. */
  readonly reuse: Float64Array;
}

/** Time of a launch on a simulated chip. */
export interface SimulatedTime {
  /** Of its clock. */
  readonly cycles: number;
  readonly nanoseconds: number;
  /** The whole result: plain data of src/timing. */
  readonly result: unknown;
}

/** Absent: not observed. */
export interface Observations {
  readonly time?: SimulatedTime;
  readonly addresses?: AddressObservations;
  readonly values?: ValueObservations;
  /** By buffer; only of the first launches. */
  readonly buffers?: readonly BufferMap[];
}
