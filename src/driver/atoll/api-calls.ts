// Names of the API calls that the protocol's words stand for.

import { ApiCall } from '../../abi/schema.js';
import type { AddressSpace } from '../../emulator/address-space.js';
import type { NamedAllocation } from '../../launch/nearest-allocation.js';
import type { AllocationRecord } from '../core/processor/messages.js';

const NUMBER_SHIFT = 8;

/** `clCreateBuffer call 3`; undefined for a word that names none. */
export function callText(word: number): string | undefined {
  const kind = word & ((1 << NUMBER_SHIFT) - 1);
  const name = Object.entries(ApiCall).find(([, number]) => number === kind)?.[0];
  return kind === ApiCall.UNKNOWN || name === undefined ? undefined : `${name} call ${word >>> NUMBER_SHIFT}`;
}

/** A guest's memory in words: what is allocated, and what was given back lately. */
export function describeMemory(
  { all, lately }: { readonly all: readonly AllocationRecord[]; readonly lately: readonly AllocationRecord[] },
  space: AddressSpace,
): NamedAllocation[] {
  const describe = ({ address, requested, purpose }: AllocationRecord): NamedAllocation => ({
    address: space.addressOf(address),
    size: requested,
    maker: callText(purpose),
  });
  return [...all.map(describe), ...lately.map((each) => ({ ...describe(each), released: true }))];
}
