// Which values in LLVM IR text are the same for all lanes of a wavefront, and which certainly differ as LLVM sees it.
import { type FunctionFlow, type IrValue, incoming, isPhi } from './flow.js';
import type { Graph } from './graph.js';

/** What differs from lane to lane by itself: work-items, results of atomics, private memory, registers of lanes. */
const SOURCE =
  /@llvm\.amdgcn\.(?:workitem\.id|mbcnt)|^(?:atomicrmw|cmpxchg)\b|^load .*(?:, ptr |, [^,]+[^)]\* |addrspace\(5\)\*? )(?:addrspace\(5\) )?%|call .* asm /;
/** What lanes agree on, of whatever differs. */
const AGREED = /@llvm\.amdgcn\.(?:readfirstlane|readlane|ballot|icmp|fcmp)\b/;
/** Calls whose result is the same where their operands are. */
const PURE =
  /@llvm\.(?!amdgcn\.)|@llvm\.amdgcn\.(?:workgroup\.id|implicitarg|kernarg|dispatch|rcp|rsq|div|fract|fmed|ubfe|sbfe|mul)/;
const CALL = /^(?:tail |musttail |notail )?call\b/;

export interface Uniformity {
  /** LLVM keeps it in a register of each lane. */
  readonly differs: (name: string) => boolean;
  /** It is the same for all lanes that are active, whatever lanes did before. */
  readonly same: (name: string) => boolean;
}

/** Names of values that follow from others, to the end. */
function following(values: readonly IrValue[], seeds: readonly string[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const { name, operands } of values)
    for (const operand of operands) {
      const known = users.get(operand);
      if (known) known.push(name!);
      else users.set(operand, [name!]);
    }
  const found = new Set(seeds);
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

/**
 * Whether a phi may differ although what it chooses of does not. One with a single way in has no choice; and lanes come
 * to the head of a loop with one way in and one way back together, whatever they did in a turn. Of others it is not
 * known.
 */
function chooses(phi: IrValue, graph: Graph): boolean {
  const { block } = phi;
  const ways = incoming(phi);
  if (new Set(ways.map(([value]) => value)).size === 1) return false;
  const back = block.predecessors.filter((one) => graph.dominates(block, one));
  return !(block.predecessors.length === 2 && back.length === 1);
}

/** Whether a value may differ by what it is, not by its operands. */
function mayDiffer(value: IrValue, { values }: FunctionFlow, graph: Graph): boolean {
  const { text, block, operands } = value;
  if (SOURCE.test(text) || (CALL.test(text) && !PURE.test(text))) return true;
  if (isPhi(value) && chooses(value, graph)) return true;
  // What comes out of a loop is of another turn for each lane that left it in another one.
  return operands.some((name) => {
    const from = values.get(name)?.block;
    return from !== undefined && graph.left(from, block).length > 0;
  });
}

/** @param parameters names of a function's parameters that lanes may be called with different ones of */
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
