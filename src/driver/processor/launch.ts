// From a packet of the ring to a launch: checks what the guest wrote, then prepares registers and memory as the kernel's
// convention wants them.

import type { LaunchDescriptor } from '../../emulator/launch.js';
import { type GpuMemory, PERMISSION } from '../../emulator/memory.js';
import { AtollError } from '../../util/errors.js';
import { FAMILY } from '../personalities.js';
import { segmentLayout } from '../segment.js';
import { fillCatalyst } from './catalyst.js';
import type { PacketValues } from './channel.js';
import { fillKernarg } from './kernarg.js';
import type { LoadedKernel } from './messages.js';
import { describeLaunch, RSRC2 } from './registers.js';

/** What the hardware can do, for kernels that other compilers made. */
const HARDWARE_WORK_GROUP_SIZE = 1024;

function checkSizes(packet: PacketValues, kernel: LoadedKernel, refuse: (text: string) => never): void {
  if (packet.local_size.some((size) => size === 0) || packet.global_size.some((size) => size === 0))
    refuse('a work size is 0');
  const items = packet.local_size.reduce((product, size) => product * size, 1);
  const trusted = kernel.reqdWorkGroupSize !== undefined || kernel.convention === 'amd';
  const limit = trusted ? HARDWARE_WORK_GROUP_SIZE : FAMILY.maxWorkGroupSize;
  if (items > limit) refuse(`${items} work-items in a work-group, the limit is ${limit}`);
  if (kernel.reqdWorkGroupSize?.some((size, d) => size !== packet.local_size[d])) {
    refuse(`local size (${packet.local_size}) differs from reqd_work_group_size (${kernel.reqdWorkGroupSize})`);
  }
  const whole = packet.global_size.every((size, d) => size % packet.local_size[d]! === 0);
  if (!whole && !kernel.groupsUnseen)
    refuse(`global size (${packet.global_size}) is no multiple of local size (${packet.local_size})`);
  const lds = kernel.ldsBytes + packet.dynamic_lds;
  if (lds > FAMILY.ldsSize) refuse(`${lds} bytes of LDS, the limit is ${FAMILY.ldsSize}`);
}

/**
 * Prepares a launch; fills the kernarg segment.
 *
 * @throws AtollError BAD_INPUT when the packet asks for what the device does not do
 */
export function prepareLaunch(packet: PacketValues, kernel: LoadedKernel, memory: GpuMemory): LaunchDescriptor {
  const refuse = (text: string): never => {
    throw new AtollError('BAD_INPUT', `kernel ${kernel.name}: ${text}`);
  };
  checkSizes(packet, kernel, refuse);
  const base = Number(packet.kernarg);
  const { size } = segmentLayout(kernel);
  if (packet.kernarg >> 32n !== 0n || base % 16 !== 0 || !memory.allows(base, size, PERMISSION.readWrite)) {
    refuse(`kernarg segment of ${size} bytes at 0x${packet.kernarg.toString(16)} is not in allocated memory`);
  }
  const userSgprs = new Uint32Array(RSRC2.userSgprs(kernel.rsrc2));
  const fill = kernel.convention === 'amd' ? fillCatalyst : fillKernarg;
  fill(packet, kernel, memory, userSgprs);
  return describeLaunch(packet, kernel, userSgprs);
}
