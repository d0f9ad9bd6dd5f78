// The text of values: numbers by their types, strings, widths.

import { TYPES, WIDTH_ALL, WIDTH_WAVESIZE } from '../brig/enums.js';
import { bytesOf, elementOf, isArray, isFloat, isPacked, partOf, typeName } from '../brig/types.js';

const FLOAT_PREFIXES: Readonly<Record<number, string>> = { 2: '0H', 4: '0F', 8: '0D' };
const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0');

export function stringText(text: string): string {
  const body = [...text].map((char) => {
    const code = char.charCodeAt(0);
    return ESCAPES[char] ?? (code >= 32 && code < 127 ? char : `\\x${hexByte(code)}`);
  });
  return `"${body.join('')}"`;
}

function numberText(bytes: Uint8Array, type: number): string {
  const digits = Buffer.from(bytes).reverse().toString('hex');
  if (isFloat(type)) return `${FLOAT_PREFIXES[bytes.length]}${digits}`;
  const value = BigInt(`0x${digits}`);
  const bits = 8 * bytes.length;
  return String(
    typeName(type).startsWith('s') && !typeName(type).startsWith('sig') ? BigInt.asIntN(bits, value) : value,
  );
}

/** One value; packed ones are written from the highest part to the lowest. */
function valueText(bytes: Uint8Array, type: number): string {
  if (/^sig/.test(typeName(type))) return `${typeName(type)}(${numberText(bytes, type)})`;
  if (type === TYPES.b1) return String(bytes[0]! & 1);
  const shown = type === TYPES.b128 ? TYPES.u8x16 : type;
  if (!isPacked(shown)) return numberText(bytes, shown);
  const part = partOf(shown);
  const size = bytesOf(part);
  const parts = Array.from({ length: bytes.length / size }, (_, index) =>
    numberText(bytes.subarray(index * size, (index + 1) * size), part),
  );
  return `${typeName(shown)}(${parts.reverse().join(',')})`;
}

/** A constant of a type, which may be an array. @param typed its type is written even where it has a default */
export function constantText(bytes: Uint8Array, type: number, typed = false): string {
  const element = elementOf(type);
  const size = bytesOf(element);
  const values = Array.from({ length: bytes.length / size }, (_, index) =>
    valueText(bytes.subarray(index * size, (index + 1) * size), element),
  );
  const text = values.join(', ');
  if (isArray(type)) return `${typeName(type)}[](${text})`;
  return typed && !isPacked(type) && !typeName(type).startsWith('sig') ? `${typeName(type)}(${text})` : text;
}

export function widthText(width: number): string {
  if (width === WIDTH_ALL) return 'all';
  return width === WIDTH_WAVESIZE ? 'WAVESIZE' : String(2 ** (width - 1));
}

export const alignmentText = (align: number): string => String(2 ** (align - 1));
/** The alignment code of a type's size. */
export const naturalAlignment = (type: number): number => Math.log2(bytesOf(elementOf(type))) + 1;
