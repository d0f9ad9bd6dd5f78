// From what a guest requests to a launch: checks it, then has registers and memory prepared as the kernel's convention
// wants them.

import { AXES, type LaunchDescriptor } from '../../../emulator/launch.js';
import { type GpuMemory, PERMISSION } from '../../../emulator/memory.js';
import type { LoadedCode } from '../../../launch/code.js';
import { type Conventions, describeLaunch, type KernelLaunch } from '../../../launch/convention.js';
import { AtollError } from '../../../util/errors.js';
import { valueAt } from '../../../util/required.js';
import { FAMILY } from '../../device-models.js';

const SEGMENT_ALIGNMENT = 16;

type RefuseLaunch = (text: string) => never;

function checkSizes({ globalSize, localSize, dynamicLds }: KernelLaunch, code: LoadedCode, refuse: RefuseLaunch): void {
  const { required, limit = FAMILY.maxWorkGroupSize, unseen } = code.groups;
  if (localSize.some((size) => size === 0) || globalSize.some((size) => size === 0)) refuse('a work size is 0');
  const items = localSize.reduce((product, size) => product * size, 1);
  if (items > limit) refuse(`${items} work-items in a work-group, the limit is ${limit}`);
  if (required?.some((size, d) => size !== localSize[d]))
    refuse(`local size (${localSize}) differs from reqd_work_group_size (${required})`);
  const whole = AXES.every((d) => globalSize[d] % localSize[d] === 0);
  if (!whole && !unseen) refuse(`global size (${globalSize}) is not a multiple of local size (${localSize})`);
  const lds = code.lds + dynamicLds;
  const max = code.groups.lds;
  if (lds > max) refuse(`${lds} bytes of LDS, the limit is ${max}`);
}

function checkSegment({ segment }: KernelLaunch, code: LoadedCode, memory: GpuMemory, refuse: RefuseLaunch): void {
  const size = code.convention.segmentBytes;
  if (size === 0) return;
  const offset = memory.space.translate(segment, size) ?? -1;
  if (offset % SEGMENT_ALIGNMENT !== 0 || !memory.allows(offset, size, PERMISSION.readWrite))
    refuse(`kernarg segment of ${size} bytes at 0x${segment.toString(16)} is not in allocated memory`);
}

/**
 * Prepares a launch; fills its segment.
 *
 * @throws AtollError BAD_INPUT when it is one that the device does not do
 */
export function prepareLaunch(
  launch: KernelLaunch,
  code: LoadedCode,
  memory: GpuMemory,
  conventions: Conventions,
): LaunchDescriptor {
  const refuse: RefuseLaunch = (text) => {
    throw new AtollError('BAD_INPUT', `kernel ${code.name}: ${text}`);
  };
  checkSizes(launch, code, refuse);
  checkSegment(launch, code, memory, refuse);
  const userSgprs = new Uint32Array(code.registers.userSgprs);
  valueAt(conventions, code.convention.name, 'convention').fill(launch, code, memory, userSgprs);
  return describeLaunch(launch, code, userSgprs);
}
