// Costs of the leaves of a program on each unit, from one measured run for each kind of unit.

import type { GraphMeasurement, NodeMeasurement } from '../measured/measurement.js';

/** Cost of all executions of a node. */
export interface UnitCost {
  readonly ns: number;
  /** Simulated cycles; 0 on the CPU. */
  readonly cycles: number;
}

export interface MeasuredLeaf {
  /** Index in the measurement. */
  readonly node: number;
  readonly name: string;
  /** Index of the root's child that contains it. */
  readonly stage: number;
  /** By unit: `cpu`, `gpu`, `gpu1`, `vector`. */
  readonly costs: ReadonlyMap<string, UnitCost>;
}

export interface CostedGraph {
  readonly measurement: GraphMeasurement;
  readonly leaves: readonly MeasuredLeaf[];
}

/** Names from the root's child down to a node: runs may meet nodes in another order. */
function pathOf(nodes: readonly { readonly name: string; readonly parent: number }[], index: number): string {
  const node = nodes[index];
  if (!node) return '';
  return node.parent < 0 ? node.name : `${pathOf(nodes, node.parent)}/${node.name}`;
}

export function stageOf(nodes: readonly Pick<NodeMeasurement, 'parent'>[], index: number): number {
  let at = index;
  for (let parent = nodes[at]?.parent ?? -1; parent >= 0; parent = nodes[at]?.parent ?? -1) at = parent;
  return at;
}

/** Of one run: graphs whose leaves were all executed on units of one kind. */
export interface UnitRun {
  readonly unit: string;
  readonly graphs: readonly Pick<GraphMeasurement, 'name' | 'isStreaming' | 'executions'>[];
  /** Cost of all executions of the n-th graph's node; undefined if it was executed elsewhere. */
  readonly costOf: (graph: number, node: number) => UnitCost | undefined;
  readonly nodesOf: (graph: number) => readonly { readonly name: string; readonly parent: number }[];
}

/** Costs by paths of a graph of the same name in another run; nodes of equal paths have their mean. */
function costsByPath(run: UnitRun, measurement: GraphMeasurement): ReadonlyMap<string, UnitCost> {
  const index = run.graphs.findIndex(
    ({ name, isStreaming }) => name === measurement.name && isStreaming === measurement.isStreaming,
  );
  const sums = new Map<string, { ns: number; cycles: number; count: number }>();
  const nodes = index < 0 ? [] : run.nodesOf(index);
  nodes.forEach((_, node) => {
    const cost = run.costOf(index, node);
    if (!cost) return;
    const path = pathOf(nodes, node);
    const { ns, cycles, count } = sums.get(path) ?? { ns: 0, cycles: 0, count: 0 };
    sums.set(path, { ns: ns + cost.ns, cycles: cycles + cost.cycles, count: count + 1 });
  });
  return new Map([...sums].map(([path, { ns, cycles, count }]) => [path, { ns: ns / count, cycles: cycles / count }]));
}

/** @param graphs of the run whose structure counts @param runs one for each unit */
export function costedGraphs(graphs: readonly GraphMeasurement[], runs: readonly UnitRun[]): readonly CostedGraph[] {
  return graphs.map((measurement) => {
    const { nodes } = measurement;
    const byUnit = runs.map((run) => [run.unit, costsByPath(run, measurement)] as const);
    const leaves = nodes.flatMap((node, index): MeasuredLeaf[] => {
      if (node.kind !== 'leaf') return [];
      const path = pathOf(nodes, index);
      const costs = byUnit.flatMap(([unit, all]) => {
        const cost = all.get(path);
        return cost ? [[unit, cost] as const] : [];
      });
      return [{ node: index, name: node.name, stage: stageOf(nodes, index), costs: new Map(costs) }];
    });
    return { measurement, leaves };
  });
}
