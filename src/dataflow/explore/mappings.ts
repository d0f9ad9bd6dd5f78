// All mappings of a program's leaves to units, each with its composed cost.

import type { CostedGraph, MeasuredLeaf, UnitCost } from './costs.js';
import { movedBytes } from './moved-bytes.js';

/** A leaf, by name, with the units that it can have. */
export interface MappedLeaf {
  readonly name: string;
  readonly units: readonly string[];
}

export interface MappingCost {
  /** A unit for each leaf. */
  readonly units: readonly string[];
  /** Graphs that run once: the sum of their leaves. Streams: the sum of the busiest GPU or stage. */
  readonly ns: number;
  /** Name of the GPU or stage that determines the time of a stream; empty without one. */
  readonly bottleneck: string;
  readonly gpuCycles: number;
  readonly cpuNs: number;
  readonly bytesToDevice: number;
  readonly bytesToHost: number;
}

export const movedIn = ({ bytesToDevice, bytesToHost }: MappingCost): number => bytesToDevice + bytesToHost;

/** Leaves in the order of their first execution, with the units for which all of their nodes have a cost. */
export function mappedLeaves(graphs: readonly CostedGraph[]): readonly MappedLeaf[] {
  const units = new Map<string, readonly string[]>();
  for (const { name, costs } of graphs.flatMap(({ leaves }) => leaves)) {
    const before = units.get(name);
    units.set(name, before ? before.filter((unit) => costs.has(unit)) : [...costs.keys()]);
  }
  return [...units].map(([name, all]) => ({ name, units: all }));
}

export const countOfMappings = (leaves: readonly MappedLeaf[]): number =>
  leaves.reduce((product, { units }) => product * units.length, 1);

function* combinations(leaves: readonly MappedLeaf[]): Generator<readonly string[]> {
  const [first, ...rest] = leaves;
  if (!first) {
    yield [];
    return;
  }
  for (const unit of first.units) for (const others of combinations(rest)) yield [unit, ...others];
}

const isGpu = (unit: string): boolean => unit.startsWith('gpu');

interface LoadedUnit {
  readonly name: string;
  readonly ns: number;
}

/** GPUs and stages of a stream with the sums of their times. */
function loads(
  { measurement, leaves }: CostedGraph,
  chosen: (leaf: MeasuredLeaf) => readonly [unit: string, cost: UnitCost],
): readonly LoadedUnit[] {
  const sums = new Map<string, number>();
  for (const leaf of leaves) {
    const [unit, { ns }] = chosen(leaf);
    const stage = `stage ${measurement.nodes[leaf.stage]?.name}`;
    for (const name of isGpu(unit) ? [unit, stage] : [stage]) sums.set(name, (sums.get(name) ?? 0) + ns);
  }
  return [...sums].map(([name, ns]) => ({ name, ns }));
}

const NO_LOAD: LoadedUnit = { name: '', ns: 0 };

function graphCost(graph: CostedGraph, unitOf: (name: string) => string): Omit<MappingCost, 'units'> {
  const { measurement, leaves } = graph;
  const chosen = (leaf: MeasuredLeaf) => {
    const unit = unitOf(leaf.name);
    return [unit, leaf.costs.get(unit) ?? { ns: 0, cycles: 0 }] as const;
  };
  const all = leaves.map(chosen);
  const sum = (of: (unit: string, cost: UnitCost) => number): number =>
    all.reduce((total, [unit, cost]) => total + of(unit, cost), 0);
  const busiest = loads(graph, chosen).reduce((max, load) => (load.ns > max.ns ? load : max), NO_LOAD);
  const devices = new Set(leaves.filter(({ name }) => isGpu(unitOf(name))).map(({ node }) => node));
  const { toDevice, toHost } = movedBytes(measurement.accesses ?? [], (node) => devices.has(node));
  return {
    ns: measurement.isStreaming ? busiest.ns : sum((_, { ns }) => ns),
    bottleneck: measurement.isStreaming ? busiest.name : '',
    gpuCycles: sum((unit, { cycles }) => (isGpu(unit) ? cycles : 0)),
    cpuNs: sum((unit, { ns }) => (isGpu(unit) ? 0 : ns)),
    bytesToDevice: toDevice,
    bytesToHost: toHost,
  };
}

export function mappingCost(
  graphs: readonly CostedGraph[],
  leaves: readonly MappedLeaf[],
  units: readonly string[],
): MappingCost {
  const byName = new Map(leaves.map(({ name }, n) => [name, units[n] ?? 'cpu']));
  const costs = graphs.map((graph) => graphCost(graph, (name) => byName.get(name) ?? 'cpu'));
  const sum = (of: (cost: Omit<MappingCost, 'units'>) => number): number =>
    costs.reduce((total, cost) => total + of(cost), 0);
  return {
    units,
    ns: sum(({ ns }) => ns),
    bottleneck: costs.reduce((max, cost) => (cost.bottleneck !== '' && cost.ns > max.ns ? cost : max), {
      ns: 0,
      bottleneck: '',
    }).bottleneck,
    gpuCycles: sum(({ gpuCycles }) => gpuCycles),
    cpuNs: sum(({ cpuNs }) => cpuNs),
    bytesToDevice: sum(({ bytesToDevice }) => bytesToDevice),
    bytesToHost: sum(({ bytesToHost }) => bytesToHost),
  };
}

/** All mappings, the fastest first; equal times in the order of bytes. */
export const allMappings = (graphs: readonly CostedGraph[], leaves: readonly MappedLeaf[]): readonly MappingCost[] =>
  [...combinations(leaves)]
    .map((units) => mappingCost(graphs, leaves, units))
    .sort((a, b) => a.ns - b.ns || movedIn(a) - movedIn(b));

/** Mappings without another one that is at least as good in time and bytes, and better in one of them. */
export function paretoFront(sorted: readonly MappingCost[]): readonly MappingCost[] {
  let least = Number.POSITIVE_INFINITY;
  return sorted.filter((mapping) => {
    if (movedIn(mapping) >= least) return false;
    least = movedIn(mapping);
    return true;
  });
}

/** As ATOLL_HPVM_MAP has it. */
export const mappingText = (leaves: readonly MappedLeaf[], units: readonly string[]): string =>
  leaves.map(({ name }, n) => `${name}:${units[n]}`).join(',');
