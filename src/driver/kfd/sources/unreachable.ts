// Memory of a program that its kernels have touched and do not reach: text for the report of the fault.

import type { GuestProcess } from './guest-process.js';

/** Names of the kernel's for mappings, in words. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\[stack\]$/, 'its stack'],
  [/^\[heap\]$/, "the C library's heap"],
  [/^\[/, 'memory of the operating system'],
  [/^$/, 'memory that it has mapped, or the stack of a thread'],
];
const NEXT = 'kernels reach memory of malloc (docs/hsail.md says in which programs), hsa_memory_allocate and hipMalloc';

/** A line for a fault; undefined where the program has nothing at the address, or memory of the device. */
export function unreachableText(guest: Pick<GuestProcess, 'mappingAt'>, address: bigint): string | undefined {
  const mapping = guest.mappingAt(address);
  if (mapping === undefined || /^\/(?:memfd:|dev\/)/.test(mapping)) return undefined;
  const name = NAMES.find(([pattern]) => pattern.test(mapping))?.[1] ?? `data of ${mapping}`;
  return `  the program has memory at this address: ${name}; ${NEXT}`;
}
