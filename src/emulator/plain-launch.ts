// The launch of code that requests little: tests and measurements say only what is particular to theirs.

import type { LaunchDescriptor } from './launch.js';

/** Fields without a default; execution begins at the beginning of the code. */
export type PlainLaunch = Partial<LaunchDescriptor> & Pick<LaunchDescriptor, 'codeAddress' | 'codeBytes'>;

/**
 * One wavefront of Southern Islands, with all registers that there are, modes as LLVM sets them, and the first local
 * and group ids.
 */
export const plainLaunch = (parameters: PlainLaunch): LaunchDescriptor => ({
  kernel: 'kernel',
  isa: 'southern-islands',
  entry: parameters.codeAddress,
  userSgprs: new Uint32Array(0),
  vgprs: 256,
  sgprs: 104,
  ldsBytes: 0,
  scratchBytesPerLane: 0,
  floatMode: 0xc0,
  ieee: true,
  dx10Clamp: true,
  groupIdX: true,
  groupIdY: false,
  groupIdZ: false,
  groupSize: false,
  scratchOffset: false,
  localIds: 0,
  globalSize: [64, 1, 1],
  localSize: [64, 1, 1],
  ...parameters,
});
