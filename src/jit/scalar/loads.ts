// Scalar loads from adjacent addresses, found from their trees.

import type { Ex } from '../../isa/language/expr.js';
import { lastOf, required } from '../../util/required.js';

export type ScalarLoadNode = Extract<Ex, { kind: 'load' }>;

/** Dwords that follow one another: when the last one is valid, and the pages of both ends are readable, all are. */
export interface ConsecutiveLoads {
  readonly first: ScalarLoadNode;
  readonly last: ScalarLoadNode;
  readonly bytes: number;
}

/** An address as what it adds up: nodes, and a constant. */
interface Sum {
  readonly nodes: readonly Ex[];
  readonly constant: bigint;
}

function sumOf(address: Ex): Sum {
  if (address.kind === 'const') return { nodes: [], constant: BigInt(address.bits) };
  if (address.kind !== 'op' || address.op !== 'add64') return { nodes: [address], constant: 0n };
  const parts = address.args.map(sumOf);
  return {
    nodes: parts.flatMap(({ nodes }) => nodes),
    constant: parts.reduce((sum, { constant }) => sum + constant, 0n),
  };
}

const follows = (first: Sum, next: Sum, distance: bigint): boolean =>
  next.constant - first.constant === distance &&
  next.nodes.length === first.nodes.length &&
  next.nodes.every((node, index) => node === first.nodes[index]);

/** The limit of a buffer: offset < size. */
function limitOf(valid: Ex | undefined): { readonly offset: Sum; readonly size: Ex } | undefined {
  if (valid?.kind !== 'op' || valid.op !== 'ltU64') return undefined;
  const [offset, size] = valid.args;
  return { offset: sumOf(offset), size: size };
}

/** True if offsets grow with the addresses, far below 2^64, and are compared with one size. */
function limitsFollow(loads: readonly ScalarLoadNode[]): boolean {
  const [first, ...others] = loads.map(({ valid }) => limitOf(valid));
  if (!first?.offset.nodes.every(isShort)) return false;
  return others.every(
    (limit, index) =>
      limit !== undefined && limit.size === first.size && follows(first.offset, limit.offset, BigInt(4 * (index + 1))),
  );
}

const isShort = (node: Ex): boolean => node.kind === 'op' && node.op === 'zext64';

/** @param loads of one instruction, in order */
export function consecutiveLoads(loads: readonly ScalarLoadNode[]): ConsecutiveLoads | undefined {
  const first = required(loads[0], 'load');
  const last = lastOf(loads, 'load');
  const start = sumOf(first.address);
  const inRow = loads.every(
    ({ address, bits }, index) => bits === 32 && follows(start, sumOf(address), BigInt(4 * index)),
  );
  if (!inRow) return undefined;
  const limited = loads.some(({ valid }) => valid !== undefined);
  if (limited && !limitsFollow(loads)) return undefined;
  return { first, last, bytes: 4 * loads.length };
}
