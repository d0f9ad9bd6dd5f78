// Random encodings: all bits random but those that name the instruction.

import type { InstructionDef } from '../../src/isa/define.js';
import { putField } from '../../src/isa/format.js';
import type { Instruction } from '../../src/isa/instruction.js';
import { decode, FORMATS } from '../isa/southern-islands.js';
import type { Random } from './random.js';

export type Encodable = InstructionDef;

/** Fields that are drawn from few values: register numbers in the tested range, modifiers rarely set. */
const REGISTER_FIELDS: ReadonlySet<string> = new Set([
  ...['vdst', 'vsrc1', 'vaddr', 'vdata', 'addr', 'data0', 'data1', 'vsrc', 'vsrc0', 'vsrc2', 'vsrc3'],
]);
const SOURCE_FIELDS: ReadonlySet<string> = new Set(['src0', 'src1', 'src2']);
const RARE_FIELDS: ReadonlySet<string> = new Set([
  'gds',
  'tfe',
  'lds',
  'lwe',
  'r128',
  'da',
  'slc',
  'addr64',
  'clamp',
  'omod',
]);
/** VGPRs that random instructions name. */
export const REGISTERS = 24;

/** One try: the instruction, or undefined when the bits do not decode to `def`. */
export function encodable(random: Random, def: InstructionDef): Instruction | undefined {
  const format = FORMATS[def.format];
  const words = Array.from({ length: format.words }, () => 0);
  for (const [name, spec] of Object.entries(format.fields)) putField(words, spec, fieldValue(random, name));
  words[0] = ((words[0]! & ~format.mask) | format.bits) >>> 0;
  putField(words, format.opcode, def.opcode);
  const decoded = decode([...words, random.edge(), 0]);
  return decoded.ok && decoded.instruction.def === def ? decoded.instruction : undefined;
}

function fieldValue(random: Random, name: string): number {
  if (REGISTER_FIELDS.has(name)) return random.below(REGISTERS - 8);
  if (SOURCE_FIELDS.has(name)) return random.chance(0.6) ? 256 + random.below(REGISTERS - 8) : random.below(256);
  if (RARE_FIELDS.has(name) && random.chance(0.8)) return 0;
  if (name === 'sbase' || name === 'srsrc' || name === 'ssamp') return random.below(24);
  return random.word();
}
