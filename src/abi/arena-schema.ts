// The request by which the guest library of HSA programs makes its heap memory of the GPU, at the file of a GPU.

import { Struct } from './layout.js';

/** The first GPU's file, which has the pages. */
export const ARENA_PATH = '/dev/dri/renderD128';
/** `_IOC_TYPE` of requests of the kernel's graphics drivers. */
export const DRM_TYPE = 0x64;
/** A number that no driver of graphics uses. */
export const ARENA_NUMBER = 0xfe;

export const GrowArena = new Struct(
  'GrowArena',
  'Let kernels reach the first pages of the file at the same addresses.',
  {
    bytes: ['u64', 'In: bytes from the start of the file, whole pages; 0 for none yet.'],
    address: ['u64', 'Out: where the program has to map the start of the file.'],
    capacity: ['u64', 'Out: the most bytes that there can be.'],
  },
);

/** _IOWR of asm-generic/ioctl.h. */
export const ARENA_REQUEST = ((3 << 30) | (GrowArena.size << 16) | (DRM_TYPE << 8) | ARENA_NUMBER) >>> 0;
