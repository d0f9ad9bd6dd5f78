// LLVM's raw amdgcn kernel convention, once: what lies in the registers and in the kernarg segment at entry.
// Source: the code that clang 14 to 22 emit for the triple amdgcn-- and -mcpu=tahiti (AMDGPU back end, R600-compatible
// kernarg header), read off their output.
//
// Registers at entry. s[0:1]: address of the kernarg segment, when COMPUTE_PGM_RSRC2.USER_SGPR is 2 (a kernel without
// arguments and ids may have 0: then no register holds it). After the user registers: the work-group id, one register
// for each enabled dimension (TGID_X_EN, TGID_Y_EN, TGID_Z_EN), then the wavefront's scratch offset in bytes when
// SCRATCH_EN. v0, v1, v2: the work-item's id in its work-group, as many as TIDIG_COMP_CNT + 1.
//
// Scratch. The code adds the wavefront's offset to a 64-bit base that the linker wrote (SCRATCH_BASE of
// abi/memory-map.ts, with the swizzle bit in the upper word), and addresses swizzled by 64 lanes in 4-byte elements.
// The offset is a multiple of 64 * scratchBytesPerLane.
//
// Kernarg segment, in bytes:
//    0  u32[3]  number of work-groups          x, y, z
//   12  u32[3]  global size                    x, y, z
//   24  u32[3]  local size                     x, y, z
//   36  the arguments, each aligned to its type relative to byte 36
//       then, at implicitArgOffset (the end of the arguments rounded up to 4):
//   +0  u32     work dimension
//   +4  u32[3]  global offset                  x, y, z
//  +16  u64     GPU address of the printf buffer (see printf.ts), 0 when the kernel does not print
//  +24  u32[3]  number of work-groups          x, y, z
//  +36  u32[3]  global size                    x, y, z
//  +48  u32[3]  local size                     x, y, z
//
// The sizes come twice: LLVM passes the address of the implicit arguments to functions that are not inlined, but not
// that of the segment, which such a function sees as 0.
//
// Arguments: a value is itself; a global or constant pointer, 8 bytes, a GPU address; a local pointer, 4 bytes, an
// offset in the work-group's LDS (the static LDS first); an image, 8 bytes, the GPU address of its descriptor
// (abi/image-descriptor.ts); a sampler, 8 bytes, its CLK_* bits, zero-extended.
import type { ArgumentKind } from '../launch/argument.js';

/** Offsets in the kernarg segment, in bytes. */
export const KERNARG_HEADER = { numGroups: 0, globalSize: 12, localSize: 24, size: 36 } as const;

/** Offsets relative to the kernel's implicitArgOffset, in bytes. */
export const IMPLICIT_ARGS = {
  workDim: 0,
  globalOffset: 4,
  printfBuffer: 16,
  numGroups: 24,
  globalSize: 36,
  localSize: 48,
  size: 60,
} as const;

/** Bytes of the slot of an argument that is not passed by value. */
export const SLOT_SIZE: Readonly<Record<Exclude<ArgumentKind, 'value'>, number>> = {
  global: 8,
  constant: 8,
  local: 4,
  image: 8,
  sampler: 8,
};

/**
 * Work-items of a work-group that compilers assume at most where nothing else is said, and what a compute unit takes at
 * most.
 */
export const ASSUMED_GROUP = 256;
export const HARDWARE_GROUP = 1024;

/** Work-items of a work-group whose wavefronts all find registers on the four SIMDs of a compute unit. */
export const groupThatFits = (vgprs: number): number => Math.floor(256 / Math.max(alignUp(vgprs, 4), 4)) * 4 * 64;

export const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

export interface KernargSlot {
  readonly size: number;
  readonly alignment: number;
}

export interface KernargLayout {
  /** Offset of each argument from the start of the segment, in bytes. */
  readonly offsets: readonly number[];
  readonly implicitArgOffset: number;
  /** Size of the whole segment, implicit arguments included, in bytes. */
  readonly size: number;
}

/** Lays out the kernarg segment for arguments of these sizes and alignments. */
export function layOutKernarg(slots: readonly KernargSlot[]): KernargLayout {
  let end = 0;
  const offsets = slots.map(({ size, alignment }) => {
    const start = alignUp(end, alignment);
    end = start + size;
    return KERNARG_HEADER.size + start;
  });
  const implicitArgOffset = KERNARG_HEADER.size + alignUp(end, 4);
  return { offsets, implicitArgOffset, size: implicitArgOffset + IMPLICIT_ARGS.size };
}

/** Sampler values of LLVM's convention, in the kernel and in the argument slot. Source: clang's opencl-c-base.h. */
export const SAMPLER_BITS = {
  normalized: 0x01,
  addressMask: 0x0e,
  addressNone: 0x00,
  addressClampToEdge: 0x02,
  addressClamp: 0x04,
  addressRepeat: 0x06,
  addressMirroredRepeat: 0x08,
  filterMask: 0x30,
  filterNearest: 0x10,
  filterLinear: 0x20,
} as const;

/** Sampler values of genuine Catalyst images; only the address modes differ. Source: Multi2Sim, CLRX. */
export const CATALYST_SAMPLER_BITS = {
  ...SAMPLER_BITS,
  addressRepeat: 0x02,
  addressClampToEdge: 0x04,
  addressClamp: 0x06,
} as const;
