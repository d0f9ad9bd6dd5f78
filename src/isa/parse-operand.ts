// One operand of assembly text to an Operand: registers, constants, literals, modifiers.

import { widenLiteral } from './decode.js';
import type { InstructionDef } from './define.js';
import { LITERAL_CODE } from './formats.js';
import type { Operand } from './instruction.js';
import type { SlotLayout } from './layout.js';
import { evaluateNumber, type SymbolLookup } from './number-expression.js';
import {
  CONDITION_CODES,
  CONDITIONS,
  floatCode,
  INLINE_FLOATS,
  inlineConstant,
  integerCode,
  parseRegister,
} from './operands.js';

export interface OperandContext {
  readonly def: InstructionDef;
  readonly slot: SlotLayout;
  readonly lookup: SymbolLookup;
}

type WithModifiers = Exclude<Operand, { kind: 'none' }>;

/** Parses the text of an operand; a string is the reason why it is none. Whether it fits the slot is not checked here. */
export function parseOperand(text: string, context: OperandContext): Operand | string {
  if (text === 'off') return { kind: 'none' };
  const { inner, abs, neg } = stripModifiers(text);
  const operand = parsePlain(inner, context);
  if (typeof operand === 'string' || (!abs && !neg)) return operand;
  if (context.slot.modifier < 0) return `${context.def.name} takes no modifiers on ${context.slot.name}`;
  return { ...(operand as WithModifiers), abs, neg };
}

interface Stripped {
  readonly inner: string;
  readonly abs: boolean;
  readonly neg: boolean;
}

/** `-v1`, `neg(x)`, `|x|`, `abs(x)` and their combinations. A minus before a number belongs to the number. */
function stripModifiers(text: string): Stripped {
  const negated = /^neg\((.*)\)$/.exec(text) ?? /^-\s*((?:\||abs\(|[a-z]).*)$/.exec(text);
  const rest = negated ? negated[1]!.trim() : text;
  const absolute = /^\|(.*)\|$/.exec(rest) ?? /^abs\((.*)\)$/.exec(rest);
  return { inner: (absolute ? absolute[1]! : rest).trim(), abs: absolute !== null, neg: negated !== null };
}

function parsePlain(text: string, context: OperandContext): Operand | string {
  const register = parseRegister(text);
  if (register) {
    const { index, count } = register;
    return register.bank === 'vgpr' ? { kind: 'vgpr', index, count } : { kind: 'scalar', index, count };
  }
  const condition = parseCondition(text);
  if (condition) return condition;
  if (text === 'src_lds_direct' || text === 'lds_direct') return { kind: 'ldsDirect' };
  const literal = /^lit\((.*)\)$/.exec(text);
  if (literal) return parseInteger(literal[1]!, context, true);
  return /^-?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?$/.test(text)
    ? floatOperand(Number(text), context)
    : parseInteger(text, context, context.slot.kind === 'literal');
}

function parseCondition(text: string): Operand | undefined {
  const name = Object.values(CONDITIONS).find(
    (each) => `src_${each.toLowerCase()}` === text || each.toLowerCase() === text,
  );
  return name && CONDITION_CODES[name] !== undefined ? { kind: 'condition', name } : undefined;
}

const scratch = new DataView(new ArrayBuffer(8));

/** Inline where there is a code for it; else the literal is the f32, or the high half of a double that has no low half. */
function floatOperand(value: number, context: OperandContext): Operand | string {
  const code = floatCode(value);
  if (code !== undefined && context.slot.kind !== 'literal') return inline(code);
  const { types } = context.slot.shape;
  if (types.has('f64')) {
    scratch.setFloat64(0, value);
    if (scratch.getUint32(4) !== 0) return `${value} has more digits than a literal of a 64-bit operand can hold`;
    return literal(scratch.getUint32(0), context);
  }
  if (types.has('u64')) return `${value} is no constant of a 64-bit integer operand`;
  scratch.setFloat32(0, value);
  return literal(scratch.getUint32(0), context);
}

const inline = (code: number): Operand => ({ kind: 'const', ...inlineConstant(code)!, literal: false, code });

function literal(bits: number, { def, slot }: OperandContext): Operand {
  return { kind: 'const', bits, bits64: widenLiteral(def, slot, bits), literal: true, code: LITERAL_CODE };
}

/** An integer: inline when it can be and nothing demands a literal. */
function parseInteger(text: string, context: OperandContext, demanded: boolean): Operand | string {
  const number = evaluateNumber(text, context.lookup);
  if (typeof number === 'string') return number;
  const { value, symbolic } = number;
  if (value < -0x80000000n || value > 0xffffffffn) return `${text} does not fit 32 bits`;
  const bits = Number(BigInt.asUintN(32, value));
  const wide = context.slot.shape.dwords === 2;
  if (!demanded && !symbolic) {
    const code = integerCode(wide ? Number(value) : bits | 0) ?? (wide ? undefined : inlineFloatCode(bits));
    if (code !== undefined) return inline(code);
  }
  const operand = literal(bits, context);
  const exact = !wide || value >= 0n || context.slot.shape.types.has('f64') || context.def.name.endsWith('_i64');
  return exact ? operand : `${text} cannot be a 64-bit literal: it would be zero-extended`;
}

const inlineFloatCode = (bits: number): number | undefined =>
  [...INLINE_FLOATS.keys()].find((code) => inlineConstant(code)!.bits === bits);
