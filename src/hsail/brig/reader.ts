// Reads BRIG modules: entries of all sections, with their references checked.

import { AtollError } from '../../util/errors.js';
import { MAX_ALIGNMENT, spellingOf, TYPES, WIDTH_ALL } from './enums.js';
import { BASE_BYTES, EXECUTABLE_KINDS, type Field, LAYOUT_BY_KIND, LAYOUTS, type Layout } from './layout.js';
import type { BrigEntry, BrigModule } from './module.js';
import { type BrigSection, damaged, HASH_BYTES, HEADER, readSections } from './sections.js';
import { checkStructure } from './structure-checks.js';
import { isType } from './types.js';

const padded = (bytes: number): number => (bytes + 3) & ~3;

function readData(section: BrigSection): Map<number, Uint8Array> {
  const sections = new Map<number, Uint8Array>();
  let offset = section.headerBytes;
  while (offset < section.bytes.length) {
    if (offset + 4 > section.bytes.length) throw damaged(section.name, offset, 'an entry is cut off');
    const size = section.view.getUint32(offset, true);
    if (offset + 4 + size > section.bytes.length)
      throw damaged(section.name, offset, `an entry of ${size} bytes exceeds its section`);
    sections.set(offset, section.bytes.subarray(offset + 4, offset + 4 + size));
    offset += 4 + padded(size);
  }
  return sections;
}

function checkPlain(section: string, at: number, { name, type, values, bytes }: Field, value: number): void {
  const isValid = values === undefined || (values === TYPES ? isType(value) : spellingOf(values, value) !== undefined);
  if (!isValid) throw damaged(section, at, `${name} is ${value}, which has no meaning`);
  if (type.startsWith('r') && bytes < 4 && value !== 0)
    throw damaged(section, at, `reserved bytes are ${value} instead of 0`);
  const limit = { width: WIDTH_ALL, align: MAX_ALIGNMENT, modifier: 3 }[name];
  if (limit !== undefined && bytes === 1 && value > limit)
    throw damaged(section, at, `${name} is ${value}, and ${limit} at most`);
}

function readFields({ name, view }: BrigSection, offset: number, layout: Layout): Pick<BrigEntry, 'values' | 'wide'> {
  const values: Record<string, number> = {};
  const wide: Record<string, bigint> = {};
  for (const field of layout.fields) {
    const at = offset + field.offset;
    if (field.bytes === 8) {
      wide[field.name] = view.getBigUint64(at, true);
      continue;
    }
    let value = 0;
    for (let byte = 0; byte < field.bytes; byte++) value += view.getUint8(at + byte) * 2 ** (8 * byte);
    checkPlain(name, at, field, value);
    values[field.name] = value;
  }
  return { values, wide };
}

function readEntries(section: BrigSection): Map<number, BrigEntry> {
  const entries = new Map<number, BrigEntry>();
  let offset = section.headerBytes;
  while (offset < section.bytes.length) {
    if (offset + BASE_BYTES > section.bytes.length) throw damaged(section.name, offset, 'an entry is cut off');
    const [bytes, number] = [section.view.getUint16(offset, true), section.view.getUint16(offset + 2, true)];
    const layout = LAYOUT_BY_KIND.get(number);
    const isOperand = layout?.name.startsWith('operand_') === true;
    if (number !== 0 && (layout === undefined || isOperand !== (section.name === 'hsa_operand')))
      throw damaged(section.name, offset + 2, `entries of kind 0x${number.toString(16)} do not belong there`);
    if (bytes < BASE_BYTES || bytes % 4 !== 0 || offset + bytes > section.bytes.length)
      throw damaged(section.name, offset, `an entry of ${bytes} bytes exceeds its section or is not a multiple of 4`);
    if (layout !== undefined && bytes !== layout.bytes)
      throw damaged(section.name, offset, `${layout.name} has ${bytes} bytes instead of ${layout.bytes}`);
    const fields = layout === undefined ? { values: {}, wide: {} } : readFields(section, offset, layout);
    entries.set(offset, { offset, bytes, kind: layout?.name ?? 'none', ...fields });
    offset += bytes;
  }
  return entries;
}

function checkList(module: BrigModule, section: string, at: number, field: Field, offset: number): void {
  const bytes = module.data.get(offset)!;
  if (bytes.length % 4 !== 0) throw damaged(section, at, `${field.name} is a list of ${bytes.length} bytes`);
  const entries = field.type === 'operands' ? module.operands : module.code;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let place = 0; place < bytes.length; place += 4) {
    const target = view.getUint32(place, true);
    const mayBeAbsent = field.type === 'operands' && target === 0;
    if (!mayBeAbsent && !entries.has(target))
      throw damaged(
        'hsa_data',
        offset + 4 + place,
        `${field.name} of ${section}+0x${at.toString(16)} has no entry 0x${target.toString(16)}`,
      );
  }
}

/** All references of entries lead to entries of the right section. */
function checkReferences(module: BrigModule, section: string, entries: Iterable<BrigEntry>): void {
  for (const entry of entries) {
    for (const field of LAYOUTS[entry.kind]?.fields ?? []) {
      const value = entry.values[field.name];
      if (value === undefined || value === 0 || /^[ur]\d/.test(field.type)) continue;
      const at = entry.offset + field.offset;
      const isEnd = EXECUTABLE_KINDS.includes(entry.kind) && value === module.codeEnd;
      const isValid =
        field.type === 'code'
          ? module.code.has(value) || isEnd
          : field.type === 'operand'
            ? module.operands.has(value)
            : module.data.has(value);
      if (!isValid)
        throw damaged(section, at, `${field.name} refers to 0x${value.toString(16)}, where no entry begins`);
      if (field.type === 'operands' || field.type === 'codes') checkList(module, section, at, field, value);
    }
  }
}

/** Reads a module. @throws AtollError with section and offset of what is damaged */
export function readBrig(bytes: Uint8Array): BrigModule {
  const sections = readSections(bytes);
  const [data, code, operands] = sections as [BrigSection, BrigSection, BrigSection];
  const module: BrigModule = {
    data: readData(data),
    code: readEntries(code),
    operands: readEntries(operands),
    codeEnd: code.bytes.length,
    hash: bytes.subarray(HEADER.hash, HEADER.hash + HASH_BYTES),
    sections: sections.map((section) => ({ name: section.name, bytes: section.bytes.length })),
  };
  checkReferences(module, 'hsa_code', module.code.values());
  checkReferences(module, 'hsa_operand', module.operands.values());
  checkStructure(module);
  return module;
}

/** Reads a module of a file, which errors name. @throws AtollError */
export function readBrigFile(bytes: Uint8Array, file: string): BrigModule {
  try {
    return readBrig(bytes);
  } catch (error) {
    if (error instanceof AtollError) throw new AtollError(error.code, `${file}: ${error.message}`, error.hint);
    throw error;
  }
}
