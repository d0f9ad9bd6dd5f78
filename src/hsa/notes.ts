// Notes of ELF files. Source: System V ABI, chapter 5, Note Section.

import { type ByteReader, latin1 } from '../elf/bytes.js';

export interface Note {
  readonly owner: string;
  readonly type: number;
  readonly contents: ByteReader;
}

const HEADER_SIZE = 12;
const padded = (size: number): number => Math.ceil(size / 4) * 4;

/** All notes of a segment or section. @throws AtollError BAD_IMAGE when one crosses the end */
export function readNotes(reader: ByteReader): Note[] {
  const notes: Note[] = [];
  for (let at = 0; at + HEADER_SIZE <= reader.length; ) {
    const ownerSize = reader.u32(at, 'note name size');
    const size = reader.u32(at + 4, 'note size');
    const type = reader.u32(at + 8, 'note type');
    const owner = latin1(reader.slice(at + HEADER_SIZE, ownerSize, 'note name')).replace(/\0+$/, '');
    const start = at + HEADER_SIZE + padded(ownerSize);
    notes.push({ owner, type, contents: reader.part(start, size, `${reader.name}, note ${owner} ${type}`) });
    at = start + padded(size);
  }
  return notes;
}
