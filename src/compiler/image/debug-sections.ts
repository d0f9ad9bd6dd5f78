// The debug sections of an object file with their relocations applied. Addresses of code are encoded as numbers of
// section and offset.
import { type ReadSection, SECTION_SPAN } from '../../dwarf/sections.js';
import { ByteReader } from '../../elf/bytes.js';
import { isCode, type ObjectFile } from './object-file.js';
import { relocationType, storedAddend } from './relocations.js';

/** For readers of debug information. */
export const debugSectionsOf =
  (object: ObjectFile): ReadSection =>
  (name) =>
    debugSection(object, name);

function debugSection(object: ObjectFile, name: string): ByteReader | undefined {
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
