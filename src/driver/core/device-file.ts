// The file behind the memory of a device, by its address space.

import { CONTROL_SIZE, HUGE_PAGE_SIZE, VRAM_BASE } from '../../abi/memory-map.js';
import type { AddressSpace } from '../../emulator/address-space.js';

/** Bytes of video memory in an address space. */
export const videoMemoryOf = ({ size }: AddressSpace): number => size - VRAM_BASE;

/** Bytes of the file; sparse. */
export const fileSizeOf = (space: AddressSpace): number => CONTROL_SIZE + HUGE_PAGE_SIZE + videoMemoryOf(space);
