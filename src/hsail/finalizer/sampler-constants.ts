// Samplers that a module describes, as constants of the code object.

import { SAMPLER_ALIGNMENT, SAMPLER_WORDS, samplerWords } from '../../isa/hsail/samplers.js';
import type { BrigEntry } from '../brig/module.js';
import { samplerProperties } from '../brig/samplers.js';
import type { IrProgram } from './ir-program.js';

const CONSTANT_SPACE = 4;

/** The descriptor of a sampler that is written as a constant: its symbol. */
export function samplerConstant(program: IrProgram, constant: BrigEntry): string {
  const words = [...samplerWords(samplerProperties(constant))].map((word) => `i32 ${word}`).join(', ');
  const array = `[${SAMPLER_WORDS} x i32]`;
  return program.onceConstant('sampler', CONSTANT_SPACE, `${array} [${words}], align ${SAMPLER_ALIGNMENT}`);
}
