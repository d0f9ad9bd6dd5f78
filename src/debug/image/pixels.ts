// Pixels of an image argument, as a kernel would read them.

import { IMAGE_DESCRIPTOR } from '../../abi/image-descriptor.js';
import { ImageKind } from '../../abi/schema.js';
import { FaultSignal } from '../../emulator/faults.js';
import { NUM_FORMAT } from '../../emulator/image/formats.js';
import { floatOf, isIntegerFormat } from '../../emulator/image/numbers.js';
import { type Surface, surfaceBytes, surfaceOf, texelAddress } from '../../emulator/image/surface.js';
import { applySelects, loadTexel } from '../../emulator/image/texel.js';
import { type GpuMemory, PERMISSION } from '../../emulator/memory.js';
import { DEFAULT_DESCRIPTORS } from '../../isa/default-set.js';
import { required } from '../../util/required.js';
import type { Prompt } from '../prompt.js';
import { refuse } from '../refuse.js';

/** Red, green and blue of each pixel, row by row; of images with one component all three are that one. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Number of slices of the image; this is one of them. */
  readonly slices: number;
  readonly values: Float64Array;
  /** Value of white: 1, or the largest integer of bytes; undefined for wider integers. */
  readonly white: number | undefined;
}

export const CHANNELS = 3;
const MAX_PIXELS = 1 << 24;

function surfaceNamed({ launchContext, selected: { memory } }: Prompt, name: string): Surface {
  const argument = launchContext.arguments.find((each) => each.name === name);
  if (argument?.kind !== 'image') return refuse(`'${name}' is not an image argument of the kernel`);
  const { segment } = launchContext;
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  const slot = argument.offset + 8 <= segment.length ? view.getBigUint64(argument.offset, true) : 0n;
  const address = memory.space.translate(slot);
  if (address === undefined || !memory.allows(address, IMAGE_DESCRIPTOR.size, PERMISSION.read))
    return refuse(`the location of ${name} is unknown`);
  const words = new Uint32Array(Uint8Array.from(memory.u8.subarray(address, address + IMAGE_DESCRIPTOR.size)).buffer);
  if (words[IMAGE_DESCRIPTOR.kind / 4] === ImageKind.D1_BUFFER)
    return refuse(`${name} is an image of a buffer: it has no rows`);
  try {
    // Linear surfaces have the same descriptors on all chips that Atoll's own driver serves.
    const { image } = DEFAULT_DESCRIPTORS;
    return surfaceOf(words.subarray(0, image.dwords), image);
  } catch (error) {
    if (!(error instanceof FaultSignal)) throw error;
    return refuse(`${name} cannot be drawn: ${error.detail}`);
  }
}

function sourceOf(memory: GpuMemory) {
  const view = new DataView(memory.u8.buffer, memory.u8.byteOffset, memory.u8.byteLength);
  return {
    readU8: (address: number) => view.getUint8(address),
    readU16: (address: number) => view.getUint16(address, true),
    readU32: (address: number) => view.getUint32(address, true),
  };
}

/** Numeric value of a register. */
function numberOf(word: number, { numFormat, format }: Surface): number {
  if (!isIntegerFormat(numFormat) || format.sharedExponent) return floatOf(word);
  return numFormat === NUM_FORMAT.sint ? word | 0 : word;
}

function whiteOf({ numFormat, format }: Surface): number | undefined {
  if (!isIntegerFormat(numFormat)) return 1;
  return numFormat === NUM_FORMAT.uint && format.widths[0] === 8 ? 255 : undefined;
}

/** The number of slices, and where slice `k` is. */
const slicesOf = ({ depth, firstSlice, lastSlice }: Surface): number =>
  depth > 1 ? depth : lastSlice - firstSlice + 1;

/**
 * @param slice of a 3D image or an array
 * @throws AtollError BAD_INPUT for what is no image, or cannot be drawn
 */
export function pixelsOf(prompt: Prompt, name: string, slice: number): Pixels {
  const surface = surfaceNamed(prompt, name);
  const { memory } = prompt.selected;
  const { width, height, depth, firstSlice, numFormat, format, selects } = surface;
  if (slice >= slicesOf(surface)) refuse(`${name} has ${slicesOf(surface)} slice${slicesOf(surface) === 1 ? '' : 's'}`);
  if (width * height > MAX_PIXELS) refuse(`${name} has ${width} by ${height} pixels: at most ${MAX_PIXELS} are drawn`);
  const base = memory.space.translate(BigInt(surface.base));
  if (base === undefined || !memory.allows(base, surfaceBytes(surface), PERMISSION.read))
    return refuse(`the memory of ${name} is not all allocated`);
  const [z, layer] = depth > 1 ? [slice, 0] : [0, firstSlice + slice];
  const source = sourceOf(memory);
  const [inMemory, inRegister] = [new Uint32Array(4), new Uint32Array(4)];
  const values = new Float64Array(CHANNELS * width * height);
  const single = format.widths.length === 1;
  for (let i = 0; i < width * height; i++) {
    const at = texelAddress(surface, 0, i % width, Math.floor(i / width), z, layer);
    loadTexel(source, base + (at - surface.base), format, numFormat, inMemory);
    applySelects(selects, numFormat, inMemory, inRegister);
    for (let k = 0; k < CHANNELS; k++)
      values[CHANNELS * i + k] = numberOf(
        single ? required(inMemory[0], 'channel') : required(inRegister[k], 'channel'),
        surface,
      );
  }
  return { width, height, slices: slicesOf(surface), values, white: whiteOf(surface) };
}
