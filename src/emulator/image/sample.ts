// Bodies of image_sample and image_gather4.
// Sources: OpenCL 1.2 section 8.2 (coordinates, filters); "Southern Islands Series ISA", chapter "Vector Memory Image
// Instructions"; CLRX documentation of IMAGE_GATHER4 (order of the four texels).
// Coordinates are computed in single precision, and the fraction between two texels has 8 bits, as in the hardware.

import { CLAMP } from '../../isa/descriptors/sampling.js';
import { isOneInside, takesBorder } from '../../isa/descriptors/selects.js';
import type { Instruction } from '../../isa/instruction.js';
import type { SampleForm } from '../../isa/traits.js';
import { FaultSignal } from '../faults.js';
import type { HelperBody, HelperContext } from './context.js';
import { type Levels, lodFromDerivatives, requireSingleLevel, selectLevels } from './lod.js';
import { floatBits, floatOf, isIntegerFormat, oneOf } from './numbers.js';
import {
  ALL_COMPONENTS,
  descriptorWords,
  effectiveMask,
  imageWords,
  writeComponents,
  writeMasked,
} from './operands.js';
import { newSampleAddress, readSampleAddress, type SampleAddress } from './sample-address.js';
import {
  COMPARE,
  linearTap,
  nearestTap,
  roundedTap,
  type Sampler,
  samplerOf,
  scaleCoordinate,
  type Tap,
} from './sampler.js';
import { levelSize, type Surface, surfaceOf, texelAddress } from './surface.js';
import { applySelects, loadTexel } from './texel.js';

/** Everything that is the same for all lanes of one instruction. */
export interface SamplingState {
  readonly context: HelperContext;
  readonly form: SampleForm;
  readonly surface: Surface;
  readonly sampler: Sampler;
  readonly unnormalized: boolean;
}

const address = newSampleAddress();
const levels: Levels = { first: 0, second: 0, fraction: 0, linear: false };
const taps: readonly [Tap, Tap, Tap] = [
  { first: 0, second: 0, fraction: 0 },
  { first: 0, second: 0, fraction: 0 },
  { first: 0, second: 0, fraction: 0 },
];
const memory = new Uint32Array(4);
const texel = new Uint32Array(4);
const sum = new Float64Array(4);
const result = new Uint32Array(4);

function begin(instruction: Instruction, context: HelperContext): SamplingState {
  const form = instruction.def.traits.sample!;
  const surface = surfaceOf(imageWords(instruction, context), instruction.def.isa.descriptors.image);
  const codec = instruction.def.isa.descriptors.sampler;
  const sampler = samplerOf(descriptorWords(instruction, 'SSAMP', codec.dwords, context), codec);
  if (surface.cube) {
    throw new FaultSignal('unsupported', 'sampling of cube maps exists only in graphics pipelines');
  }
  if (form.gather && surface.dimensions !== 2) {
    throw new FaultSignal('unsupported', 'image_gather4 needs an image with two dimensions');
  }
  if (form.lod === 'implicit') requireSingleLevel(surface, sampler);
  const unnormalized = sampler.unnormalized || instruction.fields['unorm'] === 1;
  return { context, form, surface, sampler, unnormalized };
}

const SIZES = ['width', 'height', 'depth'] as const;
const sizeOf = (surface: Surface, axis: number, level: number): number => levelSize(surface[SIZES[axis]!], level);

/** The level of detail that the form requests, before descriptors bound it. */
function wantedLod({ form, surface, sampler, unnormalized }: SamplingState, lane: SampleAddress): number {
  if (form.lod === 'zero') return 0;
  if (form.lod === 'explicit') return lane.lod;
  // An implicit level is only let through where it makes no difference.
  if (form.lod === 'implicit') return 0;
  const inTexels = (derivatives: Float32Array): readonly number[] =>
    Array.from(derivatives, (d, axis) => (unnormalized ? d : d * sizeOf(surface, axis, surface.baseLevel))).slice(
      0,
      surface.dimensions,
    );
  const lod = lodFromDerivatives(inTexels(lane.horizontal), inTexels(lane.vertical));
  return Math.max(lod + sampler.lodBias + lane.bias, lane.clamp);
}

/** Texel-space coordinate of one axis. @param mode by which it is brought into the image before it is scaled */
const texelCoordinate = (
  { unnormalized, surface }: SamplingState,
  axis: number,
  level: number,
  mode: number,
): number => {
  const coordinate = address.coordinates[axis]!;
  const scaled = unnormalized ? coordinate : scaleCoordinate(mode, coordinate, sizeOf(surface, axis, level));
  return Math.fround(scaled + address.offsets[axis]!);
};

/** Picks the texels of every axis. Axes that the image does not have select texel 0. */
function locate(sampling: SamplingState, level: number, linear: boolean): void {
  const { surface, sampler } = sampling;
  for (let axis = 0; axis < 3; axis++) {
    const tap = taps[axis]!;
    if (axis >= surface.dimensions) {
      tap.first = tap.second = tap.fraction = 0;
      continue;
    }
    const isLinear = axis === 2 ? (sampler.zLinear ?? linear) && linear : linear;
    const choose = isLinear ? linearTap : sampler.truncates ? nearestTap : roundedTap;
    const mode = sampler.clamp[axis]!;
    const coordinate = texelCoordinate(sampling, axis, level, choose === roundedTap ? CLAMP.clampToEdge : mode);
    choose(mode, coordinate, sizeOf(surface, axis, level), tap);
  }
}

/** Rounds to the nearest slice and stays inside of the array (OpenCL 1.2 section 8.2). */
function sliceOf(surface: Surface, slice: number): number {
  const floor = Math.floor(slice);
  const rest = slice - floor;
  const nearest = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  const count = surface.lastSlice - surface.firstSlice + 1;
  return surface.firstSlice + (Number.isNaN(nearest) ? 0 : Math.min(Math.max(nearest, 0), count - 1));
}

/** Loads a texel as the shader sees it; the border where a tap says so. */
function fetch(sampling: SamplingState, level: number, x: number, y: number, z: number): void {
  const { context, surface, form, sampler } = sampling;
  if (Math.min(x, y, z) < 0) borderTexel(surface, sampler);
  else {
    const slice = surface.layered ? sliceOf(surface, address.slice) : 0;
    const place = texelAddress(surface, level, x, y, z, slice);
    loadTexel(context, place, surface.format, surface.numFormat, memory);
    applySelects(surface.selects, surface.numFormat, memory, texel);
  }
  if (form.compare) compareTexel(surface, sampler);
}

/** The border color, except where the image's selects say 0 or 1 whatever is in memory. */
function borderTexel(surface: Surface, sampler: Sampler): void {
  const one = oneOf(surface.numFormat);
  for (let i = 0; i < 4; i++) {
    const select = (surface.selects >>> (3 * i)) & 7;
    const isOne = takesBorder(select) ? sampler.border[i] === 1 : isOneInside(select);
    texel[i] = isOne ? one : 0;
  }
}

/** Replaces the texel by the outcome of the depth compare: 1 or 0 in X. */
function compareTexel(surface: Surface, sampler: Sampler): void {
  if (isIntegerFormat(surface.numFormat)) {
    throw new FaultSignal('unsupported', 'a depth compare needs texels that are floating-point numbers');
  }
  const passes = COMPARE[sampler.depthCompare]!(address.reference, floatOf(texel[0]!));
  texel.fill(0);
  texel[0] = floatBits(passes ? 1 : 0);
}

/** Adds the filtered texel of one level, with a weight, to `sum`. Texels of weight 0 are not looked at. */
function addLevel(sampling: SamplingState, level: number, weight: number, linear: boolean): void {
  locate(sampling, level, linear);
  const [tx, ty, tz] = taps;
  for (let corner = 0; corner < 8; corner++) {
    const [right, down, back] = [corner & 1, corner & 2, corner & 4];
    const share =
      (right ? tx.fraction : 1 - tx.fraction) *
      (down ? ty.fraction : 1 - ty.fraction) *
      (back ? tz.fraction : 1 - tz.fraction) *
      weight;
    if (share === 0) continue;
    fetch(sampling, level, right ? tx.second : tx.first, down ? ty.second : ty.first, back ? tz.second : tz.first);
    for (let i = 0; i < 4; i++) sum[i]! += share * floatOf(texel[i]!);
  }
}

function sampleLane(sampling: SamplingState): void {
  const { surface, sampler, form } = sampling;
  selectLevels(surface, sampler, wantedLod(sampling, address), levels);
  const integer = isIntegerFormat(surface.numFormat);
  if (!form.compare && (integer || (!levels.linear && levels.fraction === 0))) {
    // Nothing to mix: the texel's bits as they are.
    locate(sampling, levels.first, false);
    fetch(sampling, levels.first, taps[0].first, taps[1].first, taps[2].first);
    result.set(texel);
    return;
  }
  sum.fill(0);
  addLevel(sampling, levels.first, 1 - levels.fraction, levels.linear);
  if (levels.fraction > 0) addLevel(sampling, levels.second, levels.fraction, levels.linear);
  for (let i = 0; i < 4; i++) result[i] = floatBits(sum[i]!);
}

/**
 * Coordinates as the sampler takes them, behind them the slice of an array. @returns values that the next call changes
 */
export function sampleTexel(sampling: SamplingState, coordinates: readonly number[]): Uint32Array {
  const { dimensions, layered } = sampling.surface;
  for (let axis = 0; axis < dimensions; axis++) address.coordinates[axis] = coordinates[axis]!;
  address.offsets.fill(0);
  address.slice = layered ? coordinates[dimensions]! : 0;
  sampleLane(sampling);
  return result;
}

/** VDATA = filtered texel. */
export const imageSample: HelperBody = (instruction, context) => {
  const sampling = begin(instruction, context);
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane)) continue;
    readSampleAddress(instruction, context, lane, sampling.form, sampling.surface.dimensions, address);
    sampleLane(sampling);
    writeMasked(instruction, context, lane, result, sampling.surface.numFormat);
  }
};

/** The four texels of a linear filter in the order of VDATA: (x, y+1), (x+1, y+1), (x+1, y), (x, y). */
const CORNERS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
] as const;

/** VDATA = the component that dmask names (its lowest bit) of four texels. */
export const imageGather4: HelperBody = (instruction, context) => {
  const sampling = begin(instruction, context);
  const mask = effectiveMask(instruction);
  const component = sampling.form.compare ? 0 : 31 - Math.clz32(mask & -mask);
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane)) continue;
    readSampleAddress(instruction, context, lane, sampling.form, 2, address);
    selectLevels(sampling.surface, sampling.sampler, wantedLod(sampling, address), levels);
    locate(sampling, levels.first, true);
    CORNERS.forEach(([right, down], i) => {
      const [tx, ty] = taps;
      fetch(sampling, levels.first, right ? tx.second : tx.first, down ? ty.second : ty.first, 0);
      result[i] = texel[component]!;
    });
    writeComponents(instruction, context, lane, result, sampling.surface.numFormat, ALL_COMPONENTS);
  }
};
