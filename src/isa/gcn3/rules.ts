// Number of registers of operands, and further rules of instructions of GCN3 and GFX9.

import { memberOf } from '../../util/required.js';
import { rules as common } from '../common/rules.js';
import type { InstructionDef } from '../define.js';
import { type Instruction, M0_INDEX } from '../instruction.js';
import type { Rules } from '../isa.js';
import type { SlotLayout } from '../layout.js';
import type { Generation } from './generation.js';
import { printLaneControl } from './names.js';
import { NO_REGISTER } from './slots.js';

type Fields = Readonly<Record<string, number>>;

/** Addresses of lanes: without a base a pair, beside one an offset; scratch has one or none. */
function flatCount(def: InstructionDef, { name, shape }: SlotLayout, fields: Fields): number {
  if (name === 'D') {
    const returns = def.semantics.some((statement) => statement.kind === 'atomic') ? fields['glc'] : !fields['lds'];
    return returns ? shape.dwords : 0;
  }
  if (name !== 'ADDR' || def.format === 'FLAT') return shape.dwords;
  const based = fields['saddr'] !== NO_REGISTER;
  if (def.format === 'GLOBAL') return based ? 1 : 2;
  return based ? 0 : 1;
}

const FLAT_FORMATS: ReadonlySet<string> = new Set(['FLAT', 'GLOBAL', 'SCRATCH']);

/** Two components of 16 bits lie in one register, but not on gfx8. */
function imageData(def: InstructionDef, slot: SlotLayout, fields: Fields, gfx9: boolean): number {
  const whole = common.operandCount(def, slot, fields);
  if (!gfx9 || !fields['d16']) return whole;
  const status = memberOf(fields, 'tfe', 'field');
  return Math.ceil((whole - status) / 2) + status;
}

/** Fields whose largest value means nothing. */
const SELECTS: readonly (readonly [name: string, undefined: number])[] = [
  ['dst_sel', 7],
  ['src0_sel', 7],
  ['src1_sel', 7],
  ['dst_unused', 3],
];

function undefinedField({ fields }: Instruction): string | undefined {
  const select = SELECTS.find(([name, value]) => fields[name] === value);
  if (select) return `${select[0]} is ${select[1]}, which means nothing`;
  const control = fields['dpp_ctrl'];
  return control !== undefined && printLaneControl(control) === undefined
    ? `dpp_ctrl is 0x${control.toString(16)}, which means nothing`
    : undefined;
}

/** An exchange of two registers accepts VGPRs only. */
const exchangesOther = ({ def, operands }: Instruction): string | undefined =>
  def.traits.whole && operands['S0']?.kind !== 'vgpr' ? 'exchanges vector registers only' : undefined;

/** Interpolation reads VGPRs only. Source: LLVM's assembler. */
const interpolatesOther = ({ def, operands }: Instruction): string | undefined =>
  def.traits.attribute && [operands['S1'], operands['S2']].some((operand) => operand && operand.kind !== 'vgpr')
    ? 'interpolates vector registers only'
    : undefined;

/** The offset of what the scalar unit writes is a number or M0 on gfx8; GFX9 takes any register. */
const offsetOfStore = ({ def, operands: { OFFSET } }: Instruction): string | undefined => {
  const stores = def.format === 'SMEM' && def.semantics.some((statement) => statement.kind === 'store');
  return stores && OFFSET?.kind === 'scalar' && OFFSET.index !== M0_INDEX
    ? 'a register that is the offset of a scalar store has to be m0'
    : undefined;
};

/** Bits that say nothing on gfx8, and on GFX9 that other memory or other registers are meant. */
function meantForGfx9({ def, fields: { reserved0 = 0, reserved1 = 0 } }: Instruction): string | undefined {
  if (def.format === 'FLAT' && (reserved0 & 0xffff) !== 0)
    return 'a segment and an offset of generic addresses are of GFX9';
  return def.format.endsWith('_SDWA') && (reserved1 & 0x8080_0000) !== 0
    ? 'parts of scalar registers are of GFX9'
    : undefined;
}

const withoutLds = ({ def, fields }: Instruction): string | undefined =>
  def.traits.fromLds && !fields['lds'] ? 'what stores LDS has lds set' : undefined;

export const rulesOf = ({ gfx9 }: Generation): Rules => ({
  ...common,
  indexesRegisters: true,
  packsComponents: gfx9,
  wrapsLocalAddresses: true,
  problemOf: (instruction) => {
    const reason =
      undefinedField(instruction) ??
      exchangesOther(instruction) ??
      interpolatesOther(instruction) ??
      withoutLds(instruction) ??
      (gfx9 ? undefined : (offsetOfStore(instruction) ?? meantForGfx9(instruction)));
    return reason === undefined ? common.problemOf(instruction) : { problem: 'field', reason };
  },
  operandCount: (def, slot, fields) => {
    if (FLAT_FORMATS.has(def.format)) return flatCount(def, slot, fields);
    if (def.format === 'MIMG' && slot.name === 'VDATA') return imageData(def, slot, fields, gfx9);
    return common.operandCount(def, slot, fields);
  },
});
