// The maximum work-group size, in the attributes that LLVM reads: it assumes local ids below it, limits registers so
// that all wavefronts of such a work-group fit on a compute unit, and omits barriers in work-groups of one wavefront.
import { ASSUMED_GROUP } from '../../cal/convention.js';
import {
  type AttributeGroup,
  attributeGroupLine,
  attributeGroups,
  attributeValue,
  keyedAttribute,
  mapAttributeGroups,
} from '../ir/attributes.js';
import { groupOf, headLine, isKernel, readHead, withGroup } from '../ir/function-head.js';
import { kernelHeads } from '../ir/kernels.js';
import { plainName } from '../ir/lexical.js';
import { type IrTextModule, mapFunctions, withLines } from '../ir/module.js';

/** Sizes to try between that and the largest one. */
const MIDDLE_SIZES: readonly number[] = [512];

const KEY = 'amdgpu-flat-work-group-size';
const limitText = (limit: number): string => keyedAttribute(KEY, `1,${limit}`);
const ASSUMPTION = limitText(ASSUMED_GROUP);

/** The group with another limit in place of clang's default. */
const withLimit = ({ number, attributes }: AttributeGroup, limit: number): AttributeGroup => ({
  number,
  attributes: attributes.map((text) => (text === ASSUMPTION ? limitText(limit) : text)),
});

/** The maximum work-group size of each kernel of a module, by name, in the input of code generation. */
export function groupLimitsOf(module: IrTextModule): ReadonlyMap<string, number> {
  const limits = new Map(
    attributeGroups(module).map((group) => [group.number, Number(attributeValue(group, KEY)?.split(',')[1])]),
  );
  return new Map(
    kernelHeads(module).map((head) => [plainName(head.name), limits.get(groupOf(head) ?? -1) || ASSUMED_GROUP]),
  );
}

/** Groups of attributes for kernels with limits of their own. */
class LimitedGroups {
  private readonly groups: ReadonlyMap<number, AttributeGroup>;
  private readonly added = new Map<string, AttributeGroup>();

  constructor(
    module: IrTextModule,
    private readonly limits: ReadonlyMap<string, number>,
  ) {
    this.groups = new Map(attributeGroups(module).map((group) => [group.number, group]));
  }

  /** The first line of a function, with a group for its limit. */
  limited(define: string): string {
    const head = readHead(define);
    if (!head || !isKernel(head)) return define;
    const limit = this.limits.get(plainName(head.name));
    const group = this.groups.get(groupOf(head) ?? -1);
    if (limit === undefined || !group?.attributes.includes(ASSUMPTION)) return define;
    return headLine(withGroup(head, this.add(withLimit(group, limit))));
  }

  private add({ attributes }: AttributeGroup): number {
    const text = attributes.join(' ');
    const number = Math.max(-1, ...this.groups.keys()) + 1 + this.added.size;
    const group = this.added.get(text) ?? { number, attributes };
    this.added.set(text, group);
    return group.number;
  }

  lines(): string[] {
    return [...this.added.values()].map(attributeGroupLine);
  }
}

/**
 * A module with another default of the maximum work-group size than clang's.
 *
 * @param most of all kernels but those in `limits`
 */
function withGroupLimits(
  module: IrTextModule,
  most: number,
  limits: ReadonlyMap<string, number> = new Map(),
): IrTextModule {
  const groups = new LimitedGroups(module, limits);
  const kernels = mapFunctions(module, (one) => {
    const define = groups.limited(one.define);
    return define === one.define ? one : { ...one, define };
  });
  const changed = mapAttributeGroups(kernels, (group) => withLimit(group, most));
  const lines = groups.lines();
  return lines.length === 0 ? changed : withLines(changed, lines);
}

/** Bytes of private memory of a kernel's work-item in generated code. */
type PrivateBytes<Code> = (code: Code, kernel: string) => number;

/**
 * Code for work-groups of the requested size. Kernels that would spill registers to private memory then, but not in
 * smaller work-groups, allow only these: they stay fast, and launches with larger work-groups are refused.
 *
 * @param make generates code for a module
 */
export async function makeWithGroupLimits<Code>(
  module: IrTextModule,
  most: number,
  make: (module: IrTextModule) => Promise<Code>,
  privateBytes: PrivateBytes<Code>,
): Promise<Code> {
  if (most <= ASSUMED_GROUP) return make(module);
  const first = await make(withGroupLimits(module, most));
  const kernels = [...groupLimitsOf(module)].flatMap(([name, limit]) => (limit === ASSUMED_GROUP ? [name] : []));
  const doubtful = kernels.filter((name) => privateBytes(first, name) > 0);
  if (doubtful.length === 0) return first;
  const all = (names: readonly string[], limit: number): Map<string, number> =>
    new Map(names.map((name) => [name, limit]));
  const smallest = await make(withGroupLimits(module, most, all(doubtful, ASSUMED_GROUP)));
  const better = doubtful.filter((name) => privateBytes(smallest, name) < privateBytes(first, name));
  const limits = all(better, ASSUMED_GROUP);
  for (const size of MIDDLE_SIZES.filter((middle) => better.length > 0 && middle < most)) {
    const middle = await make(withGroupLimits(module, most, all(better, size)));
    for (const name of better) if (privateBytes(middle, name) <= privateBytes(smallest, name)) limits.set(name, size);
  }
  return make(withGroupLimits(module, most, limits));
}
