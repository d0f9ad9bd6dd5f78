// The maximum work-group size, in the attributes that LLVM reads: it assumes local ids below it, limits registers so
// that all wavefronts of such a work-group fit on a compute unit, and omits barriers in work-groups of one wavefront.
import { ASSUMED_GROUP } from '../../cal/convention.js';
import { unescapeIr } from '../ir/kernels.js';

/** Sizes to try between that and the largest one. */
const MIDDLE_SIZES: readonly number[] = [512];

const ASSUMPTION = `"amdgpu-flat-work-group-size"="1,${ASSUMED_GROUP}"`;
const GROUP = /^attributes #(\d+) = \{(.*)\}$/gm;
const KERNEL = /^(define [^\n]*?\bamdgpu_kernel\b[^\n]*?@)("(?:[^"\\]|\\.)*"|[\w.$-]+)(\([^\n]*\) [^\n]*?#)(\d+)\b/gm;
const LIMIT = /"amdgpu-flat-work-group-size"="\d+,(\d+)"/;

const nameOf = (quoted: string): string => unescapeIr(quoted.replace(/^"|"$/g, ''));

/** The maximum work-group size of each kernel of a module, by name, in the input text of code generation. */
export function groupLimitsOf(ir: string): ReadonlyMap<string, number> {
  const groups = new Map([...ir.matchAll(GROUP)].map(([, number = '', words = '']) => [number, words]));
  const limitOf = (group: string): number => Number(LIMIT.exec(groups.get(group) ?? '')?.[1] ?? ASSUMED_GROUP);
  return new Map([...ir.matchAll(KERNEL)].map(([, , name = '', , group = '']) => [nameOf(name), limitOf(group)]));
}

/**
 * A module with another default of the maximum work-group size than clang's.
 *
 * @param most of all kernels but those in `limits`
 */
export function withGroupLimits(ir: string, most: number, limits: ReadonlyMap<string, number> = new Map()): string {
  const groups = new Map([...ir.matchAll(GROUP)].map(([, number = '', words = '']) => [number, words]));
  const added = new Map<string, number>();
  let next = Math.max(-1, ...[...groups.keys()].map(Number)) + 1;
  const kernels = ir.replace(KERNEL, (line, head: string, name: string, middle: string, group: string) => {
    const limit = limits.get(nameOf(name));
    const words = groups.get(group) ?? '';
    if (limit === undefined || !words.includes(ASSUMPTION)) return line;
    const own = words.replace(ASSUMPTION, `"amdgpu-flat-work-group-size"="1,${limit}"`);
    if (!added.has(own)) added.set(own, next++);
    return `${head}${name}${middle}${added.get(own)}`;
  });
  const changed = kernels.replace(GROUP, (line) =>
    line.replace(ASSUMPTION, `"amdgpu-flat-work-group-size"="1,${most}"`),
  );
  return `${changed}${[...added].map(([words, number]) => `attributes #${number} = {${words}}\n`).join('')}`;
}

/** Bytes of private memory of a kernel's work-item in generated code. */
type PrivateBytes<Code> = (code: Code, kernel: string) => number;

/**
 * Code for work-groups of the requested size. Kernels that would spill registers to private memory then, but not in
 * smaller work-groups, allow only these: they stay fast, and launches with larger work-groups are refused.
 *
 * @param make generates code for a module's text
 */
export async function makeWithGroupLimits<Code>(
  ir: string,
  most: number,
  make: (ir: string) => Promise<Code>,
  privateBytes: PrivateBytes<Code>,
): Promise<Code> {
  if (most <= ASSUMED_GROUP) return make(ir);
  const first = await make(withGroupLimits(ir, most));
  const kernels = [...groupLimitsOf(ir)].flatMap(([name, limit]) => (limit === ASSUMED_GROUP ? [name] : []));
  const doubtful = kernels.filter((name) => privateBytes(first, name) > 0);
  if (doubtful.length === 0) return first;
  const all = (names: readonly string[], limit: number): Map<string, number> =>
    new Map(names.map((name) => [name, limit]));
  const smallest = await make(withGroupLimits(ir, most, all(doubtful, ASSUMED_GROUP)));
  const better = doubtful.filter((name) => privateBytes(smallest, name) < privateBytes(first, name));
  const limits = all(better, ASSUMED_GROUP);
  for (const size of MIDDLE_SIZES.filter((middle) => better.length > 0 && middle < most)) {
    const middle = await make(withGroupLimits(ir, most, all(better, size)));
    for (const name of better) if (privateBytes(middle, name) <= privateBytes(smallest, name)) limits.set(name, size);
  }
  return make(withGroupLimits(ir, most, limits));
}
