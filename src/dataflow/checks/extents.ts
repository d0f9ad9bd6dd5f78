// Constant extents: no zero instances, and work-groups that a GPU can have.

import { constantInstances, extentText } from '../extent.js';
import type { GraphNode, NodeInContext } from '../graph.js';
import type { GraphProblem } from '../problem.js';

const MAX_DIMENSIONS = 3;

/** A leaf in a replicated parent is mapped on two levels: its instances are the work-items of one work-group. */
export const isTwoLevel = (node: GraphNode, parent: GraphNode | undefined): boolean =>
  node.extents.length > 0 && (parent?.extents.length ?? 0) > 0;

/** @param maxWorkGroupSize the limit of GPUs; undefined without one */
export function extentProblems(
  { node, ancestors }: NodeInContext,
  maxWorkGroupSize: number | undefined,
): readonly GraphProblem[] {
  const [parent] = ancestors;
  const problem = (message: string): GraphProblem => ({
    severity: 'error',
    node: parent?.name ?? node.name,
    message,
    place: node.creationPlace,
  });
  const problems: GraphProblem[] = [];
  const { name, extents, kind, target } = node;
  if (extents.length > MAX_DIMENSIONS)
    problems.push(problem(`${name} has ${extents.length} dimensions, at most 3 are possible`));
  extents.forEach((extent, dimension) => {
    if (extent.kind === 'constant' && extent.count <= 0n)
      problems.push(problem(`${name} has ${extentText(extent, parent)} instances in dimension ${dimension}`));
    if (extent.kind === 'input' && /^(?:ptr|half|bfloat|float|double)/.test(parent?.inputs[extent.input]?.type ?? ''))
      problems.push(
        problem(
          `dimension ${dimension} of ${name} is ${extentText(extent, parent)}, a value of ${parent?.inputs[extent.input]?.type}`,
        ),
      );
  });
  const instances = constantInstances(node);
  const isOnGpu = kind === 'leaf' && (target === 'gpu' || target === 'cpu-or-gpu');
  if (maxWorkGroupSize !== undefined && isOnGpu && isTwoLevel(node, parent) && (instances ?? 0n) > maxWorkGroupSize)
    problems.push(problem(`${name} has work-groups of ${instances} work-items; the limit is ${maxWorkGroupSize}`));
  return problems;
}
