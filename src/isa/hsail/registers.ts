// Registers of a wavefront that HSAIL does not name: values of the launch, and the reconvergence stack.

import { VGPR_COUNT } from '../common/operands.js';

/** The name of the instruction set. */
export const HSAIL = 'hsail';

/** Scalar registers by number. The first 15 are those that the convention fills (src/hsail/load/convention.ts). */
export const SCALAR = {
  /** Pairs: addresses of the arguments, of the dispatch packet and of its queue; the packet's number. */
  kernarg: 0,
  packet: 2,
  queue: 4,
  dispatchId: 6,
  /** Three each. */
  gridSize: 8,
  groupSize: 11,
  dimensions: 14,
  /** Three. */
  groupId: 16,
  /** Byte offset of the wavefront's private memory. */
  privateOffset: 19,
  /** Open points of reconvergence, and sides of branches that wait. */
  depth: 20,
  sides: 21,
  /** Number of the innermost open point; 0 where there is none. */
  point: 22,
  /** Number of the side that was looked up last; 0 where there is none. */
  pending: 23,
  /** Four groups of four for literals. */
  literals: 24,
  /** A pair each: the mask of a condition, and a second one. */
  mask: 40,
  /** Of functions that call themselves: where their saved values end. */
  stackPointer: 44,
} as const;

export const USER_SCALARS = 15;

/** Vector registers of a wavefront. */
export const VECTOR_COUNT = VGPR_COUNT;

/** Vector registers by number: those of the work-item, then those of the kernel. */
export const VECTOR = {
  /** Three: the work-item's id in its work-group. */
  itemId: 0,
  /** For operands that have to be put together. */
  temporaries: 3,
  /** The call of a function that calls itself: what it continues with, a value in each lane. */
  call: 23,
  /**
   * The reconvergence stack, six registers: an entry is a lane. The lanes of a point part, so that a point within has
   * fewer, and sides that wait share no lane: at most 63 points and 63 sides at any depth of branches.
   */
  stack: 24,
  /** From here to the end $c, $s, $d and $q of the kernel. */
  first: 30,
} as const;

export const STACK_REGISTERS = 6;
/** Numbers of points and sides fit in so many bits of an instruction. */
export const LABEL_BITS = 18;
