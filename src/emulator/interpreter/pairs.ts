// The dwords of one access of a lane, two and two, and four where it has four. Where they lie side by side in an
// aligned double word, or in four aligned ones, hardware moves them at once: another wavefront, and the host, never see
// a part of one. Kernels build on it: a scan of several work-groups (decoupled look-back) publishes a flag and a value
// as 64 or 128 bits.

import type { Ex, Stmt } from '../../isa/language/expr.js';
import { visitExpressions } from '../../isa/language/trees.js';
import { PERMISSION } from '../memory.js';

export type PairedLoadNode = Extract<Ex, { kind: 'load' }>;
export type StoreStmt = Extract<Stmt, { kind: 'store' }>;

const isWord = ({ space, bits }: PairedLoadNode | StoreStmt): boolean => space === 'global' && bits === 32;

/** Four accesses in the order of their dwords. */
export type Four<T> = readonly [T, T, T, T];

/** Accesses that may be merged, once their addresses turn out to be consecutive. */
export class Pairs {
  private readonly loads = new Map<PairedLoadNode, readonly [PairedLoadNode, PairedLoadNode]>();
  private readonly stores = new Map<StoreStmt, readonly [StoreStmt, StoreStmt]>();
  /** All loads, or all stores, where there are four. */
  readonly fourLoads: Four<PairedLoadNode> | undefined;
  readonly fourStores: Four<StoreStmt> | undefined;

  constructor(statements: readonly Stmt[]) {
    const loads = new Set<PairedLoadNode>();
    visitExpressions(statements, (ex) => {
      if (ex.kind === 'load' && isWord(ex)) loads.add(ex);
    });
    const stores = statements.filter((stmt) => stmt.kind === 'store').filter(isWord);
    pairUp([...loads], this.loads);
    pairUp(stores, this.stores);
    this.fourLoads = fourOf([...loads]);
    this.fourStores = fourOf(stores);
  }

  /** The pair of a load, in the order of their dwords. */
  ofLoad(node: PairedLoadNode): readonly [PairedLoadNode, PairedLoadNode] | undefined {
    return this.loads.get(node);
  }

  ofStore(stmt: StoreStmt): readonly [StoreStmt, StoreStmt] | undefined {
    return this.stores.get(stmt);
  }
}

const fourOf = <T>(accesses: readonly T[]): Four<T> | undefined =>
  accesses.length === 4 ? (accesses as unknown as Four<T>) : undefined;

function pairUp<T>(accesses: readonly T[], pairs: Map<T, readonly [T, T]>): void {
  for (let index = 0; index + 1 < accesses.length; index += 2) {
    const pair = [accesses[index]!, accesses[index + 1]!] as const;
    for (const access of pair) pairs.set(access, pair);
  }
}

/** Emitter of the text of a pair. */
interface Emitter {
  readonly observed: boolean;
  readonly each: string[];
  address(address: Ex): readonly [low: string, high: string];
  b1(node: Ex): string;
  bindIn(scope: string[], text: string): string;
}

/**
 * Binds whether dwords may be moved at once: they follow one another, aligned to their size, in a page that allows it.
 */
function bindTogether(v: Emitter, accesses: readonly (PairedLoadNode | StoreStmt)[], permission: number): string {
  const places = accesses.map(({ address }) => v.address(address));
  const [low, high] = places[0]!;
  const conditions = [
    `(${low} & ${4 * accesses.length - 1}) === 0`,
    ...places.slice(1).map(([next], index) => `${next} === ((${low} + ${4 * (index + 1)}) | 0)`),
    ...places.slice(1).map(([, next]) => `${next} === ${high}`),
    `(${high} === HW ? (pages[${low} >>> 12] & ${permission}) !== 0 : m.reachesFar(${low}, ${high}, ${permission}))`,
    ...accesses.flatMap(({ valid }) => (valid ? [v.b1(valid)] : [])),
  ];
  return v.bindIn(v.each, conditions.join(' && '));
}

/** Index of a double word in GPU memory: behind the first 4 GiB the low word of its address does not give it. */
const doubleWord = (low: string, high: string): string =>
  `md[${high} === HW ? ${low} >>> 3 : m.space.offsetOf(${low}, ${high}) / 8]`;

/**
 * Binds the dwords of an access of four.
 * @param pairs binds them two and two, if the condition that it gets is false
 */
export function bindFourLoads(
  v: Emitter,
  four: Four<PairedLoadNode>,
  pairs: (done: string) => readonly string[],
): readonly string[] {
  const together = bindTogether(v, four, PERMISSION.read);
  const [low, high] = v.address(four[0].address);
  const whole = [0, 1, 2, 3].map((index) =>
    v.bindIn(
      v.each,
      `${together} ? ${index === 0 ? `m.globalQuad(w, l, ${low}, ${high})` : `m.quadWord(${index})`} : 0`,
    ),
  );
  return pairs(together).map((single, index) => v.bindIn(v.each, `${together} ? ${whole[index]} : ${single}`));
}

/** Text that stores the dwords of an access of four. @param pairs text that stores them two and two */
export function fourStoresText(v: Emitter, four: Four<StoreStmt>, words: Four<string>, pairs: string): string {
  const together = bindTogether(v, four, PERMISSION.write);
  const [low, high] = v.address(four[0].address);
  return `if (${together}) m.setGlobalQuad(w, l, ${low}, ${high}, ${words.join(', ')}); else { ${pairs} }`;
}

/**
 * Binds both dwords of a pair. As a number they are read fast; what looks like a NaN could change on the way, and is
 * read as bits.
 * @param singles what reads each by itself
 * @param done condition under which neither is read
 */
export function bindLoads(
  v: Emitter,
  pair: readonly [PairedLoadNode, PairedLoadNode],
  singles: readonly [string, string],
  done?: string,
): readonly [string, string] {
  const aligned = bindTogether(v, pair, PERMISSION.read);
  const together = done === undefined ? aligned : v.bindIn(v.each, `!${done} && ${aligned}`);
  const alone = singles.map((text) => (done === undefined ? text : `${done} ? 0 : ${text}`)) as [string, string];
  const [low, high] = v.address(pair[0].address);
  const bits = `m.globalPair(w, l, ${low}, ${high})`;
  const choice = (whole: string, single: string): string => v.bindIn(v.each, `${together} ? ${whole} : ${single}`);
  if (v.observed) return [choice(bits, alone[0]), choice('m.high', alone[1])];
  const number = v.bindIn(v.each, `${together} ? ${doubleWord(low, high)} : 0`);
  const isNumber = `${number} === ${number}`;
  return [
    choice(`(${isNumber} ? lowOf64(${number}) : ${bits})`, alone[0]),
    choice(`(${isNumber} ? si[1] : m.high)`, alone[1]),
  ];
}

/**
 * Text that stores both dwords of a pair.
 * @param words of the two
 * @param alone what stores each by itself
 */
export function storesText(
  v: Emitter,
  pair: readonly [StoreStmt, StoreStmt],
  words: readonly [string, string],
  alone: readonly [string, string],
): string {
  const together = bindTogether(v, pair, PERMISSION.write);
  const [low, high] = v.address(pair[0].address);
  const bits = `m.setGlobalPair(w, l, ${low}, ${high}, ${words.join(', ')});`;
  const whole = v.observed
    ? bits
    : `si[0] = ${words[0]}; si[1] = ${words[1]}; if (sd[0] === sd[0]) ${doubleWord(low, high)} = sd[0]; else ${bits}`;
  return `if (${together}) { ${whole} } else { ${alone.join(' ')} }`;
}
