// S#, the sampler descriptor of GCN. Sources: "Southern Islands Series ISA", table "Image Sampler Definition"; Mesa's
// register database (SQ_IMG_SAMP_*).

import { fieldAt, readField, writeFields } from '../../descriptors/field.js';
import { ADDRESSING_CLAMP, MIP_FILTER } from '../../descriptors/sampling.js';
import type { SamplerCodec, SamplerResourceOptions, SamplerView } from '../../descriptors/views.js';

/** 4 dwords. */
export const SAMPLER_RESOURCE = {
  clampX: fieldAt(0, 0, 3),
  clampY: fieldAt(0, 3, 3),
  clampZ: fieldAt(0, 6, 3),
  depthCompare: fieldAt(0, 12, 3),
  forceUnnormalized: fieldAt(0, 15, 1),
  /** Nearest filters take the texel that a coordinate is in; if not, they round it to 1/256 of a texel before. */
  truncCoord: fieldAt(0, 27, 1),
  /** Unsigned 4.8 fixed point. */
  minLod: fieldAt(1, 0, 12),
  maxLod: fieldAt(1, 12, 12),
  /** Signed 5.8 fixed point. */
  lodBias: fieldAt(2, 0, 14),
  xyMagFilter: fieldAt(2, 20, 2),
  xyMinFilter: fieldAt(2, 22, 2),
  zFilter: fieldAt(2, 24, 2),
  mipFilter: fieldAt(2, 26, 2),
  borderColorPointer: fieldAt(3, 0, 12),
  borderColorType: fieldAt(3, 30, 2),
} as const;

/** Values of the filter fields for x and y. */
const XY_FILTER = { point: 0, linear: 1 } as const;
/** Values of the border color type. */
export const BORDER_COLOR = { transparentBlack: 0, opaqueBlack: 1, opaqueWhite: 2, register: 3 } as const;

const BORDERS: Readonly<Record<number, readonly number[]>> = {
  [BORDER_COLOR.transparentBlack]: [0, 0, 0, 0],
  [BORDER_COLOR.opaqueBlack]: [0, 0, 0, 1],
  [BORDER_COLOR.opaqueWhite]: [1, 1, 1, 1],
};

/** Fixed point with 8 fraction bits. */
const fixed = (value: number): number => value / 256;
const signedFixed = (value: number, width: number): number => fixed((value << (32 - width)) >> (32 - width));

/** Anisotropic filters are taken as their isotropic ones. */
function decode(words: ArrayLike<number>): SamplerView {
  const get = (name: keyof typeof SAMPLER_RESOURCE): number => readField(words, SAMPLER_RESOURCE[name]);
  const zFilter = get('zFilter');
  return {
    clamp: [get('clampX'), get('clampY'), get('clampZ')],
    unnormalized: get('forceUnnormalized') === 1,
    truncates: get('truncCoord') === 1,
    depthCompare: get('depthCompare'),
    minLod: fixed(get('minLod')),
    maxLod: fixed(get('maxLod')),
    lodBias: signedFixed(get('lodBias'), SAMPLER_RESOURCE.lodBias.width),
    magLinear: (get('xyMagFilter') & 1) === 1,
    minLinear: (get('xyMinFilter') & 1) === 1,
    zLinear: zFilter === MIP_FILTER.none ? undefined : zFilter === MIP_FILTER.linear,
    mipFilter: get('mipFilter'),
    border: BORDERS[get('borderColorType')],
  };
}

/**
 * Makes an S#. The border is transparent black; the image's component selects turn its alpha to 1 where OpenCL wants
 * that.
 */
export function samplerResource(options: SamplerResourceOptions): Uint32Array {
  const words = new Uint32Array(4);
  const clamp = ADDRESSING_CLAMP[options.addressing];
  const filter = options.filter === 'linear' ? XY_FILTER.linear : XY_FILTER.point;
  writeFields(words, SAMPLER_RESOURCE, {
    clampX: clamp,
    clampY: clamp,
    clampZ: clamp,
    forceUnnormalized: options.normalized ? 0 : 1,
    truncCoord: options.filter === 'nearest' ? 1 : 0,
    xyMagFilter: filter,
    xyMinFilter: filter,
    zFilter: options.filter === 'linear' ? MIP_FILTER.linear : MIP_FILTER.point,
    borderColorType: BORDER_COLOR.transparentBlack,
  });
  return words;
}

export const samplerCodec: SamplerCodec = { dwords: 4, decode, encode: samplerResource };
