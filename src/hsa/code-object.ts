// Code objects as LLVM's linker makes them for HSA: ELF files that say for which chip they are, with kernels, their
// descriptors and metadata. Versions 2 to 6. Nothing in a file is trusted. Source: LLVM's AMDGPU usage guide, code
// object.

import { ByteReader } from '../elf/bytes.js';
import { ELF_CLASS_64, type ElfSymbol, ET_DYN, PT, SHN_UNDEF, SHT } from '../elf/elf.js';
import { type ElfFile, readElf } from '../elf/reader.js';
import { type CodeObjectDebug, debugOf } from './debug-info.js';
import {
  CODE_HEADER_SIZE,
  DESCRIPTOR_SIZE,
  type KernelDescriptor,
  readCodeHeader,
  readDescriptor,
} from './descriptor.js';
import { type HsaKernelMetadata, type Metadata, readMetadata, readOldMetadata } from './metadata.js';
import { readNotes } from './notes.js';
import { EM_AMDGPU, type HsaTarget, OSABI_HSA, targetOf, versionOf } from './target.js';

/** More than a GPU of ours has: what requests it is damaged. */
const MAX_IMAGE = 2 ** 31;
const NOTES = { metadata: { owner: 'AMDGPU', type: 32 }, oldMetadata: { owner: 'AMD', type: 10 } } as const;

/** Contents of memory from an address on, relative to the base of the placed object. */
export interface LoadSegment {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** A word of the placed object that depends on its place: it gets the address of the object plus `addend`. */
export interface HsaRelocation {
  readonly address: number;
  readonly addend: number;
  /** Added to the upper 16 bits of all 64. */
  readonly upper: number;
  /** All 64 bits, or 32 of them. */
  readonly bits: 'all' | 'low' | 'high';
}

export interface CodeObjectKernel {
  readonly metadata: HsaKernelMetadata;
  readonly descriptor: KernelDescriptor;
  /** Of the descriptor, and of the first instruction. */
  readonly address: number;
  readonly entry: number;
  /** Begin and end of the section of its instructions. */
  readonly text: { readonly start: number; readonly end: number };
}

export interface CodeObject {
  /** 2 to 6. */
  readonly version: number;
  readonly target: HsaTarget;
  /** Bytes of memory that it takes. */
  readonly size: number;
  readonly segments: readonly LoadSegment[];
  readonly relocations: readonly HsaRelocation[];
  readonly kernels: readonly CodeObjectKernel[];
  readonly printf: Metadata['amdhsa.printf'];
  /** Contents of a section by its name. */
  readonly section: (name: string) => Uint8Array | undefined;
  /** Evaluated on demand. */
  readonly debug: () => CodeObjectDebug | undefined;
}

/** Relocations that linked objects may have left. */
const R = { abs32Low: 1, abs32High: 2, abs64: 3, relative64: 13 } as const;
const ABSOLUTE: ReadonlyMap<number, HsaRelocation['bits']> = new Map([
  [R.abs64, 'all'],
  [R.abs32Low, 'low'],
  [R.abs32High, 'high'],
]);

function segmentsOf(elf: ElfFile): LoadSegment[] {
  return elf.segments
    .filter(({ type }) => type === PT.load)
    .map((segment) => {
      const { address, memorySize, fileSize } = segment;
      const { bytes } = elf.segmentContents(segment, 'segment');
      if (memorySize < fileSize || address + memorySize > MAX_IMAGE)
        throw elf.reader.error(
          segment.offset,
          `a segment of ${memorySize} bytes at 0x${address.toString(16)} is too large`,
        );
      const whole = new Uint8Array(memorySize);
      whole.set(bytes);
      return { address, bytes: whole };
    });
}

const dynamicSymbols = (elf: ElfFile): ElfSymbol[] => elf.symbols(elf.sections.find(({ type }) => type === SHT.dynsym));

function relocationsOf(elf: ElfFile, symbols: readonly ElfSymbol[], size: number): HsaRelocation[] {
  const tables = elf.sections.filter(({ type, flags }) => type === SHT.rela && (flags & 2) !== 0);
  return tables.flatMap((table) =>
    elf.relocations(table).map(({ offset, type, symbol, addend = 0, upper = 0 }): HsaRelocation => {
      const bits = ABSOLUTE.get(type);
      if (offset + (bits === 'low' || bits === 'high' ? 4 : 8) > size)
        throw elf.reader.error(table.offset, `a relocation at 0x${offset.toString(16)} is in no segment`);
      if (type === R.relative64) return { address: offset, addend, upper, bits: 'all' };
      const target = symbols[symbol];
      if (bits === undefined)
        throw elf.reader.error(table.offset, `relocations of type ${type} are not those of a linked object`);
      if (!target || target.section === SHN_UNDEF)
        throw elf.reader.error(table.offset, `'${target?.name ?? `symbol ${symbol}`}' is undefined`);
      return { address: offset, addend: target.value + addend, upper, bits };
    }),
  );
}

function metadataOf(elf: ElfFile): Metadata {
  const notes = elf.segments
    .filter(({ type }) => type === PT.note)
    .flatMap((segment) => readNotes(elf.segmentContents(segment, 'notes')));
  const noteOf = (kind: { owner: string; type: number }): ByteReader | undefined =>
    notes.find(({ owner, type }) => owner === kind.owner && type === kind.type)?.contents;
  const current = noteOf(NOTES.metadata);
  if (current) return readMetadata(current);
  const old = noteOf(NOTES.oldMetadata);
  if (old) return readOldMetadata(old);
  throw elf.reader.error(0, 'there is no note with metadata of kernels');
}

/** The bytes at an address of the object, as a reader that names the kernel. */
function at(segments: readonly LoadSegment[], address: number, size: number, what: string): ByteReader | undefined {
  const segment = segments.find(
    (each) => address >= each.address && address + size <= each.address + each.bytes.length,
  );
  const start = address - (segment?.address ?? 0);
  return segment && new ByteReader(segment.bytes.subarray(start, start + size), what, address);
}

class Kernels {
  private readonly symbols: ReadonlyMap<string, ElfSymbol>;

  constructor(
    private readonly elf: ElfFile,
    private readonly segments: readonly LoadSegment[],
    symbols: readonly ElfSymbol[],
  ) {
    this.symbols = new Map(symbols.map((symbol) => [symbol.name, symbol]));
  }

  read(metadata: HsaKernelMetadata): CodeObjectKernel {
    const what = `${this.elf.reader.name}, kernel ${metadata['.name']}`;
    const symbol = this.symbols.get(metadata['.symbol']);
    if (!symbol || symbol.section === SHN_UNDEF)
      throw this.elf.reader.error(0, `its kernel ${metadata['.name']} has no symbol '${metadata['.symbol']}'`);
    const old = versionOf(this.elf) === 2;
    const reader = at(this.segments, symbol.value, old ? CODE_HEADER_SIZE : DESCRIPTOR_SIZE, what);
    if (!reader) throw this.elf.reader.error(symbol.value, `the descriptor of ${metadata['.name']} is in no segment`);
    const descriptor = old ? readCodeHeader(reader) : readDescriptor(reader);
    const entry = symbol.value + descriptor.entry;
    const text = this.elf.sections.find(
      ({ type, flags, address, size }) =>
        type === SHT.progbits && (flags & 4) !== 0 && entry >= address && entry < address + size,
    );
    if (!text || entry % 4 !== 0)
      throw reader.error(16, `there is no instruction at its entry, 0x${entry.toString(16)}`);
    return {
      metadata,
      descriptor,
      address: symbol.value,
      entry,
      text: { start: text.address, end: text.address + text.size },
    };
  }
}

/** True if bytes are an ELF file for AMD's GPUs under HSA. */
export const isCodeObject = (bytes: Uint8Array): boolean =>
  bytes.length > 20 &&
  bytes[4] === ELF_CLASS_64 &&
  bytes[7] === OSABI_HSA &&
  new DataView(bytes.buffer, bytes.byteOffset).getUint16(18, true) === EM_AMDGPU;

/**
 * Reads a linked code object.
 *
 * @param name what errors call it, usually a file name
 * @throws AtollError BAD_IMAGE naming the part and the offset
 */
export function readCodeObject(bytes: Uint8Array, name = 'code object'): CodeObject {
  const elf = readElf(new ByteReader(bytes, name));
  if (elf.machine !== EM_AMDGPU || elf.osAbi !== OSABI_HSA) throw elf.reader.error(0, 'not a code object for HSA');
  if (elf.type !== ET_DYN) throw elf.reader.error(16, 'the object file has not been linked');
  const version = versionOf(elf);
  if (version > 6) throw elf.reader.error(8, `code objects of version ${version} are not supported`);
  const target = targetOf(elf);
  if (!target) throw elf.reader.error(48, `its chip, 0x${(elf.flags & 0xff).toString(16)} of e_flags, is unknown`);
  const segments = segmentsOf(elf);
  const symbols = dynamicSymbols(elf);
  const metadata = metadataOf(elf);
  const kernels = new Kernels(elf, segments, symbols);
  const size = Math.max(0, ...segments.map((segment) => segment.address + segment.bytes.length));
  return {
    version,
    target,
    size,
    segments,
    relocations: relocationsOf(elf, symbols, size),
    kernels: metadata['amdhsa.kernels'].map((each) => kernels.read(each)),
    printf: metadata['amdhsa.printf'],
    section: (name) => {
      const section = elf.section(name);
      return section && elf.contents(section).bytes;
    },
    debug: () => debugOf(elf),
  };
}
