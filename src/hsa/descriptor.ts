// Description of a kernel for the command processor: the descriptor of 64 bytes of code objects from version 3 on, and
// the header of 256 bytes of those before. Source: LLVM's AMDGPU usage guide (kernel descriptor, code object V2), HSA
// runtime's amd_kernel_code_t.

import type { ByteReader } from '../elf/bytes.js';

/** Registers that the command processor fills, in the order in which they take user SGPRs, with how many each takes. */
export const USER_REGISTERS = [
  ['privateSegmentBuffer', 4],
  ['dispatchPacket', 2],
  ['queue', 2],
  ['kernarg', 2],
  ['dispatchId', 2],
  ['flatScratch', 2],
  ['privateSegmentSize', 1],
  // Headers of version 1 and 2 only.
  ['groupCountX', 1],
  ['groupCountY', 1],
  ['groupCountZ', 1],
] as const;
export type UserRegister = (typeof USER_REGISTERS)[number][0];

/** Sizes in bytes. */
export interface KernelDescriptor {
  readonly lds: number;
  /** Private memory of a work-item. */
  readonly scratch: number;
  /** 0 where the metadata says it (descriptors of version 3 and 4 of some compilers). */
  readonly kernarg: number;
  /** From the descriptor's first byte to the first instruction. */
  readonly entry: number;
  /** COMPUTE_PGM_RSRC1 and 2. */
  readonly rsrc1: number;
  readonly rsrc2: number;
  readonly registers: readonly UserRegister[];
  /** Words of the kernarg segment that are in user SGPRs already. */
  readonly preloaded: number;
  readonly wavefront32: boolean;
}

export const DESCRIPTOR_SIZE = 64;
export const CODE_HEADER_SIZE = 256;

/**
 * Of amd_kernel_code_t: its last minor version, the kind of machine, the first generation that has HSA, a wavefront's
 * lanes.
 */
const LAST_MINOR = 2;
const MACHINE_AMDGPU = 1;
const FIRST_MAJOR = 6;
const LOG2_OF_32 = 5;

/** Bits of the kernel code properties that request registers: descriptors have fewer than headers. */
const DESCRIPTOR_REGISTERS = 0x7f;
const HEADER_REGISTERS = 0x3ff;

const registersOf = (properties: number): UserRegister[] =>
  USER_REGISTERS.flatMap(([name], bit) => ((properties >>> bit) & 1 ? [name] : []));

/** A signed distance, which no file of ours makes larger than 2^53. */
function distance(reader: ByteReader, at: number): number {
  const [low, high] = [reader.u32(at, 'entry'), reader.u32(at + 4, 'entry')];
  return (high | 0) * 2 ** 32 + low;
}

/** @param reader of 64 bytes */
export function readDescriptor(reader: ByteReader): KernelDescriptor {
  const properties = reader.u16(56, 'kernel code properties');
  return {
    lds: reader.u32(0, 'group segment size'),
    scratch: reader.u32(4, 'private segment size'),
    kernarg: reader.u32(8, 'kernarg size'),
    entry: distance(reader, 16),
    rsrc1: reader.u32(48, 'COMPUTE_PGM_RSRC1'),
    rsrc2: reader.u32(52, 'COMPUTE_PGM_RSRC2'),
    registers: registersOf(properties & DESCRIPTOR_REGISTERS),
    preloaded: reader.u16(58, 'kernarg preload') & 0x7f,
    wavefront32: (properties & 0x400) !== 0,
  };
}

/** Versions 1 and 2. @param reader of 256 bytes */
export function readCodeHeader(reader: ByteReader): KernelDescriptor {
  const major = reader.u32(0, 'version of amd_kernel_code_t');
  if (major !== 1) throw reader.error(0, `amd_kernel_code_t of version ${major} is unknown`);
  return {
    lds: reader.u32(64, 'group segment size'),
    scratch: reader.u32(60, 'private segment size'),
    kernarg: reader.u64(72, 'kernarg size'),
    entry: distance(reader, 16),
    rsrc1: reader.u32(48, 'COMPUTE_PGM_RSRC1'),
    rsrc2: reader.u32(52, 'COMPUTE_PGM_RSRC2'),
    registers: registersOf(reader.u32(56, 'kernel code properties') & HEADER_REGISTERS),
    preloaded: 0,
    wavefront32: reader.u8(103, 'wavefront size') === LOG2_OF_32,
  };
}

/**
 * True if a kernel in memory has a header of version 1 or 2: its first words are version 1 and machine kind 1, with a
 * generation of the chip. A descriptor would request an odd number of bytes of arguments there.
 */
export const isCodeHeader = (reader: ByteReader): boolean =>
  reader.u32(0) === 1 &&
  reader.u32(4) <= LAST_MINOR &&
  reader.u16(8) === MACHINE_AMDGPU &&
  reader.u16(10) >= FIRST_MAJOR;

/** Descriptor or header at a kernel's address in memory. @param reader of as many bytes as that has */
export const readKernelCode = (reader: ByteReader): KernelDescriptor =>
  isCodeHeader(reader) ? readCodeHeader(reader) : readDescriptor(reader);
