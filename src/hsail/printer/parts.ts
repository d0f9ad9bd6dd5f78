// Values of LLVM IR as parts: scalars that a register of HSAIL has room for. Vectors and structures have several.

import { type IrType, layoutOf } from '../../compiler/ir/types.js';
import { AtollError } from '../../util/errors.js';
import type { RegisterKind, SegmentAddress, VirtualRegister } from './code.js';

export interface PartType {
  readonly kind: 'int' | 'float' | 'pointer';
  readonly bits: number;
  /** Of pointers. */
  readonly space: number;
}

/** A part in memory. */
export interface PlacedPart {
  readonly type: PartType;
  readonly offset: number;
  /** Bytes that it takes in memory. */
  readonly size: number;
}

/** Target of a pointer that is no address of a program: words of the launch. */
export interface LaunchWords {
  readonly launchOffset: bigint;
}

/**
 * A scalar: bits of a constant, a register, or an address that is added up where it is used. Integers of fewer bits
 * than their register are extended by zeros.
 */
export interface ValuePart {
  readonly type: PartType;
  readonly value: bigint | VirtualRegister | SegmentAddress | LaunchWords;
  /** The segment of a pointer, where its address space does not say it. */
  readonly segment?: 'kernarg' | undefined;
}

export type NamedTypes = ReadonlyMap<string, IrType>;

/** Bytes of pointers: those of group and private memory have 32 bits. */
const NARROW_SPACES: readonly number[] = [2, 3, 5, 6];
const FLOAT_BITS: Readonly<Record<string, number>> = { half: 16, float: 32, double: 64 };
const MAX_PARTS = 4096;

export const I1: PartType = { kind: 'int', bits: 1, space: 0 };
export const I32: PartType = { kind: 'int', bits: 32, space: 0 };
export const I64: PartType = { kind: 'int', bits: 64, space: 0 };
export const intType = (bits: number): PartType => ({ kind: 'int', bits, space: 0 });
export const constantPart = (type: PartType, value: bigint): ValuePart => ({
  type,
  value: BigInt.asUintN(type.bits, value),
});

const unsupported = (what: string): AtollError =>
  new AtollError('UNSUPPORTED', what, 'docs/hsail.md lists what the printer of HSAIL has');

function scalarPart(type: IrType): PartType {
  if (type.kind === 'pointer')
    return { kind: 'pointer', bits: NARROW_SPACES.includes(type.addressSpace) ? 32 : 64, space: type.addressSpace };
  const name = type.kind === 'scalar' ? type.name : type.kind;
  const float = FLOAT_BITS[name];
  if (float !== undefined) return { kind: 'float', bits: float, space: 0 };
  const bits = Number(/^i(\d+)$/.exec(name)?.[1] ?? 0);
  if (bits === 0 || bits > 64) throw unsupported(`values of the type ${name}`);
  return intType(bits);
}

/** The parts of a type, in their order, where they are in memory. */
export function partsOf(type: IrType, named: NamedTypes, offset = 0): PlacedPart[] {
  switch (type.kind) {
    case 'vector':
    case 'array': {
      const { element, count } = type;
      const stride = layoutOf(element, named).size;
      const inner = partsOf(element, named);
      if (inner.length * count > MAX_PARTS) throw unsupported(`values of ${inner.length * count} elements`);
      return Array.from({ length: count }, (_, n) =>
        inner.map((part) => ({ ...part, offset: offset + n * stride + part.offset })),
      ).flat();
    }
    case 'struct':
      return fieldOffsets(type, named).flatMap((start, n) => partsOf(type.fields[n]!, named, offset + start));
    case 'named': {
      const definition = named.get(type.name);
      if (!definition) throw unsupported(`values of the type ${type.name}`);
      return partsOf(definition, named, offset);
    }
    default: {
      const part = scalarPart(type);
      return [{ type: part, offset, size: Math.max(1, 2 ** Math.ceil(Math.log2(part.bits / 8))) }];
    }
  }
}

/** The type behind a name. */
export const definedType = (type: IrType, named: NamedTypes): IrType =>
  type.kind === 'named' ? definedType(named.get(type.name)!, named) : type;

/** Bytes before each field of a structure. */
export function fieldOffsets(type: IrType, named: NamedTypes): number[] {
  if (type.kind !== 'struct') return [];
  let end = 0;
  return type.fields.map((field) => {
    const { size, alignment } = layoutOf(field, named);
    const start = type.packed ? end : Math.ceil(end / alignment) * alignment;
    end = start + size;
    return start;
  });
}

export function registerKind({ kind, bits }: PartType): RegisterKind {
  if (kind === 'int' && bits === 1) return 'c';
  return bits <= 32 ? 's' : 'd';
}

/** Bits of the register of a part. */
export const containerBits = (type: PartType): number => (registerKind(type) === 'd' ? 64 : 32);

/** `b32`, or `b1` of a truth. */
export const plainTypeName = (type: PartType): string =>
  registerKind(type) === 'c' ? 'b1' : `b${containerBits(type)}`;

/** A constant as an operand of a type of HSAIL. */
export function constantText(bits: bigint, type: string): string {
  const hex = (digits: number): string =>
    BigInt.asUintN(4 * digits, bits)
      .toString(16)
      .padStart(digits, '0');
  if (type === 'f64') return `0D${hex(16)}`;
  if (type === 'f32') return `0F${hex(8)}`;
  if (type === 'f16') return `0H${hex(4)}`;
  if (type === 'b1') return bits === 0n ? '0' : '1';
  const size = type.endsWith('64') ? 64 : 32;
  const value = type.startsWith('s') ? BigInt.asIntN(size, bits) : BigInt.asUintN(size, bits);
  return -(2n ** 31n) <= value && value < 2n ** 16n ? `${value}` : `0x${BigInt.asUintN(size, bits).toString(16)}`;
}
