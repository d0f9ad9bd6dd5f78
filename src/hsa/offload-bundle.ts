// Code objects in the files that HIP programs have them in: bundles of an object for the host and one for each chip,
// and the section of executables that contains such bundles. Source: LLVM's documentation of clang-offload-bundler.

import { ByteReader } from '../elf/bytes.js';
import { readElf } from '../elf/reader.js';
import { isCodeObject } from './code-object.js';

/** Begins a bundle of plain objects, and one that is compressed. */
const MAGIC = Buffer.from('__CLANG_OFFLOAD_BUNDLE__');
const COMPRESSED = Buffer.from('CCOB');
const COUNT_BYTES = 8;
const ENTRY_BYTES = 24;
/** A bundle has an entry for each chip: one with more is damaged. */
const MAX_ENTRIES = 1024;
const SECTION = '.hip_fatbin';

/** A code object in a file. */
export interface ContainedObject {
  /** The bundle's name of it, as in `hipv4-amdgcn-amd-amdhsa--gfx900`; absent for a file that is the object. */
  readonly target?: string;
  readonly bytes: Uint8Array;
}

function bundleAt(reader: ByteReader, start: number): ContainedObject[] {
  const count = reader.u64(start + MAGIC.length, 'number of objects of the bundle');
  if (count > MAX_ENTRIES) throw reader.error(start + MAGIC.length, `a bundle of ${count} objects is not possible`);
  const objects: ContainedObject[] = [];
  let at = start + MAGIC.length + COUNT_BYTES;
  for (let n = 0; n < count; n++) {
    const [offset, size, length] = [0, 8, 16].map((field) => reader.u64(at + field, 'entry of the bundle')) as [
      number,
      number,
      number,
    ];
    const target = Buffer.from(reader.slice(at + ENTRY_BYTES, length, 'name of an entry')).toString('latin1');
    const bytes = reader.slice(start + offset, size, `object for ${target}`);
    if (isCodeObject(bytes)) objects.push({ target, bytes });
    at += ENTRY_BYTES + length;
  }
  return objects;
}

function bundlesIn(reader: ByteReader): ContainedObject[] {
  const bytes = Buffer.from(reader.bytes.buffer, reader.bytes.byteOffset, reader.length);
  if (bytes.subarray(0, COMPRESSED.length).equals(COMPRESSED))
    throw reader.error(0, 'the bundle of code objects is compressed: build with -no-offload-compress');
  const objects: ContainedObject[] = [];
  for (let at = bytes.indexOf(MAGIC); at >= 0; at = bytes.indexOf(MAGIC, at + MAGIC.length))
    objects.push(...bundleAt(reader, at));
  return objects;
}

const beginsWith = (bytes: Uint8Array, magic: Uint8Array): boolean => magic.every((byte, n) => bytes[n] === byte);

/** The bundles of an executable; undefined without its section. */
function sectionOf(bytes: Uint8Array, name: string): ByteReader | undefined {
  const elf = readElf(new ByteReader(bytes, name));
  const section = elf.section(SECTION);
  return section && elf.contents(section);
}

/**
 * The code objects of a file: of the object itself, of a bundle, or of an executable. None where it has no such parts.
 *
 * @param name what errors call the file
 * @throws AtollError BAD_IMAGE naming the part and the offset
 */
export function codeObjectsIn(bytes: Uint8Array, name: string): readonly ContainedObject[] {
  if (isCodeObject(bytes)) return [{ bytes }];
  if (beginsWith(bytes, MAGIC) || beginsWith(bytes, COMPRESSED)) return bundlesIn(new ByteReader(bytes, name));
  const section = beginsWith(bytes, Buffer.from('\x7fELF\x02', 'latin1')) ? sectionOf(bytes, name) : undefined;
  return section ? bundlesIn(section) : [];
}
