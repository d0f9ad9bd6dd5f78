// Properties of a launch that depend on the width of its wavefronts: their number in a work-group, and their private
// memory. Apart from launch.ts, since the instruction set defines the width, which a program's main thread does not
// load.

import { SCRATCH_BASE, SCRATCH_PER_WAVEFRONT } from '../abi/memory-map.js';
import { AtollError } from '../util/errors.js';
import { MAX_GROUPS } from './cursor.js';
import { groupTotal, type LaunchDescriptor, volume } from './launch.js';
import {
  LARGE_SCRATCH,
  LARGE_SCRATCH_SIZE,
  LDS_SIZE,
  MAX_WORKERS,
  SCRATCH_PER_UNIT,
  WAVEFRONTS_PER_UNIT,
} from './state.js';
import { launchLayout } from './state-layout.js';

type GroupShape = Pick<LaunchDescriptor, 'localSize'>;
/** @param group whose size is not that of the launch, if there is one */
export const wavefrontsPerGroup = (launch: GroupShape & { readonly isa: string }, group: GroupShape = launch): number =>
  Math.ceil(volume(group.localSize) / launchLayout(launch).lanes);

/** Byte offset, in the window of scratch, of that of a slot of a compute unit. */
export const scratchOffsetOf = (launch: LaunchDescriptor, unit: number, slot: number): number =>
  (needsLargeScratch(launch)
    ? LARGE_SCRATCH + largePlaceOf(unit) * scratchBytesPerGroup(launch)
    : unit * SCRATCH_PER_UNIT) +
  slot * scratchBytesPerWavefront(launch);

/**
 * An executor beside others has the place of its number; launches on the units behind those never run beside another
 * one with large scratch.
 */
const largePlaceOf = (unit: number): number => (unit < MAX_WORKERS ? unit : 0);

/** Address of its scratch memory. */
export const scratchAddressOf = (launch: LaunchDescriptor, unit: number, slot: number): number =>
  SCRATCH_BASE + scratchOffsetOf(launch, unit, slot);

/** Bytes of scratch of one wavefront, in the hardware's unit of 1 KiB. */
export const scratchBytesPerWavefront = (launch: LaunchDescriptor): number =>
  Math.ceil((launch.scratchBytesPerLane * launchLayout(launch).lanes) / 1024) * 1024;

const scratchBytesPerGroup = (launch: LaunchDescriptor): number =>
  scratchBytesPerWavefront(launch) * wavefrontsPerGroup(launch);

/** True if its work-groups need more scratch than a compute unit has: then no other such launch runs beside it. */
export const needsLargeScratch = (launch: LaunchDescriptor): boolean => scratchBytesPerGroup(launch) > SCRATCH_PER_UNIT;

/** Number of workers that have scratch for a work-group of it: those with the lowest numbers. */
export const scratchPlaces = (launch: LaunchDescriptor): number =>
  needsLargeScratch(launch) ? Math.floor(LARGE_SCRATCH_SIZE / scratchBytesPerGroup(launch)) : MAX_WORKERS;

/**
 * Checks a launch that comes from outside.
 *
 * @throws AtollError LIMIT or BAD_INPUT, naming the field
 */
export function checkLaunch(launch: LaunchDescriptor): void {
  const refuse = (text: string): never => {
    throw new AtollError('LIMIT', `kernel ${launch.kernel}: ${text}`);
  };
  for (let d = 0; d < 3; d++) {
    const [local, global] = [launch.localSize[d]!, launch.globalSize[d]!];
    if (!Number.isInteger(local) || local < 1) refuse(`local size ${local} in dimension ${d}`);
    if (!Number.isInteger(global) || global < 1) refuse(`global size ${global} in dimension ${d}`);
  }
  const { lanes, vectorRegisters } = launchLayout(launch);
  const items = volume(launch.localSize);
  if (items > WAVEFRONTS_PER_UNIT * lanes) refuse(`${items} work-items in a work-group`);
  if (groupTotal(launch) > MAX_GROUPS) refuse(`${groupTotal(launch)} work-groups, the limit is ${MAX_GROUPS}`);
  if (launch.ldsBytes > LDS_SIZE) refuse(`${launch.ldsBytes} bytes of LDS, the limit is ${LDS_SIZE}`);
  if (launch.vgprs < 1 || launch.vgprs > vectorRegisters) refuse(`${launch.vgprs} VGPRs`);
  if (launch.userSgprs.length > 16) refuse(`${launch.userSgprs.length} user SGPRs, the limit is 16`);
  if (scratchBytesPerWavefront(launch) > SCRATCH_PER_WAVEFRONT)
    refuse(
      `${launch.scratchBytesPerLane} bytes of private memory for each work-item, the limit is ${SCRATCH_PER_WAVEFRONT / lanes}`,
    );
}
