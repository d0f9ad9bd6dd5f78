// Groups of children that one node replaces, and their effect on the code of their parent.

import type { Binding, DataEdge, Endpoint } from '../../dataflow/graph.js';
import type { InternalCode } from '../node-calls.js';

/** Symbols of fused functions begin with this. */
export const FUSED_SYMBOL = '@hpvm.fused.';

export interface FusionGroup {
  /** Children of the parent, each after its sources. */
  readonly members: readonly number[];
  /** The function of the fused node. */
  readonly symbol: string;
  /** For each input of each member the input of the fused node; undefined for values of other members. */
  readonly inputs: readonly (readonly (number | undefined)[])[];
  /** For each member the first of its outputs among those of the fused node. */
  readonly outputs: readonly number[];
}

/** By the symbol of the parent. Groups of one parent have different members. */
export type FusionPlan = ReadonlyMap<string, readonly FusionGroup[]>;

interface MemberPlace {
  readonly group: FusionGroup;
  readonly position: number;
}

class GroupedChildren {
  private readonly members = new Map<number, MemberPlace>();
  /** New indices of the children that stay, and of groups by their first member. */
  private readonly indices = new Map<number, number>();

  constructor(count: number, groups: readonly FusionGroup[]) {
    for (const group of groups)
      for (const [position, child] of group.members.entries()) this.members.set(child, { group, position });
    for (let child = 0; child < count; child++) if (this.isKept(child)) this.indices.set(child, this.indices.size);
  }

  private firstOf(child: number): number {
    return Math.min(...(this.members.get(child)?.group.members ?? [child]));
  }

  /** True for children without a group, and for the first one of each group. */
  isKept(child: number): boolean {
    return this.firstOf(child) === child;
  }

  groupOf(child: number): FusionGroup | undefined {
    return this.members.get(child)?.group;
  }

  index(child: number): number {
    return this.indices.get(this.firstOf(child)) ?? child;
  }

  input({ node, port }: Endpoint): Endpoint {
    const member = this.members.get(node);
    const own = member?.group.inputs[member.position]?.[port];
    return { node: this.index(node), port: own ?? port };
  }

  output({ node, port }: Endpoint): Endpoint {
    const member = this.members.get(node);
    return { node: this.index(node), port: port + (member?.group.outputs[member.position] ?? 0) };
  }
}

export function withGroups(code: InternalCode, groups: readonly FusionGroup[]): InternalCode {
  if (groups.length === 0 || !code.isWhole) return code;
  const grouped = new GroupedChildren(code.children.length, groups);
  const children = code.children.flatMap((child, index) => {
    if (!grouped.isKept(index)) return [];
    const group = grouped.groupOf(index);
    return [group ? { ...child, symbol: group.symbol } : child];
  });
  const isInner = ({ source, destination }: DataEdge): boolean =>
    grouped.groupOf(source.node) !== undefined && grouped.groupOf(source.node) === grouped.groupOf(destination.node);
  const edges = code.edges
    .filter((edge) => !isInner(edge))
    .map((edge) => ({ ...edge, source: grouped.output(edge.source), destination: grouped.input(edge.destination) }));
  const bindings = code.bindings.map((binding: Binding) => ({
    ...binding,
    child: binding.direction === 'in' ? grouped.input(binding.child) : grouped.output(binding.child),
  }));
  return { ...code, children, edges, bindings, fusions: [] };
}
