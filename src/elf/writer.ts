// Writer of 32-bit little-endian ELF files, the container of CAL images: the caller says what lies where, in order.
import { concat, fromLatin1, words } from './bytes.js';

export const ELF32_HEADER_SIZE = 52;
export const ELF32_PROGRAM_HEADER_SIZE = 32;
export const ELF32_SECTION_HEADER_SIZE = 40;

export interface Elf32Header {
  readonly osAbi: number;
  readonly abiVersion: number;
  readonly type: number;
  readonly machine: number;
  readonly flags: number;
  readonly programHeaderCount: number;
  readonly sectionHeaderOffset: number;
  readonly sectionHeaderCount: number;
  readonly stringSection: number;
}

/** The 52 bytes of an ELF32 header; program headers, when there are any, follow it directly. */
export function elf32Header(header: Elf32Header): Uint8Array {
  const bytes = new Uint8Array(ELF32_HEADER_SIZE);
  const view = new DataView(bytes.buffer);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1, header.osAbi, header.abiVersion]);
  view.setUint16(16, header.type, true);
  view.setUint16(18, header.machine, true);
  view.setUint32(20, 1, true);
  view.setUint32(28, header.programHeaderCount > 0 ? ELF32_HEADER_SIZE : 0, true);
  view.setUint32(32, header.sectionHeaderOffset, true);
  view.setUint32(36, header.flags, true);
  view.setUint16(40, ELF32_HEADER_SIZE, true);
  view.setUint16(42, header.programHeaderCount > 0 ? ELF32_PROGRAM_HEADER_SIZE : 0, true);
  view.setUint16(44, header.programHeaderCount, true);
  view.setUint16(46, ELF32_SECTION_HEADER_SIZE, true);
  view.setUint16(48, header.sectionHeaderCount, true);
  view.setUint16(50, header.stringSection, true);
  return bytes;
}

export interface Elf32Section {
  readonly name: string;
  readonly type: number;
  readonly flags?: number;
  readonly offset: number;
  readonly size: number;
  readonly link?: number;
  readonly info?: number;
  readonly align?: number;
  readonly entrySize?: number;
}

/** The section headers, the null section first, against a string table that holds every name. */
export function elf32SectionHeaders(sections: readonly Elf32Section[], strings: StringTable): Uint8Array {
  const headers = sections.map((s) =>
    words(
      strings.offsetOf(s.name),
      s.type,
      s.flags ?? 0,
      0,
      s.offset,
      s.size,
      s.link ?? 0,
      s.info ?? 0,
      s.align ?? 0,
      s.entrySize ?? 0,
    ),
  );
  return concat([new Uint8Array(ELF32_SECTION_HEADER_SIZE), ...headers]);
}

export interface Elf32ProgramHeader {
  readonly type: number;
  readonly offset: number;
  readonly fileSize: number;
  readonly memorySize: number;
}

export function elf32ProgramHeader(p: Elf32ProgramHeader): Uint8Array {
  return words(p.type, p.offset, 0, 0, p.fileSize, p.memorySize, 0, 0);
}

export interface Elf32Symbol {
  readonly name: string;
  readonly value: number;
  readonly size: number;
  /** Type in the low 4 bits, binding above. */
  readonly info: number;
  readonly section: number;
}

/** The symbol table, the null symbol first. */
export function elf32Symbols(symbols: readonly Elf32Symbol[], strings: StringTable): Uint8Array {
  const entries = symbols.map((s) => words(strings.offsetOf(s.name), s.value, s.size, s.info | (s.section << 16)));
  return concat([new Uint8Array(16), ...entries]);
}

/** A string table under construction: each text once, in the order of first use. */
export class StringTable {
  private readonly offsets = new Map<string, number>([['', 0]]);
  private text = '\0';

  constructor(names: readonly string[] = []) {
    for (const name of names) this.offsetOf(name);
  }

  offsetOf(name: string): number {
    const existing = this.offsets.get(name);
    if (existing !== undefined) return existing;
    const offset = this.text.length;
    this.offsets.set(name, offset);
    this.text += `${name}\0`;
    return offset;
  }

  bytes(): Uint8Array {
    return fromLatin1(this.text);
  }
}
