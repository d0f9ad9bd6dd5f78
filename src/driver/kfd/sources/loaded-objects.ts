// Code objects that a program's runtime has loaded, and the locations of their files: the runtime keeps a list of them
// for debuggers, as the dynamic linker does of libraries. Source: LLVM's AMDGPU usage guide, "Loaded Code Object Path
// Uniform Resource Identifier"; <link.h>.

import { ByteReader } from '../../../elf/bytes.js';
import { SHT } from '../../../elf/elf.js';
import { readElf } from '../../../elf/reader.js';
import { groupsOf } from '../../../util/required.js';
import type { GuestProcess } from './guest-process.js';

const RUNTIME = /\/libhsa-runtime64\.so[^/]*$/;
const LIST = '_amdgpu_r_debug';
/** Of struct r_debug and struct link_map. */
const R_MAP = 8n;
const LINK = { address: 0n, name: 8n, next: 24n } as const;
const MAX_OBJECTS = 65_536;
const MAX_RUNTIME = 256 << 20;
/** Bytes of a code object. */
const MAX_OBJECT = 512 << 20;

export interface LoadedObject {
  /** Base of its addresses, as kernels see it. */
  readonly base: bigint;
  readonly uri: string;
}

/** Address of the runtime's list; undefined when there is none (yet). */
export function listOf(guest: GuestProcess): bigint | undefined {
  const library = guest.mapped(RUNTIME);
  const bytes = library && guest.wholeFile(library.path, MAX_RUNTIME);
  if (!bytes) return undefined;
  try {
    const elf = readElf(new ByteReader(bytes, library.path));
    const table = elf.sections.find(({ type }) => type === SHT.dynsym);
    const symbol = elf.symbols(table).find(({ name, section }) => name === LIST && section !== 0);
    return symbol && library.base + BigInt(symbol.value);
  } catch {
    return undefined;
  }
}

/** The objects of the list as it is now. */
export function loadedObjects(guest: GuestProcess, list: bigint): LoadedObject[] {
  const objects: LoadedObject[] = [];
  let link = guest.word(list + R_MAP);
  while (link !== undefined && link !== 0n && objects.length < MAX_OBJECTS) {
    const base = guest.word(link + LINK.address);
    const name = guest.word(link + LINK.name);
    if (base === undefined || name === undefined) break;
    const uri = name === 0n ? undefined : guest.text(name);
    if (uri) objects.push({ base, uri });
    link = guest.word(link + LINK.next);
  }
  return objects;
}

/** The bytes that a URI names: `file:///path#offset=1&size=2`, or `memory://pid#offset=1&size=2`. */
export function bytesOf(guest: GuestProcess, uri: string): Buffer | undefined {
  const match = /^(file|memory):\/\/([^#?]*)(?:[#?](.*))?$/.exec(uri);
  if (!match) return undefined;
  const [scheme, encoded] = groupsOf(match, 2);
  const fragment = match[3];
  const numbers = new URLSearchParams(fragment ?? '');
  const [offset, size] = ['offset', 'size'].map((key) => Number(numbers.get(key) ?? Number.NaN)) as [number, number];
  if (scheme === 'file' && fragment === undefined) return guest.wholeFile(decoded(encoded), MAX_OBJECT);
  if (!Number.isSafeInteger(offset) || !(size > 0 && size <= MAX_OBJECT)) return undefined;
  return scheme === 'file' ? guest.file(decoded(encoded), offset, size) : guest.memory(BigInt(offset), size);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
