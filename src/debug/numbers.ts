// Numbers as text: words as hexadecimal, integer and float, values of lanes in few words, masks drawn lane by lane.

import { elementOf, required } from '../util/required.js';

export const hex32 = (value: number): string => `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
export const hex64 = (value: bigint): string => `0x${BigInt.asUintN(64, value).toString(16).padStart(16, '0')}`;
/** A mask of so many lanes. */
export const hexMask = (mask: bigint, lanes: number): string => `0x${mask.toString(16).padStart(lanes / 4, '0')}`;
/** Without leading zeros. */
export const hex = (value: number): string => `0x${value.toString(16)}`;

const view = new DataView(new ArrayBuffer(8));

export function floatOfBits(bits: number): number {
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

export function bitsOfFloat(value: number): number {
  view.setFloat32(0, value);
  return view.getUint32(0);
}

export function doubleOfBits(bits: bigint): number {
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  return view.getFloat64(0);
}

export function bitsOfDouble(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

/** Digits that distinguish every float32 from its neighbours (IEEE 754: 9). */
const FLOAT32_DIGITS = 9;

/** The shortest decimal that gives the same float32; always with a point or an exponent, so that it is no integer. */
export function floatText(bits: number): string {
  const value = floatOfBits(bits);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  if (value === 0) return pointed(value);
  for (let digits = 1; digits < FLOAT32_DIGITS; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Object.is(Math.fround(text), value)) return pointed(text);
  }
  return pointed(Number(value.toPrecision(FLOAT32_DIGITS)));
}

export function doubleText(bits: bigint): string {
  const value = doubleOfBits(bits);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  return pointed(value);
}

function pointed(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** True if a word is likelier a float than an integer or an address: neither tiny nor huge. */
export function looksLikeFloat(bits: number): boolean {
  const size = Math.abs(floatOfBits(bits));
  return size === Number.POSITIVE_INFINITY || (size >= 2 ** -30 && size <= 2 ** 40);
}

/** `0x3f800000  1065353216  1.0f`: all that a word may mean. */
export function wordText(bits: number): string {
  const integer = (bits >>> 0).toString();
  const signed = bits >>> 31 ? ` (${bits | 0})` : '';
  return `${hex32(bits)}  ${integer}${signed}${looksLikeFloat(bits) ? `  ${floatText(bits)}f` : ''}`;
}

/** Lane 0 first: `#` is set, `.` is not. */
export const drawMask = (mask: bigint, lanes: number): string =>
  Array.from({ length: lanes }, (_, lane) => ((mask >> BigInt(lane)) & 1n ? '#' : '.')).join('');

/** Lanes of a mask in order. */
export function lanesOf(mask: bigint): readonly number[] {
  const lanes: number[] = [];
  for (let first = 0, left = mask; left !== 0n; first += 32, left >>= 32n) {
    const word = Number(left & 0xffff_ffffn);
    for (let bit = 0; bit < 32; bit++) if (((word >>> bit) & 1) !== 0) lanes.push(first + bit);
  }
  return lanes;
}

export const isEveryLane = (mask: bigint, lanes: number): boolean => mask === (1n << BigInt(lanes)) - 1n;

/** Consecutive lanes with one value. */
interface Run {
  readonly first: number;
  last: number;
  readonly value: number;
}

function runsOf(values: ArrayLike<number>, lanes: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const lane of lanes) {
    const latest = runs.at(-1);
    const value = required(values[lane], "lane's value") >>> 0;
    if (latest && latest.last === lane - 1 && latest.value === value) latest.last = lane;
    else runs.push({ first: lane, last: lane, value });
  }
  return runs;
}

const span = ({ first, last }: Run): string => (first === last ? `[${first}]` : `[${first}-${last}]`);

/** `base + step * lane` modulo 2^32 for all of the lanes, at least three; undefined when they do not follow that. */
function affineText(values: ArrayLike<number>, lanes: readonly number[]): string | undefined {
  const [first, second] = lanes;
  if (lanes.length < 3 || first === undefined || second !== first + 1) return undefined;
  const valueIn = (lane: number): number => elementOf(values, lane, 'lane');
  const step = (valueIn(second) - valueIn(first)) | 0;
  const base = (valueIn(first) - Math.imul(step, first)) >>> 0;
  if (!lanes.every((lane) => valueIn(lane) >>> 0 === (base + Math.imul(step, lane)) >>> 0)) return undefined;
  const distance = `lane*${step < 0 ? `-${hex(-step)}` : hex(step)}`;
  return base === 0 ? distance : `${hex32(base)}+${distance}`;
}

/** More runs than this are written as a list. */
const NAMED_RUNS = 8;

/**
 * Values of lanes, exactly and in few words: one value when all agree, `base+lane*step` when they follow that, runs
 * `[0-3] 0x00000001 [5] 0x00000002`, or the values in order of the lanes, `x3` behind one that comes three times.
 *
 * @param values of all lanes of the wavefront
 * @param mask lanes to show; when it is not all of them, the text names them
 * @param show how one value is written
 */
export function laneText(values: ArrayLike<number>, mask: bigint, show: (bits: number) => string = hex32): string {
  const lanes = lanesOf(mask);
  const runs = runsOf(values, lanes);
  if (runs.length === 0) return 'no lane';
  const some = isEveryLane(mask, values.length) ? '' : `${maskText(mask)} `;
  const [first] = runs;
  if (first && runs.every(({ value }) => value === first.value)) return `${some}${show(first.value)}`;
  const affine = show === hex32 && runs.length > 2 ? affineText(values, lanes) : undefined;
  if (affine) return `${some}${affine}`;
  if (runs.length <= NAMED_RUNS) return runs.map((run) => `${span(run)} ${show(run.value)}`).join(' ');
  const repeated = ({ first, last, value }: Run): string =>
    first === last ? show(value) : `${show(value)} x${last - first + 1}`;
  return `${some}${runs.map(repeated).join(' ')}`;
}

/** Values in rows of eight lanes; lanes that are not in the mask stay empty, rows without any are left out. */
export function laneRows(values: ArrayLike<number>, mask: bigint, show: (bits: number) => string): string[] {
  const cells = Array.from(values, (value, lane) => ((mask >> BigInt(lane)) & 1n ? show(value) : ''));
  const width = Math.max(...cells.map((cell) => cell.length));
  const rows: string[] = [];
  for (let first = 0; first < cells.length; first += ROW) {
    const row = cells.slice(first, first + ROW);
    if (row.every((cell) => cell === '')) continue;
    rows.push(`[${String(first).padStart(2)}] ${row.map((cell) => cell.padStart(width)).join(' ')}`.trimEnd());
  }
  return rows;
}

const ROW = 8;

/** `[0-15,32]`. */
export function maskText(mask: bigint): string {
  const lanes = lanesOf(mask);
  const runs = runsOf(new Uint8Array((lanes.at(-1) ?? 0) + 1), lanes);
  return `[${runs.map((run) => span(run).slice(1, -1)).join(',')}]`;
}
