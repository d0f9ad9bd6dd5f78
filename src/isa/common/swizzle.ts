// The offset of ds_swizzle_b32 as text, both ways: `swizzle(QUAD_PERM,0,1,2,3)`, `swizzle(SWAP,4)`, ... in LLVM's
// spelling. Bit 15 chooses four 2-bit lane numbers of a quad; otherwise lane' = ((lane & and) | or) ^ xor within 32
// lanes.

import { groupsOf } from '../../util/required.js';

const QUAD_MODE = 0x8000;
const LANES = 32;

const isPowerOfTwo = (value: number): boolean => value > 0 && (value & (value - 1)) === 0;

const bitmask = (and: number, or: number, xor: number): number => and | (or << 5) | (xor << 10);

/** The macro for an offset, or its number when no macro gives exactly this offset. */
export function printSwizzle(offset: number): string {
  if ((offset & 0xff00) === QUAD_MODE)
    return `swizzle(QUAD_PERM,${[0, 2, 4, 6].map((shift) => (offset >> shift) & 3).join(',')})`;
  if (offset & QUAD_MODE) return String(offset);
  const [and, or, xor] = [offset & 31, (offset >> 5) & 31, offset >> 10];
  const whole = and === 31 && or === 0;
  if (whole && isPowerOfTwo(xor)) return `swizzle(SWAP,${xor})`;
  if (whole && xor > 0 && isPowerOfTwo(xor + 1)) return `swizzle(REVERSE,${xor + 1})`;
  const group = LANES - and;
  if (xor === 0 && group > 1 && isPowerOfTwo(group) && or < group) return `swizzle(BROADCAST,${group},${or})`;
  const pattern = [4, 3, 2, 1, 0].map((bit) => patternOf((and >> bit) & 1, (or >> bit) & 1, (xor >> bit) & 1)).join('');
  return parsePattern(pattern) === offset ? `swizzle(BITMASK_PERM,"${pattern}")` : String(offset);
}

/** The operation on one bit of the lane number: 0, 1, p(reserved) or i(nverted). */
function patternOf(and: number, or: number, xor: number): string {
  const fromZero = or ^ xor;
  const fromOne = (and | or) ^ xor;
  return fromZero === fromOne ? String(fromZero) : fromOne === 1 ? 'p' : 'i';
}

function parsePattern(pattern: string): number | undefined {
  if (!/^[01pi]{5}$/.test(pattern)) return undefined;
  const select = (letters: string): number =>
    [...pattern].reduce((mask, letter) => (mask << 1) | Number(letters.includes(letter)), 0);
  return bitmask(select('pi'), select('1'), select('i'));
}

/** The offset of a macro; undefined if the text is none. */
export function parseSwizzle(text: string): number | undefined {
  const match = /^swizzle\((\w+)((?:,[^,()]+)+)\)$/.exec(text.replace(/\s+/g, ''));
  if (!match) return undefined;
  const [mode, list] = groupsOf(match, 2);
  const args = list.slice(1).split(',');
  const [first = ''] = args;
  return mode === 'BITMASK_PERM' ? parsePattern(first.replaceAll('"', '')) : swizzleOf(mode, args.map(Number));
}

function swizzleOf(mode: string, args: readonly number[]): number | undefined {
  if (!args.every((value) => Number.isInteger(value) && value >= 0)) return undefined;
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (mode === 'QUAD_PERM' && args.length === 4 && args.every((lane) => lane < 4))
    return args.reduce((offset, lane, i) => offset | (lane << (2 * i)), QUAD_MODE);
  if (mode === 'SWAP' && args.length === 1 && isPowerOfTwo(first) && first < LANES) return bitmask(31, 0, first);
  if (mode === 'REVERSE' && args.length === 1 && isPowerOfTwo(first) && first > 1 && first <= LANES)
    return bitmask(31, 0, first - 1);
  if (mode !== 'BROADCAST' || args.length !== 2 || second === undefined) return undefined;
  const isSize = isPowerOfTwo(first) && first > 1 && first <= LANES;
  return isSize && second < first ? bitmask(LANES - first, second, 0) : undefined;
}
