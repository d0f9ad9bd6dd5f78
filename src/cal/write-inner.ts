// Writes the inner ELF file of one kernel, laid out as genuine images are: program headers, encoding dictionary,
// section names, section headers, then notes and code of the unused encoding and of the GPU's own.
import { concat, words } from '../elf/bytes.js';
import { ET_EXEC, PT, SHT } from '../elf/elf.js';
import {
  ELF32_HEADER_SIZE,
  ELF32_PROGRAM_HEADER_SIZE,
  ELF32_SECTION_HEADER_SIZE,
  type Elf32ProgramHeader,
  type Elf32Section,
  elf32Header,
  elf32ProgramHeader,
  elf32SectionHeaders,
  elf32Symbols,
  StringTable,
} from '../elf/writer.js';
import { PRIVATE_UAV } from './catalyst.js';
import { ENCODING_UNUSED } from './devices.js';
import type { CalKernel } from './image.js';
import { type CalNotes, NOTE, writeNotes } from './notes.js';
import { UAV_MASK_WORDS } from './prog-info.js';

/** Header values of genuine inner files. */
export const INNER_ELF = { osAbi: 0x64, abiVersion: 1, machine: 0x7d, flags: 1, dictionaryType: 0x7000_0002 } as const;

/** Bytes of an encoding dictionary entry: d_machine, d_type, d_offset, d_size, d_flags. */
export const DICTIONARY_ENTRY_SIZE = 20;
const DICTIONARY_TYPE = 4;

/** The size of .data in genuine images; it is a table of this one entry. */
const DATA_SIZE = 0x1280;
const SECTION_NAMES = ['.shstrtab', '.text', '.data', '.symtab', '.strtab'] as const;

/** Notes, code and tables of one encoding, without their place. */
interface Encoding {
  readonly machine: number;
  readonly notes: Uint8Array;
  readonly text: Uint8Array;
  readonly data: Uint8Array;
  readonly symbols: Uint8Array;
  readonly strings: Uint8Array;
}

/** Symbols name the resources: `uav11`, `cb0`, with the note type for a section index and the place in the note. */
function resourceSymbols(kernel: CalKernel, strings: StringTable): Uint8Array {
  return elf32Symbols(
    [
      ...kernel.uavs.map((uav, i) => ({ name: `uav${uav.id}`, value: i, size: 0, info: 0, section: NOTE.uav })),
      ...kernel.constantBuffers.map((buffer, i) => ({
        name: `cb${buffer.index}`,
        value: i,
        size: 0,
        info: 0,
        section: NOTE.constantBuffers,
      })),
    ],
    strings,
  );
}

/** One bit for each UAV that the kernel's arguments use; the private one is not among them. */
function uavMask(kernel: CalKernel): number[] {
  const ids = kernel.uavs.map(({ id }) => id).filter((id) => id !== PRIVATE_UAV);
  return Array.from({ length: UAV_MASK_WORDS }, (_, word) =>
    ids.reduce((mask, id) => (id >> 5 === word ? (mask | (1 << (id & 31))) >>> 0 : mask), 0),
  );
}

function kernelNotes(kernel: CalKernel): CalNotes {
  const dynamicLocal = kernel.args.some((arg) => arg.kind === 'local');
  const imagesRead = kernel.args.filter((arg) => arg.kind === 'image' && arg.accessQualifier === 'read_only');
  return {
    inputs: imagesRead.map((arg, i) => arg.resourceId ?? i),
    uavs: kernel.uavs,
    constantBuffers: kernel.constantBuffers,
    samplers: kernel.samplers,
    progInfo: {
      userElements: kernel.userElements,
      vgprs: kernel.vgprs,
      sgprs: kernel.sgprs,
      floatMode: kernel.floatMode,
      ieeeMode: Number(kernel.ieeeMode),
      scratchDwords: Math.ceil(kernel.scratchBytesPerLane / 4),
      rsrc2: kernel.rsrc2,
      workGroup: kernel.reqdWorkGroupSize ?? [256, 0, 0],
      uavMask: uavMask(kernel),
      ldsBytes: dynamicLocal ? 32_768 : kernel.ldsBytes,
    },
  };
}

/** A string table as inner files have them: with one NUL more at the end. */
const terminated = (strings: StringTable): Uint8Array => concat([strings.bytes(), new Uint8Array(1)]);

function encodings(kernel: CalKernel, machine: number): Encoding[] {
  const strings = new StringTable();
  const symbols = resourceSymbols(kernel, strings);
  const shared = { symbols, strings: terminated(strings) };
  const data = kernel.data.length > 0 ? kernel.data : new Uint8Array(DATA_SIZE);
  const none = new Uint8Array(0);
  const notes = kernelNotes(kernel);
  const unused = writeNotes({ ...notes, progInfo: undefined });
  return [
    { ...shared, machine: ENCODING_UNUSED, notes: unused, text: none, data: new Uint8Array(DATA_SIZE) },
    { ...shared, machine, notes: writeNotes(notes), text: kernel.code, data },
  ];
}

/** The four sections of an encoding whose load segment starts at `start`; `first` is the first one's index. */
function encodingSections(e: Encoding, start: number, first: number): Elf32Section[] {
  const dataAt = start + e.text.length;
  const symbolsAt = dataAt + e.data.length;
  return [
    { name: '.text', type: SHT.progbits, offset: start, size: e.text.length },
    { name: '.data', type: SHT.progbits, offset: dataAt, size: e.data.length, entrySize: e.data.length },
    {
      name: '.symtab',
      type: SHT.symtab,
      offset: symbolsAt,
      size: e.symbols.length,
      link: first + 3,
      info: 1,
      entrySize: 16,
    },
    { name: '.strtab', type: SHT.strtab, offset: symbolsAt + e.symbols.length, size: e.strings.length },
  ];
}

/** Layout of the fixed parts of an inner file, for a number of encodings and a size of the section name table. */
function fixedLayout(encodingCount: number, nameSize: number) {
  const programHeaderCount = 1 + 2 * encodingCount;
  const sectionHeaderCount = 2 + 4 * encodingCount;
  const dictionaryAt = ELF32_HEADER_SIZE + programHeaderCount * ELF32_PROGRAM_HEADER_SIZE;
  const dictionarySize = encodingCount * DICTIONARY_ENTRY_SIZE;
  const namesAt = dictionaryAt + dictionarySize;
  const headersAt = namesAt + nameSize;
  const end = headersAt + sectionHeaderCount * ELF32_SECTION_HEADER_SIZE;
  return { programHeaderCount, sectionHeaderCount, dictionaryAt, dictionarySize, namesAt, headersAt, end };
}

/** The inner ELF file of a kernel, for the encoding (d_machine) of its GPU. */
export function writeInnerElf(kernel: CalKernel, encoding: number): Uint8Array {
  const parts = encodings(kernel, encoding);
  const names = new StringTable(SECTION_NAMES);
  const nameBytes = terminated(names);
  const layout = fixedLayout(parts.length, nameBytes.length);
  const { dictionaryAt, dictionarySize } = layout;
  const segments: Elf32ProgramHeader[] = [
    { type: INNER_ELF.dictionaryType, offset: dictionaryAt, fileSize: dictionarySize, memorySize: 0 },
  ];
  const sections: Elf32Section[] = [
    { name: '.shstrtab', type: SHT.strtab, offset: layout.namesAt, size: nameBytes.length },
  ];
  const dictionary: Uint8Array[] = [];
  const contents: Uint8Array[] = [];
  let at = layout.end;
  for (const e of parts) {
    const load = concat([e.text, e.data, e.symbols, e.strings]);
    const loadAt = at + e.notes.length;
    segments.push({ type: PT.note, offset: at, fileSize: e.notes.length, memorySize: 0 });
    segments.push({ type: PT.load, offset: loadAt, fileSize: load.length, memorySize: load.length });
    sections.push(...encodingSections(e, loadAt, sections.length + 1));
    dictionary.push(words(e.machine, DICTIONARY_TYPE, at, e.notes.length + load.length, 0));
    contents.push(e.notes, load);
    at = loadAt + load.length;
  }
  const { osAbi, abiVersion, machine, flags } = INNER_ELF;
  const fixed = { osAbi, abiVersion, type: ET_EXEC, machine, flags, stringSection: 1 };
  const header = elf32Header({ ...fixed, ...layout, sectionHeaderOffset: layout.headersAt });
  const headers = elf32SectionHeaders(sections, names);
  return concat([header, ...segments.map(elf32ProgramHeader), ...dictionary, nameBytes, headers, ...contents]);
}
