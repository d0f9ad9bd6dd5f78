// Samplers that a module describes, as descriptors of AMD's runtime.

import { writeFields } from '../../isa/descriptors/field.js';
import { CLAMP } from '../../isa/descriptors/sampling.js';
import { COORDINATES } from '../brig/enums.js';
import type { BrigEntry } from '../brig/module.js';
import type { IrProgram } from './ir-program.js';
import { SAMPLER_FIELDS } from './resource-fields.js';

/** Codes of the chip by addressing modes. Without a mode the runtime's samplers repeat. */
export const ADDRESSING_CLAMPS: readonly number[] = [
  CLAMP.repeat,
  CLAMP.clampToEdge,
  CLAMP.clampToBorder,
  CLAMP.repeat,
  CLAMP.mirror,
];
/** The descriptor has more words than the chip reads. */
const WORDS = 8;
const MAX_LOD = 4095;

const ALIGNMENT = 16;
const CONSTANT_SPACE = 4;

function samplerWords({ values }: BrigEntry): Uint32Array {
  const words = new Uint32Array(WORDS);
  const clamp = ADDRESSING_CLAMPS[values['addressing']!]!;
  const filter = values['filter']!;
  writeFields(words, SAMPLER_FIELDS, {
    clampX: clamp,
    clampY: clamp,
    clampZ: clamp,
    isUnnormalized: values['coord'] === COORDINATES.unnormalized ? 1 : 0,
    maxLod: MAX_LOD,
    filter,
    filterSmaller: filter,
  });
  return words;
}

/** The descriptor of a sampler that is written as a constant: its symbol. */
export function samplerConstant(program: IrProgram, constant: BrigEntry): string {
  const words = [...samplerWords(constant)].map((word) => `i32 ${word}`).join(', ');
  return program.onceConstant('sampler', CONSTANT_SPACE, `[${WORDS} x i32] [${words}], align ${ALIGNMENT}`);
}
