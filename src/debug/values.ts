// Elements of buffers and values of arguments by their OpenCL C type.

import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { bitsOfDouble, bitsOfFloat, doubleText, floatText, hex } from './numbers.js';
import { formatted, type PrintFormat } from './print-format.js';

/** Conversion of a scalar. */
interface Scalar {
  readonly bytes: 1 | 2 | 4 | 8;
  readonly kind: 'signed' | 'unsigned' | 'float' | 'half';
}

/** A type that is known: scalars, and vectors of them. */
export interface ElementType {
  readonly scalar: Scalar;
  readonly count: number;
  /** Bytes from one element to the next. */
  readonly size: number;
}

const SCALARS: Readonly<Record<string, Scalar>> = {
  char: { bytes: 1, kind: 'signed' },
  uchar: { bytes: 1, kind: 'unsigned' },
  bool: { bytes: 1, kind: 'unsigned' },
  short: { bytes: 2, kind: 'signed' },
  ushort: { bytes: 2, kind: 'unsigned' },
  half: { bytes: 2, kind: 'half' },
  int: { bytes: 4, kind: 'signed' },
  uint: { bytes: 4, kind: 'unsigned' },
  float: { bytes: 4, kind: 'float' },
  long: { bytes: 8, kind: 'signed' },
  ulong: { bytes: 8, kind: 'unsigned' },
  size_t: { bytes: 8, kind: 'unsigned' },
  double: { bytes: 8, kind: 'float' },
};

const LONG_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^unsigned (char|short|int|long)$/, 'u$1'],
  [/^signed (char|short|int|long)$/, '$1'],
  [/^unsigned$/, 'uint'],
];

/** The type of that name, without qualifiers; undefined for structures and what a program names itself. */
export function elementType(name: string): ElementType | undefined {
  const plain = name.replace(/\b(const|volatile|restrict|__?global|__?constant|__?local)\b/g, '').trim();
  const short = LONG_NAMES.reduce((text, [from, to]) => text.replace(from, to), plain.replace(/\s+/g, ' '));
  const [, base = '', width] = /^([a-z_]+?)(2|3|4|8|16)?$/.exec(short) ?? [];
  const scalar = Object.hasOwn(SCALARS, base) ? SCALARS[base] : undefined;
  if (!scalar) return undefined;
  const count = Number(width ?? 1);
  return { scalar, count, size: scalar.bytes * (count === 3 ? 4 : count) };
}

/** Element type of a pointer type. */
export const pointee = (typeName: string): ElementType | undefined =>
  typeName.endsWith('*') ? elementType(typeName.slice(0, -1)) : undefined;

function scalarText(view: DataView, at: number, { bytes, kind }: Scalar): string {
  if (kind === 'half') return hex(view.getUint16(at, true));
  if (kind === 'float')
    return bytes === 4 ? floatText(view.getUint32(at, true)) : doubleText(view.getBigUint64(at, true));
  const bits = bytes * 8;
  let value = 0n;
  for (let k = bytes - 1; k >= 0; k--) value = (value << 8n) | BigInt(view.getUint8(at + k));
  return String(kind === 'signed' ? BigInt.asIntN(bits, value) : value);
}

/** An element as text: `7`, `(1.0, 2.5)`. */
export function elementText(bytes: Uint8Array, at: number, type: ElementType, format?: PrintFormat): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = Array.from({ length: type.count }, (_, k) => {
    const place = at + k * type.scalar.bytes;
    return format
      ? formatted(bytes.subarray(place, place + type.scalar.bytes), format)
      : scalarText(view, place, type.scalar);
  });
  return type.count === 1 ? required(parts[0], 'part') : `(${parts.join(', ')})`;
}

/** The bytes of a scalar that a person has written. @throws AtollError BAD_INPUT */
export function scalarBytes(text: string, { bytes, kind }: Scalar): Uint8Array {
  const number = Number(text.trim().replace(/f$/i, kind === 'float' ? '' : 'f'));
  const wrong = (): never => {
    throw new AtollError('BAD_INPUT', `'${text.trim()}' is not a value of ${8 * bytes} bits`);
  };
  if (kind === 'float' && (text.trim() === '' || Number.isNaN(number)) && !/^nan$/i.test(text.trim())) wrong();
  let bits = 0n;
  if (kind === 'float') bits = bytes === 4 ? BigInt(bitsOfFloat(number)) : bitsOfDouble(number);
  else {
    if (!/^\s*-?(0x[0-9a-f]+|\d+)\s*$/i.test(text)) wrong();
    const plain = text.trim();
    bits = plain.startsWith('-') ? -BigInt(plain.slice(1)) : BigInt(plain);
    if (bits >= 1n << BigInt(8 * bytes) || bits < -(1n << BigInt(8 * bytes - 1))) wrong();
  }
  return Uint8Array.from({ length: bytes }, (_, k) => Number((BigInt.asUintN(64, bits) >> BigInt(8 * k)) & 0xffn));
}
