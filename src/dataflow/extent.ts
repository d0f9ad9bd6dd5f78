// Extents of nodes as text, and products of constant ones.

import type { GraphNode, NodeExtent } from './graph.js';

export const portName = (name: string | undefined, index: number): string => name ?? `#${index}`;

/** @param parent the node whose inputs an extent may be */
export function extentText(extent: NodeExtent, parent: GraphNode | undefined): string {
  if (extent.kind === 'constant') return String(extent.count);
  if (extent.kind === 'computed') return extent.text;
  return portName(parent?.inputs[extent.input]?.name, extent.input);
}

/** `m x n`; `1` for a single instance. */
export const extentsText = ({ extents }: GraphNode, parent: GraphNode | undefined): string =>
  extents.length === 0 ? '1' : extents.map((extent) => extentText(extent, parent)).join(' x ');

/** Number of instances; undefined unless all extents are constant. */
export function constantInstances({ extents }: GraphNode): bigint | undefined {
  let product = 1n;
  for (const extent of extents) {
    if (extent.kind !== 'constant') return undefined;
    product *= extent.count;
  }
  return product;
}

/** True if both have the same instances; undefined if this depends on values at run time. */
export function sameExtents(one: GraphNode, other: GraphNode): boolean | undefined {
  if (one.extents.length !== other.extents.length) return false;
  const pairs = one.extents.map((extent, n) => [extent, other.extents[n]] as const);
  const same = pairs.map(([a, b]) => {
    if (a.kind === 'constant' && b?.kind === 'constant') return a.count === b.count;
    if (a.kind === 'input' && b?.kind === 'input' && a.input === b.input) return true;
    if (a.kind === 'computed' && b?.kind === 'computed' && a.text === b.text) return true;
    return undefined;
  });
  if (same.includes(false)) return false;
  return same.every((one) => one) ? true : undefined;
}
