// Operands of a sampling instruction in VADDR: offsets, bias, reference, derivatives, coordinates, clamp or level.
// Source: "Southern Islands Series ISA", chapter "Vector Memory Image Instructions": image address layout.

import type { Instruction } from '../../isa/instruction.js';
import type { SampleForm } from '../../isa/traits.js';
import type { HelperContext } from './context.js';
import { floatOf } from './numbers.js';
import { AddressReader } from './operands.js';
import type { Dimensions } from './surface.js';

/** The parts of one lane's address; those that the form does not have keep their neutral values. */
export interface SampleAddress {
  /** Texel offsets in x, y, z. */
  readonly offsets: Int32Array;
  bias: number;
  reference: number;
  /** Derivatives along the two directions of the screen. */
  readonly horizontal: Float32Array;
  readonly vertical: Float32Array;
  /** Coordinates as given: normalized or in texels. */
  readonly coordinates: Float32Array;
  /** Slice of an array, not yet rounded. */
  slice: number;
  lod: number;
  clamp: number;
}

export const newSampleAddress = (): SampleAddress => ({
  offsets: new Int32Array(3),
  bias: 0,
  reference: 0,
  horizontal: new Float32Array(3),
  vertical: new Float32Array(3),
  coordinates: new Float32Array(3),
  slice: 0,
  lod: 0,
  clamp: -Infinity,
});

/** Offsets are 6-bit signed numbers in the low bits of three bytes. */
function unpackOffsets(word: number, offsets: Int32Array): void {
  for (let i = 0; i < 3; i++) offsets[i] = (word << (26 - 8 * i)) >> 26;
}

/** Reads one lane's address. */
export function readSampleAddress(
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  form: SampleForm,
  dimensions: Dimensions,
  out: SampleAddress,
): void {
  const addresses = new AddressReader(instruction, context, lane);
  unpackOffsets(form.offset ? addresses.word() : 0, out.offsets);
  out.bias = form.bias ? addresses.single() : 0;
  if (form.compare) out.reference = floatOf(addresses.word());
  if (form.lod === 'derivatives')
    for (const derivatives of [out.horizontal, out.vertical]) {
      for (let i = 0; i < dimensions; i++) derivatives[i] = addresses.float();
      addresses.align();
    }
  for (let i = 0; i < dimensions; i++) out.coordinates[i] = addresses.float();
  out.slice = instruction.fields['da'] ? addresses.float() : 0;
  // A lower bound (Mesa's min_lod), although the manual's table calls it an upper one.
  out.clamp = form.clamp ? addresses.float() : -Infinity;
  if (form.lod === 'explicit') out.lod = addresses.float();
}
