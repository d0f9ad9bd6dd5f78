// Bodies of the helpers for images by handle: each lane names a descriptor in memory.

import { HANDLE_ARGUMENT, HANDLE_KINDS, HANDLE_WORDS } from '../../isa/descriptors/handle-access.js';
import type { SamplerView } from '../../isa/descriptors/views.js';
import type { Instruction } from '../../isa/instruction.js';
import type { SampleForm } from '../../isa/traits.js';
import { FaultSignal } from '../faults.js';
import type { HelperBody, HelperContext } from './context.js';
import { type DataFormat, dataFormat, NUM_FORMAT } from './formats.js';
import { floatBits, floatOf } from './numbers.js';
import { vgprOf } from './registers.js';
import { sampleTexel } from './sample.js';
import { type Sampler, samplerOf } from './sampler.js';
import { type Surface, surfaceOf, texelAddress } from './surface.js';
import { applySelects, loadTexel, storeTexel, unapplySelects } from './texel.js';

const memory = new Uint32Array(4);
const register = new Uint32Array(4);

const addressAt = (context: HelperContext, lane: number, low: number): number =>
  context.argument(low + 1, lane) * 2 ** 32 + context.argument(low, lane);

const wordsAt = (context: HelperContext, address: number, count: number): Uint32Array =>
  Uint32Array.from({ length: count }, (_, n) => context.readU32(address + 4 * n));

/** Descriptors by address: lanes mostly have the same one. */
class Decoded<T> {
  private readonly values = new Map<number, T>();

  constructor(private readonly decode: (address: number) => T) {}

  at(address: number): T {
    let value = this.values.get(address);
    if (value === undefined) this.values.set(address, (value = this.decode(address)));
    return value;
  }
}

/** Address of a texel, or -1, and its format. */
interface Texel {
  readonly address: number;
  readonly format: DataFormat;
  readonly numFormat: number;
  readonly selects: number;
}

type Locate = (coordinates: readonly number[]) => Texel;

function bufferTexels({ def }: Instruction, context: HelperContext, handle: number): Locate {
  const { buffer } = def.isa.descriptors;
  const view = buffer.decode(wordsAt(context, handle, buffer.dwords));
  const format = dataFormat(view.dataFormat);
  if (!format) throw new FaultSignal('unsupported', `buffer elements of data format ${view.dataFormat} do not exist`);
  const count = view.stride === 0 ? Math.floor(view.records / format.bytes) : view.records;
  const { base, numFormat, selects } = view;
  return ([x = 0]) => ({
    address: x < count ? base + x * (view.stride || format.bytes) : -1,
    format,
    numFormat,
    selects,
  });
}

const surfaceAt = ({ def }: Instruction, context: HelperContext, handle: number): Surface =>
  surfaceOf(wordsAt(context, handle, HANDLE_WORDS.resource), def.isa.descriptors.image);

function imageTexels(instruction: Instruction, context: HelperContext, handle: number): Locate {
  const surface = surfaceAt(instruction, context, handle);
  const { format, numFormat, selects, dimensions, layered, baseLevel, firstSlice } = surface;
  return (coordinates) => {
    const [x = 0, y = 0, z = 0] = coordinates.slice(0, dimensions);
    const slice = layered ? firstSlice + coordinates[dimensions]! : 0;
    return { address: texelAddress(surface, baseLevel, x, y, z, slice), format, numFormat, selects };
  };
}

const coordinatesOf = (context: HelperContext, lane: number): readonly [number, number, number] => [
  context.argument(HANDLE_ARGUMENT.coordinates, lane),
  context.argument(HANDLE_ARGUMENT.coordinates + 1, lane),
  context.argument(HANDLE_ARGUMENT.coordinates + 2, lane),
];

function forEachTexel(
  instruction: Instruction,
  context: HelperContext,
  visit: (lane: number, texel: Texel, handle: number) => void,
): void {
  const buffers = new Decoded((handle) => bufferTexels(instruction, context, handle));
  const images = new Decoded((handle) => imageTexels(instruction, context, handle));
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane)) continue;
    const handle = addressAt(context, lane, HANDLE_ARGUMENT.imageLow);
    const isBuffer = context.argument(HANDLE_ARGUMENT.kind, lane) === HANDLE_KINDS.buffer;
    const locate = (isBuffer ? buffers : images).at(handle);
    visit(lane, locate(coordinatesOf(context, lane)), handle);
  }
}

function writeTexel(instruction: Instruction, context: HelperContext, lane: number, values: Uint32Array): void {
  const operand = instruction.operands['D'];
  const count = operand?.kind === 'vgpr' ? operand.count : 0;
  for (let n = 0; n < count; n++) context.setVgpr(vgprOf(instruction, 'D', n), lane, values[n]!);
}

/** D = texel. */
export const handleImageLoad: HelperBody = (instruction, context) => {
  forEachTexel(instruction, context, (lane, { address, format, numFormat, selects }) => {
    memory.fill(0);
    if (address >= 0) loadTexel(context, address, format, numFormat, memory);
    applySelects(selects, numFormat, memory, register);
    writeTexel(instruction, context, lane, register);
  });
};

const SRGB = { linearEnd: 0.0031308, slope: 12.92, factor: 1.055, offset: 0.055, exponent: 1 / 2.4 } as const;
const COLORS = 3;

/** A linear color in standard RGB; NaN is 0. */
function standardColor(bits: number): number {
  const color = floatOf(bits);
  const inside = color > 0 ? Math.min(color, 1) : 0;
  const { linearEnd, slope, factor, offset, exponent } = SRGB;
  return floatBits(inside < linearEnd ? inside * slope : factor * inside ** exponent - offset);
}

/** Texel = data: those of standard RGB are plain fractions in memory. */
export const handleImageStore: HelperBody = (instruction, context) => {
  forEachTexel(instruction, context, (lane, { address, format, numFormat, selects }) => {
    if (address < 0) return;
    for (let n = 0; n < 4; n++) register[n] = context.argument(HANDLE_ARGUMENT.data + n, lane);
    const isStandard = numFormat === NUM_FORMAT.srgb;
    if (isStandard) for (let n = 0; n < COLORS; n++) register[n] = standardColor(register[n]!);
    unapplySelects(selects, register, memory);
    storeTexel(context, address, format, isStandard ? NUM_FORMAT.unorm : numFormat, memory);
  });
};

const FORM: SampleForm = { gather: false, offset: false, compare: false, lod: 'zero', bias: false, clamp: false };

/**
 * The runtime's samplers let the chip round coordinates to 1/256 of an element; the nearest element has to be exact.
 */
const exact = (sampler: Sampler): Sampler => ({ ...sampler, truncates: sampler.truncates || isNearest(sampler) });
const isNearest = ({ magLinear, minLinear }: SamplerView): boolean => !magLinear && !minLinear;

/** D = filtered texel. */
export const handleImageSample: HelperBody = (instruction, context) => {
  const { sampler: codec } = instruction.def.isa.descriptors;
  const surfaces = new Decoded((handle) => surfaceAt(instruction, context, handle));
  const samplers = new Decoded((handle) => exact(samplerOf(wordsAt(context, handle, codec.dwords), codec)));
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane)) continue;
    const surface = surfaces.at(addressAt(context, lane, HANDLE_ARGUMENT.imageLow));
    const sampler = samplers.at(addressAt(context, lane, HANDLE_ARGUMENT.samplerLow));
    const sampling = { context, form: FORM, surface, sampler, unnormalized: sampler.unnormalized };
    writeTexel(instruction, context, lane, sampleTexel(sampling, coordinatesOf(context, lane).map(floatOf)));
  }
};
