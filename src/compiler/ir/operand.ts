// Operands in LLVM IR text: type, attributes, value.

import { typeLength } from './type-text.js';

const ATTRIBUTE =
  /^(?:noundef|signext|zeroext|noext|inreg|immarg|returned|nest|swiftself|nonnull|noalias|nocapture|nofree|readonly|readnone|writeonly|writable|align \d+|(?:align|captures|dereferenceable|dereferenceable_or_null|nofpclass|range|initializes|byval|byref|sret|inalloca|preallocated|elementtype)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)) /;
const SIMPLE_VALUE = /^(?:[%@](?:"[^"]*"|[-$.\w]+)|-?\d\S*)(?= )/;

export interface IrOperand {
  readonly type: string;
  readonly value: string;
}

/** An operand's text without its type. */
export const untyped = (operand: string): string => operand.slice(typeLength(operand)).trimStart();

export function readOperand(text: string): IrOperand {
  const end = typeLength(text);
  let value = text.slice(end).trimStart();
  for (let match = ATTRIBUTE.exec(value); match; match = ATTRIBUTE.exec(value)) value = value.slice(match[0].length);
  return { type: text.slice(0, end), value };
}

/** The operand of an access to memory, which words of the access may follow: `%p syncscope("agent") monotonic`. */
export function readAccessOperand(text: string): IrOperand {
  const { type, value } = readOperand(text);
  return { type, value: SIMPLE_VALUE.exec(value)?.[0] ?? value };
}

export const isLocalName = (value: string): boolean => value.startsWith('%');
