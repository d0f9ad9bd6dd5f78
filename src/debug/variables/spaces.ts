// Memory as a work-item sees it: global, the work-group's, its own.

import { allocatedLds, scratchAddressOf } from '../../emulator/launch.js';
import { PERMISSION } from '../../emulator/memory.js';
import { LANES } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { AddressSpace } from '../../source/variables.js';

/** A place in one of them. */
export interface Place {
  readonly space: AddressSpace;
  readonly address: number;
}

/** Private memory lies in words, those of all lanes side by side (SRD: index stride 64, element size 4). */
function privateByte({ memory, unit, slot, workGroup }: Wavefront, lane: number, address: number): number | undefined {
  if (address < 0 || address >= workGroup.launch.scratchBytesPerLane) return undefined;
  const start = scratchAddressOf(workGroup.launch, unit, slot);
  return memory.u8[start + LANES * (address & ~3) + 4 * lane + (address & 3)];
}

/** Bytes at a place for one lane; undefined where not all of them are there. */
export function readPlace(
  wavefront: Wavefront,
  lane: number,
  { space, address }: Place,
  size: number,
): Uint8Array | undefined {
  if (space === 'global')
    return address >= 0 && wavefront.memory.allows(address, size, PERMISSION.read)
      ? wavefront.memory.u8.slice(address, address + size)
      : undefined;
  if (space === 'local') {
    const { lds, launch } = wavefront.workGroup;
    return address >= 0 && address + size <= allocatedLds(launch) ? lds.slice(address, address + size) : undefined;
  }
  const bytes = Array.from({ length: size }, (_, k) => privateByte(wavefront, lane, address + k));
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes as number[]);
}
