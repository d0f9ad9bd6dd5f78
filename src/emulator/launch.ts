// One kernel launch as the hardware sees it: code, registers, sizes. What made it (OpenCL, a test) does not matter here.

import { AtollError } from '../util/errors.js';
import { LANES, LDS_GRANULE, LDS_SIZE, MODE_BITS, SCRATCH_PER_UNIT, VGPR_COUNT, WAVEFRONTS_PER_UNIT } from './state.js';

export type Size3 = readonly [x: number, y: number, z: number];

/** In which order work-groups start: results that depend on it depend on what OpenCL leaves open. */
export type GroupOrder = 'ascending' | 'descending';

/** Everything that the dispatcher needs. Field names follow COMPUTE_PGM_RSRC1/2 where they come from there. */
export interface LaunchDescriptor {
  /** Name for messages. */
  readonly kernel: string;
  /** Name of the instruction set that the code is in (src/isa/isas.ts). */
  readonly isa: string;
  /** Byte address and size of the image's code; branches must stay inside. */
  readonly codeAddress: number;
  readonly codeBytes: number;
  /**
   * The words of the code, on memory that goes with this launch: whoever has it may read them when the program, and its code in GPU
   * memory, have gone. Absent: they are read from GPU memory when the launch is prepared.
   */
  readonly code?: Uint32Array | undefined;
  /** Byte address of the first instruction. */
  readonly entry: number;
  /** Values of s0, s1, ... */
  readonly userSgprs: Uint32Array;
  /** Allocated registers: naming one beyond is a fault. */
  readonly vgprs: number;
  readonly sgprs: number;
  /** Bytes of LDS that a work-group asks for (static and dynamic); `allocatedLds` is what it gets. */
  readonly ldsBytes: number;
  /** Bytes of private memory of a work-item; 0 without scratch. */
  readonly scratchBytesPerLane: number;
  /** FLOAT_MODE: bits 0-7 of MODE. */
  readonly floatMode: number;
  readonly ieee: boolean;
  readonly dx10Clamp: boolean;
  /** Which work-group ids follow the user SGPRs. */
  readonly groupIdX: boolean;
  readonly groupIdY: boolean;
  readonly groupIdZ: boolean;
  /** TG_SIZE_EN: a word with the number of wavefronts follows the ids. */
  readonly groupSize: boolean;
  /** SCRATCH_EN: the byte offset of the wavefront's scratch follows. */
  readonly scratchOffset: boolean;
  /** TIDIG_COMP_CNT: 0 gives v0 = local id x, 1 also v1 = y, 2 also v2 = z. */
  readonly localIds: 0 | 1 | 2;
  /**
   * Work-items in all and in a work-group. In the last dimension with more than one work-item the global size need not be a
   * multiple of the local size: the last work-groups have what is left. Only for kernels that cannot tell.
   */
  readonly globalSize: Size3;
  readonly localSize: Size3;
  readonly order?: GroupOrder;
}

const volume = (size: Size3): number => size[0] * size[1] * size[2];

/** Work-groups by dimension. */
export const groupCounts = (launch: LaunchDescriptor): Size3 => [
  Math.ceil(launch.globalSize[0] / launch.localSize[0]),
  Math.ceil(launch.globalSize[1] / launch.localSize[1]),
  Math.ceil(launch.globalSize[2] / launch.localSize[2]),
];

/** The dimension in which the last work-groups may have fewer work-items. */
const lastDimension = ({ globalSize: [, y, z] }: LaunchDescriptor): number => (z > 1 ? 2 : y > 1 ? 1 : 0);

/** The size of the last work-groups and the number of the first of them; undefined when all are whole. */
export function remainderOf(
  launch: LaunchDescriptor,
): { readonly localSize: Size3; readonly first: number } | undefined {
  const d = lastDimension(launch);
  const rest = launch.globalSize[d]! % launch.localSize[d]!;
  if (rest === 0) return undefined;
  const resized = (size: Size3, value: number): Size3 => size.map((each, n) => (n === d ? value : each)) as never;
  const counts = groupCounts(launch);
  return { localSize: resized(launch.localSize, rest), first: volume(resized(counts, counts[d]! - 1)) };
}

export const groupTotal = (launch: LaunchDescriptor): number => volume(groupCounts(launch));
export const wavefrontsPerGroup = (launch: LaunchDescriptor): number => Math.ceil(volume(launch.localSize) / LANES);

/** Bytes of LDS that a work-group can reach: whole units of allocation. */
export const allocatedLds = ({ ldsBytes }: LaunchDescriptor): number => Math.ceil(ldsBytes / LDS_GRANULE) * LDS_GRANULE;

/** The MODE register at the start of a wavefront. */
export const initialMode = (launch: LaunchDescriptor): number =>
  (launch.floatMode & 0xff) |
  (Number(launch.dx10Clamp) << MODE_BITS.dx10Clamp) |
  (Number(launch.ieee) << MODE_BITS.ieee);

/** Bytes of scratch of one wavefront, in the hardware's unit of 1 KiB. */
export const scratchBytesPerWavefront = (launch: LaunchDescriptor): number =>
  Math.ceil((launch.scratchBytesPerLane * LANES) / 1024) * 1024;

/** The cursor of a dispatch is a 32-bit counter that every worker may overrun by a batch. */
const GROUP_LIMIT = 2 ** 31 - 2 ** 20;

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
    const whole = Number.isInteger(global / local) || (d === lastDimension(launch) && Number.isInteger(global));
    if (!whole || global < 1) refuse(`global size ${global} is no multiple of ${local}`);
  }
  const items = volume(launch.localSize);
  if (items > WAVEFRONTS_PER_UNIT * LANES) refuse(`${items} work-items in a work-group`);
  if (groupTotal(launch) > GROUP_LIMIT) refuse(`${groupTotal(launch)} work-groups`);
  if (launch.ldsBytes > LDS_SIZE) refuse(`${launch.ldsBytes} bytes of LDS, there are ${LDS_SIZE}`);
  if (launch.vgprs < 1 || launch.vgprs > VGPR_COUNT) refuse(`${launch.vgprs} VGPRs`);
  if (launch.userSgprs.length > 16) refuse(`${launch.userSgprs.length} user SGPRs, there are 16`);
  const scratch = scratchBytesPerWavefront(launch) * wavefrontsPerGroup(launch);
  if (scratch > SCRATCH_PER_UNIT) refuse(`${launch.scratchBytesPerLane} bytes of private memory for each work-item`);
}
