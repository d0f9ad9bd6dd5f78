// The dwords of one access of a lane, two and two. Where they lie side by side in an aligned double word, hardware moves them at once:
// another wavefront, and the host, never see half of one. Kernels build on it: a scan of several work-groups (decoupled look-back)
// publishes a flag and a value as 64 bits.

import type { Ex, Stmt } from '../../isa/language/expr.js';
import { visitExpressions } from '../../isa/language/trees.js';
import { PERMISSION } from '../memory.js';

export type LoadNode = Extract<Ex, { kind: 'load' }>;
export type StoreStmt = Extract<Stmt, { do: 'store' }>;

const isWord = ({ space, bits }: LoadNode | StoreStmt): boolean => space === 'global' && bits === 32;

/** Which may be at once; whether their addresses follow one another is seen when they are known. */
export class Pairs {
  private readonly loads = new Map<LoadNode, readonly [LoadNode, LoadNode]>();
  private readonly stores = new Map<StoreStmt, readonly [StoreStmt, StoreStmt]>();

  constructor(statements: readonly Stmt[]) {
    const loads = new Set<LoadNode>();
    visitExpressions(statements, (ex) => {
      if (ex.kind === 'load' && isWord(ex)) loads.add(ex);
    });
    pairUp([...loads], this.loads);
    pairUp(statements.filter((stmt) => stmt.do === 'store').filter(isWord), this.stores);
  }

  /** The pair of a load, in the order of their dwords. */
  ofLoad(node: LoadNode): readonly [LoadNode, LoadNode] | undefined {
    return this.loads.get(node);
  }

  ofStore(stmt: StoreStmt): readonly [StoreStmt, StoreStmt] | undefined {
    return this.stores.get(stmt);
  }
}

function pairUp<T>(accesses: readonly T[], pairs: Map<T, readonly [T, T]>): void {
  for (let index = 0; index + 1 < accesses.length; index += 2) {
    const pair = [accesses[index]!, accesses[index + 1]!] as const;
    for (const access of pair) pairs.set(access, pair);
  }
}

/** What the text of a pair is made with. */
interface Emitter {
  readonly observed: boolean;
  readonly each: string[];
  address(address: Ex): readonly [low: string, high: string];
  b1(node: Ex): string;
  bindIn(scope: string[], text: string): string;
}

/** Binds whether both dwords may be moved at once: one double word, aligned, in a page that allows it. */
function bindTogether(
  v: Emitter,
  [first, second]: readonly [LoadNode | StoreStmt, LoadNode | StoreStmt],
  permission: number,
): string {
  const [low, high] = v.address(first.address);
  const [nextLow, nextHigh] = v.address(second.address);
  const conditions = [
    `(${low} & 7) === 0`,
    `${nextLow} === ((${low} + 4) | 0)`,
    `${high} === HW`,
    `${nextHigh} === HW`,
    `(pages[${low} >>> 12] & ${permission}) !== 0`,
    ...[first, second].flatMap(({ valid }) => (valid ? [v.b1(valid)] : [])),
  ];
  return v.bindIn(v.each, conditions.join(' && '));
}

/**
 * Binds both dwords of a pair. As a number they are read fast; what looks like a NaN could change on the way, and is read as bits.
 * @param alone what reads each by itself
 */
export function bindLoads(
  v: Emitter,
  pair: readonly [LoadNode, LoadNode],
  alone: readonly [string, string],
): readonly [string, string] {
  const together = bindTogether(v, pair, PERMISSION.read);
  const [low, high] = v.address(pair[0].address);
  const bits = `m.globalPair(w, l, ${low}, ${high})`;
  const choice = (whole: string, single: string): string => v.bindIn(v.each, `${together} ? ${whole} : ${single}`);
  if (v.observed) return [choice(bits, alone[0]), choice('m.high', alone[1])];
  const number = v.bindIn(v.each, `${together} ? md[${low} >>> 3] : 0`);
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
    : `si[0] = ${words[0]}; si[1] = ${words[1]}; if (sd[0] === sd[0]) md[${low} >>> 3] = sd[0]; else ${bits}`;
  return `if (${together}) { ${whole} } else { ${alone.join(' ')} }`;
}
