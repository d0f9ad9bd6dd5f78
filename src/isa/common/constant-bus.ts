// The constant bus: what a vector ALU instruction may read besides VGPRs and inline constants. On Southern Islands it
// is one scalar value for an instruction: an SGPR or a pair of them, VCC, M0, EXEC, a condition bit, or the literal.
// Naming the same one twice is allowed; overlapping ranges (s0 and s[0:1]) are not the same. What an instruction reads
// without naming it (VCC of v_addc_u32 and v_div_fmas_f32, M0 of v_movreld_b32) counts. Sources: "Southern Islands
// Series Instruction Set Architecture", vector ALU input operands; LLVM's assembler and machine verifier for gfx600,
// which also know the one exception: M0 as lane select of v_writelane_b32 does not take the bus.

import { valueAt } from '../../util/required.js';
import type { InstructionDef } from '../define.js';
import type { Instruction, Operand } from '../instruction.js';
import { M0_INDEX } from '../instruction.js';
import { visitExpressions } from '../language/trees.js';
import { layoutOf } from '../layout.js';
import type { OperandCodes } from '../operand-codes.js';

/** Why an instruction reads more than the constant bus carries, naming both operands; undefined when it does not. */
export function constantBusProblem({ def, operands }: Instruction): string | undefined {
  if (!def.format.startsWith('VOP')) return undefined;
  const implicit = implicitRead(def);
  let first = implicit;
  for (const slot of layoutOf(def).slots) {
    const operand = operands[slot.name];
    if (!operand) continue;
    const name = slot.shape.read || slot.kind === 'literal' ? busName(def.isa.operands, operand) : undefined;
    if (name === undefined || name === first) continue;
    if (def.name === 'v_writelane_b32' && slot.name === 'S1' && isM0(operand)) continue;
    if (first !== undefined) return sentence(first, name, first === implicit);
    first = name;
  }
  return undefined;
}

const isM0 = (operand: Operand): boolean => operand.kind === 'scalar' && operand.index === M0_INDEX;

const sentence = (first: string, second: string, implicit: boolean): string =>
  `reads ${first}${implicit ? ' (always)' : ''} and ${second}, ` +
  'but a vector instruction reads at most one of SGPR, VCC, M0, EXEC and literal constant';

/** The text of the value for which an operand uses the bus; undefined if it does not use it. */
function busName(codes: OperandCodes, operand: Operand): string | undefined {
  switch (operand.kind) {
    case 'scalar':
      return codes.scalarName(operand.index, operand.count);
    case 'condition':
      return `src_${operand.name.toLowerCase()}`;
    case 'aperture':
      return valueAt(codes.apertures, operand.code, 'aperture').name;
    case 'const':
      return operand.literal ? `the literal 0x${operand.bits.toString(16)}` : codes.apertures.get(operand.code)?.name;
    default:
      return undefined;
  }
}

const IMPLICIT = new WeakMap<InstructionDef, { readonly name: string | undefined }>();

/** The scalar register that every encoding of the instruction reads. */
function implicitRead(def: InstructionDef): string | undefined {
  let implicit = IMPLICIT.get(def);
  if (!implicit) {
    let name: string | undefined;
    visitExpressions(def.semantics, (ex) => {
      if (ex.kind !== 'special') return;
      if (ex.name === 'VCCLANE' || ex.name === 'VCC') name ??= 'vcc';
      if (ex.name === 'M0') name ??= 'm0';
    });
    implicit = { name };
    IMPLICIT.set(def, implicit);
  }
  return implicit.name;
}
