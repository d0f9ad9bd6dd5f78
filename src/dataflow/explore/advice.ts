// Merges that the compiler permits, of nodes that a mapping has on one GPU.

import type { CostedGraph, MeasuredLeaf } from './costs.js';
import type { MappedLeaf } from './mappings.js';

export interface MergeAdvice {
  /** As `--fuse` takes them. */
  readonly nodes: string;
  readonly unit: string;
  /** Of both, as they are. */
  readonly cycles: number;
  readonly launches: number;
}

/** True if a node is one of this name, or within one. */
function isWithin({ measurement: { nodes } }: CostedGraph, { node }: MeasuredLeaf, name: string): boolean {
  for (let at = node; at >= 0; at = nodes[at]?.parent ?? -1) if (nodes[at]?.name === name) return true;
  return false;
}

export function mergeAdvice(
  graphs: readonly CostedGraph[],
  leaves: readonly MappedLeaf[],
  units: readonly string[],
): readonly MergeAdvice[] {
  const unitOf = new Map(leaves.map(({ name }, n) => [name, units[n] ?? '']));
  return graphs.flatMap((graph) =>
    (graph.measurement.mergeable ?? []).flatMap((nodes): MergeAdvice[] => {
      const members = nodes.split(',').map((name) => graph.leaves.filter((leaf) => isWithin(graph, leaf, name)));
      const own = members.flat();
      const used = new Set(own.map(({ name }) => unitOf.get(name) ?? ''));
      const [unit = ''] = used;
      if (members.some((all) => all.length === 0) || used.size !== 1 || !unit.startsWith('gpu')) return [];
      const cycles = own.reduce((sum, { costs }) => sum + (costs.get(unit)?.cycles ?? 0), 0);
      const launches = own.reduce((sum, { node }) => sum + (graph.measurement.nodes[node]?.executions ?? 0), 0);
      return [{ nodes, unit, cycles, launches }];
    }),
  );
}

export const adviceText = ({ nodes, unit, cycles, launches }: MergeAdvice): string =>
  `advice: atoll hpvm cc --fuse ${nodes} merges nodes with ${cycles.toLocaleString('en')} cycles in ${launches} launches on ${unit}`;
