// One operand of assembly text to an Operand: registers, constants, literals, modifiers.

import { groupOf, required } from '../../util/required.js';
import { widenLiteral } from '../decode.js';
import type { InstructionDef } from '../define.js';
import type { Operand } from '../instruction.js';
import type { SlotLayout } from '../layout.js';
import type { OperandCodes } from '../operand-codes.js';
import { apertureOperand } from '../operand-codes.js';
import { floatValue } from './float-text.js';
import { evaluateNumber, type SymbolLookup } from './number-expression.js';
import { readerOf } from './reader.js';

export interface OperandContext {
  readonly def: InstructionDef;
  readonly slot: SlotLayout;
  readonly lookup: SymbolLookup;
  /** Byte offset of the instruction. */
  readonly offset: number;
  readonly warn?: (message: string) => void;
}

type WithModifiers = Exclude<Operand, { kind: 'none' }>;

/**
 * Parses the text of an operand; a string is the reason why it is none. Whether it fits the slot is not checked here.
 */
export function parseOperand(text: string, context: OperandContext): Operand | string {
  if (text === 'off') return { kind: 'none' };
  const { inner, abs, neg } = stripModifiers(text);
  const operand = parsePlain(inner, context);
  // The minus of `-symbol` belongs to the number.
  if (neg && !abs && !text.startsWith('neg') && (typeof operand === 'string' || operand.kind === 'const'))
    return parsePlain(text, context);
  if (typeof operand === 'string' || (!abs && !neg)) return operand;
  if (context.slot.modifier < 0 && !context.slot.codec?.modifiers)
    return `${context.def.name} takes no modifiers on ${context.slot.name}`;
  return { ...(operand as WithModifiers), abs, neg };
}

interface BareOperand {
  readonly inner: string;
  readonly abs: boolean;
  readonly neg: boolean;
}

/** `-v1`, `neg(x)`, `|x|`, `abs(x)` and their combinations. A minus before a number belongs to the number. */
function stripModifiers(text: string): BareOperand {
  const negated = /^neg\((.*)\)$/.exec(text) ?? /^-\s*((?:\||abs\(|\[|[a-z](?![\w.$]*@)).*)$/.exec(text);
  const rest = negated ? groupOf(negated, 1).trim() : text;
  const absolute = /^\|(.*)\|$/.exec(rest) ?? /^abs\((.*)\)$/.exec(rest);
  return { inner: (absolute ? groupOf(absolute, 1) : rest).trim(), abs: absolute !== null, neg: negated !== null };
}

function parsePlain(text: string, context: OperandContext): Operand | string {
  const register = readerOf(context.def.isa).parseRegister(text, (expression) => constantNumber(expression, context));
  if (register) {
    const { index, count } = register;
    return register.bank === 'vgpr' ? { kind: 'vgpr', index, count } : { kind: 'scalar', index, count };
  }
  const condition = parseCondition(text, context);
  if (condition) return condition;
  if (text === 'src_lds_direct' || text === 'lds_direct') return { kind: 'ldsDirect' };
  const aperture = [...context.def.isa.operands.apertures].find(([, { name }]) => name === text);
  if (aperture) return apertureOperand(...aperture);
  const literal = /^lit\((.*)\)$/.exec(text);
  if (literal) return parseNumber(groupOf(literal, 1), context, true);
  return parseNumber(text, context, context.slot.kind === 'literal');
}

/** @param demanded whether it has to be a literal even where there is an inline constant */
function parseNumber(text: string, context: OperandContext, demanded: boolean): Operand | string {
  const float = /^-?(0x)?[\da-f]*\./i.test(text) || /^-?\d+e|^-?0x[\da-f]+p/i.test(text) ? floatValue(text) : undefined;
  return float === undefined ? parseInteger(text, context, demanded) : floatOperand(text, float, context, demanded);
}

/** A register number that an expression gives. */
function constantNumber(text: string, { lookup }: OperandContext): number | undefined {
  const number = evaluateNumber(text, lookup);
  return typeof number === 'string' || number.symbolic ? undefined : Number(number.value);
}

function parseCondition(text: string, { def }: OperandContext): Operand | undefined {
  const name = [...def.isa.operands.conditions.values()].find(
    (each) => `src_${each.toLowerCase()}` === text || each.toLowerCase() === text,
  );
  return name && { kind: 'condition', name };
}

const scratch = new DataView(new ArrayBuffer(8));

/**
 * Inline where there is a code for it; else the literal is the f32, or the high half of a double that has no low half.
 */
function floatOperand(text: string, value: number, context: OperandContext, demanded: boolean): Operand | string {
  const codes = context.def.isa.operands;
  const code = Object.is(value, 0) ? codes.integerCode(0) : codes.floatCode(value);
  if (code !== undefined && !demanded) return inline(codes, code);
  const { types } = context.slot.shape;
  if (types.has('f64')) {
    scratch.setFloat64(0, value);
    if (scratch.getUint32(4) !== 0)
      context.warn?.(`${text} has more digits than a literal of a 64-bit operand can hold: the low 32 bits are 0`);
    return literal(scratch.getUint32(0), context);
  }
  if (types.has('u64') || context.slot.shape.dwords === 2) return `${text} is no constant of a 64-bit integer operand`;
  scratch.setFloat32(0, value);
  if (!Number.isFinite(scratch.getFloat32(0)) || (value !== 0 && scratch.getFloat32(0) === 0))
    return `${text} is beyond the range of 32-bit floating-point numbers`;
  return literal(scratch.getUint32(0), context);
}

const inline = (codes: OperandCodes, code: number): Operand => ({
  kind: 'const',
  ...required(codes.inlineConstant(code), 'inline constant'),
  literal: false,
  code,
});

function literal(bits: number, { def, slot }: OperandContext): Operand {
  return { kind: 'const', bits, bits64: widenLiteral(def, slot, bits), literal: true, code: def.isa.operands.literal };
}

/** Bytes of an instruction before its literal constant, which only formats of one word have. */
const LITERAL_OFFSET = 4;

/** An integer: inline when it can be and nothing demands a literal. */
function parseInteger(text: string, context: OperandContext, demanded: boolean): Operand | string {
  const number = evaluateNumber(text, context.lookup, context.offset + LITERAL_OFFSET);
  if (typeof number === 'string') return number;
  const wide = context.slot.shape.dwords === 2;
  const value = BigInt.asIntN(64, number.value);
  const bits = Number(BigInt.asUintN(32, value));
  if (!demanded && !number.symbolic) {
    const codes = context.def.isa.operands;
    const code = wide ? inlineCode64(codes, value) : (codes.integerCode(bits | 0) ?? inlineFloatCode(codes, bits));
    if (code !== undefined && (wide || fits32(value))) return inline(codes, code);
  }
  if (!fits32(value)) return `${text} does not fit 32 bits${wide ? ' and is no inline constant' : ''}`;
  const signed = context.slot.shape.types.has('f64') || context.def.isa.rules.hasSignedLiteral(context.def);
  if (wide && value < 0n && !signed)
    context.warn?.(
      `the 64-bit operand ${text} is a 32-bit literal that is zero-extended: it means ${hex(BigInt(bits))}`,
    );
  return literal(bits, context);
}

const hex = (value: bigint): string => `0x${value.toString(16)}`;

const fits32 = (value: bigint): boolean => value >= -0x80000000n && value <= 0xffffffffn;

/** The code of a 64-bit pattern: a small integer, or a double. */
const inlineCode64 = (codes: OperandCodes, value: bigint): number | undefined =>
  codes.integerCode(Number(value)) ??
  [...codes.inlineFloats.keys()].find((code) => codes.inlineConstant(code)?.bits64 === BigInt.asUintN(64, value));

const inlineFloatCode = (codes: OperandCodes, bits: number): number | undefined =>
  [...codes.inlineFloats.keys()].find((code) => codes.inlineConstant(code)?.bits === bits);
