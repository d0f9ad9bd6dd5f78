// Loads, stores and addresses.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { layoutOf, readType } from '../../compiler/ir/types.js';
import type { PrintedOperand, SegmentAddress, VirtualRegister } from './code.js';
import { displaced, typedText } from './constants.js';
import { truncated, zeroExtended } from './conversions.js';
import type { InstructionRule } from './integers.js';
import type { KernelScope } from './kernel-scope.js';
import { launchWord } from './launch-queries.js';
import {
  constantText,
  containerBits,
  definedType,
  fieldOffsets,
  I1,
  intType,
  type PlacedPart,
  partsOf,
  registerKind,
  type ValuePart,
} from './parts.js';

const MAX_ELEMENTS = 4;
const MAX_ALIGNMENT = 256;

/** The number behind `align` among operands. */
export function alignmentOf({ operands }: IrInstruction): number {
  const text = operands.find((operand) => operand.startsWith('align '));
  return text === undefined ? 1 : Math.min(Number(text.slice('align '.length)), MAX_ALIGNMENT);
}

const lowestBit = (value: number): number => value & -value;

/** Parts that one access may have: equal sizes, one behind the other. */
function* runsOf(parts: readonly PlacedPart[]): Generator<readonly [first: number, count: number]> {
  for (let first = 0; first < parts.length; ) {
    let count = 1;
    const { size, offset } = parts[first]!;
    while (count < MAX_ELEMENTS && first + count < parts.length) {
      const next = parts[first + count]!;
      if (next.size !== size || next.offset !== offset + count * size) break;
      count++;
    }
    yield [first, count];
    first += count;
  }
}

interface MemoryAccess {
  readonly pointer: ValuePart;
  readonly parts: readonly PlacedPart[];
  readonly alignment: number;
  readonly isVolatile: boolean;
}

/** The mnemonic and the address of one access. */
function accessOf(
  scope: KernelScope,
  verb: string,
  { pointer, parts, alignment }: MemoryAccess,
  [first, count]: readonly [number, number],
): readonly [string, SegmentAddress] {
  const { offset, size, type } = parts[first]!;
  if (type.bits !== 8 * size && type.bits !== 1) return scope.refuse(`a value of ${type.bits} bits in memory`);
  const aligned = offset === 0 ? alignment : Math.min(alignment, lowestBit(offset));
  const address = scope.address(pointer);
  const vector = count === 1 ? '' : `v${count}_`;
  const modifiers = `${scope.segment(pointer)}${aligned === 1 ? '' : `align(${aligned})_`}`;
  return [`${verb}_${vector}${modifiers}u${8 * size}`, { ...address, offset: address.offset + BigInt(offset) }];
}

export function loadParts(scope: KernelScope, access: MemoryAccess): ValuePart[] {
  const { pointer, parts, isVolatile } = access;
  const { value } = pointer;
  if (typeof value === 'object' && 'launchOffset' in value) {
    const isWords = parts.every(({ type }) => type.bits === 32);
    if (!isWords) return scope.refuse('parts of words of the launch');
    return parts.map(({ type, offset }) => ({ ...launchWord(scope, value.launchOffset + BigInt(offset)), type }));
  }
  return [...runsOf(parts)].flatMap((run) => {
    const [name, address] = accessOf(scope, 'ld', access, run);
    const own = parts.slice(run[0], run[0] + run[1]);
    const kinds = own.map(({ type }) => (type.bits === 1 ? 's' : registerKind(type)));
    return scope.code.load(name, kinds, address, isVolatile).map((register, n): ValuePart => {
      const { type } = own[n]!;
      if (type.bits !== 1) return { type, value: register };
      return truncated(scope, { type: intType(8), value: register }, I1);
    });
  });
}

export function storeParts(scope: KernelScope, access: MemoryAccess, values: readonly ValuePart[]): void {
  if (access.pointer.segment === 'kernarg') scope.refuse('a store to an argument');
  for (const run of runsOf(access.parts)) {
    const [name, address] = accessOf(scope, 'st', access, run);
    const type = name.slice(name.lastIndexOf('_') + 1);
    const operands = values.slice(run[0], run[0] + run[1]).map((part): VirtualRegister | string => {
      const whole = part.type.bits === 1 ? zeroExtended(scope, part, intType(8)) : part;
      const { value } = whole;
      return typeof value === 'bigint' ? constantText(value, type) : scope.register(whole);
    });
    const data: PrintedOperand = operands.length === 1 ? operands[0]! : { list: operands };
    scope.code.effect(name, [data, address]);
  }
}

const load: InstructionRule = (scope, instruction) => {
  const [type, pointer] = instruction.operands;
  scope.set(
    instruction,
    loadParts(scope, {
      pointer: scope.part(pointer!),
      parts: partsOf(readType(type!)!, scope.named),
      alignment: alignmentOf(instruction),
      isVolatile: instruction.hasFlag('volatile'),
    }),
  );
};

const store: InstructionRule = (scope, instruction) => {
  const [value, pointer] = instruction.operands;
  const typed = value!;
  const access = {
    pointer: scope.part(pointer!),
    parts: partsOf(typedText(typed).type, scope.named),
    alignment: alignmentOf(instruction),
    isVolatile: instruction.hasFlag('volatile'),
  };
  storeParts(scope, access, scope.parts(typed));
};

/** An index with the bits of the pointer. */
function indexFor(scope: KernelScope, index: ValuePart, bits: number): ValuePart {
  const { type } = index;
  if (type.bits === bits) return index;
  if (type.bits > bits) return truncated(scope, index, intType(bits));
  const signed = scope.signed(index);
  if (containerBits(signed.type) === bits) return { ...signed, type: intType(bits) };
  return scope.operate('cvt_s64_s32', intType(bits), [signed], 's32');
}

/** An index times the size of an element. */
function scaled(scope: KernelScope, index: ValuePart, stride: number): ValuePart {
  const { type } = index;
  if (stride === 1) return index;
  const shift = Math.log2(stride);
  if (Number.isInteger(shift)) return scope.operate(`shl_u${type.bits}`, type, [index, `${shift}`], `u${type.bits}`);
  return scope.operate(`mul_u${type.bits}`, type, [index, `${stride}`], `u${type.bits}`);
}

/** A pointer behind another one by a register. */
function moved(scope: KernelScope, pointer: ValuePart, distance: ValuePart): ValuePart {
  const { base, symbol, offset } = scope.address(pointer);
  const step = scope.register(distance);
  const bits = pointer.type.bits;
  const sum = base ? scope.code.value(`add_u${bits}`, registerKind(pointer.type), [base, step]) : step;
  return { ...pointer, value: { symbol, base: sum, offset } };
}

const getElement: InstructionRule = (scope, instruction) => {
  const [element, base, ...indices] = instruction.operands;
  const bases = scope.parts(base!);
  if (bases.length !== 1) scope.refuse('a vector of pointers');
  let pointer = bases[0]!;
  let type = readType(element!)!;
  for (const [n, operand] of indices.entries()) {
    const index = scope.part(operand);
    if (n > 0) {
      const whole = definedType(type, scope.named);
      if (whole.kind === 'struct') {
        const field = Number(scope.constant(index));
        pointer = displaced(pointer, BigInt(fieldOffsets(whole, scope.named)[field]!));
        type = whole.fields[field]!;
        continue;
      }
      type = 'element' in whole ? whole.element : scope.refuse('an index into a scalar');
    }
    const stride = layoutOf(type, scope.named).size;
    if (typeof index.value === 'bigint')
      pointer = displaced(pointer, BigInt.asIntN(index.type.bits, index.value) * BigInt(stride));
    else pointer = moved(scope, pointer, scaled(scope, indexFor(scope, index, pointer.type.bits), stride));
  }
  scope.set(instruction, [pointer]);
};

const alloca: InstructionRule = (scope, instruction) => {
  const [typeText, count] = instruction.operands;
  const elements = /^i\d+ \d+$/.test(count ?? '') ? Number(count!.split(' ')[1]) : 1;
  if (/^i\d+ %/.test(count ?? '')) scope.refuse('an array whose size is known only when it runs');
  const { size } = layoutOf(readType(typeText!)!, scope.named);
  const symbol = scope.variables.addPrivate(size * elements, alignmentOf(instruction));
  const type = { kind: 'pointer', bits: 32, space: 5 } as const;
  scope.set(instruction, [{ type, value: { symbol, offset: 0n } }]);
};

export const MEMORY_RULES: Readonly<Record<string, InstructionRule>> = {
  load,
  store,
  getelementptr: getElement,
  alloca,
};
