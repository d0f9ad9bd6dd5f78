// Check that the resources of a Catalyst kernel fit the hardware and its tables.
import { badImage } from '../elf/bytes.js';
import { ARGUMENT_ALIGNMENT } from './catalyst.js';
import type { CalKernel } from './image.js';
import { UAV_MASK_WORDS } from './prog-info.js';

/** Entries of a table of resources: genuine images have one bit for each UAV. */
const MAX_RESOURCES = 32 * UAV_MASK_WORDS;
/** Bytes of constant buffer 1: the limit of OpenCL's parameters is 1 KiB, and each is rounded up to a vector. */
const MAX_ARGUMENT_BYTES = 1 << 20;

/** @throws AtollError BAD_IMAGE naming `part` and the number that is out of range */
export function checkCatalyst(kernel: CalKernel, part: string): void {
  const check = (value: number, limit: number, what: string): void => {
    if (value > limit) throw badImage(part, Number.NaN, `${what} is ${value}, the limit is ${limit}`);
  };
  for (const { apiSlot } of kernel.userElements) check(apiSlot, MAX_RESOURCES - 1, 'the slot of a user element');
  for (const { id } of kernel.uavs) check(id, MAX_RESOURCES - 1, 'the number of a UAV');
  for (const { index } of kernel.constantBuffers) check(index, MAX_RESOURCES - 1, 'the number of a constant buffer');
  for (const { id } of kernel.inlineSamplers) check(id, MAX_RESOURCES - 1, 'the number of a sampler');
  for (const { name, resourceId, offset } of kernel.args) {
    check(resourceId ?? 0, MAX_RESOURCES - 1, `the resource of argument ${name}`);
    if (offset % ARGUMENT_ALIGNMENT !== 0)
      throw badImage(part, Number.NaN, `argument ${name} is at ${offset}, not a multiple of ${ARGUMENT_ALIGNMENT}`);
  }
  check(kernel.kernargSize, MAX_ARGUMENT_BYTES, 'the size of the arguments');
}
