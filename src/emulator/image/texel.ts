// One texel in memory: its dwords, its components as register values, and the way back.

import { isOneInside, SELECT } from '../../isa/descriptors/selects.js';
import type { HelperContext } from './context.js';
import type { DataFormat } from './formats.js';
import { decodeComponent, decodeTable, encodeComponent, floatBits, oneOf } from './numbers.js';

/** Four register values: X, Y, Z, W. */
export type Components = Uint32Array;

/** Memory from which texels are read. */
export type TexelSource = Pick<HelperContext, 'readU8' | 'readU16' | 'readU32'>;

const raw = new Uint32Array(4);
const stored = new Uint32Array(4);

/** Reads a texel's bytes as dwords, the last one zero-extended, into `words`. */
export function readRaw(context: TexelSource, address: number, bytes: number, words: Uint32Array): void {
  if (bytes === 1) words[0] = context.readU8(address);
  else if (bytes === 2) words[0] = context.readU16(address);
  else for (let i = 0; i < bytes / 4; i++) words[i] = context.readU32(address + 4 * i);
}

/** Writes a texel's bytes from dwords. */
export function writeRaw(context: HelperContext, address: number, bytes: number, words: ArrayLike<number>): void {
  if (bytes === 1) context.writeU8(address, words[0]!);
  else if (bytes === 2) context.writeU16(address, words[0]!);
  else for (let i = 0; i < bytes / 4; i++) context.writeU32(address + 4 * i, words[i]!);
}

/** Tables of a format's components in one number format; looked up once for each format in a row of texels. */
let tablesFor: DataFormat | undefined;
let tablesNumber = -1;
let tables: readonly (Uint32Array | undefined)[] = [];

function tablesOf(format: DataFormat, numFormat: number): readonly (Uint32Array | undefined)[] {
  if (tablesFor !== format || tablesNumber !== numFormat) {
    tables = format.widths.map((width, i) => decodeTable(width, numFormat, i === 3));
    tablesFor = format;
    tablesNumber = numFormat;
  }
  return tables;
}

const lowMask = (width: number): number => (width === 32 ? -1 : (1 << width) - 1);

/** The shared-exponent format: three 9-bit fractions scaled by 2^(exponent - 24). */
function decodeShared(word: number, out: Components): void {
  const scale = 2 ** ((word >>> 27) - 24);
  for (let i = 0; i < 3; i++) out[i] = floatBits(((word >>> (9 * i)) & 0x1ff) * scale);
  out[3] = floatBits(1);
}

/** Loads and converts the components in memory order; components that the format does not have become 0. */
export function loadTexel(
  context: TexelSource,
  address: number,
  format: DataFormat,
  numFormat: number,
  out: Components,
): void {
  readRaw(context, address, format.bytes, raw);
  out.fill(0);
  if (format.sharedExponent) return decodeShared(raw[0]!, out);
  const decode = tablesOf(format, numFormat);
  let bit = 0;
  for (let i = 0; i < format.widths.length; i++) {
    const width = format.widths[i]!;
    const bits = (raw[bit >>> 5]! >>> (bit & 31)) & lowMask(width);
    const table = decode[i];
    out[i] = table ? table[bits]! : decodeComponent(bits >>> 0, width, numFormat, i === 3);
    bit += width;
  }
}

/** Converts components in memory order and stores them. */
export function storeTexel(
  context: HelperContext,
  address: number,
  format: DataFormat,
  numFormat: number,
  values: ArrayLike<number>,
): void {
  stored.fill(0);
  let bit = 0;
  for (let i = 0; i < format.widths.length; i++) {
    const width = format.widths[i]!;
    const bits = encodeComponent(values[i]!, width, numFormat);
    stored[bit >>> 5]! |= bits << (bit & 31);
    bit += width;
  }
  writeRaw(context, address, format.bytes, stored);
}

/** Applies the four component selects of a descriptor to loaded components. */
export function applySelects(selects: number, numFormat: number, values: Components, out: Components): void {
  for (let i = 0; i < 4; i++) {
    const select = (selects >>> (3 * i)) & 7;
    if (select >= SELECT.x) out[i] = values[select - SELECT.x]!;
    else out[i] = isOneInside(select) ? oneOf(numFormat) : 0;
  }
}

/** The way back: each memory component gets the first register component that selects it, 0 when none does. */
export function unapplySelects(selects: number, values: ArrayLike<number>, out: Components): void {
  out.fill(0);
  for (let i = 3; i >= 0; i--) {
    const select = (selects >>> (3 * i)) & 7;
    if (select >= SELECT.x) out[select - SELECT.x] = values[i]!;
  }
}
