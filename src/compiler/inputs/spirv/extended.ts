// The instructions of OpenCL.std: calls of the builtins of the same meaning.

import { enumerantName } from '../../../spirv/grammar/tables.js';
import type { SpirvInstruction } from '../../../spirv/module.js';
import { fastFlags, intrinsicType } from './arithmetic.js';
import { copiedElement } from './copied-element.js';
import type { SpirvRule, SpirvScope, SpirvValue } from './function-scope.js';
import { type MangledType, roundingSuffix, typeCode } from './mangling.js';
import { printedSigns } from './printed-signs.js';
import { countOf, elementOf, integer, irType, type PointerShape, type TypeShape, withElement } from './type-shapes.js';

const SET = 'OpenCL.std';
/** Names that differ from those of OpenCL C. */
const NAMES: Readonly<Record<string, string>> = {
  fclamp: 'clamp',
  fmax_common: 'max',
  fmin_common: 'min',
  s_upsample: 'upsample',
  u_upsample: 'upsample',
};
/** Operands that are unsigned in functions whose others are signed, by index. */
const UNSIGNED: Readonly<Record<string, readonly number[]>> = {
  nan: [0],
  shuffle: [1],
  shuffle2: [2],
  s_upsample: [1],
};
/** Instructions of operands behind the two of OpExtInst. */
const FIRST = 2;
/** Functions of OpenCL C 2.0. */
const INTRINSICS: Readonly<Record<string, string>> = { ctz: 'cttz' };

interface Builtin {
  readonly name: string;
  readonly isSigned: boolean;
}

function builtinOf(name: string): Builtin {
  const [, sign, plain] = /^([su])_(.*)$/.exec(name) ?? [];
  return { name: NAMES[name] ?? plain ?? name, isSigned: sign !== 'u' };
}

/** Functions whose result behind a pointer is an integer. */
const INTEGER_RESULTS: readonly string[] = ['frexp', 'remquo', 'lgamma_r'];

function code(scope: SpirvScope, instruction: SpirvInstruction, type: TypeShape, isSigned: boolean): string {
  const own = typeCode(type, isSigned);
  if (own === undefined) throw scope.fail(instruction, `no builtin has an operand of ${irType(type)}`);
  return own;
}

/** A pointer as builtins have it: compilers write other types behind it, as that of a whole array. */
const pointerTo = (type: PointerShape, element: string, qualifiers = ''): MangledType => ({
  space: type.space,
  element,
  qualifiers,
});

const plain = (scope: SpirvScope, instruction: SpirvInstruction, name: string): void => {
  const builtin = builtinOf(name);
  const operands = scope.operands(instruction, FIRST);
  const unsigned = UNSIGNED[name] ?? [];
  const result = scope.resultType(instruction);
  const behind = INTEGER_RESULTS.includes(name) ? withElement(result, integer(32)) : result;
  const types = operands.map(({ type }, n) =>
    type.kind === 'pointer'
      ? pointerTo(type, code(scope, instruction, behind, true))
      : code(scope, instruction, type, builtin.isSigned && !unsigned.includes(n)),
  );
  const flags = elementOf(result).kind === 'float' ? fastFlags(scope, instruction) : '';
  scope.define(instruction, scope.builtinText(irType(result), builtin.name, types, operands, flags));
};

/** An offset as size_t. */
function offset(scope: SpirvScope, instruction: SpirvInstruction, value: SpirvValue): SpirvValue {
  scope.need(value.type.kind === 'int', instruction, 'the offset is no integer');
  if (irType(value.type) === 'i64') return value;
  return { type: integer(64), text: scope.emit(`sext ${irType(value.type)} ${value.text} to i64`) };
}

/** `vloadn`, `vload_half`, `vload_halfn`, `vloada_halfn`: the width is part of the name. */
const load = (scope: SpirvScope, instruction: SpirvInstruction, name: string): void => {
  const result = scope.resultType(instruction);
  const at = offset(scope, instruction, scope.operand(instruction, FIRST));
  const from = scope.pointer(instruction, FIRST + 1);
  const own = `${name.replace(/n$/, '')}${countOf(result) > 1 ? countOf(result) : ''}`;
  const element = name.includes('half') ? 'Dh' : code(scope, instruction, elementOf(result), true);
  const types: MangledType[] = ['m', pointerTo(from.type, element, 'K')];
  scope.define(instruction, scope.builtinText(irType(result), own, types, [at, from]));
};

/** `vstoren`, `vstore_half_r`, `vstorea_halfn_r`: with rounding in the name. */
const store = (scope: SpirvScope, instruction: SpirvInstruction, name: string): void => {
  const value = scope.operand(instruction, FIRST);
  const at = offset(scope, instruction, scope.operand(instruction, FIRST + 1));
  const to = scope.pointer(instruction, FIRST + 2);
  const mode = instruction.operands.find(({ kind }) => kind === 'FPRoundingMode');
  const width = countOf(value.type) > 1 ? String(countOf(value.type)) : '';
  const own = `${name.replace(/_r$/, '').replace(/n$/, '')}${width}${mode === undefined ? '' : roundingSuffix(mode.value)}`;
  const element = name.includes('half') ? 'Dh' : code(scope, instruction, elementOf(value.type), true);
  const types: MangledType[] = [code(scope, instruction, value.type, true), 'm', pointerTo(to.type, element)];
  scope.effect(scope.builtinText('void', own, types, [value, at, to]));
};

/** Atoll's lowering of printf expects its declaration in C. */
const print = (scope: SpirvScope, instruction: SpirvInstruction): void => {
  const [format, ...values] = scope.operands(instruction, FIRST);
  if (format?.type.kind !== 'pointer' || format.type.space !== 4)
    throw scope.refuse(instruction, 'printf with a format outside of constant memory');
  scope.module.declare('i32', 'printf', ['ptr addrspace(4)', '...']);
  const literal = scope.module.literals.get(format.text);
  const signs = literal === undefined ? undefined : printedSigns(literal);
  const texts = [
    format,
    ...values.map((value, n) => promoted(scope, instruction, value, signs && (signs[n] ?? true))),
  ].map(({ type, text }) => `${irType(type)} ${text}`);
  scope.module.notePrintf();
  const call = `call i32 (ptr addrspace(4), ...) @printf(${texts.join(', ')})`;
  scope.define(instruction, call);
};

/** Small integers and halves are passed as C does. @param isSigned undefined if the format is not known */
function promoted(
  scope: SpirvScope,
  instruction: SpirvInstruction,
  { type, text }: SpirvValue,
  isSigned: boolean | undefined,
): SpirvValue {
  if (type.kind === 'int' && type.width < 32) {
    if (isSigned === undefined)
      throw scope.refuse(instruction, 'printf of a small integer with a format that is no literal');
    return { type: integer(32), text: scope.emit(`${isSigned ? 'sext' : 'zext'} ${irType(type)} ${text} to i32`) };
  }
  if (type.kind === 'float' && type.width !== 64)
    return { type: { kind: 'float', width: 64 }, text: scope.emit(`fpext ${irType(type)} ${text} to double`) };
  return { type, text };
}

const intrinsic = (scope: SpirvScope, instruction: SpirvInstruction, name: string): void => {
  const value = scope.operand(instruction, FIRST);
  scope.need(elementOf(value.type).kind === 'int', instruction, 'the operand is no integer');
  const type = irType(value.type);
  const own = `llvm.${INTRINSICS[name]}.${intrinsicType(value.type)}`;
  const symbol = scope.module.declare(type, own, [type, 'i1 immarg']);
  scope.define(instruction, `call ${type} ${symbol}(${type} ${value.text}, i1 false)`);
};

export const extendedInstruction: SpirvRule = (scope, instruction) => {
  const set = scope.module.importName(scope.literal(instruction, 0));
  const name = instruction.operands[1]?.text ?? '';
  if (set.startsWith('NonSemantic.') || set.includes('DebugInfo')) return;
  if (set !== SET) throw scope.refuse(instruction, `the extended set ${set}`);
  if (name === 'printf') print(scope, instruction);
  else if (name === 'prefetch') return;
  else if (name in INTRINSICS) intrinsic(scope, instruction, name);
  else if (/^vloada?(?:n|_half)/.test(name)) load(scope, instruction, name);
  else if (/^vstorea?(?:n|_half)/.test(name)) store(scope, instruction, name);
  else plain(scope, instruction, name);
};

/** Copies between global and local memory by the whole work-group. */
export const groupCopy: SpirvRule = (scope, instruction) => {
  const execution = scope.constant(instruction, 0);
  if (enumerantName('Scope', Number(execution ?? -1n)) !== 'Workgroup')
    throw scope.refuse(instruction, 'a copy by another scope than the work-group');
  const [to, from] = [scope.pointer(instruction, 1), scope.pointer(instruction, 2)];
  const sizes = [3, 4].map((n) => offset(scope, instruction, scope.operand(instruction, n)));
  const event = scope.operand(instruction, 5);
  scope.need(event.type.kind === 'event', instruction, 'the last operand is no event');
  const isPlain = scope.constant(instruction, 4) === 1n;
  const element = copiedElement(scope, instruction);
  const [count, stride] = sizes as [SpirvValue, SpirvValue];
  const types = [
    pointerTo(to.type, element),
    pointerTo(from.type, element, 'K'),
    ...(isPlain ? ['m'] : ['m', 'm']),
    code(scope, instruction, event.type, true),
  ];
  const operands = [to, from, count, ...(isPlain ? [] : [stride]), event];
  const name = isPlain ? 'async_work_group_copy' : 'async_work_group_strided_copy';
  scope.define(instruction, scope.builtinText(irType(event.type), name, types, operands));
};

/** All copies are complete when their functions return: waiting is a barrier (library/prelude.h). */
export const groupWait: SpirvRule = (scope) => {
  scope.effect(scope.builtinText('void', 'barrier', ['j'], [{ type: integer(32), text: '3' }]));
};
