// COMPUTE_PGM_RSRC1 and 2 of kernels by chip. Source: LLVM's AMDGPU usage guide.

import type { InitialRegisters } from '../../launch/code.js';
import type { KernelDescriptor } from '../descriptor.js';

const field = (word: number, first: number, bits: number): number => (word >>> first) & ((1 << bits) - 1);
const bit = (word: number, n: number): boolean => field(word, n, 1) !== 0;

/** The number before the last two digits of `gfx900`. */
export const generation = (processor: string): number => Number(processor.slice(3, -2));

const VGPR_GRANULE = 4;
/** From gfx9 on scalar registers come in sixteens, and the field counts eights. */
const sgprs = (granules: number, major: number): number =>
  major >= 9 ? ((granules >> 1) + 1) * 16 : (granules + 1) * 8;

/** Initial registers of a kernel's wavefronts. */
export const initialRegisters = ({ rsrc1, rsrc2 }: KernelDescriptor, processor: string): InitialRegisters => ({
  vgprs: (field(rsrc1, 0, 6) + 1) * VGPR_GRANULE,
  sgprs: sgprs(field(rsrc1, 6, 4), generation(processor)),
  floatMode: field(rsrc1, 12, 8),
  dx10Clamp: bit(rsrc1, 21),
  ieee: bit(rsrc1, 23),
  scratchOffset: bit(rsrc2, 0),
  userSgprs: field(rsrc2, 1, 5),
  groupIdX: bit(rsrc2, 7),
  groupIdY: bit(rsrc2, 8),
  groupIdZ: bit(rsrc2, 9),
  groupSize: bit(rsrc2, 10),
  localIds: Math.min(field(rsrc2, 11, 2), 2) as 0 | 1 | 2,
});
