// Uniform values in LLVM IR text (equal in all lanes of a wavefront), and those that LLVM considers divergent.
import { type FunctionFlow, type IrValue, incoming, isPhi } from './flow.js';
import type { Graph } from './graph.js';

/** Sources of divergence: work-item ids, results of atomics, private memory, vector registers. */
const SOURCE =
  /@llvm\.amdgcn\.(?:workitem\.id|mbcnt)|^(?:atomicrmw|cmpxchg)\b|^load .*(?:, ptr |, [^,]+[^)]\* |addrspace\(5\)\*? )(?:addrspace\(5\) )?%|call .* asm /;
/** Operations with a uniform result of divergent operands. */
const AGREED = /@llvm\.amdgcn\.(?:readfirstlane|readlane|ballot|icmp|fcmp)\b/;
/** Calls with a uniform result of uniform operands. */
const PURE =
  /@llvm\.(?!amdgcn\.)|@llvm\.amdgcn\.(?:workgroup\.id|implicitarg|kernarg|dispatch|rcp|rsq|div|fract|fmed|ubfe|sbfe|mul)/;
const CALL = /^(?:tail |musttail |notail )?call\b/;

export interface Uniformity {
  /** LLVM keeps the value in vector registers. */
  readonly differs: (name: string) => boolean;
  /** The value is equal in all active lanes, independent of earlier control flow. */
  readonly same: (name: string) => boolean;
}

/** The transitive closure of dependent values. */
function following(values: readonly IrValue[], seeds: readonly string[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const { name, operands } of values)
    for (const operand of operands) {
      const list = users.get(operand);
      if (list) list.push(name!);
      else users.set(operand, [name!]);
    }
  const divergent = new Set(seeds);
  for (const name of divergent) for (const user of users.get(name) ?? []) divergent.add(user);
  return divergent;
}

/**
 * True if a phi of uniform values may be divergent. One with a single predecessor is uniform, as is one at the head of
 * a loop with one entry and one back edge, where lanes converge after each iteration. Others are unknown.
 */
function chooses(phi: IrValue, graph: Graph): boolean {
  const { block } = phi;
  const ways = incoming(phi);
  if (new Set(ways.map(([value]) => value)).size === 1) return false;
  const back = block.predecessors.filter((one) => graph.dominates(block, one));
  return !(block.predecessors.length === 2 && back.length === 1);
}

/** True if a value may be divergent itself, independent of its operands. */
function mayDiffer(value: IrValue, { values }: FunctionFlow, graph: Graph): boolean {
  const { text, block, operands } = value;
  if (SOURCE.test(text) || (CALL.test(text) && !PURE.test(text))) return true;
  if (isPhi(value) && chooses(value, graph)) return true;
  // A value used after a loop is from another iteration in lanes that left it in another iteration.
  return operands.some((name) => {
    const from = values.get(name)?.block;
    return from !== undefined && graph.left(from, block).length > 0;
  });
}

/** @param parameters names of a function's parameters that may be divergent */
export function uniformity(flow: FunctionFlow, graph: Graph, parameters: readonly string[]): Uniformity {
  const named = [...flow.values.values()];
  const sources = named.filter(({ text }) => SOURCE.test(text)).map(({ name }) => name!);
  const differing = following(
    named.filter(({ text }) => !AGREED.test(text)),
    [...sources, ...parameters],
  );
  const doubtful = named.filter((value) => mayDiffer(value, flow, graph)).map(({ name }) => name!);
  const varying = following(named, [...doubtful, ...parameters]);
  return { differs: (name) => differing.has(name), same: (name) => !varying.has(name) };
}
