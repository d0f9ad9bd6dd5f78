// Reads the inner ELF file of one kernel: picks the encoding of the GPU, its notes, its code and its tables.

import type { Chip } from '../chips/chip.js';
import { CHIPS } from '../chips/chips.js';
import { SOUTHERN_ISLANDS } from '../chips/families.js';
import type { ByteReader } from '../elf/bytes.js';
import { type ElfSection, type ElfSegment, PT } from '../elf/elf.js';
import { type ElfFile, readElf } from '../elf/reader.js';
import { ENCODING_MULTI2SIM } from './devices.js';
import { type CalNotes, readNotes } from './notes.js';
import type { ProgInfo } from './prog-info.js';
import { DICTIONARY_ENTRY_SIZE, INNER_ELF } from './write-inner.js';

/** One encoding of a kernel. */
export interface Encoding {
  readonly machine: number;
  readonly notes: CalNotes & { readonly progInfo: ProgInfo };
  readonly text: ByteReader;
  readonly data: ByteReader;
}

interface DictionaryEntry {
  readonly machine: number;
  readonly offset: number;
  readonly end: number;
}

function readDictionary(elf: ElfFile): DictionaryEntry[] {
  const segment = elf.segments.find((candidate) => candidate.type === INNER_ELF.dictionaryType);
  if (!segment) throw elf.reader.error(0, 'it has no encoding dictionary');
  const r = elf.segmentContents(segment, 'encoding dictionary');
  return Array.from({ length: Math.floor(r.length / DICTIONARY_ENTRY_SIZE) }, (_, i) => {
    const at = i * DICTIONARY_ENTRY_SIZE;
    const offset = r.u32(at + 8, 'd_offset');
    const size = r.u32(at + 12, 'd_size');
    elf.reader.check(offset, size, `encoding ${i}`);
    return { machine: r.u32(at, 'd_machine'), offset, end: offset + size };
  });
}

const inside = (entry: DictionaryEntry, part: ElfSegment | ElfSection): boolean =>
  part.offset >= entry.offset && part.offset <= entry.end;

/** The machines with the code of an image's GPU, its own first. */
function accepted(chip: Chip | undefined): number[] {
  const target = chip?.target ?? SOUTHERN_ISLANDS.target;
  const family = CHIPS.filter((other) => other.target === target).map(({ cal }) => cal.encoding);
  return [...(chip ? [chip.cal.encoding] : []), ...family, ENCODING_MULTI2SIM];
}

/**
 * Reads the inner file.
 *
 * @param chip the image's GPU, Southern Islands when it is not known; another encoding of its family is taken when
 * its own is missing
 * @throws AtollError BAD_IMAGE naming part and file offset
 */
export function readInnerElf(reader: ByteReader, chip: Chip | undefined): Encoding {
  const elf = readElf(reader);
  const dictionary = readDictionary(elf);
  const entry = accepted(chip)
    .map((machine) => dictionary.find((candidate) => candidate.machine === machine))
    .find((candidate) => candidate !== undefined);
  if (!entry) {
    const present = dictionary.map(({ machine }) => `0x${machine.toString(16)}`).join(', ') || 'none';
    throw reader.error(0, `there is no encoding for ${chip?.id ?? 'a Southern Islands GPU'} (machines: ${present})`);
  }
  const noteSegment = elf.segments.find((segment) => segment.type === PT.note && inside(entry, segment));
  if (!noteSegment) throw reader.error(entry.offset, 'the encoding has no notes');
  const notes = readNotes(elf.segmentContents(noteSegment, 'notes'));
  const { progInfo } = notes;
  if (!progInfo) throw reader.error(noteSegment.offset, 'the notes have no program information');
  const part = (name: string): ByteReader => {
    const section = elf.sections.find((candidate) => candidate.name === name && inside(entry, candidate));
    return section ? elf.contents(section) : reader.part(0, 0, `${reader.name}, ${name}`);
  };
  const text = part('.text');
  if (text.length === 0) throw reader.error(entry.offset, 'the encoding has no code');
  return { machine: entry.machine, notes: { ...notes, progInfo }, text, data: part('.data') };
}
