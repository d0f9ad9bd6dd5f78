// A kernel with its arguments: values of all kinds come in, statements follow, everything that was computed goes out.

import type { Random } from '../../emulator/random.js';
import { Context, type ImageNames, type Makers, type ProgramNames } from './context.js';
import { CELLS, LONG_CELLS } from './global-atomics.js';
import { imageBytes, randomImage, SAMPLERS } from './images.js';
import { itemsOf, type Launch, randomLaunches } from './launches.js';
import { declareLocals, MAX_LOCAL } from './local-memory.js';
import { approximations } from './math.js';
import { value } from './simple-statements.js';
import { fixedLine, line, type Part, type Statement } from './tree.js';
import {
  bytesOf,
  isReal,
  nameOf,
  randomInteger,
  randomReal,
  randomType,
  type Type,
  typeOf,
  withWidth,
} from './types.js';

/** How buffers are filled and compared. */
export type Contents = 'bits' | 'float' | 'double';
/** The last ones: NaN, infinities, denormals, extreme numbers. */
export type InputContents = Contents | 'any-float' | 'any-double';

export type Argument =
  | { readonly kind: 'out'; readonly bytes: number; readonly seed: number; readonly contents: Contents }
  | { readonly kind: 'in'; readonly bytes: number; readonly seed: number; readonly contents: InputContents }
  | {
      readonly kind: 'image';
      readonly bytes: number;
      readonly seed: number;
      readonly contents: Contents;
      readonly image: ImageNames;
    }
  | { readonly kind: 'local'; readonly bytes: number }
  | { readonly kind: 'value'; readonly word: number };

export interface Kernel {
  readonly name: string;
  readonly statement: Statement;
  readonly arguments: readonly Argument[];
  readonly small: Launch;
  readonly large: Launch;
  /** Results of reals need only be near those of others. */
  readonly approximate: boolean;
}

/**
 * Small kernels are run in a fraction of the time, and show failures; code is divided for large ones.
 */
const KERNEL_EFFORTS = [40, 40, 60, 60, 100, 100, 160, 160, 250, 400];
const MINIMUM_ELEMENTS = 64;

/** One item after the other, or each work-item several; some work-items none. */
type Shape = 'items' | 'guarded' | 'stride';

interface Buffers {
  readonly bits: Type;
  readonly reals: Type;
  readonly wild: Type;
  readonly outs: readonly [Type, Type];
  readonly image: ImageNames | undefined;
}

const contentsOf = (type: Type): Contents => (isReal(type) ? (type.scalar as 'float') : 'bits');

/** A vector of three takes the place of four, and the fourth is undefined: it is stored without. */
const stored = (type: Type): Type => (type.width === 3 ? withWidth(type, 1) : type);
const store = (type: Type, n: number, ...parts: readonly Part[]): Statement =>
  type.width === 3 ? line('vstore3(', ...parts, `, at, out${n});`) : line(`out${n}[at] = `, ...parts, ';');

function header({ bits, reals, wild, outs, image }: Buffers): string {
  return [
    ...outs.map((type, n) => `global ${nameOf(stored(type))}* out${n}`),
    'global ulong* digests',
    `global const ${nameOf(bits)}* bits`,
    `global const ${nameOf(reals)}* reals, global const ${nameOf(wild)}* wild`,
    'global uint* cells, global ulong* long_cells, constant uint* words, local uint* dynamic, uint n, uint factor',
    ...(image ? [`read_only image2d_t ${image.name}`] : []),
  ].join(', ');
}

const texels = (random: Random, image: ImageNames): Argument => ({
  ...{ kind: 'image', bytes: imageBytes(image), seed: random.word(), image },
  contents: image.channel === 'float' ? 'float' : 'bits',
});

function argumentsOf(
  random: Random,
  { bits, reals, wild, outs, image }: Buffers,
  elements: number,
  n: number,
): Argument[] {
  const count = Math.max(elements, MINIMUM_ELEMENTS);
  const filled = (type: Type, length: number) => ({ bytes: bytesOf(type) * length, seed: random.word() });
  const input = (type: Type, length: number, contents: InputContents): Argument => ({
    ...{ kind: 'in', ...filled(type, length), contents },
  });
  const output = (type: Type, length: number, contents: Contents): Argument => ({
    ...{ kind: 'out', ...filled(type, length), contents },
  });
  return [
    ...outs.map((type) => output(type, count, contentsOf(type))),
    output(typeOf('ulong'), count, 'bits'),
    input(bits, count, 'bits'),
    input(reals, count, contentsOf(reals)),
    input(wild, MINIMUM_ELEMENTS, wild.scalar === 'float' ? 'any-float' : 'any-double'),
    output(typeOf('uint'), CELLS, 'bits'),
    output(typeOf('ulong'), LONG_CELLS, 'bits'),
    input(typeOf('uint'), MINIMUM_ELEMENTS, 'bits'),
    { kind: 'local', bytes: 4 * MAX_LOCAL },
    { kind: 'value', word: n },
    { kind: 'value', word: random.below(1000) },
    ...(image ? [texels(random, image)] : []),
  ];
}

/** The work-item's number among all, and in its work-group. */
const PLACE: readonly Statement[] = [
  fixedLine(
    'const uint item = (uint)(((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0));',
  ),
  fixedLine('const uint lsize = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));'),
  fixedLine(
    'const uint lid = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));',
  ),
];

function inputs(c: Context, { bits, reals }: Buffers): Statement[] {
  const indexed = { length: MINIMUM_ELEMENTS, writable: false };
  c.scope.arrays.push(
    { name: 'bits', type: bits, ...indexed },
    { name: 'reals', type: reals, ...indexed },
    { name: 'words', type: typeOf('uint'), ...indexed },
  );
  const load = (type: Type, from: string): Statement => {
    const name = c.name('v');
    c.declare(name, type);
    return line(`${nameOf(type)} ${name} = ${from}[at];`);
  };
  c.declare('at', typeOf('uint'), false);
  c.declare('factor', typeOf('uint'), false);
  return [load(bits, 'bits'), load(reals, 'reals')];
}

/** A number that depends on all bits of a value. */
function digested(name: string, { scalar, width }: Type): string {
  const parts = width === 1 ? [name] : Array.from({ length: width }, (_, n) => `${name}.s${n.toString(16)}`);
  const bits = (part: string): string =>
    scalar === 'float' ? `as_uint(${part})` : scalar === 'double' ? `as_ulong(${part})` : `(ulong)${part}`;
  return parts.map((part, n) => `${bits(part)} * ${2 * n + 1}ul`).join(' + ');
}

function outputs(c: Context, outs: readonly Type[], approximate: string | undefined): Statement[] {
  const stores = outs.map((type, n) =>
    store(type, n, approximate !== undefined && n === 0 ? approximate : value(c, type, 2)),
  );
  const digests = c.scope.variables
    .filter(({ writable }) => writable)
    .map(({ name, type }) => line(`digest = digest * 31ul + ${digested(name, type)};`));
  return [...stores, fixedLine('ulong digest = 0;'), ...digests, line('digests[at] = digest;')];
}

function shaped(shape: Shape, body: Statement[]): Statement[] {
  if (shape === 'stride') {
    const step = 'get_global_size(0) * get_global_size(1) * get_global_size(2)';
    return [{ parts: [`for (uint at = item; at < n; at += (uint)(${step})) {`], body, end: '}' }];
  }
  const start = [fixedLine('const uint at = item;')];
  return [...start, ...(shape === 'guarded' ? [fixedLine('if (at >= n) return;')] : []), ...body];
}

/** @param name how the program calls it */
export function makeKernel(random: Random, program: ProgramNames, makers: Makers, name: string): Kernel {
  const approximate = random.chance(0.15);
  const meets = !approximate && random.chance(0.45);
  const withGroups = meets || random.chance(0.8);
  const shape: Shape = meets ? 'items' : random.pick(['items', 'guarded', 'stride'] as const);
  const launches = randomLaunches(random, withGroups);
  const items = itemsOf(launches.large);
  const n = shape === 'stride' ? 2 * items - random.below(items) : items - random.below(Math.min(items, 50));
  const c = new Context(random, program, makers, random.pick(KERNEL_EFFORTS), meets, withGroups);
  const real = randomReal(random);
  const buffers: Buffers = {
    bits: randomInteger(random),
    reals: randomReal(random),
    wild: randomReal(random),
    outs: [approximate ? real : randomType(random), randomType(random)],
    image: random.chance(0.3) ? randomImage(random) : undefined,
  };
  const locals = declareLocals(c, buffers.bits, buffers.wild);
  c.kernel = { ...locals.names, image: buffers.image };
  const body = [...inputs(c, buffers), ...c.statements((approximate ? 1 : 3) + random.below(8))];
  const near = approximate ? approximations(c, real) : undefined;
  body.push(...(near?.statements ?? []), ...outputs(c, buffers.outs, near?.result));
  const statement: Statement = {
    parts: [`kernel void ${name}(${header(buffers)}) {`],
    body: [...locals.lines, ...(buffers.image ? SAMPLERS : []), ...PLACE, ...shaped(shape, body)],
    end: '}',
  };
  const elements = shape === 'stride' ? n : items;
  return { name, statement, arguments: argumentsOf(random, buffers, elements, n), ...launches, approximate };
}
