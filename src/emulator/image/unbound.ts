// Image instructions whose T# is all zeros: nothing is bound there, as drivers leave slots that a program does not
// fill. Source: "Southern Islands Series ISA", chapter "Vector Memory Image Instructions": a resource of zeros is
// unbound and gives 0.

import type { Instruction } from '../../isa/instruction.js';
import { comparesData } from '../../isa/traits.js';
import type { HelperBody, HelperContext } from './context.js';
import { NUM_FORMAT } from './formats.js';
import { ALL_COMPONENTS, effectiveMask, imageWords, writeComponents, writeMasked, writeStatus } from './operands.js';
import { vgprOf } from './registers.js';

const ZEROS = [0, 0, 0, 0] as const;

/** Result of a lane for an instruction without an image. */
export type ReadNothing = (instruction: Instruction, context: HelperContext, lane: number) => void;

/** Loads, samples and queries of size: 0 in the registers that the component mask names. */
export const zeroTexel: ReadNothing = (instruction, context, lane) =>
  writeMasked(instruction, context, lane, ZEROS, NUM_FORMAT.uint);

/** Four texels' component each. */
export const zeroGather: ReadNothing = (instruction, context, lane) =>
  writeComponents(instruction, context, lane, ZEROS, NUM_FORMAT.uint, ALL_COMPONENTS);

/** Stores are dropped. */
export const nothing: ReadNothing = () => undefined;

/** Atomics change nothing; those that return the old value get 0, of the size of their data. */
export const zeroOldValue: ReadNothing = (instruction, context, lane) => {
  if (instruction.fields['glc'] !== 1) return;
  const enabled = effectiveMask(instruction).toString(2).replaceAll('0', '').length;
  const dwords = comparesData(instruction.def.traits.atomic) ? enabled / 2 : enabled;
  for (let i = 0; i < dwords; i++) context.setVgpr(vgprOf(instruction, 'VDATA', i), lane, 0);
  writeStatus(instruction, context, lane, enabled);
};

/** The body of an image instruction, for descriptors that may be unbound. */
export const orUnbound =
  (body: HelperBody, readNothing: ReadNothing): HelperBody =>
  (instruction, context) => {
    if (imageWords(instruction, context).some((word) => word !== 0)) return body(instruction, context);
    for (let lane = 0; lane < context.lanes; lane++) if (context.active(lane)) readNothing(instruction, context, lane);
  };
