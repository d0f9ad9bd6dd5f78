// The text of lowered instructions: the row, its registers, and where a jump goes. The HSAIL text of a kernel is in the
// lines that the loader keeps beside them.

import type { InstructionDef } from '../define.js';
import { layoutOf } from '../layout.js';
import { type Printing, slotText, take } from '../print.js';
import type { ConstantKind, Syntax } from '../syntax.js';

const isJump = ({ semantics }: InstructionDef): boolean => semantics.some(({ kind }) => kind === 'branch');

/** Slots that are the same registers in every instruction are not written. */
function operandTexts(state: Printing): string[] {
  const { def, operands } = state.instruction;
  const written = layoutOf(def).slots.filter(({ codec }) => codec === undefined);
  const texts = written.map((slot) => slotText(def.isa.operands, slot, operands[slot.name]!));
  const { fields } = state.instruction;
  if ('label' in fields) texts.push(`@${take(state, 'label')}`);
  if ('offset' in fields) texts.push(String(take(state, 'offset') | 0));
  if ('word' in fields) {
    const word = take(state, 'word') | 0;
    texts.push((isJump(def) ? state.options.label?.(word) : undefined) ?? String(word));
  }
  return texts;
}

export const syntax: Syntax = {
  constantKind: (): ConstantKind | undefined => undefined,
  operandSyntax: (def) => layoutOf(def).slots,
  isWritten: (_def, slot) => slot.codec === undefined,
  mnemonic: ({ name }) => name,
  form: () => 'e32',
  printer: {
    implied: () => [],
    operands: operandTexts,
    modifiers: (state) => (take(state, 'aux') === 1 ? ' aux' : ''),
  },
  names: { printWaitCounts: String, printHardwareRegister: String, printMessage: String },
};
