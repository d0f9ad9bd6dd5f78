// Random encodings: all bits random but those that name the instruction.

import { decode } from '../../src/isa/decode.js';
import type { InstructionDef } from '../../src/isa/define.js';
import { putField } from '../../src/isa/format.js';
import type { Instruction } from '../../src/isa/instruction.js';
import type { Random } from './random.js';

export type Encodable = InstructionDef;

/** Fields that are drawn from few values: register numbers in the tested range, modifiers rarely set. */
const REGISTER_FIELDS: ReadonlySet<string> = new Set([
  ...['vdst', 'vsrc1', 'vaddr', 'vdata', 'addr', 'data', 'data0', 'data1', 'vsrc', 'vsrc0', 'vsrc2', 'vsrc3'],
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
  const format = def.encoding;
  const words = Array.from({ length: format.words }, () => 0);
  for (const [name, spec] of Object.entries(format.fields)) putField(words, spec, fieldValue(random, name, spec.width));
  words[0] = ((words[0]! & ~format.mask) | format.bits) >>> 0;
  putField(words, format.opcode, def.opcode);
  const decoded = decode(def.isa, [...words, random.edge(), 0]);
  return decoded.ok && decoded.instruction.def === def ? decoded.instruction : undefined;
}

function fieldValue(random: Random, name: string, width: number): number {
  if (REGISTER_FIELDS.has(name)) return random.below(REGISTERS - 8);
  // SDWA and DPP name a VGPR in eight bits.
  if (name === 'src0' && width === 8) return random.below(REGISTERS - 8);
  if (SOURCE_FIELDS.has(name)) return random.chance(0.6) ? 256 + random.below(REGISTERS - 8) : random.below(256);
  if (RARE_FIELDS.has(name) && random.chance(0.8)) return 0;
  // Half of them without a base, and no more registers than there are.
  if (name === 'saddr') return random.chance(0.5) ? 0x7f : 2 * random.below(40);
  if (name === 'soffset_en') return random.below(2);
  if (name === 'sbase' || name === 'srsrc' || name === 'ssamp') return random.below(24);
  return random.word();
}
