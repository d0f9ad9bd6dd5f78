// Texels that an image does not have: coordinates of image_load, image_store and atomics beyond the image, and elements
// of an image that is made of a buffer. The hardware reads 0 there and writes nothing; OpenCL leaves it open. What a
// sampler reads is clamped, and is not looked at here.

import { levelSize, type Surface, surfaceOf } from '../emulator/image/surface.js';
import { VGPR_WORDS, WORD } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { BufferView, ImageCodec } from '../isa/descriptors/views.js';
import type { Instruction } from '../isa/instruction.js';

const PLACED: ReadonlySet<string> = new Set(['image_load', 'image_store', 'image_atomic']);

/** True if an instruction addresses texels by integer coordinates. */
export const namesTexels = (instruction: Instruction): boolean =>
  namesElements(instruction) ||
  instruction.def.semantics.some((statement) => statement.kind === 'helper' && PLACED.has(statement.name));

/** True if it addresses elements of a buffer with a format, by their numbers: the accesses to images of buffers. */
const namesElements = ({ def, fields }: Instruction): boolean =>
  def.traits.resourceFormat !== undefined && fields['idxen'] === 1;

/** A texel that there is not. */
export interface TexelOutOfBounds {
  readonly lane: number;
  /** GPU address of the image. */
  readonly base: number;
  readonly coordinates: readonly number[];
  readonly sizes: readonly number[];
  readonly texelBytes: number;
}

/** The lanes that name texels that there are not; none where the descriptor says nothing. */
export function texelsBeyond(w: Wavefront, instruction: Instruction): TexelOutOfBounds[] {
  const resource = instruction.operands['SRSRC'];
  const address = instruction.operands['VADDR'];
  if (resource?.kind !== 'scalar' || address?.kind !== 'vgpr') return [];
  const { buffer, image } = instruction.def.isa.descriptors;
  const first = WORD.scalars + resource.index;
  if (namesElements(instruction))
    return elementsBeyond(w, buffer.decode(w.u.subarray(first, first + buffer.dwords)), address.index);
  const dwords = instruction.fields['r128'] ? image.shortDwords : image.dwords;
  const surface = surfaceOrNothing(Array.from(w.u.subarray(first, first + dwords)), image);
  if (!surface) return [];
  const level = surface.baseLevel;
  const sizes = [
    levelSize(surface.width, level),
    levelSize(surface.height, level),
    levelSize(surface.depth, level),
  ].slice(0, surface.dimensions);
  if (instruction.fields['da'] === 1) sizes.push(surface.lastSlice - surface.firstSlice + 1);
  const isHalves = Boolean(instruction.fields['a16']);
  return beyond(w, address.index, { base: surface.base, sizes, texelBytes: surface.format.bytes }, isHalves);
}

/** Elements that a structured buffer does not have. */
function elementsBeyond(w: Wavefront, buffer: BufferView, address: number): TexelOutOfBounds[] {
  const { base, stride, records, addsLane } = buffer;
  if (stride === 0 || addsLane) return [];
  return beyond(w, address, { base, sizes: [records], texelBytes: stride });
}

/** The lanes whose coordinates, in registers or halves of them that follow one another, are not below the sizes. */
function beyond(
  w: Wavefront,
  register: number,
  { sizes, ...image }: Pick<TexelOutOfBounds, 'base' | 'sizes' | 'texelBytes'>,
  isHalves = false,
): TexelOutOfBounds[] {
  const { exec, layout } = w;
  const coordinateAt = (d: number, lane: number): number => {
    const word = w.u[VGPR_WORDS * (register + (isHalves ? d >> 1 : d)) + lane]!;
    if (!isHalves) return word;
    return d % 2 === 1 ? word >>> 16 : word & 0xffff;
  };
  const texels: TexelOutOfBounds[] = [];
  for (let lane = 0; lane < layout.lanes; lane++) {
    if (((exec >> BigInt(lane)) & 1n) === 0n) continue;
    const coordinates = sizes.map((_, d) => coordinateAt(d, lane));
    if (coordinates.every((at, d) => at < sizes[d]!)) continue;
    texels.push({ ...image, lane, sizes, coordinates: coordinates.map((at) => at | 0) });
  }
  return texels;
}

/** An unbound image (all zeros) and formats without a plain layout are another's business. */
function surfaceOrNothing(words: readonly number[], codec: ImageCodec): Surface | undefined {
  if (words.every((word) => word === 0)) return undefined;
  try {
    return surfaceOf(words, codec);
  } catch {
    return undefined;
  }
}
