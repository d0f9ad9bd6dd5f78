// Constants as values: bits, parts, or text where they depend on addresses.

import {
  elementOf,
  irType,
  isAggregate,
  isWidened,
  memoryType,
  type StructShape,
  type TypeShape,
} from './type-shapes.js';

export type ConstantValue =
  | { readonly kind: 'bits'; readonly bits: bigint }
  | { readonly kind: 'parts'; readonly parts: readonly ConstantValue[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'null' | 'undef' };

export const NULL: ConstantValue = { kind: 'null' };
export const UNDEF: ConstantValue = { kind: 'undef' };
export const bitsValue = (bits: bigint): ConstantValue => ({ kind: 'bits', bits });
export const textValue = (text: string): ConstantValue => ({ kind: 'text', text });

/** LLVM's spelling of a float: the bits of a double, of halves their own. */
function floatText(bits: bigint, width: number): string {
  const hex = (value: bigint, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
  if (width === 16) return `0xH${hex(bits, 4)}`;
  if (width === 64) return `0x${hex(bits, 16)}`;
  const exponent = (bits >> 23n) & 0xffn;
  if (exponent === 0xffn)
    return `0x${hex(((bits >> 31n) << 63n) | (0x7ffn << 52n) | ((bits & 0x7f_ffffn) << 29n), 16)}`;
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, Number(bits));
  view.setFloat64(0, view.getFloat32(0));
  return `0x${hex(view.getBigUint64(0), 16)}`;
}

export function scalarText(type: TypeShape, bits: bigint): string {
  if (type.kind === 'bool') return bits === 0n ? 'false' : 'true';
  if (type.kind === 'float') return floatText(bits, type.width);
  return type.kind === 'int' ? BigInt.asIntN(type.width, bits).toString() : bits.toString();
}

/** Null pointers of narrow address spaces have all bits set, like those of clang. */
const NARROW_NULL = 0xffff_ffffn;

/** Structures may share members: each is looked at once. */
const widenedStructs = new WeakMap<StructShape, boolean>();

export function hasWidened(type: TypeShape): boolean {
  if (type.kind === 'array') return hasWidened(type.element);
  if (type.kind !== 'struct') return isWidened(type);
  const own = widenedStructs.get(type) ?? type.members.some(hasWidened);
  widenedStructs.set(type, own);
  return own;
}

export function partType(type: TypeShape, index: number): TypeShape | undefined {
  if (type.kind === 'struct') return type.members[index];
  if (type.kind === 'array' || type.kind === 'vector') return index < type.count ? type.element : undefined;
  return undefined;
}

export const partCount = (type: TypeShape): number =>
  type.kind === 'struct' ? type.members.length : type.kind === 'array' || type.kind === 'vector' ? type.count : 0;

/** A part of a value; undefined behind its end. */
export function partOf(type: TypeShape, value: ConstantValue, index: number): ConstantValue | undefined {
  if (partType(type, index) === undefined) return undefined;
  if (value.kind === 'parts') return value.parts[index];
  return value.kind === 'null' || value.kind === 'undef' ? value : undefined;
}

function nullText(type: TypeShape, inMemory: boolean): string {
  if (isWidened(type)) return inMemory ? NARROW_NULL.toString() : `addrspacecast (ptr null to ${irType(type)})`;
  if (isAggregate(type) && hasWidened(type))
    return partsText(
      type,
      Array.from({ length: partCount(type) }, () => NULL),
    );
  if (type.kind === 'int' || type.kind === 'float' || type.kind === 'bool') return scalarText(type, 0n);
  return type.kind === 'vector' || isAggregate(type) ? 'zeroinitializer' : 'null';
}

function partsText(type: TypeShape, parts: readonly ConstantValue[]): string {
  const inMemory = isAggregate(type);
  const texts = parts.map((part, n) => {
    const own = partType(type, n) ?? elementOf(type);
    return `${inMemory ? memoryType(own) : irType(own)} ${constantText(own, part, inMemory)}`;
  });
  const inner = texts.join(', ');
  if (type.kind === 'vector') return `<${inner}>`;
  if (type.kind === 'array') return `[${inner}]`;
  return type.kind === 'struct' && type.isPacked ? `<{ ${inner} }>` : `{ ${inner} }`;
}

/** @param inMemory in the form that memory and aggregates have */
export function constantText(type: TypeShape, value: ConstantValue, inMemory = false): string {
  switch (value.kind) {
    case 'bits':
      return scalarText(type, value.bits);
    case 'parts':
      return partsText(type, value.parts);
    case 'text':
      return inMemory && isWidened(type)
        ? `ptrtoint (${irType(type)} ${value.text} to ${memoryType(type)})`
        : value.text;
    case 'null':
      return nullText(type, inMemory);
    default:
      return 'undef';
  }
}

const isPrintable = (code: number): boolean => code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c;

/** The bytes of an array of bytes; undefined for other constants. */
function byteCodes(type: TypeShape, value: ConstantValue): number[] | undefined {
  if (type.kind !== 'array' || type.element.kind !== 'int' || type.element.width !== 8) return undefined;
  if (value.kind !== 'parts') return undefined;
  const codes = value.parts.map((part) => (part.kind === 'bits' ? Number(part.bits) : part.kind === 'null' ? 0 : -1));
  return codes.includes(-1) ? undefined : codes;
}

/** The text of a string that ends with 0, one character a byte; undefined for other constants. */
export function literalText(type: TypeShape, value: ConstantValue): string | undefined {
  const codes = byteCodes(type, value);
  return codes && Buffer.from(codes).toString('latin1').replace(/\0.*$/s, '');
}

/** An array of bytes as LLVM's string; undefined for other constants. Literals of printf have that form. */
export function stringText(type: TypeShape, value: ConstantValue): string | undefined {
  const codes = byteCodes(type, value);
  if (codes === undefined) return undefined;
  const text = codes.map((code) =>
    isPrintable(code) ? String.fromCharCode(code) : `\\${code.toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return `c"${text.join('')}"`;
}
