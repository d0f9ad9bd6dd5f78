// Refusal of what records of compiled code cannot express.

import type { AddressSpace } from '../../emulator/address-space.js';
import { AtollError } from '../../util/errors.js';

/** @throws AtollError BAD_OPTION in a large address space: records have offsets of 32 bits */
export function requireRecordable({ isLarge, size }: AddressSpace): void {
  if (!isLarge) return;
  const text = `compiled code does not record accesses to ${size / 2 ** 30} GiB of GPU memory`;
  throw new AtollError('BAD_OPTION', text, '--engine interp observes them');
}
