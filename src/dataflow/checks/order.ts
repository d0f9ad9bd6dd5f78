// Edges connect different children, without a cycle; one-to-one edges need nodes of the same extents.

import { extentsText, sameExtents } from '../extent.js';
import type { DataEdge, GraphNode } from '../graph.js';
import type { GraphProblem } from '../problem.js';

/** Names of the children of a cycle, in its order; undefined without one. */
function cycleOf({ children, edges }: GraphNode): readonly string[] | undefined {
  const state = children.map((): 'new' | 'open' | 'done' => 'new');
  const path: number[] = [];
  const visit = (node: number): readonly number[] | undefined => {
    if (state[node] === 'open') return path.slice(path.indexOf(node));
    if (state[node] !== 'new') return undefined;
    state[node] = 'open';
    path.push(node);
    for (const { source, destination } of edges) {
      if (source.node !== node || destination.node === node) continue;
      const cycle = visit(destination.node);
      if (cycle) return cycle;
    }
    path.pop();
    state[node] = 'done';
    return undefined;
  };
  for (let node = 0; node < children.length; node++) {
    const cycle = visit(node);
    if (cycle) return [...cycle, ...cycle.slice(0, 1)].map((at) => children[at]?.name ?? '');
  }
  return undefined;
}

function patternProblem(parent: GraphNode, { source, destination, pattern }: DataEdge): string | undefined {
  const [from, to] = [parent.children[source.node], parent.children[destination.node]];
  if (!from || !to || pattern !== 'one-to-one' || sameExtents(from, to) !== false) return undefined;
  const extents = [from, to].map((node) => `${node.name} [${extentsText(node, parent)}]`);
  return `a one-to-one edge needs the same extents: ${extents.join(' and ')}`;
}

export function orderProblems(parent: GraphNode): readonly GraphProblem[] {
  const problems: GraphProblem[] = [];
  const report = (message: string, place: string | undefined): void => {
    problems.push({ severity: 'error', node: parent.name, message, place });
  };
  for (const edge of parent.edges) {
    const { source, destination, place } = edge;
    if (source.node === destination.node) report(`edge from ${parent.children[source.node]?.name} to itself`, place);
    const message = edge.kind === 'data' && source.node !== destination.node ? patternProblem(parent, edge) : undefined;
    if (message !== undefined) report(message, place);
  }
  const cycle = cycleOf(parent);
  if (cycle) report(`the edges make a cycle: ${cycle.join(' -> ')}`, parent.place);
  return problems;
}
