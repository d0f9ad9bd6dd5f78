// Directives that are data: numbers of each width, floating-point numbers, text, gaps.

import { groupOf } from '../../util/required.js';
import { floatValue } from './float-text.js';
import { evaluateNumber, type SymbolLookup } from './number-expression.js';
import { splitList } from './source.js';

export interface DataContext {
  readonly lookup: SymbolLookup;
  /** Byte offset of the data in the image, as far as it is known. */
  readonly place: number;
}

/** Bytes, or the reason why there are none. */
type Data = Uint8Array | string;

/** Largest gap and longest repetition. */
const MAX_BYTES = 16 << 20;

const INTEGERS: Readonly<Record<string, number>> = {
  ...{ '.byte': 1, '.short': 2, '.hword': 2, '.2byte': 2, '.long': 4, '.int': 4, '.word': 4, '.4byte': 4 },
  ...{ '.quad': 8, '.8byte': 8, '.octa': 16 },
};
const FLOATS: Readonly<Record<string, number>> = { '.float': 4, '.single': 4, '.double': 8 };
const TEXTS: Readonly<Record<string, boolean>> = { '.ascii': false, '.asciz': true, '.string': true };

/** Data of a directive for its section; undefined when the directive defines none. */
export function dataOf(directive: string, text: string, context: DataContext): Data | undefined {
  const width = INTEGERS[directive];
  if (width !== undefined) return joined(splitList(text), (part, at) => integer(part, width, context, at));
  const precision = FLOATS[directive];
  if (precision !== undefined) return joined(splitList(text), (part) => float(part, precision));
  const terminated = TEXTS[directive];
  if (terminated !== undefined) return joined(splitList(text), (part) => characters(part, terminated));
  if (directive === '.zero' || directive === '.skip' || directive === '.space') return gap(text, context);
  return directive === '.fill' ? filling(text, context) : undefined;
}

function joined(parts: readonly string[], bytesOf: (part: string, at: number) => Data): Data {
  if (parts.length === 1 && parts[0] === '') return new Uint8Array(0);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const part of parts) {
    const bytes = bytesOf(part, at);
    if (typeof bytes === 'string') return bytes;
    pieces.push(bytes);
    at += bytes.length;
  }
  const result = new Uint8Array(at);
  at = 0;
  for (const piece of pieces) {
    result.set(piece, at);
    at += piece.length;
  }
  return result;
}

function littleEndian(value: bigint, width: number): Uint8Array {
  let rest = BigInt.asUintN(8 * width, value);
  return Uint8Array.from({ length: width }, () => {
    const byte = Number(rest & 0xffn);
    rest >>= 8n;
    return byte;
  });
}

function integer(part: string, width: number, { lookup, place }: DataContext, at: number): Data {
  if (width === 16)
    return /^(0x[0-9a-f]+|\d+)$/i.test(part) ? littleEndian(BigInt(part), width) : `'${part}' is no number`;
  // Each number of a list has its own place.
  const atElement: SymbolLookup = (name) => {
    const symbol = lookup(name);
    return name === '.' && symbol ? { ...symbol, value: symbol.value + BigInt(at) } : symbol;
  };
  const number = evaluateNumber(part, atElement, place + at);
  if (typeof number === 'string') return number;
  const bits = BigInt(8 * width);
  const signed = BigInt.asIntN(64, number.value);
  const fits = signed >= -(1n << (bits - 1n)) && (signed < 1n << bits || width === 8);
  return fits ? littleEndian(number.value, width) : `${part} does not fit ${bits} bits`;
}

function float(part: string, width: number): Data {
  const view = new DataView(new ArrayBuffer(width));
  const value = floatValue(part);
  if (value === undefined) return `'${part}' is no floating-point number`;
  if (width === 4) view.setFloat32(0, value, true);
  else view.setFloat64(0, value, true);
  return new Uint8Array(view.buffer);
}

const ESCAPES: Readonly<Record<string, number>> = { b: 8, f: 12, n: 10, r: 13, t: 9 };

function characters(part: string, terminated: boolean): Data {
  const quoted = /^"((?:\\[\s\S]|[^"\\])*)"$/.exec(part);
  if (!quoted) return `'${part}' is no string`;
  const bytes: number[] = [];
  for (const [all, octal, hex, escaped] of groupOf(quoted, 1).matchAll(
    /\\([0-7]{1,3})|\\x([0-9a-f]+)|\\([\s\S])|[^\\]+/gi,
  )) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (hex !== undefined) bytes.push(Number.parseInt(hex.slice(-2), 16));
    else if (escaped !== undefined) bytes.push(ESCAPES[escaped] ?? escaped.charCodeAt(0));
    else bytes.push(...new TextEncoder().encode(all));
  }
  return Uint8Array.from(terminated ? [...bytes, 0] : bytes);
}

/** Numbers of a directive that must be known when it is read. */
function knownNumbers(text: string, lookup: SymbolLookup): readonly number[] | string {
  const numbers: number[] = [];
  for (const part of splitList(text)) {
    const number = evaluateNumber(part, lookup);
    if (typeof number === 'string') return number;
    numbers.push(Number(number.value));
  }
  return numbers;
}

/** `.zero count, value` */
function gap(text: string, { lookup }: DataContext): Data {
  const numbers = knownNumbers(text, lookup);
  if (typeof numbers === 'string') return numbers;
  const [count, value = 0] = numbers;
  if (count === undefined || count < 0 || count > MAX_BYTES) return `a gap of ${count} bytes is not possible`;
  return new Uint8Array(count).fill(value);
}

/** `.fill count, size, value` */
function filling(text: string, { lookup }: DataContext): Data {
  const numbers = knownNumbers(text, lookup);
  if (typeof numbers === 'string') return numbers;
  const [count, size = 1, value = 0] = numbers;
  const width = Math.min(size, 8);
  if (count === undefined || count < 0 || width < 0 || count * width > MAX_BYTES)
    return `${count} times ${size} bytes are not possible`;
  const one = new Uint8Array(width);
  one.set(littleEndian(BigInt.asUintN(32, BigInt(value)), Math.min(width, 4)));
  const bytes = new Uint8Array(count * width);
  for (let at = 0; at < bytes.length; at += width) bytes.set(one, at);
  return bytes;
}

/** Bytes up to the next multiple of `alignment`: s_nop in code, where no value is given. */
export function padding(offset: number, alignment: number, value: number | undefined, code: boolean): Uint8Array {
  const bytes = new Uint8Array((alignment - (offset % alignment)) % alignment);
  if (value !== undefined) return bytes.fill(value);
  const S_NOP = [0, 0, 0x80, 0xbf];
  if (code) for (let at = bytes.length % 4; at < bytes.length; at += S_NOP.length) bytes.set(S_NOP, at);
  return bytes;
}
