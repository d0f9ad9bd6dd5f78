// Images and samplers (PRM 7). A handle is the address of a descriptor of AMD's runtime. Types of components and the
// conversion of texels are those of the image, so that an instruction's own type makes no difference.

import { IMAGE_RESOURCE } from '../../common/descriptors/image.js';
import { SAMPLER_RESOURCE } from '../../common/descriptors/sampler.js';
import type { DescriptorField } from '../../descriptors/field.js';
import { HANDLE_KINDS, HANDLE_WORDS } from '../../descriptors/handle-access.js';
import { type Ex, load, ops, type Source, type Stmt, select, u32, u64 } from '../../language/expr.js';
import type { AluOperands, AluRow } from '../family.js';
import { ADDRESSING_CLAMPS } from '../samplers.js';

interface Geometry {
  readonly kind: number;
  /** Coordinates, the slice of an array among them. */
  readonly coordinates: number;
  readonly components: number;
}

const { array, buffer, plain } = HANDLE_KINDS;
const COLOR = 4;
const GEOMETRIES: Readonly<Record<string, Geometry>> = {
  '1d': { kind: plain, coordinates: 1, components: COLOR },
  '2d': { kind: plain, coordinates: 2, components: COLOR },
  '3d': { kind: plain, coordinates: 3, components: COLOR },
  '1da': { kind: array, coordinates: 2, components: COLOR },
  '2da': { kind: array, coordinates: 3, components: COLOR },
  '1db': { kind: buffer, coordinates: 1, components: COLOR },
  '2ddepth': { kind: plain, coordinates: 2, components: 1 },
  '2dadepth': { kind: array, coordinates: 3, components: 1 },
};

const helper = (name: string, reads: readonly Ex[], writes: readonly string[]): Stmt => ({
  kind: 'helper',
  name,
  reads,
  writes,
});

/** Both halves of a handle. */
const handle = (source: Source): readonly Ex[] => [source.u32, source.at(1).u32];

const ZERO = u32(0);
const MAX_COORDINATES = 3;

function place({ S0, S2 }: AluOperands, { kind, coordinates }: Geometry, read: (x: Source) => Ex<'u32'>): Ex[] {
  const all = Array.from({ length: MAX_COORDINATES }, (_, n) => (n < coordinates ? read(S2.at(n)) : ZERO));
  return [...handle(S0), u32(kind), ...all];
}
const bits = (source: Source): Ex<'u32'> => source.u32;
const integer = (source: Source): Ex<'u32'> => ops.asU32(ops.f32FromS(source.u32));

function rowsOfGeometry(name: string, geometry: Geometry): AluRow[] {
  const { components, kind } = geometry;
  const options = { dwords: { D: components } };
  const load: AluRow = [
    `ldimage_${name}`,
    'D = texel of the image S0 at the integer coordinates S2',
    (operands) => [helper('handle_image_load', place(operands, geometry, bits), ['D'])],
    options,
  ];
  const store: AluRow = [
    `stimage_${name}`,
    'texel of the image S0 at the integer coordinates S2 = S3',
    (operands) => {
      const data = Array.from({ length: COLOR }, (_, n) => (n < components ? operands.S3.at(n).u32 : ZERO));
      return [helper('handle_image_store', [...place(operands, geometry, bits), ...data], [])];
    },
  ];
  const sample = (type: string, read: (x: Source) => Ex<'u32'>): AluRow => [
    `rdimage_${name}_${type}`,
    'D = image S0 at the coordinates S2 by the sampler S1',
    (operands) => [helper('handle_image_sample', [...place(operands, geometry, read), ...handle(operands.S1)], ['D'])],
    options,
  ];
  return kind === buffer ? [load, store] : [load, store, sample('f32', bits), sample('s32', integer)];
}

const word = (address: Ex<'u64'>, at: number): Ex<'u32'> => load('global', 32, ops.add64(address, u64(BigInt(4 * at))));

function field(address: Ex<'u64'>, { dword, low, width }: DescriptorField): Ex<'u32'> {
  return ops.and(ops.shrU(word(address, dword), u32(low)), u32(2 ** width - 1));
}

/** Sizes are stored minus 1; the depth of an array is its slices. */
const size = (address: Ex<'u64'>, of: DescriptorField): Ex<'u32'> => ops.add(field(address, of), u32(1));

/** Any mode may be given for samplers without one. */
const addressing = (address: Ex<'u64'>): Ex<'u32'> =>
  ADDRESSING_CLAMPS.reduce<Ex<'u32'>>(
    (rest, clamp, mode) => select(ops.eq(field(address, SAMPLER_RESOURCE.clampX), u32(clamp)), u32(mode), rest),
    ZERO,
  );

const QUERIES: Readonly<Record<string, (address: Ex<'u64'>) => Ex<'u32'>>> = {
  queryimage_width: (address) => word(address, HANDLE_WORDS.width),
  queryimage_height: (address) => size(address, IMAGE_RESOURCE.height),
  queryimage_depth: (address) => size(address, IMAGE_RESOURCE.depth),
  queryimage_array: (address) => size(address, IMAGE_RESOURCE.depth),
  queryimage_channelorder: (address) => word(address, HANDLE_WORDS.channelOrder),
  queryimage_channeltype: (address) => word(address, HANDLE_WORDS.channelType),
  querysampler_addressing: addressing,
  querysampler_coord: (address) => ops.xor(field(address, SAMPLER_RESOURCE.forceUnnormalized), u32(1)),
  querysampler_filter: (address) => field(address, SAMPLER_RESOURCE.xyMagFilter),
};

export const IMAGES: readonly AluRow[] = [
  ...Object.entries(GEOMETRIES).flatMap(([name, geometry]) => rowsOfGeometry(name, geometry)),
  ...Object.entries(QUERIES).map(
    ([name, compute]): AluRow => [name, 'D = property of S0', ({ D, S0 }) => [D.set(compute(S0.u64))]],
  ),
];
