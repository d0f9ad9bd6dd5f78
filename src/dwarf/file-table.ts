// The tables of files in front of a line number program. Source: DWARF Debugging Information Format, version 5, section
// 6.2.4; version 4 as well.
import type { ByteReader } from '../elf/bytes.js';
import type { DwarfCursor } from './cursor.js';

/** The text of the file is LLVM's own addition. */
const CONTENT = { path: 1, directory: 2, source: 0x2001 };
const FORM = {
  string: 0x08,
  data16: 0x1e,
  strp: 0x0e,
  lineStrp: 0x1f,
  udata: 0x0f,
  data1: 0x0b,
  data2: 0x05,
  block: 0x09,
};

export interface FileEntry {
  readonly path: string;
  /** The folder that its path counts from; empty where it is not known. */
  readonly folder: string;
  /** Its text, where the compiler has put it there. */
  readonly source: string;
}

/** A path as one from the folder where the compiler ran. */
const within = (folder: string | undefined, path: string): string =>
  path.startsWith('/') || !folder || path === folder ? path : `${folder}/${path}`;

/** One directory or file entry table of DWARF 5. @param folders of the first, for the second */
export function readEntries(
  cursor: DwarfCursor,
  lineStrings: ByteReader | undefined,
  folders: readonly FileEntry[] = [],
): FileEntry[] {
  const formats = Array.from({ length: cursor.u8() }, () => ({ content: cursor.uleb(), form: cursor.uleb() }));
  const count = cursor.uleb();
  cursor.checkCount(count);
  return Array.from({ length: count }, () => {
    const entry = { path: '', folder: '', source: '' };
    for (const { content, form } of formats) {
      const value = readForm(cursor, form, lineStrings);
      if (typeof value !== 'string') {
        if (content === CONTENT.directory) entry.folder = within(folders[0]?.path, folders[value]?.path ?? '');
      } else if (content === CONTENT.path) entry.path = value;
      else if (content === CONTENT.source) entry.source = value;
    }
    return entry;
  });
}

function readForm(cursor: DwarfCursor, form: number, lineStrings: ByteReader | undefined): string | number {
  switch (form) {
    case FORM.string:
      return cursor.string();
    case FORM.lineStrp:
    case FORM.strp: {
      const offset = cursor.u32();
      return lineStrings && form === FORM.lineStrp ? lineStrings.cString(offset, 'file name') : '';
    }
    case FORM.udata:
      return cursor.uleb();
    case FORM.data1:
      return cursor.u8();
    case FORM.data2:
      return cursor.u16();
    case FORM.data16:
      return cursor.skip(16);
    case FORM.block:
      return cursor.skip(cursor.uleb());
    default:
      throw cursor.error(`form 0x${form.toString(16)} in the file table is unknown`);
  }
}

/** The tables of DWARF 4: NUL-terminated names. */
export function readOldFiles(cursor: DwarfCursor): FileEntry[] {
  while (cursor.string() !== '');
  const files: FileEntry[] = [];
  for (let name = cursor.string(); name !== ''; name = cursor.string()) {
    files.push({ path: name, folder: '', source: '' });
    for (let i = 0; i < 3; i++) cursor.uleb();
  }
  return files;
}

/** A file has the name that the compiler was given; a second one of that name, in another folder, gets its path. */
export function named(entry: FileEntry, paths: Map<string, string>): FileEntry {
  const path = within(entry.folder, entry.path);
  const other = paths.get(entry.path);
  const name = other === undefined || other === path ? entry.path : path;
  paths.set(name, path);
  return { ...entry, path: name };
}
