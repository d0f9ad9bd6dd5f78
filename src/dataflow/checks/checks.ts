// The checks of a graph, independent of its front end.

import { type DataflowGraph, nodesOf } from '../graph.js';
import { distinctProblems, type GraphProblem } from '../problem.js';
import { extentProblems } from './extents.js';
import { orderProblems } from './order.js';
import { valueProblems } from './values.js';

export interface CheckLimits {
  readonly maxWorkGroupSize?: number;
}

export function graphProblems({ root }: DataflowGraph, limits: CheckLimits = {}): readonly GraphProblem[] {
  const all = [...nodesOf(root)].flatMap((each) => [
    ...extentProblems(each, limits.maxWorkGroupSize),
    ...valueProblems(each.node),
    ...orderProblems(each.node),
  ]);
  return distinctProblems(all);
}
