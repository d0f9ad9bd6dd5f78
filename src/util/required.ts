// Values that invariants of the code guarantee: absence is an internal error that names the value.

import { AtollError } from './errors.js';

export type NonEmptyList<T> = readonly [T, ...T[]];

/** A list of exactly `N` elements. */
export type Tuple<T, N extends number, Elements extends readonly T[] = readonly []> = Elements['length'] extends N
  ? Elements
  : Tuple<T, N, readonly [...Elements, T]>;

const missing = (what: string): AtollError => new AtollError('INTERNAL', `internal error: there is no ${what}`);

/** Null is a value. @param what the value's noun, for the error */
export function required<T>(value: T, what: string): Exclude<T, undefined> {
  if (value === undefined) throw missing(what);
  return value as Exclude<T, undefined>;
}

/** The same of what is null where it is absent. @param what the value's noun, for the error */
export function nonNull<T>(value: T | null, what: string): T {
  if (value === null) throw missing(what);
  return value;
}

/** The value of a key that the map has. @param what the value's noun, for the error */
export function valueAt<K, V>(map: { get(key: K): V | undefined }, key: K, what: string): V {
  const value = map.get(key);
  if (value === undefined) throw missing(typeof key === 'object' ? what : `${what} of ${String(key)}`);
  return value;
}

/** The value of a name that the record has. @param what the value's noun, for the error */
export function memberOf<T>(record: Readonly<Record<string, T | undefined>>, name: string, what: string): T {
  const value = record[name];
  if (value === undefined) throw missing(`${what} of ${name}`);
  return value;
}

/** The element at an index within the list. @param what the element's noun, for the error */
export function elementOf<T>(list: ArrayLike<T | undefined>, index: number, what: string): T {
  const element = list[index];
  if (element === undefined) throw missing(`${what} ${index} (of ${list.length})`);
  return element;
}

/** The last element of a list that is not empty. @param what the element's noun, for the error */
export function lastOf<T>(list: readonly T[], what: string): T {
  return elementOf(list, list.length - 1, what);
}

export function isNonEmpty<T>(list: readonly T[]): list is NonEmptyList<T> {
  return list.length > 0;
}

function hasLength<T, N extends number>(list: readonly T[], length: N): list is readonly T[] & Tuple<T, N> {
  return list.length === length;
}

/** The list as a tuple. @param what the elements' noun, for the error */
export function tupleOf<T, N extends number>(list: readonly T[], length: N, what: string): Tuple<T, N> {
  if (!hasLength(list, length))
    throw new AtollError('INTERNAL', `internal error: ${list.length} ${what}, not ${length}`);
  return list;
}

/** A group that takes part in each match of its pattern. */
export function groupOf(match: RegExpExecArray | RegExpMatchArray, group: number): string {
  return elementOf(match, group, `group of '${match[0]}'`);
}

/** The first groups of a match, all of which take part in each match of the pattern. */
export function groupsOf<N extends number>(match: RegExpExecArray | RegExpMatchArray, count: N): Tuple<string, N> {
  return tupleOf(
    Array.from({ length: count }, (_, n) => groupOf(match, n + 1)),
    count,
    'groups',
  );
}
