// Registers of a wavefront at the begin of a kernel in HSAIL. The number of vector registers is the kernel's.

import { USER_SCALARS } from '../../isa/hsail/registers.js';
import type { InitialRegisters } from '../../launch/code.js';

/** Rounding to nearest, subnormal numbers kept: instructions say what differs. */
const FLOAT_MODE = 0xf0;

export const HSAIL_REGISTERS: Omit<InitialRegisters, 'vgprs'> = {
  sgprs: 104,
  floatMode: FLOAT_MODE,
  ieee: false,
  dx10Clamp: false,
  groupIdX: true,
  groupIdY: true,
  groupIdZ: true,
  groupSize: false,
  scratchOffset: true,
  localIds: 2,
  userSgprs: USER_SCALARS + 1,
};
