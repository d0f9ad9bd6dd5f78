// AMD Catalyst's kernel convention (genuine images of CAL 1.4), once: constant buffers 0, 1 and 2.
// Source: genuine images, Multi2Sim's loader, CLRX's AmdAbi documentation.
//
// The kernel names its resources in user elements (USER_DATA_CLASS of prog-info.ts): each one fills a window of scalar
// registers with a descriptor (IMM_*) or the address of a table of descriptors (PTR_*). s[0:1] are never described.
// After the user registers (RSRC2.USER_SGPR of them) come the work-group ids, as in every compute shader.
//
// Constant buffer 0 is the ABI data below. Constant buffer 1 holds the arguments, each at its own offset, aligned to
// 16 bytes. Constant buffer 2, when the image has globalData, holds the program's constants.
//
// In constant buffer 1: a value is itself (elements narrower than 4 bytes widened to 4); a global pointer is an offset
// that the kernel adds to the base of its UAV; a local pointer is an offset in LDS; an image takes 8 words: width,
// height, depth, channel data type, 0, 0, 0, channel order; a sampler argument's value is its bits
// (CATALYST_SAMPLER_BITS of convention.ts).

/** Offsets in constant buffer 0, in bytes; u32 each unless said. */
export const CONSTANT_BUFFER_0 = {
  globalSize: 0,
  workDim: 12,
  localSize: 16,
  numGroups: 32,
  privateRing: 48,
  localRing: 64,
  /** f32[4] = 0.0, 0.5, 1.0, 2.0 */
  floatConstants: 80,
  globalOffset: 96,
  /** Product of the global offsets of the dimensions in use. */
  flatGlobalOffset: 108,
  /** Number of the first work-group: 0, since a launch is never one part of a larger one. */
  groupOffset: 112,
  globalConstantOffset: 128,
  /** Drivers from 1384 on: the global offset again. */
  secondGlobalOffset: 144,
  size: 160,
} as const;

/**
 * Constant buffers are arrays of vectors of this many bytes: kernels read them with the number of a vector as record
 * and the byte in the vector as offset, so this is the stride of their descriptors. Arguments start at multiples of it.
 */
export const CONSTANT_VECTOR_SIZE = 16;
export const ARGUMENT_ALIGNMENT = CONSTANT_VECTOR_SIZE;

/** Bytes of an image argument in constant buffer 1. */
export const IMAGE_ARGUMENT_SIZE = 32;

/**
 * The entry of the internal global table (4 dwords each) that describes scratch. After the user registers and
 * work-group ids, a register gives the wavefront's offset (RSRC2.SCRATCH_EN). Source: CLRX's AmdAbi documentation.
 */
export const INTERNAL_SCRATCH_ENTRY = 1;

/**
 * The UAV of private memory (`;privateid:8`). Genuine kernels declare it; none is known that reads or writes it, since
 * their private arrays live in registers and scratch.
 */
export const PRIVATE_UAV = 8;

/** The first UAV id of global pointers; the ids below it are images and internal buffers. */
export const FIRST_POINTER_UAV = 10;
