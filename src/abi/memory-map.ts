// The GPU address space of one guest, and how the guest's device file maps onto it.
// A GPU virtual address is an offset into one shared WebAssembly memory, of 4 GiB unless it is a large one.

const MiB = 1 << 20;
const GiB = 1 << 30;

/** Size of a page of GPU memory: the unit of allocation, of protection and of the guest's mmap, in bytes. */
export const PAGE_SIZE = 4096;

/** [0, NULL_END) is never accessible, so that a null pointer plus a small offset faults. */
export const NULL_END = 0x0001_0000;

/** [ENGINE_BASE, CONTROL_BASE) belongs to the engines: wavefront states, LDS, tables. Kernels cannot address it. */
export const ENGINE_BASE = NULL_END;

/** The control window: command ring, doorbell and signals. Backed by the device file from its offset 0. */
export const CONTROL_BASE = 256 * MiB;
export const CONTROL_SIZE = 1 * MiB;

/**
 * The scratch window: private memory of work-items, swizzled by 64 lanes. It is not part of the device file.
 * Its base is a constant of the architecture, because the linker writes it into the code
 * (relocations SCRATCH_RSRC_DWORD0 and SCRATCH_RSRC_DWORD1).
 */
export const SCRATCH_BASE = 512 * MiB;
export const SCRATCH_SIZE = 512 * MiB;

/**
 * Bytes of scratch that a wavefront can have: the hardware says its size in 13 bits, in units of 1 KiB. Source:
 * COMPUTE_TMPRING_SIZE in AMD's register headers (linux, gc_9_0_sh_mask.h).
 */
export const SCRATCH_PER_WAVEFRONT = (2 ** 13 - 1) * 1024;

/**
 * Apertures of LDS and private memory for flat accesses: windows of 4 GiB each, far from all memory, on multiples of 4
 * GiB. Linux' driver has the same for gfx9.
 */
export const LDS_APERTURE = 1n << 48n;
export const SCRATCH_APERTURE = 2n << 48n;

/**
 * Video memory: buffers, kernel code and constant tables. Backed by the device file from an offset behind CONTROL_SIZE.
 */
export const VRAM_BASE = 1 * GiB;
export const VRAM_SIZE = 3 * GiB;

/** The pages of x86-64 that one entry of a page directory maps. */
export const HUGE_PAGE_SIZE = 2 * MiB;

/** Size of the device file (memfd) of one guest, in bytes; sparse. */
export const FILE_SIZE = CONTROL_SIZE + HUGE_PAGE_SIZE + VRAM_SIZE;

/** Size of the whole address space: the largest WebAssembly memory of 32-bit addresses. */
export const ADDRESS_SPACE_SIZE = 4 * GiB;

/** Bytes of the largest address space: the largest WebAssembly memory of 64-bit addresses in V8. */
export const MAX_SPACE_SIZE = 16 * GiB;

/**
 * Offset of video memory in the device file: the first offset after the control window at which a huge page of the file
 * can be one of the engines' memory too.
 *
 * @param misalignment of VRAM_BASE in this process, in bytes from the start of a huge page
 */
export const vramOffset = (misalignment: number): number =>
  CONTROL_SIZE + ((((misalignment - CONTROL_SIZE) % HUGE_PAGE_SIZE) + HUGE_PAGE_SIZE) % HUGE_PAGE_SIZE);
