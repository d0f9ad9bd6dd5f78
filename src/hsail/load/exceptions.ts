// The flags of the DETECT policy (PRM 12): a word of group memory, which all wavefronts of a work-group share. In
// programs that enable exceptions each operation on floats has rows before it that find the exceptions it generates.

import { EXCEPTION_HOW } from '../../isa/language/functions/float-exceptions.js';
import { HOW } from '../../isa/language/functions/rounded.js';
import { COMPARISONS, ROUNDINGS, spellingOf } from '../brig/enums.js';
import { ALL_EXCEPTIONS } from '../brig/exceptions.js';
import { isFloatPart } from '../brig/modifier-checks.js';
import { operandType } from '../brig/operand-types.js';
import { bytesOf, isFloat, isPacked, partOf, typeName } from '../brig/types.js';
import type { BodyInstruction } from './body.js';
import { VECTOR_CODE } from './emitter.js';
import { packingName } from './row-names.js';
import type { ActivationScope } from './scope.js';

/** The key of the word in the area of group memory. */
const FLAGS_KEY = {};
const FLAGS_BYTES = 4;

const flagsPlace = ({ memory }: ActivationScope): number => memory.group.takeFor(FLAGS_KEY, FLAGS_BYTES, FLAGS_BYTES);
const placeCode = (scope: ActivationScope): number => scope.emitter.literal(BigInt(flagsPlace(scope)), 1);

/** Rows of operations that round. */
const OPERATIONS: Readonly<Record<string, string>> = {
  add: 'add',
  sub: 'sub',
  mul: 'mul',
  div: 'div',
  fma: 'fma',
  mad: 'fma',
  sqrt: 'sqrt',
  fract: 'fract',
  ceil: 'of_one',
  floor: 'of_one',
  trunc: 'of_one',
  rint: 'of_one',
  min: 'of_two',
  max: 'of_two',
  cmp: 'of_two',
};
const FORMATS: Readonly<Record<number, number>> = { 2: 0, 4: 1, 8: 2 };
const MODES: Readonly<Record<string, number>> = {
  near: 0,
  neari: 0,
  up: 1,
  upi: 1,
  down: 2,
  downi: 2,
  zero: 3,
  zeroi: 3,
};

const formatOf = (type: number): number => FORMATS[bytesOf(type)]!;
const isInteger = (type: number): boolean => /^[us]\d+$/.test(typeName(type));

interface Check {
  readonly row: string;
  /** Of the operands. */
  readonly type: number;
  readonly how: number;
}

/** Rounding, flushing, and whether a conversion or comparison signals. */
function commonFields({ values }: BodyInstruction['entry'], near: string): number {
  const spelling = spellingOf(ROUNDINGS, values['round'] ?? ROUNDINGS.none)!;
  const [, signals, name, saturates] = /^(s?)((?:near|up|down|zero)i?|none|default)(_sat)?$/.exec(spelling)!;
  const mode = MODES[name === 'none' || name === 'default' ? near : name!]!;
  const flushes = (values['modifier'] ?? 0) & 1;
  const compares = values['compare'] !== undefined;
  const isSignal = compares
    ? /^s(eq|ne|lt|le|gt|ge|num|nan)/.test(spellingOf(COMPARISONS, values['compare']!)!)
    : signals === 's';
  return (
    (mode << HOW.round) |
    (flushes << HOW.flush) |
    (Number(saturates !== undefined) << EXCEPTION_HOW.saturates) |
    (Number(isSignal) << EXCEPTION_HOW.signals)
  );
}

function conversionCheck(type: number, sourceType: number, common: number): Check | undefined {
  const integer = isInteger(type) ? type : sourceType;
  const signed = Number(typeName(integer).startsWith('s')) << HOW.signed;
  if (isFloat(sourceType) && isFloat(type))
    return {
      row: 'to_float',
      type: sourceType,
      how: common | (formatOf(sourceType) << HOW.format) | (formatOf(type) << HOW.result),
    };
  if (isFloat(sourceType) && isInteger(type)) {
    const width = Math.log2(bytesOf(type)) << HOW.width;
    return { row: 'to_integer', type: sourceType, how: common | (formatOf(sourceType) << HOW.format) | signed | width };
  }
  if (!isInteger(sourceType) || !isFloat(type)) return undefined;
  return { row: 'of_integer', type: sourceType, how: common | (formatOf(type) << HOW.format) | signed };
}

function checkOf({ entry, row }: BodyInstruction, near: string): Check | undefined {
  const { type = 0, sourceType } = entry.values;
  if (row.name === 'cvt') return conversionCheck(type, sourceType!, commonFields(entry, near));
  const own = row.name === 'cmp' ? sourceType! : type;
  const name = Object.hasOwn(OPERATIONS, row.name) ? OPERATIONS[row.name] : undefined;
  if (name === undefined || !isFloatPart(own)) return undefined;
  const part = partOf(own);
  return { row: name, type: own, how: commonFields(entry, near) | (formatOf(part) << HOW.format) };
}

/** Integers of less than 64 bits as those; other operands as they are. */
function operandCode(
  scope: ActivationScope,
  instruction: BodyInstruction,
  index: number,
  { row, type }: Check,
): number {
  const own = operandType(instruction.row, instruction.entry.values, index);
  const code = scope.source(instruction.operands[index]!, own);
  if (row !== 'of_integer' || bytesOf(type) === 8) return code;
  const wide = scope.temporary(2);
  const isSigned = typeName(type).startsWith('s');
  scope.emitter.aid(`cvt_${isSigned ? 's64' : 'u64'}_${typeName(type)}`, { d: wide, s0: code });
  return VECTOR_CODE + wide;
}

const FIELDS = ['s0', 's1', 's2'] as const;

function emitCheck(
  scope: ActivationScope,
  { row, type, how }: Check,
  operands: readonly number[],
  flags: number,
): void {
  const { emitter } = scope;
  const part = partOf(type);
  const size = row === 'of_integer' || bytesOf(part) === 8 ? 'b64' : 'b32';
  const s3 = emitter.literal(BigInt(how), 1);
  const inputs = Object.fromEntries(operands.map((code, index) => [FIELDS[index]!, code]));
  emitter.aid(`exceptions_${row}_${size}`, { d: flags, ...inputs, s3 });
  emitter.begin();
  emitter.aid('atomicnoret_or_group_b32', { s0: placeCode(scope), s1: VECTOR_CODE + flags });
  emitter.begin();
}

/** Element by element, by way of temporary registers: `s` in a packing stands for the first element. */
function checkPacked(scope: ActivationScope, instruction: BodyInstruction, check: Check, flags: number): void {
  const { emitter } = scope;
  const { entry, operands } = instruction;
  const packing = packingName(entry) || 'pp';
  const part = partOf(check.type);
  const words = bytesOf(part) === 8 ? 2 : 1;
  const count = packing.includes('p') ? bytesOf(check.type) / bytesOf(part) : 1;
  const places = operands.slice(1).map(() => scope.temporary(words));
  for (let n = 0; n < count; n++) {
    for (const [index, d] of places.entries()) {
      emitter.begin();
      const s0 = scope.source(operands[index + 1]!, check.type);
      const s1 = emitter.literal(BigInt((packing[index] ?? packing[0]) === 's' ? 0 : n), 1);
      emitter.aid(`unpack_${typeName(check.type)}`, { d, s0, s1 });
    }
    emitter.begin();
    emitCheck(
      scope,
      check,
      places.map((place) => VECTOR_CODE + place),
      flags,
    );
  }
}

/** Rows that record the exceptions of the instruction, which follows. */
export function detectExceptions(scope: ActivationScope, instruction: BodyInstruction, near: string): void {
  const { detected } = scope.memory;
  const own = detected === 0 ? undefined : checkOf(instruction, near);
  if (!own) return;
  const check = { ...own, how: own.how | (detected << EXCEPTION_HOW.mask) };
  const flags = scope.temporary(1);
  if (isPacked(check.type)) checkPacked(scope, instruction, check, flags);
  else {
    const operands = instruction.operands.slice(1).map((_, index) => operandCode(scope, instruction, index + 1, check));
    emitCheck(scope, check, operands, flags);
  }
  scope.release();
}

/** True if the opcode is one of flags, which has been lowered then. */
export function lowerExceptionFlags(scope: ActivationScope, { row, operands }: BodyInstruction): boolean {
  const { emitter } = scope;
  const { detected } = scope.memory;
  if (row.name === 'getdetectexcept') {
    const d = scope.register(operands[0]!);
    if (detected === 0) emitter.emit('mov_b32', { d, s0: emitter.literal(0n, 1) });
    else emitter.emit('ld_group_b32', { data: d, address: emitter.literal(0n, 1), offset: flagsPlace(scope) });
    return true;
  }
  if (row.name !== 'setdetectexcept' && row.name !== 'cleardetectexcept') return false;
  if (detected === 0) {
    emitter.emit('nop');
    return true;
  }
  const bytes = scope.memory.module.data.get(operands[0]!.values['bytes']!)!;
  const isSet = row.name === 'setdetectexcept';
  const mask = isSet ? bytes[0]! & detected : ~bytes[0]! & ALL_EXCEPTIONS;
  emitter.emit(`atomicnoret_${isSet ? 'or' : 'and'}_group_b32`, {
    s0: placeCode(scope),
    s1: emitter.literal(BigInt(mask), 1),
  });
  return true;
}
