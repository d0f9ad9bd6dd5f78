// Links one object file to a code object that HSA's loader accepts: sections in segments by their access,
// relocations applied, and a table of the symbols that are visible outside.

import { ByteReader, concat } from '../../elf/bytes.js';
import {
  type ElfRelocation,
  type ElfSection,
  type ElfSymbol,
  ET_DYN,
  PT,
  SHF,
  SHN_ABS,
  SHT,
  STB,
} from '../../elf/elf.js';
import { readElf } from '../../elf/reader.js';
import { StringTable } from '../../elf/writer.js';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import { dynamicTable, hashTable } from './dynamic-tables.js';
import * as elf64 from './elf64.js';
import { applyDebugRelocation, applyRelocation, type DynamicRelocation, relocationBytes } from './relocations.js';

const PAGE = 0x1000;
const PF = { execute: 1, write: 2, read: 4 } as const;
/** e_ident of a 64-bit little-endian file, but its last bytes: the system's ABI and its version. */
const IDENT = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] as const;
const IDENT_PADDING = Array.from({ length: 7 }, () => 0);
const OTHER_PROTECTED = 3;
/** Sections that are in the file only: debug information, and what tools read. */
const UNPLACED = /^\.(?:debug_|brig$)/;

const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

/** An object file whose parts are linked: one that has been read, or one that has been made. */
export interface RelocatableObject {
  readonly osAbi: number;
  readonly abiVersion: number;
  readonly machine: number;
  readonly flags: number;
  readonly sections: readonly ElfSection[];
  symbols(): readonly ElfSymbol[];
  contents(section: ElfSection): { readonly bytes: Uint8Array };
  relocations(section: ElfSection): readonly ElfRelocation[];
}

/** A section at its place, which is the same in the file and in memory. */
interface PlacedSection {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly address: number;
  readonly bytes: Uint8Array;
  readonly align: number;
  readonly link?: string;
  readonly info?: number;
  readonly entrySize?: number;
}

/** Segments in order, by the flags of their sections. */
const SEGMENTS = [
  { flags: PF.read, holds: (flags: number) => (flags & (SHF.write | SHF.exec)) === 0 },
  { flags: PF.read | PF.execute, holds: (flags: number) => (flags & SHF.exec) !== 0 },
  { flags: PF.read | PF.write, holds: (flags: number) => (flags & SHF.write) !== 0 },
] as const;
/** Program headers: those segments, one for notes and one for the dynamic section. */
const PROGRAM_HEADERS = SEGMENTS.length + 2;

class SharedObject {
  private readonly symbols: readonly ElfSymbol[];
  private readonly placed: PlacedSection[] = [];
  private readonly addresses = new Map<number, number>();
  /** Offsets of sections that are not in memory. */
  private readonly unplaced = new Map<number, number>();
  private readonly dynamic: DynamicRelocation[] = [];
  private end = elf64.HEADER_SIZE + PROGRAM_HEADERS * elf64.PROGRAM_HEADER_SIZE;

  constructor(private readonly elf: RelocatableObject) {
    this.symbols = elf.symbols();
  }

  private place(section: Omit<PlacedSection, 'address'>): number {
    const address = alignUp(this.end, Math.max(1, section.align));
    this.placed.push({ ...section, address });
    this.end = address + section.bytes.length;
    return address;
  }

  private placeInput(section: ElfSection): void {
    const { name, flags, size, align } = section;
    const isNote = section.type === SHT.note;
    // A section without contents becomes zeros: no file data follows it then.
    const bytes = section.type === SHT.nobits ? new Uint8Array(size) : this.elf.contents(section).bytes.slice();
    const address = this.place({ name, type: isNote ? SHT.note : SHT.progbits, flags, bytes, align });
    this.addresses.set(section.index, address);
  }

  private visible(): readonly ElfSymbol[] {
    return this.symbols.filter(({ binding, section }) => binding !== STB.local && this.addresses.has(section));
  }

  private valueOf(symbol: ElfSymbol): number {
    if (symbol.section === SHN_ABS) return symbol.value;
    const section = this.addresses.get(symbol.section);
    if (section === undefined)
      throw new AtollError('INTERNAL', `'${symbol.name}' of the compiled object is in no section of the code object`);
    return section + symbol.value;
  }

  /** Lines of the source and the like: they stand behind all that is in memory, at no address. */
  private placeDebug(): void {
    for (const section of this.elf.sections) {
      if (!UNPLACED.test(section.name) || section.type !== SHT.progbits || section.size === 0) continue;
      const { name, align } = section;
      const bytes = this.elf.contents(section).bytes.slice();
      this.unplaced.set(section.index, this.place({ name, type: SHT.progbits, flags: 0, bytes, align }));
    }
  }

  /** Debug sections refer to each other by offsets, to code by addresses. */
  private relocateDebug(section: ElfSection): void {
    const place = this.unplaced.get(section.info);
    const target = this.placed.find(({ address }) => address === place);
    if (place === undefined || target === undefined) return;
    for (const relocation of this.elf.relocations(section)) {
      const symbol = required(this.symbols[relocation.symbol], 'symbol of the relocation');
      const base = this.addresses.get(symbol.section) ?? (this.unplaced.has(symbol.section) ? 0 : undefined);
      if (base === undefined) continue;
      applyDebugRelocation(target.bytes, relocation, base + symbol.value + (relocation.addend ?? 0));
    }
  }

  private relocate(section: ElfSection): void {
    const address = this.addresses.get(section.info);
    const target = this.placed.find((each) => each.address === address && this.addresses.has(section.info));
    if (address === undefined || target === undefined) return;
    for (const relocation of this.elf.relocations(section)) {
      const symbol = required(this.symbols[relocation.symbol], 'symbol of the relocation');
      const added = applyRelocation(target.bytes, address, relocation as ElfRelocation & { addend: number }, {
        value: this.valueOf(symbol),
        name: symbol.name,
      });
      if (added) this.dynamic.push(added);
    }
  }

  /** The tables of symbols stand first, with places that are filled in when all sections have theirs. */
  private placeSymbols(names: readonly string[]): void {
    const strings = new StringTable(names).bytes();
    const symbols = new Uint8Array((names.length + 1) * elf64.SYMBOL_SIZE);
    const common = { bytes: symbols, align: 8, info: 1, entrySize: elf64.SYMBOL_SIZE };
    const table = { flags: SHF.alloc, align: 8 };
    const symbolsAt = this.place({ ...table, ...common, name: '.dynsym', type: SHT.dynsym, link: '.dynstr' });
    const stringsAt = this.place({ ...table, name: '.dynstr', type: SHT.strtab, bytes: strings, align: 1 });
    const hashes = hashTable(names.length + 1);
    const hash = this.place({ ...table, name: '.hash', type: SHT.hash, bytes: hashes, link: '.dynsym' });
    const places = { hash, strings: stringsAt, symbols: symbolsAt, stringBytes: strings.length };
    const dynamic = { name: '.dynamic', type: SHT.dynamic, bytes: dynamicTable(places), link: '.dynstr' };
    this.place({ ...table, ...dynamic, entrySize: elf64.DYNAMIC_SIZE });
  }

  /** HSA's runtime looks for kernels in the table that is not in memory: the same symbols. */
  private copySymbols(): void {
    const bytesOf = (name: string) =>
      required(
        this.placed.find((section) => section.name === name),
        `section ${name}`,
      ).bytes;
    const common = { flags: 0, align: 8, info: 1, entrySize: elf64.SYMBOL_SIZE };
    this.place({ ...common, name: '.symtab', type: SHT.symtab, bytes: bytesOf('.dynsym'), link: '.strtab' });
    this.place({ name: '.strtab', type: SHT.strtab, flags: 0, bytes: bytesOf('.dynstr'), align: 1 });
  }

  private fillSymbols(): void {
    const visible = this.visible();
    const strings = new StringTable(visible.map(({ name }) => name));
    const table = required(
      this.placed.find(({ name }) => name === '.dynsym'),
      'section .dynsym',
    );
    visible.forEach((symbol, index) => {
      const section = this.placed.findIndex(({ address }) => address === this.addresses.get(symbol.section)) + 1;
      const entry = elf64.symbolBytes({
        name: strings.offsetOf(symbol.name),
        info: (symbol.binding << 4) | symbol.type,
        other: OTHER_PROTECTED,
        section,
        value: this.valueOf(symbol),
        size: symbol.size,
      });
      table.bytes.set(entry, (index + 1) * elf64.SYMBOL_SIZE);
    });
  }

  private placeAll(): void {
    const inputs = this.elf.sections.filter(({ flags, size }) => (flags & SHF.alloc) !== 0 && size > 0);
    const holders = new Set(inputs.map(({ index }) => index));
    const names = this.symbols
      .filter(({ binding, section }) => binding !== STB.local && holders.has(section))
      .map(({ name }) => name);
    this.placeSymbols(names);
    for (const { holds } of SEGMENTS) {
      for (const section of inputs) if (holds(section.flags)) this.placeInput(section);
      this.end = alignUp(this.end, PAGE);
    }
  }

  private placeRelocations(): void {
    if (this.dynamic.length === 0) return;
    const [first] = this.visible();
    const bytes = relocationBytes(this.dynamic, { number: first ? 1 : 0, value: first ? this.valueOf(first) : 0 });
    this.place({
      name: '.rela.dyn',
      type: SHT.rela,
      flags: SHF.alloc | SHF.write,
      bytes,
      align: 8,
      link: '.dynsym',
      entrySize: bytes.length / this.dynamic.length,
    });
  }

  private programHeaders(): Uint8Array {
    const headers = SEGMENTS.map(({ flags, holds }, index) => {
      const inside = this.placed.filter(({ flags: own }) => (own & SHF.alloc) !== 0 && holds(own));
      const first = index === 0 ? 0 : (inside[0]?.address ?? 0);
      const last = inside.reduce((end, { address, bytes }) => Math.max(end, address + bytes.length), first);
      const size = last - first;
      const type = inside.length === 0 ? 0 : PT.load;
      return { type, flags, offset: first, address: first, fileSize: size, memorySize: size, align: PAGE };
    });
    const others = [this.headerOf(SHT.note, PT.note), this.headerOf(SHT.dynamic, PT.dynamic)];
    return concat([...headers, ...others].map(elf64.programHeader));
  }

  /** A program header for one section; none where there is no such section. */
  private headerOf(section: number, type: number): elf64.SegmentFields {
    const placement = this.placed.find((each) => each.type === section);
    const { address = 0, bytes = { length: 0 }, align = 0 } = placement ?? {};
    const size = { fileSize: bytes.length, memorySize: bytes.length };
    return { type: placement ? type : 0, flags: PF.read, offset: address, address, ...size, align };
  }

  /** All sections at the end of the file, and where their headers stand. */
  private sectionHeaders(): { readonly bytes: Uint8Array; readonly count: number } {
    const names = new StringTable([...this.placed.map(({ name }) => name), '.shstrtab']);
    const bytes = names.bytes();
    const numberOf = (name: string): number => this.placed.findIndex((section) => section.name === name) + 1;
    const headers = this.placed.map((section) =>
      elf64.sectionHeader({
        name: names.offsetOf(section.name),
        type: section.type,
        flags: section.flags,
        address: (section.flags & SHF.alloc) === 0 ? 0 : section.address,
        offset: section.address,
        size: section.bytes.length,
        link: section.link === undefined ? 0 : numberOf(section.link),
        info: section.info ?? 0,
        align: section.align,
        entrySize: section.entrySize ?? 0,
      }),
    );
    const place = { name: names.offsetOf('.shstrtab'), type: SHT.strtab, flags: 0, address: 0, offset: this.end };
    const last = elf64.sectionHeader({ ...place, size: bytes.length, link: 0, info: 0, align: 1, entrySize: 0 });
    const padding = new Uint8Array(alignUp(bytes.length, 8) - bytes.length);
    const none = new Uint8Array(elf64.SECTION_HEADER_SIZE);
    return { bytes: concat([bytes, padding, none, ...headers, last]), count: headers.length + 2 };
  }

  private header(count: number, tableBytes: number): Uint8Array {
    return elf64.header({
      ident: [...IDENT, this.elf.osAbi, this.elf.abiVersion, ...IDENT_PADDING],
      type: ET_DYN,
      machine: this.elf.machine,
      flags: this.elf.flags,
      programHeaders: PROGRAM_HEADERS,
      sectionOffset: this.end + tableBytes - count * elf64.SECTION_HEADER_SIZE,
      sections: count,
      names: count - 1,
    });
  }

  link(): Uint8Array {
    this.placeAll();
    for (const section of this.elf.sections) if (section.type === SHT.rela) this.relocate(section);
    this.placeRelocations();
    this.placeDebug();
    for (const section of this.elf.sections) if (section.type === SHT.rela) this.relocateDebug(section);
    this.fillSymbols();
    this.copySymbols();
    this.end = alignUp(this.end, 8);
    const { bytes, count } = this.sectionHeaders();
    const file = new Uint8Array(this.end + bytes.length);
    file.set(this.header(count, bytes.length));
    file.set(this.programHeaders(), elf64.HEADER_SIZE);
    for (const section of this.placed) file.set(section.bytes, section.address);
    file.set(bytes, this.end);
    return file;
  }
}

/**
 * A code object from an object file of which everything is defined in itself.
 *
 * @throws AtollError INTERNAL for relocations that the compiler does not make of the finalizer's IR
 */
export const linkSharedObject = (object: RelocatableObject): Uint8Array => new SharedObject(object).link();

/** The same of clang's object file. */
export const linkObjectFile = (bytes: Uint8Array): Uint8Array =>
  linkSharedObject(readElf(new ByteReader(bytes, 'compiled object')));
