// Operands in the text of an instruction, in their order, with VCC written out where a 32-bit form has it as a carry or
// condition; and the kind of its 16-bit constant.

import type { InstructionDef } from '../define.js';
import { visitExpressions } from '../language/trees.js';
import { layoutOf, type SlotLayout } from '../layout.js';
import type { ConstantKind } from '../syntax.js';

const BRANCH = /^s_(cbranch_(?!join|g_fork)|branch$)/;
const NO_CONSTANT: ReadonlySet<string> = new Set(['s_barrier', 's_icache_inv', 's_ttracedata']);

/** The meaning of simm16. */
export function constantKind(def: InstructionDef): ConstantKind | undefined {
  if (def.format !== 'SOPP' && def.format !== 'SOPK') return undefined;
  if (BRANCH.test(def.name)) return 'branch';
  if (NO_CONSTANT.has(def.name)) return 'none';
  if (def.name === 's_endpgm') return 'optional';
  if (def.name === 's_waitcnt') return 'waitCounts';
  if (def.name.startsWith('s_sendmsg')) return 'message';
  return /^s_[gs]etreg_/.test(def.name) ? 'hardwareRegister' : 'number';
}

/** Operands in the order of the text; 'vcc' where VCC is written although it is not encoded. */
export function operandSyntax(def: InstructionDef): readonly (SlotLayout | 'vcc')[] {
  const { slots } = layoutOf(def);
  if (def.format !== 'VOP2') return slots;
  const out = def.semantics.some((statement) => statement.kind === 'mask' && statement.slot === 'VCC');
  let into = false;
  visitExpressions(def.semantics, (ex) => {
    into ||= ex.kind === 'special' && ex.name === 'VCCLANE';
  });
  const [first, ...others] = slots;
  return [...(first ? [first] : []), ...(out ? ['vcc' as const] : []), ...others, ...(into ? ['vcc' as const] : [])];
}
