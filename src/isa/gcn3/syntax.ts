// The assembly syntax of a generation as a value.

import type { InstructionDef } from '../define.js';
import { layoutOf } from '../layout.js';
import type { Form, Syntax } from '../syntax.js';
import type { Generation } from './generation.js';
import { constantKind, isWritten, operandSyntax } from './operand-syntax.js';
import { namesOf, printerOf } from './print.js';

function form({ format }: InstructionDef): Form {
  if (format === 'VOP3') return 'e64';
  return format.endsWith('_SDWA') ? 'sdwa' : format.endsWith('_DPP') ? 'dpp' : 'e32';
}

const SHORT: ReadonlySet<string> = new Set(['VOP1', 'VOP2', 'VOPC', 'VINTRP']);

/** The name with the suffix of its form, for a vector instruction with several forms. */
function mnemonic(def: InstructionDef): string {
  if (def.promotedFrom || def.traits.wide) return `${def.name}_${form(def)}`;
  const hasForms = SHORT.has(def.format) && !def.traits.onlyShort && def.scalar.length === 0;
  return hasForms && layoutOf(def).slots.length > 0 && !def.slots.includes('K') ? `${def.name}_e32` : def.name;
}

export const syntaxOf = (generation: Generation): Syntax => ({
  constantKind,
  operandSyntax,
  isWritten,
  mnemonic,
  form,
  printer: printerOf(generation),
  names: namesOf(generation),
});
