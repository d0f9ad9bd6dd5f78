// The operands of instructions with a 16-bit constant, which has many spellings, and perhaps a register.

import { elementOf } from '../../util/required.js';
import type { SlotLayout } from '../layout.js';
import { layoutOf } from '../layout.js';
import { constantFirst } from '../syntax.js';
import type { Draft } from './draft.js';
import { evaluateNumber } from './number-expression.js';
import { parseOperand } from './parse-operand.js';
import { type ReadNumber, readerOf } from './reader.js';
import { splitOperands } from './split-text.js';

/** Reads the text after the mnemonic into the draft; gives the reason when it cannot. */
export function parseConstantOperands(draft: Draft, text: string): string | undefined {
  const { def } = draft;
  const slot = layoutOf(def).slots[0];
  const { constantKind } = def.isa.syntax;
  const kind = constantKind(def);
  if (kind === 'waitCounts')
    return setConstant(
      draft,
      readerOf(def.isa).parseWaitCounts(text, numberReader(draft)) ?? numberOf(draft, text),
      text,
    );
  const { operands } = splitOperands(text, () => false);
  if (kind === 'none' || (kind === 'optional' && operands.length === 0))
    return operands.length === 0 ? undefined : `${def.name} takes no operand`;
  const literal = layoutOf(def).literalAlways;
  const expected = 1 + Number(slot !== undefined) + Number(literal);
  if (operands.length !== expected) return `${def.name} takes ${expected} operands, here are ${operands.length}`;
  const first = constantFirst(def);
  const constant = elementOf(operands, first ? 0 : expected - 1, 'operand');
  const other = (): string => elementOf(operands, first ? 1 : 0, 'operand');
  if (literal) return setLiteral(draft, other()) ?? setConstant(draft, constantOf(draft, constant), constant);
  const problem = slot && readRegister(draft, slot, other());
  return problem ?? setConstant(draft, constantOf(draft, constant), constant);
}

function constantOf(draft: Draft, text: string): number | string | undefined {
  const { constantKind } = draft.def.isa.syntax;
  switch (constantKind(draft.def)) {
    case 'message':
      return readerOf(draft.def.isa).parseMessage(text, numberReader(draft)) ?? numberOf(draft, text);
    case 'hardwareRegister':
      return readerOf(draft.def.isa).parseHardwareRegister(text, numberReader(draft)) ?? numberOf(draft, text);
    case 'branch':
      return branchDistance(draft, text);
    default:
      return numberOf(draft, text);
  }
}

/** Reads numbers inside of names: `vmcnt(1+1)`. */
const numberReader =
  ({ context }: Draft): ReadNumber =>
  (text) => {
    const number = evaluateNumber(text, context.lookup);
    return typeof number === 'string' ? undefined : Number(number.value);
  };

/** A 16-bit number, signed or unsigned. */
function numberOf(draft: Draft, text: string): number | string {
  const number = evaluateNumber(text, draft.context.lookup);
  if (typeof number === 'string') return number;
  if (number.value < -0x8000n || number.value > 0xffffn) return `${text} does not fit 16 bits`;
  return Number(number.value);
}

/** A label gives the distance to it in dwords; a number is the distance itself. */
function branchDistance(draft: Draft, text: string): number | string {
  const number = evaluateNumber(text, draft.context.lookup);
  if (typeof number === 'string') return number;
  if (!number.symbolic) return numberOf(draft, text);
  const distance = Number(number.value) - (draft.context.offset + 4);
  if (distance % 4 !== 0) return `the branch target ${text} is not aligned to 4 bytes`;
  const dwords = distance / 4;
  return dwords >= -0x8000 && dwords <= 0x7fff ? dwords : `the branch target ${text} is too far away`;
}

function setConstant(draft: Draft, value: number | string | undefined, text: string): string | undefined {
  if (typeof value === 'string') return value;
  if (value === undefined) return `'${text}' is no constant of ${draft.def.name}`;
  draft.fields['simm16'] = value & 0xffff;
  return undefined;
}

function setLiteral(draft: Draft, text: string): string | undefined {
  const number = evaluateNumber(text, draft.context.lookup, draft.context.offset + 4);
  if (typeof number === 'string') return number;
  if (number.value < -0x80000000n || number.value > 0xffffffffn) return `${text} does not fit 32 bits`;
  draft.fields['simm32'] = Number(BigInt.asUintN(32, number.value));
  return undefined;
}

function readRegister(draft: Draft, slot: SlotLayout, text: string): string | undefined {
  const operand = parseOperand(text, { def: draft.def, slot, ...draft.context });
  if (typeof operand === 'string') return operand;
  if (operand.kind !== 'scalar' || operand.count !== slot.shape.dwords)
    return `'${text}' does not fit the operand ${slot.name} of ${draft.def.name}`;
  draft.operands[slot.name] = operand;
  return undefined;
}
