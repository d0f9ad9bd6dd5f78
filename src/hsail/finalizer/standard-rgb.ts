// Stores to images of standard RGB, which the chips have not: colors are converted before, and the elements are stored
// as plain numbers (PRM 7.1.4.1.2).

import { CHANNEL_ORDERS } from '../brig/enums.js';
import type { FunctionEmitter } from './function-emitter.js';
import { IMAGE_FIELDS } from './resource-fields.js';

const FIRST = CHANNEL_ORDERS.srgb;
const COUNT = CHANNEL_ORDERS.sbgra - FIRST + 1;
/** Red, green and blue. */
const COLORS = 3;

const float = (value: number): string => {
  const [bits] = new BigUint64Array(new Float64Array([Math.fround(value)]).buffer);
  return `0x${bits!.toString(16).padStart(16, '0')}`;
};
const SLOPE = float(12.92);
const LINEAR_END = float(0.0031308);
const EXPONENT = float(1 / 2.4);
const FACTOR = float(1.055);
const OFFSET = float(-0.055);
const ONE = float(1);
const ZERO = float(0);

/** A linear color in standard RGB; NaN is 0. */
function converted(out: FunctionEmitter, color: string): string {
  const call = (name: string, ...values: string[]): string =>
    out.call('float', `llvm.${name}.f32`, ...values.map((value) => `float ${value}`));
  const inside = call('minnum', call('maxnum', color, ZERO), ONE);
  const root = call('exp2', out.value(`fmul float ${call('log2', inside)}, ${EXPONENT}`));
  const curve = call('fma', root, FACTOR, OFFSET);
  const isLinear = out.value(`fcmp olt float ${inside}, ${LINEAR_END}`);
  return out.value(`select i1 ${isLinear}, float ${out.value(`fmul float ${inside}, ${SLOPE}`)}, float ${curve}`);
}

export interface StoredTexel {
  /** A vector of four floats. */
  readonly texel: string;
  /** The words of the image's resource. */
  readonly resource: string;
}

/** Channel order of the image that stores use instead. */
export function storedTexel(out: FunctionEmitter, order: string, { texel, resource }: StoredTexel): StoredTexel {
  const [plain, standard, done] = [out.fresh('plain'), out.fresh('standard'), out.fresh('texel')];
  out.label(plain);
  const isStandard = out.value(`icmp ult i32 ${out.value(`sub i32 ${order}, ${FIRST}`)}, ${COUNT}`);
  out.jump(`br i1 ${isStandard}, label %${standard}, label %${done}`);
  out.label(standard);
  let changed = texel;
  for (let index = 0; index < COLORS; index++) {
    const color = converted(out, out.value(`extractelement <4 x float> ${texel}, i32 ${index}`));
    changed = out.value(`insertelement <4 x float> ${changed}, float ${color}, i32 ${index}`);
  }
  const { dword, low, width } = IMAGE_FIELDS.numFormat;
  const word = out.value(`extractelement <8 x i32> ${resource}, i32 ${dword}`);
  const unsigned = out.value(`and i32 ${word}, ${~((2 ** width - 1) << low)}`);
  const format = out.value(`insertelement <8 x i32> ${resource}, i32 ${unsigned}, i32 ${dword}`);
  out.label(done);
  return {
    texel: out.value(`phi <4 x float> [ ${texel}, %${plain} ], [ ${changed}, %${standard} ]`),
    resource: out.value(`phi <8 x i32> [ ${resource}, %${plain} ], [ ${format}, %${standard} ]`),
  };
}
