// Bit fields of COMPUTE_PGM_RSRC2. Source: AMD's compute register reference; the same for LLVM's and Catalyst's
// kernels.

import type { InitialRegisters } from '../../launch/code.js';
import type { CalKernel } from '../image.js';

const bit = (word: number, n: number): boolean => ((word >>> n) & 1) !== 0;

/** Initial registers of a kernel's wavefronts, from its image. */
export const initialRegisters = ({
  rsrc2: word,
  vgprs,
  sgprs,
  floatMode,
  ieeeMode,
}: Pick<CalKernel, 'rsrc2' | 'vgprs' | 'sgprs' | 'floatMode' | 'ieeeMode'>): InitialRegisters => ({
  vgprs,
  sgprs,
  floatMode,
  ieee: ieeeMode,
  dx10Clamp: true,
  scratchOffset: bit(word, 0),
  userSgprs: (word >>> 1) & 0x1f,
  groupIdX: bit(word, 7),
  groupIdY: bit(word, 8),
  groupIdZ: bit(word, 9),
  groupSize: bit(word, 10),
  localIds: Math.min((word >>> 11) & 3, 2) as 0 | 1 | 2,
});
