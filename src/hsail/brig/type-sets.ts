// Sets of types by short spellings.

import { TYPES } from './enums.js';

const SETS = new Map<string, ReadonlySet<number>>();

function expand(token: string): number[] {
  const exact = TYPES[token as keyof typeof TYPES];
  if (exact !== undefined) return [exact];
  const [, letters, sizes, packed] = /^([bsuf]+)([\d/]*)(x\d*)?$/.exec(token)!;
  const size = sizes === '' ? '\\d+' : `(?:${sizes!.replaceAll('/', '|')})`;
  const packing = packed === 'x' ? 'x\\d+' : (packed ?? '');
  const pattern = new RegExp(`^[${letters}]${size}${packing}$`);
  return Object.entries(TYPES)
    .filter(([name]) => pattern.test(name))
    .map(([, type]) => type);
}

/**
 * The types of a set: names, or letters, sizes and a packing. `su32/64` is s32, u32, s64 and u64; `f` all floats,
 * `sux` all packed integers, `f16x` those of f16.
 */
export function typeSet(spelling: string): ReadonlySet<number> {
  const existing = SETS.get(spelling);
  if (existing !== undefined) return existing;
  const set = new Set(spelling.split(' ').flatMap(expand));
  SETS.set(spelling, set);
  return set;
}

/** The source types for a type: `u64 < b64; u32 < b32`, or one set for all. */
export function sourceSet(spelling: string, type: number): string {
  if (!spelling.includes('<')) return spelling;
  const pairs = spelling.split('; ').map((pair) => pair.split(' < ') as [string, string]);
  return pairs.find(([types]) => typeSet(types).has(type))?.[1] ?? 'none';
}
