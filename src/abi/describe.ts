// Requests of the device protocol in words, for traces: derived from the structures, so that nothing is listed twice.

import type { PlacedField, Struct } from './layout.js';
import { CONSTANT_GROUPS, IOCTLS, type IoctlName, requestOf } from './schema.js';

const LONGEST_TEXT = 32;
const MAX_ITEMS = 8;
/** From here on numbers are addresses or bit patterns rather than counts. */
const HEXADECIMAL = 65536;

const BY_REQUEST: ReadonlyMap<number, IoctlName> = new Map(
  (Object.keys(IOCTLS) as IoctlName[]).map((name) => [requestOf(name), name]),
);

/** The request of that number; undefined when the protocol has none. */
export const requestName = (request: number): IoctlName | undefined => BY_REQUEST.get(request >>> 0);

/** A field's text begins with "In" when the guest fills it, and has "out:" in it when the device does so too. */
export const isInput = (field: PlacedField): boolean => /^In\b/.test(field.doc);
const isOutput = (field: PlacedField): boolean => !isInput(field) || /\bout:/i.test(field.doc);

/** The group of constants that a field's text names: values of it, or bits. */
function constantsOf({ doc }: PlacedField): { names: Record<string, number>; bits: boolean } | undefined {
  const match = Object.entries(CONSTANT_GROUPS).find(([group]) => new RegExp(`\\b${group}\\b`).test(doc));
  return match && { names: match[1], bits: new RegExp(`\\b${match[0]} bits`).test(doc) };
}

function describeConstant(value: number, { names, bits }: { names: Record<string, number>; bits: boolean }): string {
  const entries = Object.entries(names);
  if (!bits) return entries.find(([, constant]) => constant === value)?.[0] ?? String(value);
  const set = entries.filter(([, bit]) => (value & bit) !== 0);
  const rest = set.reduce((left, [, bit]) => left & ~bit, value);
  const words = [...set.map(([name]) => name), ...(rest ? [`0x${(rest >>> 0).toString(16)}`] : [])];
  return words.join('|') || '0';
}

const describeNumber = (value: number | bigint): string =>
  value >= HEXADECIMAL ? `0x${value.toString(16)}` : String(value);

function describeValue(field: PlacedField, value: unknown): string {
  if (typeof value === 'string') {
    const cut = value.length > LONGEST_TEXT;
    return JSON.stringify(value.slice(0, LONGEST_TEXT)) + (cut ? '...' : '');
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((item: number | bigint) => describeNumber(item));
    return `[${[...shown, ...(value.length > MAX_ITEMS ? ['...'] : [])].join(', ')}]`;
  }
  const constants = typeof value === 'number' ? constantsOf(field) : undefined;
  return constants ? describeConstant(value as number, constants) : describeNumber(value as number | bigint);
}

/** `{size=4096, device=0}`: the fields of one direction, as the bytes of the structure have them. */
export function describeFields(name: IoctlName, bytes: Uint8Array, direction: 'input' | 'output'): string {
  const struct: Struct = IOCTLS[name][1] as unknown as Struct;
  const values = struct.read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const isShown = direction === 'input' ? isInput : isOutput;
  const shown = struct.fields.filter((field) => field.name !== 'reserved' && isShown(field));
  return `{${shown.map((field) => `${field.name}=${describeValue(field, values[field.name])}`).join(', ')}}`;
}
