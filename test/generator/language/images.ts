// Reads of plane images. Texels come out as they are stored: integers, and floats without filtering. Texels
// beside an image are read only where OpenCL defines them: zeros, or the nearest texel.

import type { Random } from '../../emulator/random.js';
import type { Context, ImageNames } from './context.js';
import { expressionOf } from './operation.js';
import { cleaned } from './reals.js';
import { type Expression, fixedLine, line, type Part, type Statement } from './tree.js';
import { componentBytes, INT, isReal, nameOf, type Scalar, type Type, typeOf, UINT } from './types.js';

const CHANNELS = ['char', 'short', 'int', 'uchar', 'ushort', 'uint', 'float'] as const satisfies readonly Scalar[];
const SIZES = [
  [1, 1],
  [7, 5],
  [16, 16],
  [64, 3],
  [3, 33],
] as const;

export const randomImage = (random: Random): ImageNames => {
  const [width, height] = random.pick(SIZES);
  return { name: 'picture', channel: random.pick(CHANNELS), width, height };
};
export const imageBytes = ({ channel, width, height }: ImageNames): number =>
  4 * componentBytes(typeOf(channel)) * width * height;

/** The type as which a texel is read. */
function texelType({ channel }: ImageNames): Type {
  if (channel === 'float') return typeOf('float', 4);
  return typeOf(channel.startsWith('u') ? 'uint' : 'int', 4);
}
const FUNCTIONS = { float: 'read_imagef', int: 'read_imagei', uint: 'read_imageui' } as const;

const samplerOf = (mode: string): string => `sampler_${mode.toLowerCase()}`;
const MODES = ['CLAMP', 'CLAMP_TO_EDGE', 'NONE'] as const;

/** Samplers of kernels with images: they filter nothing, and coordinates are texels. */
export const SAMPLERS: readonly Statement[] = MODES.map((mode) =>
  fixedLine(
    `const sampler_t ${samplerOf(mode)} = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_${mode} | CLK_FILTER_NEAREST;`,
  ),
);

/** Within the image. */
const inside = (c: Context, extent: number): Part[] => [
  '(int)((uint)(',
  c.expression(c.random.pick([INT, UINT]), 1),
  `) % ${extent}u)`,
];
/** Within it or beside it. */
const around = (c: Context, extent: number): Part[] => [
  '(int)((uint)(',
  c.expression(c.random.pick([INT, UINT]), 1),
  `) % ${3 * extent + 40}u) - ${extent + 20}`,
];

/** Halves and quarters are exact; the texel's number is the next integer below. */
function coordinates(c: Context, { width, height }: ImageNames, near: typeof inside, reals: boolean): Part[] {
  const x = near(c, width);
  const y = near(c, height);
  if (!reals || c.random.chance(0.6)) return ['(int2)(', ...x, ', ', ...y, ')'];
  const fraction = (): string => c.random.pick(['0.0f', '0.25f', '0.5f', '0.75f']);
  return [`(float2)(convert_float(`, ...x, `) + ${fraction()}, convert_float(`, ...y, `) + ${fraction()})`];
}

export function readImage(c: Context): Statement | undefined {
  const image = c.kernel!.image;
  if (image === undefined) return undefined;
  const type = texelType(image);
  const mode = c.random.pick([...MODES, undefined]);
  const name = c.name('v');
  const near = mode === undefined || mode === 'NONE' ? inside : around;
  // Without a sampler, coordinates are integers.
  const place = coordinates(c, image, near, mode !== undefined);
  const sampler = mode === undefined ? '' : `${samplerOf(mode)}, `;
  const read: Expression = expressionOf(
    type,
    undefined,
    ...[`${FUNCTIONS[type.scalar as 'int']}(${image.name}, ${sampler}`, ...place, ')'],
  );
  c.declare(name, type);
  return line(`${nameOf(type)} ${name} = `, isReal(type) ? cleaned(c, read) : read, ';');
}
