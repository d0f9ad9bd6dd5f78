// Values of a leaf in OpenCL C: a variable for each, unsigned for integers, and a pointer's address space.

import { IrInstruction } from '../../compiler/ir/instruction.js';
import { instructionsOf } from '../../compiler/ir/module.js';
import { resultType } from '../../compiler/ir/result-type.js';
import { isPointer } from '../../compiler/ir/type-text.js';
import { addressOffset } from '../address.js';
import type { HpvmFunction, HpvmModule } from '../module.js';
import { constantArray } from './constant-data.js';
import { floatBits } from './float-bits.js';

/** A leaf that has no form in OpenCL C. */
export class LeafCodeError extends Error {
  constructor(
    message: string,
    readonly instruction: IrInstruction | undefined,
  ) {
    super(message);
  }
}

/** An address space of OpenCL C, or the macro of one. */
export type PointerSpace = 'global' | 'local' | 'private' | 'constant' | `HPVM_SPACE_${number}`;

/** OpenCL C's types by those of LLVM IR. */
const TYPES: Readonly<Record<string, string>> = {
  i1: 'bool',
  i8: 'uchar',
  i16: 'ushort',
  i32: 'uint',
  i64: 'ulong',
  float: 'float',
  double: 'double',
};
const SIZES: Readonly<Record<string, number>> = { ushort: 2, uint: 4, ulong: 8, float: 4, double: 8 };
const ALIGNMENT = /, align (\d+)/;
const SIGNED: Readonly<Record<string, string>> = { i1: 'bool', i8: 'char', i16: 'short', i32: 'int', i64: 'long' };

export function scalarType(type: string, instruction?: IrInstruction): string {
  const name = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (name === undefined) throw new LeafCodeError(`values of type ${type} have no form in OpenCL C here`, instruction);
  return name;
}

export const signedType = (type: string, instruction?: IrInstruction): string =>
  (Object.hasOwn(SIGNED, type) ? SIGNED[type] : undefined) ?? scalarType(type, instruction);

const POINTER_RESULTS: ReadonlySet<string> = new Set(['getelementptr', 'phi', 'select', 'freeze']);
const SIGNED_SUMS: ReadonlySet<string> = new Set(['add', 'sub', 'mul']);
function floatConstant(text: string, type: 'float' | 'double'): string {
  const digits = floatBits(text, type).toString(16);
  return type === 'float' ? `as_float(0x${digits.padStart(8, '0')}u)` : `as_double(0x${digits.padStart(16, '0')}UL)`;
}

const ADDRESS = /^getelementptr ((?:[a-z]+ )*)\((.*)\)$/s;

/** The instruction with the meaning of a constant address. */
const addressInstruction = (words: string, text: string): IrInstruction =>
  new IrInstruction([`  %address = getelementptr ${words}${text}`]);

export class LeafValues {
  private readonly names = new Map<string, string>();
  private readonly spaces = new Map<string, PointerSpace>();
  readonly declarations: string[] = [];
  private readonly hasFrozenValues: boolean;
  private readonly constants = new Map<string, string>();
  /** Arrays in constant memory and types, before the kernel. */
  readonly outerLines = new Set<string>();

  constructor(
    readonly module: HpvmModule,
    code: HpvmFunction,
    parameterSpace: (index: number) => PointerSpace,
  ) {
    code.parameters.forEach(({ value, type }, index) => {
      this.names.set(value, `a${index}`);
      if (isPointer(type)) this.spaces.set(value, parameterSpace(index));
    });
    const instructions = [...instructionsOf(code.ir)];
    this.hasFrozenValues = instructions.some(({ opcode }) => opcode === 'freeze');
    this.findSpaces(instructions);
  }

  /** True if overflow of a sum, difference or product is undefined, as for signed types of C. */
  hasSignedOverflow(instruction: IrInstruction): boolean {
    // C has no counterpart of a frozen value, so all values have to be defined where one is frozen.
    return !this.hasFrozenValues && SIGNED_SUMS.has(instruction.opcode) && instruction.hasFlag('nsw');
  }

  /** Address spaces follow pointers through the instructions that derive one from another. */
  private findSpaces(instructions: readonly IrInstruction[]): void {
    for (const { opcode, result } of instructions)
      if (opcode === 'alloca' && result !== undefined) this.spaces.set(result, 'private');
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const instruction of instructions) {
        const { opcode, result, typedOperands } = instruction;
        if (result === undefined || !POINTER_RESULTS.has(opcode) || this.spaces.has(result)) continue;
        const pointers = typedOperands.filter(({ type }) => isPointer(type));
        const space = pointers.map(({ value }) => this.knownSpace(value)).find((one) => one !== undefined);
        if (space === undefined) continue;
        this.spaces.set(result, space);
        isChanged = true;
      }
    }
    for (const instruction of instructions) this.checkSpaces(instruction);
  }

  private checkSpaces(instruction: IrInstruction): void {
    const { opcode, result, typedOperands } = instruction;
    if (result === undefined || !POINTER_RESULTS.has(opcode)) return;
    const spaces = new Set(
      typedOperands.flatMap(({ type, value }) => (isPointer(type) ? (this.knownSpace(value) ?? []) : [])),
    );
    if (spaces.size > 1) throw new LeafCodeError(`a pointer points to ${[...spaces].join(' or ')} memory`, instruction);
  }

  private knownSpace(value: string): PointerSpace | undefined {
    return value.startsWith('@') || ADDRESS.test(value) ? 'constant' : this.spaces.get(value);
  }

  space(value: string, instruction: IrInstruction): PointerSpace {
    const space = this.knownSpace(value);
    if (space === undefined) throw new LeafCodeError(`the memory of ${value} is not fixed`, instruction);
    return space;
  }

  /** The array of a constant variable. */
  private constant(symbol: string, instruction: IrInstruction): string {
    const kept = this.constants.get(symbol);
    if (kept !== undefined) return kept;
    const array = constantArray(this.module, symbol);
    if (typeof array === 'string') throw new LeafCodeError(array, instruction);
    const name = `hpvm_constant${this.constants.size}`;
    const { bytes } = array;
    this.outerLines.add(
      `constant uchar ${name}[${bytes.length || 1}] __attribute__((aligned(16))) = {${bytes.join(', ') || 0}};`,
    );
    this.constants.set(symbol, `(constant char *)${name}`);
    return `(constant char *)${name}`;
  }

  private constantAddress(value: string, instruction: IrInstruction): string {
    const [, words = '', text = ''] = ADDRESS.exec(value) ?? [];
    const address = addressInstruction(words, text);
    const offset = addressOffset(address, this.module.types);
    const base = address.typedOperands[0]?.value ?? '';
    const indices = offset?.terms.map(({ index, bytes }) => BigInt(index.value) * BigInt(bytes));
    if (!offset || !indices || !base.startsWith('@'))
      throw new LeafCodeError(`the address ${value} has no form in OpenCL C here`, instruction);
    const bytes = indices.reduce((sum, one) => sum + one, BigInt(offset.constantBytes));
    return `(${this.constant(base, instruction)} + ${bytes}L)`;
  }

  /** The type of a variable with a value. */
  typeOf(value: string, type: string, instruction: IrInstruction): string {
    return isPointer(type) ? `${this.space(value, instruction)} char *` : scalarType(type, instruction);
  }

  /** The variable of an instruction's value, which it declares. */
  define(instruction: IrInstruction): string {
    const { result } = instruction;
    const type = resultType(instruction);
    if (result === undefined || type === undefined) throw new LeafCodeError('a value without a type', instruction);
    const name = this.variable(result);
    this.declarations.push(`${this.typeOf(result, type, instruction)} ${name};`);
    return name;
  }

  /**
   * The type of a value in memory, which other types may alias, as in LLVM IR. Fields of packed structures and parts of
   * copies have less alignment than their type.
   */
  accessType(type: string, instruction: IrInstruction): string {
    const name = scalarType(type, instruction);
    const size = SIZES[name];
    if (size === undefined) return name;
    const alignment = Math.min(size, Number(ALIGNMENT.exec(instruction.line)?.[1] ?? size));
    const own = `hpvm_${name}_${alignment}`;
    this.outerLines.add(`typedef ${name} ${own} __attribute__((aligned(${alignment}), may_alias));`);
    return own;
  }

  hasVariable(value: string): boolean {
    return this.names.has(value);
  }

  variable(value: string): string {
    const name = this.names.get(value) ?? `v${this.names.size}`;
    this.names.set(value, name);
    return name;
  }

  /** An operand as an expression. */
  operand(value: string, type: string, instruction: IrInstruction): string {
    if (value.startsWith('%')) return this.variable(value);
    if (value.startsWith('@') && isPointer(type)) return this.constant(value, instruction);
    if (ADDRESS.test(value)) return this.constantAddress(value, instruction);
    if (value === 'true') return '1';
    if (['false', 'zeroinitializer', 'null', 'undef', 'poison'].includes(value))
      return type === 'float' || type === 'double' ? '0.0f' : '0';
    if (type === 'float' || type === 'double') return floatConstant(value, type);
    if (/^-?\d+$/.test(value)) return `(${scalarType(type, instruction)})${BigInt.asUintN(64, BigInt(value))}UL`;
    throw new LeafCodeError(`the constant ${value} has no form in OpenCL C here`, instruction);
  }
}
