// Constants of LLVM IR text as parts, and initial values of variables as bytes.

import { splitOperands, unescapeIr } from '../../compiler/ir/lexical.js';
import { typeLength } from '../../compiler/ir/type-text.js';
import { type IrType, layoutOf, readType } from '../../compiler/ir/types.js';
import { AtollError } from '../../util/errors.js';
import { constantPart, definedType, type NamedTypes, type PartType, partsOf, type ValuePart } from './parts.js';

const SYMBOL = /^@(?:"(?:[^"\\]|\\.)*"|[\w.$-]+)$/;
const EXPRESSION = /^(getelementptr|addrspacecast|bitcast|inttoptr|ptrtoint|add|sub) (?:[a-z]+ )*\(([\s\S]*)\)$/;
const AGGREGATE = /^[<[{]/;

/** Symbols that constants refer to. */
export interface ConstantScope {
  readonly named: NamedTypes;
  /** The address of a variable, with its sign. */
  variable(name: string, space: number): ValuePart;
}

const refusal = (text: string): AtollError =>
  new AtollError(
    'UNSUPPORTED',
    `the constant ${text.slice(0, 80)}`,
    'docs/hsail.md lists what the printer of HSAIL has',
  );

export interface TypedText {
  readonly type: IrType;
  readonly text: string;
}

/** A type and a value behind it, without attributes of arguments. */
export function typedText(operand: string): TypedText {
  const end = typeLength(operand);
  const type = readType(operand.slice(0, end));
  if (!type) throw refusal(operand);
  return { type, text: operand.slice(end).trim() };
}

/** The bits of a float of so many bits that LLVM writes as a number, as bits of a double, or behind a letter. */
export function floatBits(text: string, bits: number): bigint {
  const raw = /^0x([HR])([\dA-Fa-f]+)$/.exec(text);
  if (raw) return BigInt(`0x${raw[2]}`);
  const view = new DataView(new ArrayBuffer(8));
  if (/^0x[\dA-Fa-f]+$/.test(text)) view.setBigUint64(0, BigInt(text));
  else view.setFloat64(0, Number(text));
  if (bits === 64) return view.getBigUint64(0);
  if (bits === 16) return halfBits(view.getFloat64(0), text);
  return narrowBits(view);
}

/** A float of 32 bits in a double: the payload of a NaN is kept. */
function narrowBits(view: DataView): bigint {
  const wide = view.getBigUint64(0);
  const value = view.getFloat64(0);
  if (Number.isNaN(value)) return ((wide >> 63n) << 31n) | 0x7f800000n | ((wide >> 29n) & 0x7fffffn);
  const narrow = new DataView(new ArrayBuffer(4));
  narrow.setFloat32(0, value);
  return BigInt(narrow.getUint32(0));
}

function halfBits(value: number, text: string): bigint {
  if (value === 0) return Object.is(value, -0) ? 0x8000n : 0n;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const sign = value < 0 ? 0x8000 : 0;
  const unit = Math.max(exponent, -14) - 10;
  const significand = Math.abs(value) / 2 ** unit;
  if (!Number.isInteger(significand) || exponent > 15) throw refusal(`half ${text}`);
  return BigInt(sign + (Math.max(exponent, -14) + 14) * 1024 + significand);
}

function scalarBits(type: PartType, text: string): bigint {
  if (/^(?:undef|poison|zeroinitializer|null|none|false)$/.test(text)) return 0n;
  if (text === 'true') return 1n;
  if (type.kind === 'float') return floatBits(text, type.bits);
  if (!/^-?\d+$/.test(text)) throw refusal(text);
  return BigInt(text);
}

/** The texts of an aggregate's elements. */
function elementsOf(text: string): readonly TypedText[] {
  const inner = text.replace(/^(?:<\{|[<[{])/, '').replace(/(?:\}>|[>\]}])$/, '');
  return splitOperands(inner).map(typedText);
}

/** @throws AtollError UNSUPPORTED naming the constant */
export function constantParts({ type, text }: TypedText, scope: ConstantScope): ValuePart[] {
  const whole = definedType(type, scope.named);
  if (whole.kind === 'scalar' || whole.kind === 'pointer') return [scalarConstant(whole, text, scope)];
  const splat = /^splat \((.*)\)$/.exec(text);
  if (splat && 'count' in whole) {
    const element = constantParts(typedText(splat[1]!), scope);
    return Array.from({ length: whole.count }, () => element).flat();
  }
  if (text.startsWith('c"')) {
    const bytes = unescapeIr(text.slice(2, -1));
    return Array.from(bytes, (letter) =>
      constantPart({ kind: 'int', bits: 8, space: 0 }, BigInt(letter.charCodeAt(0))),
    );
  }
  if (AGGREGATE.test(text)) return elementsOf(text).flatMap((element) => constantParts(element, scope));
  return partsOf(whole, scope.named).map(({ type: part }) => constantPart(part, scalarBits(part, text)));
}

function scalarConstant(type: IrType, text: string, scope: ConstantScope): ValuePart {
  const part = partsOf(type, scope.named)[0]!.type;
  if (SYMBOL.test(text)) return scope.variable(text, part.space);
  const [, operation, inner] = EXPRESSION.exec(text) ?? [];
  if (operation === undefined) return constantPart(part, scalarBits(part, text));
  return expression({ operation, inner: inner!, part, text }, scope);
}

interface Expression {
  readonly operation: string;
  readonly inner: string;
  readonly part: PartType;
  readonly text: string;
}

function expression({ operation, inner, part, text }: Expression, scope: ConstantScope): ValuePart {
  if (operation === 'getelementptr') {
    const [element, base, ...indices] = splitOperands(inner);
    const pointer = constantParts(typedText(base!), scope)[0]!;
    const numbers = indices.map((index) => BigInt(typedText(index).text));
    return displaced(pointer, constantOffset(readType(element!)!, numbers, scope.named), text);
  }
  const at = inner.lastIndexOf(' to ');
  const source = constantParts(typedText(inner.slice(0, at)), scope)[0]!;
  if (typeof source.value === 'bigint' && operation !== 'addrspacecast') return constantPart(part, source.value);
  const isSame = source.type.bits === part.bits && operation !== 'add' && operation !== 'sub';
  if (!isSame) throw refusal(text);
  return { ...source, type: part };
}

/** The bytes that constant indices lead to. */
export function constantOffset(type: IrType, [first, ...rest]: readonly bigint[], named: NamedTypes): bigint {
  let offset = first! * BigInt(layoutOf(type, named).size);
  let inner = definedType(type, named);
  for (const index of rest) {
    if (inner.kind === 'struct') {
      offset += BigInt(structOffset(inner, Number(index), named));
      inner = definedType(inner.fields[Number(index)]!, named);
    } else if (inner.kind === 'array' || inner.kind === 'vector') {
      offset += index * BigInt(layoutOf(inner.element, named).size);
      inner = definedType(inner.element, named);
    }
  }
  return offset;
}

/** Bytes before a field. */
export function structOffset(type: IrType & { readonly kind: 'struct' }, field: number, named: NamedTypes): number {
  let end = 0;
  for (const [index, each] of type.fields.entries()) {
    const { size, alignment } = layoutOf(each, named);
    const start = type.packed ? end : Math.ceil(end / alignment) * alignment;
    if (index === field) return start;
    end = start + size;
  }
  return end;
}

/** A pointer some bytes behind another one, where that needs no instruction. */
export function displaced(pointer: ValuePart, offset: bigint, text = ''): ValuePart {
  const { value } = pointer;
  if (typeof value === 'bigint') return constantPart(pointer.type, value + offset);
  if ('launchOffset' in value) return { ...pointer, value: { launchOffset: value.launchOffset + offset } };
  if ('offset' in value) return { ...pointer, value: { ...value, offset: value.offset + offset } };
  if ('kind' in value) return { ...pointer, value: { base: value, offset } };
  throw refusal(text);
}

/** The bytes of a variable's initial value. */
export function initialBytes(typed: TypedText, scope: ConstantScope): Uint8Array {
  const bytes = new Uint8Array(layoutOf(typed.type, scope.named).size);
  const values = constantParts(typed, scope);
  for (const [index, { offset, size }] of partsOf(typed.type, scope.named).entries()) {
    const { value } = values[index]!;
    if (typeof value !== 'bigint') throw refusal(`${typed.text.slice(0, 60)} with an address in a variable`);
    for (let n = 0; n < size; n++) bytes[offset + n] = Number((value >> BigInt(8 * n)) & 0xffn);
  }
  return bytes;
}
