// Memory as a work-item sees it: global, the work-group's, its own.

import { ADDRESS_SPACE_SIZE } from '../../abi/memory-map.js';
import { allocatedLds } from '../../emulator/launch.js';
import { type GpuMemory, PERMISSION } from '../../emulator/memory.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import { scratchAddressOf } from '../../emulator/wavefronts.js';
import type { VariableSpace } from '../../source/variables.js';
import { required } from '../../util/required.js';

/**
 * The offset in memory that a person, or a kernel, means by an address: what the debugger shows of memory are offsets
 * in it, and what kernels compute are addresses, which begin above them where they are not the same.
 */
export function offsetOf({ space }: GpuMemory, address: number, length: number): number | undefined {
  if (address < 0 || !Number.isSafeInteger(address)) return undefined;
  return address < ADDRESS_SPACE_SIZE ? address : space.translate(BigInt(address), length);
}

/** A place in one of them. */
export interface MemoryLocation {
  readonly space: VariableSpace;
  readonly address: number;
}

/** Private memory lies in words, those of all lanes side by side (SRD: index stride of all lanes, element size 4). */
function privateAddress(
  { unit, slot, workGroup, layout }: Wavefront,
  lane: number,
  address: number,
): number | undefined {
  if (address < 0 || address >= workGroup.launch.scratchBytesPerLane) return undefined;
  const start = scratchAddressOf(workGroup.launch, unit, slot);
  return start + layout.lanes * (address & ~3) + 4 * lane + (address & 3);
}

/**
 * Addresses in GPU memory of the bytes of private memory from `address` on; undefined where some of them do not exist.
 */
function privateAddresses(wavefront: Wavefront, lane: number, address: number, size: number): number[] | undefined {
  const all = Array.from({ length: size }, (_, k) => privateAddress(wavefront, lane, address + k));
  return all.includes(undefined) ? undefined : (all as number[]);
}

/** Bytes at a place for one lane; undefined where not all of them are there. */
export function readPlace(
  wavefront: Wavefront,
  lane: number,
  { space, address }: MemoryLocation,
  size: number,
): Uint8Array | undefined {
  if (space === 'global') {
    const start = offsetOf(wavefront.memory, address, size);
    if (start === undefined || !wavefront.memory.allows(start, size, PERMISSION.read)) return undefined;
    return wavefront.memory.u8.slice(start, start + size);
  }
  if (space === 'local') {
    const { lds, launch } = wavefront.workGroup;
    return address >= 0 && address + size <= allocatedLds(launch) ? lds.slice(address, address + size) : undefined;
  }
  const bytes = privateAddresses(wavefront, lane, address, size)?.map((each) =>
    required(wavefront.memory.u8[each], 'byte'),
  );
  return bytes && Uint8Array.from(bytes);
}

/**
 * Changes bytes at a place for one lane. @returns false, and nothing is changed, where not all of them can be written
 */
export function writePlace(
  wavefront: Wavefront,
  lane: number,
  { space, address }: MemoryLocation,
  bytes: Uint8Array,
): boolean {
  const { memory, workGroup } = wavefront;
  if (space === 'global') {
    const start = offsetOf(memory, address, bytes.length);
    if (start === undefined || !memory.allows(start, bytes.length, PERMISSION.write)) return false;
    memory.u8.set(bytes, start);
    return true;
  }
  if (space === 'local') {
    if (address < 0 || address + bytes.length > allocatedLds(workGroup.launch)) return false;
    workGroup.lds.set(bytes, address);
    return true;
  }
  const places = privateAddresses(wavefront, lane, address, bytes.length);
  places?.forEach((each, k) => {
    memory.u8[each] = required(bytes[k], 'byte');
  });
  return places !== undefined;
}
