// The operands in the text of an instruction, their order, and the meaning of its 16-bit constant.

import { required } from '../../util/required.js';
import { constantKind as common } from '../common/operand-syntax.js';
import type { InstructionDef } from '../define.js';
import { visitExpressions } from '../language/trees.js';
import { layoutOf, type SlotLayout } from '../layout.js';
import type { ConstantKind } from '../syntax.js';

const NO_CONSTANT: ReadonlySet<string> = new Set([
  's_endpgm_saved',
  's_endpgm_ordered_ps_done',
  's_wakeup',
  's_set_gpr_idx_off',
]);

/** The meaning of simm16. */
export function constantKind(def: InstructionDef): ConstantKind | undefined {
  if (NO_CONSTANT.has(def.name)) return 'none';
  if (def.name === 's_call_b64') return 'branch';
  if (def.name === 's_set_gpr_idx_mode') return 'message';
  return common(def);
}

/** Formats of two sources, one of which may be a carry that is not encoded. */
const CARRYING: ReadonlySet<string> = new Set(['VOP2', 'VOP2_SDWA', 'VOP2_DPP']);

/** Operands in the order of the text; 'vcc' where VCC is written although it is not encoded. */
export function operandSyntax(def: InstructionDef): readonly (SlotLayout | 'vcc')[] {
  const { slots } = layoutOf(def);
  if (!CARRYING.has(def.format)) return slots;
  const out = def.semantics.some((statement) => statement.kind === 'mask' && statement.slot === 'VCC');
  let into = false;
  visitExpressions(def.semantics, (ex) => {
    into ||= ex.kind === 'special' && ex.name === 'VCCLANE';
  });
  const [first, ...others] = slots;
  return [...(first ? [first] : []), ...(out ? ['vcc' as const] : []), ...others, ...(into ? ['vcc' as const] : [])];
}

/** Results of some forms only, and data for LDS, are not in the text. */
export function isWritten(
  def: InstructionDef,
  { name }: SlotLayout,
  fields: Readonly<Record<string, number>>,
): boolean {
  if (name === 'VDATA') return !fields['lds'];
  if (name !== 'D' || !('saddr' in def.encoding.fields || 'data' in def.encoding.fields)) return true;
  const result = layoutOf(def).slots.find((slot) => slot.name === 'D');
  return def.isa.rules.operandCount(def, required(result, `slot D of ${def.name}`), fields) > 0;
}
