// Layout of the variables of one kernel in LDS by LLVM. The debug information does not contain it: the pass
// "amdgpu-lower-module-lds" replaces them by one structure for each kernel, and the records of variables still name the
// variables before it. Its rules: alignments are raised by size (as ds_read_b64 and b128 need it), then fields are
// placed greedily, least padding first, then the most aligned, then the largest, then the first.

export interface LdsField {
  readonly size: number;
  /** As the type has it, or the program. */
  readonly alignment: number;
}

export interface LdsLayout {
  /** In the order of the fields. */
  readonly offsets: readonly number[];
  /** Behind the last one. */
  readonly end: number;
}

const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

const raisedBySize = (size: number): number => (size > 8 ? 16 : size > 4 ? 8 : size > 2 ? 4 : size);

/** @param fields in the order that decides between those of one size and alignment */
export function layOutLds(fields: readonly LdsField[]): LdsLayout {
  const placed = fields.map(({ size, alignment }, k) => {
    return { k, size, alignment: Math.max(alignment, raisedBySize(size)), offset: 0 };
  });
  type PlacedField = (typeof placed)[number];
  const left = new Set(placed);
  let end = 0;
  while (left.size > 0) {
    const padding = ({ alignment }: PlacedField): number => alignUp(end, alignment) - end;
    const better = (a: PlacedField, b: PlacedField): number =>
      padding(a) - padding(b) || b.alignment - a.alignment || b.size - a.size || a.k - b.k;
    const best = [...left].reduce((chosen, each) => (better(each, chosen) < 0 ? each : chosen));
    best.offset = alignUp(end, best.alignment);
    end = best.offset + best.size;
    left.delete(best);
  }
  return { offsets: placed.map(({ offset }) => offset), end };
}

/** A variable of LDS, with what decides its place. */
export interface LdsVariable extends LdsField {
  /** Name of the symbol, or one with the same order; compared only inside of one function. */
  readonly name: string;
  /** The function that declares it. */
  readonly owner: string | number;
}

/** Between those of one size and alignment. */
type TieOrder = 'name' | 'declaration';

/**
 * Since 16 variables of one size and alignment follow one another by the names of their symbols, up to 15 as they are
 * declared. What calls itself
 * 16.0.0 may be from before the change: vendors' compilers are made from what LLVM has between its releases.
 *
 * @param version `16.0.6`, or a text with that in it
 */
function tiesOf(version: string): readonly [TieOrder, ...TieOrder[]] {
  const [, major, minor] = /(\d+)(\.\d+\.\d+)/.exec(version) ?? [];
  if (major === undefined || (major === '16' && minor === '.0.0')) return ['declaration', 'name'];
  return Number(major) >= 16 ? ['name'] : ['declaration'];
}

/**
 * Place of each variable of a kernel.
 *
 * @param clang its version, as it names itself
 * @returns offsets in the order of the variables, undefined where the order of two is not known; and the end of all
 */
export function ldsPlaces(
  variables: readonly LdsVariable[],
  clang: string,
): { readonly offsets: readonly (number | undefined)[]; readonly end: number } {
  const named = [...variables].sort((a, b) => compare(a.name, b.name));
  const orders = { name: named, declaration: variables };
  const [first, ...others] = tiesOf(clang);
  const layout = inOrder(orders[first]);
  const ways = others.map((tie) => inOrder(orders[tie]));
  const isUnsure = (variable: LdsVariable): boolean =>
    variables.some((other) => other !== variable && other.owner !== variable.owner && other.size === variable.size);
  const offsets = variables.map((variable) => {
    const offset = layout.offsets.get(variable);
    const isSame = ways.every((way) => way.offsets.get(variable) === offset);
    return isSame && !isUnsure(variable) ? offset : undefined;
  });
  return { offsets, end: layout.end };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface OrderedLayout {
  readonly offsets: ReadonlyMap<LdsVariable, number | undefined>;
  readonly end: number;
}

function inOrder(order: readonly LdsVariable[]): OrderedLayout {
  const { offsets, end } = layOutLds(order);
  return { offsets: new Map(order.map((variable, i) => [variable, offsets[i]])), end };
}
