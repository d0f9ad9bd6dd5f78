// Functions of a program's nodes for its table, and what programs cannot have at run time yet.

import type { GraphNode } from '../dataflow/graph.js';
import { nodesOf } from '../dataflow/graph.js';
import { distinctProblems, type GraphProblem } from '../dataflow/problem.js';
import type { HpvmGraph, HpvmProgram } from './build-graphs.js';
import { hasLoop } from './instance-loops.js';
import type { HpvmFunction } from './module.js';
import { leafKernel } from './opencl/kernel.js';
import { type TableFunction, typeLetter } from './program-table.js';
import { mergeablePairs } from './transform/advice.js';

export interface ProgramFunctions {
  readonly functions: readonly TableFunction[];
  readonly problems: readonly GraphProblem[];
}

interface NodeUse {
  readonly node: GraphNode;
  readonly local: ReadonlySet<number>;
}

/** Inputs of a child that are the memory of an allocation node. */
function localInputs(parent: GraphNode | undefined, child: GraphNode): ReadonlySet<number> {
  const local = new Set<number>();
  for (const edge of parent?.edges ?? []) {
    if (edge.kind !== 'data' || parent?.children[edge.destination.node] !== child) continue;
    const source = parent.children[edge.source.node];
    if (source?.kind === 'allocation' && source.outputs[edge.source.port]?.type === 'ptr')
      local.add(edge.destination.port);
  }
  return local;
}

type Report = (node: GraphNode, message: string, place?: string) => void;

function checkNode(node: GraphNode, report: Report): void {
  if (node.target === 'tensor') report(node, 'programs cannot have nodes of the target tensor yet');
  for (const { type, name } of [...node.inputs, ...node.outputs])
    if (typeLetter(type) === undefined)
      report(node, `programs cannot have values of type ${type} yet${name === undefined ? '' : `: ${name}`}`);
  for (const edge of node.edges) {
    const [source, destination] = [node.children[edge.source.node], node.children[edge.destination.node]];
    const isReplicated = (source?.extents.length ?? 0) + (destination?.extents.length ?? 0) > 0;
    if (edge.kind === 'data' && edge.pattern === 'one-to-one' && isReplicated)
      report(
        node,
        'programs cannot have one-to-one edges between nodes with several instances yet, unless the nodes are merged (__hpvm__fuse)',
        edge.place,
      );
  }
}

/** All values of a stream's items are pushed with them. */
function checkStream(root: GraphNode, report: Report): void {
  for (const { isStreaming, place } of root.bindings)
    if (!isStreaming) report(root, 'the launch is streaming, and the binding is not', place);
  for (const edge of root.edges)
    if (edge.kind === 'data' && !edge.isStreaming)
      report(root, 'the launch is streaming, and the edge is not', edge.place);
}

function usesOf({ graph, functions }: HpvmGraph, report: Report): ReadonlyMap<HpvmFunction, NodeUse> {
  const uses = new Map<HpvmFunction, NodeUse>();
  if (graph.isStreaming) checkStream(graph.root, report);
  for (const { node, ancestors } of nodesOf(graph.root)) {
    const code = functions.get(node);
    if (!code) continue;
    const local = localInputs(ancestors[0], node);
    const before = uses.get(code);
    if (before && [...before.local].join() !== [...local].join())
      report(
        node,
        'an input is the memory of an allocation in one node, and another one elsewhere',
        node.creationPlace,
      );
    uses.set(code, { node, local });
    checkNode(node, report);
  }
  return uses;
}

/** Members of fused nodes that no other node executes: the code of their parent names their functions. */
function memberFunctions(
  { module, members }: HpvmProgram,
  uses: ReadonlyMap<HpvmFunction, NodeUse>,
): readonly TableFunction[] {
  const rest = new Map<HpvmFunction, TableFunction>();
  for (const { symbol, node } of members) {
    const code = module.functions.get(symbol);
    if (!code || uses.has(code)) continue;
    const none = { hasLoop: false, fusions: [], mergeable: [] };
    rest.set(code, { code, node, kernel: undefined, local: new Set(), ...none });
  }
  return [...rest.values()];
}

export function programFunctions(program: HpvmProgram): ProgramFunctions {
  const { module, graphs, plan } = program;
  const problems: GraphProblem[] = [];
  const report: Report = (node, message, place = node.place) => {
    problems.push({ severity: 'error', node: node.name, message, place });
  };
  const mergeable = mergeablePairs(program);
  const uses = new Map<HpvmFunction, NodeUse>(graphs.flatMap((graph) => [...usesOf(graph, report)]));
  const functions = [...uses].map(([code, { node, local }]): TableFunction => {
    const accesses = node.inputs.map(({ access }) => access);
    const kernel = node.kind === 'leaf' ? leafKernel(module, code, { local, accesses }) : undefined;
    const needsKernel = node.target === 'gpu' || node.target === 'cpu-or-gpu';
    if (kernel && 'problem' in kernel && needsKernel)
      report(node, `its target is a GPU, for which it has no kernel: ${kernel.problem}`, kernel.place);
    const fusions = plan.get(code.symbol) ?? [];
    const loops = node.kind === 'leaf' && hasLoop(module, code);
    return { code, node, kernel, local, hasLoop: loops, fusions, mergeable: mergeable.get(code.symbol) ?? [] };
  });
  functions.push(...memberFunctions(program, uses));
  return { functions, problems: distinctProblems(problems) };
}
