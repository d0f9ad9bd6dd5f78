// Reader of little-endian ELF files of both classes: headers, sections, segments, symbols, relocations.
// All of it is checked; a wrong offset or size is an AtollError that names the file part and the offset.
import type { ByteReader } from './bytes.js';
import {
  ELF_CLASS_32,
  ELF_CLASS_64,
  type ElfRelocation,
  type ElfSection,
  type ElfSegment,
  type ElfSymbol,
  SHT,
} from './elf.js';

const MAX_HEADERS = 65_535;
/** All names together may have this many times the bytes of the file: names share tails, but not without end. */
const NAME_FACTOR = 4;

/** Field offsets of the two classes, by the names of the System V ABI without their prefixes. */
const LAYOUT = {
  [ELF_CLASS_32]: {
    wide: false,
    header: {
      size: 52,
      phoff: 28,
      shoff: 32,
      flags: 36,
      phentsize: 42,
      phnum: 44,
      shentsize: 46,
      shnum: 48,
      shstrndx: 50,
    },
    section: { size: 40, flags: 8, addr: 12, offset: 16, bytes: 20, link: 24, info: 28, align: 32, entsize: 36 },
    segment: { size: 32, offset: 4, vaddr: 8, filesz: 16, memsz: 20 },
    symbol: { size: 16, info: 12, shndx: 14, value: 4, bytes: 8 },
  },
  [ELF_CLASS_64]: {
    wide: true,
    header: {
      size: 64,
      phoff: 32,
      shoff: 40,
      flags: 48,
      phentsize: 54,
      phnum: 56,
      shentsize: 58,
      shnum: 60,
      shstrndx: 62,
    },
    section: { size: 64, flags: 8, addr: 16, offset: 24, bytes: 32, link: 40, info: 44, align: 48, entsize: 56 },
    segment: { size: 56, offset: 8, vaddr: 16, filesz: 32, memsz: 40 },
    symbol: { size: 24, info: 4, shndx: 6, value: 8, bytes: 16 },
  },
} as const;

type Layout = (typeof LAYOUT)[keyof typeof LAYOUT];

/** One ELF file. Construct with {@link readElf}. */
export class ElfFile {
  readonly reader: ByteReader;
  private readonly layout: Layout;
  readonly osAbi: number;
  readonly abiVersion: number;
  readonly type: number;
  readonly machine: number;
  readonly flags: number;
  readonly sections: readonly ElfSection[];
  readonly segments: readonly ElfSegment[];

  constructor(reader: ByteReader, layout: Layout) {
    this.reader = reader;
    this.layout = layout;
    this.osAbi = reader.u8(7, 'ELF identification');
    this.abiVersion = reader.u8(8, 'ELF identification');
    this.type = reader.u16(16, 'e_type');
    this.machine = reader.u16(18, 'e_machine');
    this.flags = reader.u32(layout.header.flags, 'e_flags');
    this.segments = this.readSegments();
    this.sections = this.readSections();
  }

  /** A word of the class's address size. */
  private word(offset: number, what: string): number {
    return this.layout.wide ? this.reader.u64(offset, what) : this.reader.u32(offset, what);
  }

  /** Offsets of a table's entries, after its place and its entry size have been checked. */
  private table(offset: number, count: number, entrySize: number, requiredIndex: number, what: string): number[] {
    if (count === 0) return [];
    if (entrySize !== requiredIndex)
      throw this.reader.error(offset, `${what} entries have ${entrySize} bytes, not ${requiredIndex}`);
    this.reader.check(offset, count * requiredIndex, `${what} table`);
    return Array.from({ length: count }, (_, index) => offset + index * requiredIndex);
  }

  private readSegments(): ElfSegment[] {
    const { header, segment } = this.layout;
    const r = this.reader;
    const at = this.word(header.phoff, 'e_phoff');
    const places = this.table(at, r.u16(header.phnum), r.u16(header.phentsize), segment.size, 'program header');
    return places.map((place) => ({
      type: r.u32(place),
      offset: this.word(place + segment.offset, 'p_offset'),
      address: this.word(place + segment.vaddr, 'p_vaddr'),
      fileSize: this.word(place + segment.filesz, 'p_filesz'),
      memorySize: this.word(place + segment.memsz, 'p_memsz'),
    }));
  }

  private readSections(): ElfSection[] {
    const { header, section } = this.layout;
    const r = this.reader;
    const at = this.word(header.shoff, 'e_shoff');
    const places = this.table(at, r.u16(header.shnum), r.u16(header.shentsize), section.size, 'section header');
    if (places.length > MAX_HEADERS) throw r.error(at, 'too many sections');
    const bare = places.map((place, index) => ({
      index,
      nameOffset: r.u32(place),
      name: '',
      type: r.u32(place + 4),
      flags: this.word(place + section.flags, 'sh_flags'),
      address: this.word(place + section.addr, 'sh_addr'),
      offset: this.word(place + section.offset, 'sh_offset'),
      size: this.word(place + section.bytes, 'sh_size'),
      link: r.u32(place + section.link),
      info: r.u32(place + section.info),
      align: this.word(place + section.align, 'sh_addralign'),
      entrySize: this.word(place + section.entsize, 'sh_entsize'),
    }));
    const names = bare[r.u16(header.shstrndx)];
    if (bare.length > 0 && !names) throw r.error(header.shstrndx, 'e_shstrndx is not a section');
    if (!names) return [];
    const nameAt = this.namesIn(this.contents(names), 'section name');
    return bare.map(({ nameOffset, ...rest }) => ({ ...rest, name: nameAt(nameOffset) }));
  }

  /** Reads names of a string table, as many as may be in one table of headers or symbols. */
  private namesIn(table: ByteReader, what: string): (offset: number) => string {
    const limit = NAME_FACTOR * this.reader.length;
    let total = 0;
    return (offset) => {
      const text = table.cString(offset, what);
      total += text.length;
      if (total > limit) throw table.error(offset, `${what}s have more than ${limit} characters in total`);
      return text;
    };
  }

  /** The bytes of a section, as a checked reader under the section's name. */
  contents(section: ElfSection): ByteReader {
    const name = `${this.reader.name}, section ${section.index}${section.name ? ` (${section.name})` : ''}`;
    if (section.type === SHT.nobits) return this.reader.part(0, 0, name);
    return this.reader.part(section.offset, section.size, name);
  }

  segmentContents(segment: ElfSegment, name: string): ByteReader {
    return this.reader.part(segment.offset, segment.fileSize, `${this.reader.name}, ${name}`);
  }

  section(name: string): ElfSection | undefined {
    return this.sections.find((section) => section.name === name);
  }

  /** The symbols of a symbol table section (of the first one by default); empty when there is none. */
  symbols(table = this.sections.find((section) => section.type === SHT.symtab)): ElfSymbol[] {
    if (!table) return [];
    const { symbol } = this.layout;
    const r = this.contents(table);
    const strings = this.sections[table.link];
    if (!strings) throw r.error(0, `its string table, section ${table.link}, does not exist`);
    const nameAt = this.namesIn(this.contents(strings), 'symbol name');
    return Array.from({ length: Math.floor(r.length / symbol.size) }, (_, index) => {
      const place = index * symbol.size;
      const info = r.u8(place + symbol.info);
      const word = (offset: number) => (this.layout.wide ? r.u64(offset, 'symbol') : r.u32(offset, 'symbol'));
      return {
        index,
        name: nameAt(r.u32(place)),
        value: word(place + symbol.value),
        size: word(place + symbol.bytes),
        type: info & 15,
        binding: info >> 4,
        section: r.u16(place + symbol.shndx),
      };
    });
  }

  /** The relocations of one SHT_REL or SHT_RELA section of a 64-bit file, in file order. */
  relocations(table: ElfSection): ElfRelocation[] {
    const r = this.contents(table);
    const explicit = table.type === SHT.rela;
    const size = explicit ? 24 : 16;
    return Array.from({ length: Math.floor(r.length / size) }, (_, index) => {
      const place = index * size;
      const high = explicit ? r.u32(place + 20) : 0;
      return {
        offset: r.u64(place, 'r_offset'),
        type: r.u32(place + 8),
        symbol: r.u32(place + 12),
        addend: explicit ? r.u32(place + 16) | 0 : undefined,
        upper: ((high >>> 16) + ((high >>> 15) & 1)) & 0xffff,
      };
    });
  }
}

/** True when the bytes begin like an ELF file of either class. */
export function isElf(bytes: Uint8Array): boolean {
  return bytes.length >= 16 && bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
}

/**
 * Reads the headers of an ELF file.
 *
 * @throws AtollError BAD_IMAGE, naming the part and its offset, when anything is out of range
 */
export function readElf(reader: ByteReader): ElfFile {
  if (!isElf(reader.bytes)) throw reader.error(0, 'not an ELF file');
  const kind = reader.u8(4);
  if (kind !== ELF_CLASS_32 && kind !== ELF_CLASS_64) throw reader.error(4, `ELF class ${kind} is unknown`);
  if (reader.u8(5) !== 1) throw reader.error(5, 'the file is not little-endian');
  const layout = LAYOUT[kind];
  reader.check(0, layout.header.size, 'ELF header');
  return new ElfFile(reader, layout);
}
