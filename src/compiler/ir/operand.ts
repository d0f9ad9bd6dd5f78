// Operands of calls in LLVM IR text: type, attributes, value.

import { typeLength } from './instruction.js';

const ATTRIBUTE =
  /^(?:noundef|signext|zeroext|inreg|nonnull|noalias|nocapture|readonly|readnone|captures\([^)]*\)|align \d+|dereferenceable\(\d+\)) /;

export interface IrOperand {
  readonly type: string;
  readonly value: string;
}

export function readOperand(text: string): IrOperand {
  const end = typeLength(text);
  let value = text.slice(end).trimStart();
  for (let match = ATTRIBUTE.exec(value); match; match = ATTRIBUTE.exec(value)) value = value.slice(match[0].length);
  return { type: text.slice(0, end), value };
}
