// The debug sections of an object file with their relocations applied. Addresses of code become numbers that name section and offset.
import { ByteReader } from '../../elf/bytes.js';
import { isCode, type ObjectFile } from '../object-file.js';
import { relocationType, storedAddend } from '../relocations.js';

/** Bytes of one section, more than any has; times sections, still an exact number. */
const SECTION_SPAN = 2 ** 36;

export interface CodePlace {
  readonly section: number;
  readonly offset: number;
}

/** What an address of code in a relocated section means. Section 0 is none. */
export const codePlace = (address: number): CodePlace => ({
  section: Math.floor(address / SECTION_SPAN),
  offset: address % SECTION_SPAN,
});

/** The contents of a section; undefined when there is none of that name. */
export function debugSection(object: ObjectFile, name: string): ByteReader | undefined {
  const section = object.elf.section(name);
  if (!section) return undefined;
  const original = object.elf.contents(section);
  const relocations = object.relocations(section);
  if (relocations.length === 0) return original;
  const bytes = Uint8Array.from(original.bytes);
  const view = new DataView(bytes.buffer);
  for (const { offset, type: number, symbol: index, addend: explicit } of relocations) {
    const type = relocationType(number);
    if (!type || type.bits === 'high32') throw original.error(offset, `relocation type ${number} is unknown here`);
    original.check(offset, type.bits === 'all64' ? 8 : 4, 'a relocated word');
    const symbol = object.symbol(index);
    const value = symbol.value + (explicit ?? storedAddend(view, offset, type));
    const target = object.elf.sections[symbol.section];
    if (type.bits !== 'all64') view.setUint32(offset, value, true);
    else view.setBigUint64(offset, BigInt(target && isCode(target) ? symbol.section * SECTION_SPAN + value : 0), true);
  }
  return new ByteReader(bytes, original.name, original.origin);
}
