// Plans merges of nodes: groups of children by the source's annotations and by names, with their conditions.

import { outerLines } from '../../compiler/ir/module.js';
import { type GraphNode, nodesOf } from '../../dataflow/graph.js';
import type { GraphProblem } from '../../dataflow/problem.js';
import { sha256 } from '../../util/hash.js';
import type { HpvmProgram, MergedNode } from '../build-graphs.js';
import type { HpvmFunction, HpvmModule } from '../module.js';
import type { FusedMember, FusedNode, MemberInput } from './fused-code.js';
import { FUSED_SYMBOL, type FusionGroup } from './groups.js';
import { inliningRefusal } from './inline-aux-function.js';
import { allocComputeRefusal, computeLeaf } from './merge-alloc-compute-graphs.js';
import { dependentRefusal } from './merge-dependent-nodes.js';
import { independentRefusal } from './merge-independent-nodes.js';
import { edgesOfPair, type MergedPair, type MergeRefusal } from './refusal.js';

/** Names of children of one node that an option merges. */
export type FusionNames = readonly string[];

/** A node with its function and the functions of its descendants. */
export interface PlannedParent {
  readonly node: GraphNode;
  readonly code: HpvmFunction;
  readonly functions: ReadonlyMap<GraphNode, HpvmFunction>;
}

interface MergeRequest {
  readonly parent: PlannedParent;
  readonly members: readonly number[];
  readonly place: string | undefined;
}

export interface PlannedFusions {
  readonly nodes: readonly FusedNode[];
  readonly plan: ReadonlyMap<string, readonly FusionGroup[]>;
  readonly members: readonly MergedNode[];
  readonly problems: readonly GraphProblem[];
}

export function parentsOf({ graphs }: HpvmProgram): readonly PlannedParent[] {
  const parents = new Map<HpvmFunction, PlannedParent>();
  for (const { graph, functions } of graphs)
    for (const { node } of nodesOf(graph.root)) {
      const code = functions.get(node);
      if (code && node.children.length > 0) parents.set(code, { node, code, functions });
    }
  return [...parents.values()];
}

/** Members that follow each other by requests with a common member are one group. */
function joined(requests: readonly MergeRequest[]): readonly MergeRequest[] {
  const groups: MergeRequest[] = [];
  for (const request of requests) {
    const touching = groups.filter(
      ({ parent, members }) => parent === request.parent && members.some((one) => request.members.includes(one)),
    );
    const members = new Set([...touching.flatMap((group) => group.members), ...request.members]);
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push({ ...request, members: [...members] });
  }
  return groups;
}

/** Children that are reached from some by edges. */
function reached({ edges }: GraphNode, from: readonly number[]): ReadonlySet<number> {
  const all = new Set(from);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const { source, destination } of edges) if (all.has(source.node)) all.add(destination.node);
  }
  return all;
}

/** A child outside of the group on a path between two of its members. */
function nodeBetween(node: GraphNode, members: readonly number[]): GraphNode | undefined {
  return node.children.find((_, index) => {
    if (members.includes(index)) return false;
    const follows = members.some((member) => reached(node, [member]).has(index));
    return follows && members.some((member) => reached(node, [index]).has(member));
  });
}

/** Members in an order in which each follows its sources. */
export function ordered(node: GraphNode, members: readonly number[]): readonly number[] {
  const order = [...members].sort((a, b) => a - b);
  const follows = (a: number, b: number): boolean => a !== b && reached(node, [b]).has(a);
  const result: number[] = [];
  while (result.length < order.length) {
    const next = order.find(
      (member) => !result.includes(member) && order.every((other) => result.includes(other) || !follows(member, other)),
    );
    if (next === undefined) return order;
    result.push(next);
  }
  return result;
}

function pairRefusal(pair: MergedPair): MergeRefusal | undefined {
  const kinds = [pair.first, pair.second].map((index) => pair.parent.children[index]?.kind);
  if (kinds.every((kind) => kind === 'internal')) return allocComputeRefusal(pair);
  if (kinds.some((kind) => kind !== 'leaf'))
    return {
      reason: 'merged nodes are leaves, or nodes with one leaf each',
      place: pair.parent.children[pair.second]?.creationPlace,
    };
  return edgesOfPair(pair).length > 0 ? dependentRefusal(pair) : independentRefusal(pair);
}

const isRefusal = (one: MergeRefusal | undefined): one is MergeRefusal => one !== undefined;

/** Reason for which members of a node, each after its sources, are not merged. */
export function groupRefusal(
  module: HpvmModule,
  { node, functions }: PlannedParent,
  members: readonly number[],
): MergeRefusal | undefined {
  const between = nodeBetween(node, members);
  if (between)
    return {
      reason: `${between.name} is between them: it needs one, and the other needs it`,
      place: between.creationPlace,
    };
  const all = members.flatMap((member) => [...nodesOf(node.children[member] ?? node)]);
  const inlining = all.map(({ node: own }) => {
    const code = own.kind === 'allocation' ? undefined : functions.get(own);
    return code && inliningRefusal(module, code);
  });
  const pairs = members.flatMap((first, n) =>
    members.slice(n + 1).map((second) => pairRefusal({ parent: node, first, second })),
  );
  return [...pairs, ...inlining].find(isRefusal);
}

/** For each member its place among those before: inputs of the fused node are those that no member gives. */
function memberInputs(node: GraphNode, members: readonly number[]): readonly (readonly MemberInput[])[] {
  let next = 0;
  return members.map((child) =>
    (node.children[child]?.inputs ?? []).map((_, port): MemberInput => {
      const edge = node.edges.find(
        (one) =>
          one.kind === 'data' &&
          one.destination.node === child &&
          one.destination.port === port &&
          members.includes(one.source.node),
      );
      return edge?.kind === 'data'
        ? { kind: 'output', member: members.indexOf(edge.source.node), output: edge.source.port }
        : { kind: 'input', index: next++ };
    }),
  );
}

/** First numbers of consecutive lists. */
function offsets(counts: readonly number[]): readonly number[] {
  let sum = 0;
  return counts.map((count) => (sum += count) - count);
}

/** Distinguishes fused functions of the sources of a program. */
function sourceMark({ ir }: HpvmModule): string {
  for (const line of outerLines(ir)) if (line.startsWith('source_filename = ')) return sha256(line).slice(0, 8);
  return '';
}

class FusionPlanner {
  readonly nodes: FusedNode[] = [];
  readonly plan = new Map<string, FusionGroup[]>();
  readonly members: MergedNode[] = [];

  constructor(private readonly mark: string) {}

  private fuse(parent: PlannedParent, members: readonly number[]): string {
    const { node, functions } = parent;
    const children = members.flatMap((member) => node.children[member] ?? []);
    const symbol = `${FUSED_SYMBOL}${this.mark}.${this.nodes.length}`;
    const inputs = memberInputs(node, members);
    const inputOffsets = offsets(inputs.map((own) => own.filter(({ kind }) => kind === 'input').length));
    const outputs = offsets(children.map((child) => child.outputs.length));
    const parts = children.flatMap((child, n): FusedMember[] => {
      const code = functions.get(child);
      if (!code) return [];
      this.members.push({ symbol: code.symbol, node: child });
      return [
        {
          code,
          inputs: inputs[n] ?? [],
          ports: child.inputs,
          outputs: child.kind === 'leaf' ? child.outputs.map(({ type }) => type) : [],
          portOffsets: { input: inputOffsets[n] ?? 0, output: outputs[n] ?? 0 },
        },
      ];
    });
    const name = children.map((child) => child.name).join('+');
    this.nodes.push({ symbol, name, target: children[0]?.target, members: parts });
    this.add(parent.code.symbol, {
      members,
      symbol,
      inputs: inputs.map((own) => own.map((input) => (input.kind === 'input' ? input.index : undefined))),
      outputs,
    });
    return symbol;
  }

  private add(symbol: string, group: FusionGroup): void {
    const groups = this.plan.get(symbol) ?? [];
    groups.push(group);
    this.plan.set(symbol, groups);
  }

  /** The leaves of merged nodes, which are numbered after each other, become one. */
  private fuseLeaves({ node, functions, code }: PlannedParent, members: readonly number[], symbol: string): void {
    const parents = members.flatMap((member) => node.children[member] ?? []);
    const starts = offsets(parents.map(({ children }) => children.length));
    const leaves = parents.map((parent, n) => (starts[n] ?? 0) + (computeLeaf(parent) ?? 0));
    const children = parents.flatMap((parent) => parent.children);
    const inner = { ...node, children, edges: [], bindings: [] };
    this.fuse({ node: inner, functions, code: { ...code, symbol } }, leaves);
  }

  request({ parent, members }: MergeRequest): void {
    const symbol = this.fuse(parent, members);
    if (parent.node.children[members[0] ?? 0]?.kind === 'internal') this.fuseLeaves(parent, members, symbol);
  }
}

/** Requests by names: a node has children of all names, once each. */
function namedRequests(
  parents: readonly PlannedParent[],
  names: FusionNames,
  problems: GraphProblem[],
): readonly MergeRequest[] {
  const requests = parents.flatMap((parent): MergeRequest[] => {
    const members = names.map((name) => parent.node.children.findIndex((child) => child.name === name));
    return members.includes(-1) ? [] : [{ parent, members, place: parent.code.place }];
  });
  const text = names.join(' and ');
  if (requests.length === 0)
    problems.push({
      severity: 'error',
      node: names[0] ?? '',
      message: `no node has children of the names ${text}`,
      place: undefined,
    });
  for (const { parent } of requests)
    for (const name of new Set(names))
      if (
        parent.node.children.filter((child) => child.name === name).length > 1 ||
        names.indexOf(name) !== names.lastIndexOf(name)
      )
        problems.push({
          severity: 'error',
          node: parent.node.name,
          message: `${name} names several nodes: merge them by __hpvm__fuse`,
          place: parent.code.place,
        });
  return requests;
}

/** @param names of options, besides annotations in the source */
export function planFusions(program: HpvmProgram, names: readonly FusionNames[]): PlannedFusions {
  const problems: GraphProblem[] = [];
  const parents = parentsOf(program);
  const annotated = parents.flatMap((parent) =>
    (program.fusions.get(parent.code.symbol) ?? []).map(
      ({ nodes, place }): MergeRequest => ({ parent, members: nodes, place }),
    ),
  );
  const named = names.flatMap((each) => namedRequests(parents, each, problems));
  const planner = new FusionPlanner(sourceMark(program.module));
  if (problems.length > 0) return { nodes: [], plan: planner.plan, members: [], problems };
  for (const request of joined([...annotated, ...named])) {
    const { node } = request.parent;
    const members = ordered(node, request.members);
    const refusal = groupRefusal(program.module, request.parent, members);
    const text = members.map((member) => node.children[member]?.name).join(' and ');
    if (refusal)
      problems.push({
        severity: 'error',
        node: node.name,
        message: `${text} are not merged: ${refusal.reason}`,
        place: refusal.place ?? request.place,
      });
    else if (members.length > 1) planner.request({ ...request, members });
  }
  return { nodes: planner.nodes, plan: planner.plan, members: planner.members, problems };
}
