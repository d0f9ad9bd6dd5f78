// Values of a leaf in OpenCL C: a variable for each, unsigned for integers, and a pointer's address space.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { instructionsOf } from '../../compiler/ir/module.js';
import { resultType } from '../../compiler/ir/result-type.js';
import { isPointer } from '../../compiler/ir/type-text.js';
import type { HpvmFunction, HpvmModule } from '../module.js';

/** A leaf that has no form in OpenCL C. */
export class LeafCodeError extends Error {
  constructor(
    message: string,
    readonly instruction: IrInstruction | undefined,
  ) {
    super(message);
  }
}

export type PointerSpace = 'global' | 'local' | 'private';

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
const SIGNED: Readonly<Record<string, string>> = { i1: 'bool', i8: 'char', i16: 'short', i32: 'int', i64: 'long' };

export function scalarType(type: string, instruction?: IrInstruction): string {
  const name = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (name === undefined) throw new LeafCodeError(`values of type ${type} have no form in OpenCL C here`, instruction);
  return name;
}

export const signedType = (type: string, instruction?: IrInstruction): string =>
  (Object.hasOwn(SIGNED, type) ? SIGNED[type] : undefined) ?? scalarType(type, instruction);

const POINTER_RESULTS: ReadonlySet<string> = new Set(['getelementptr', 'phi', 'select', 'freeze']);
const BITS = new DataView(new ArrayBuffer(8));

/** The bits of a constant that LLVM writes as a decimal number, or as the bits of a double. */
function doubleOf(text: string): number {
  if (!/^0x[0-9A-Fa-f]+$/.test(text)) return Number(text);
  BITS.setBigUint64(0, BigInt(text));
  return BITS.getFloat64(0);
}

function floatConstant(text: string, type: 'float' | 'double'): string {
  const value = doubleOf(text);
  if (type === 'float') {
    BITS.setFloat32(0, value);
    return `as_float(0x${BITS.getUint32(0).toString(16).padStart(8, '0')}u)`;
  }
  BITS.setFloat64(0, value);
  return `as_double(0x${BITS.getBigUint64(0).toString(16).padStart(16, '0')}UL)`;
}

export class LeafValues {
  private readonly names = new Map<string, string>();
  private readonly spaces = new Map<string, PointerSpace>();
  readonly declarations: string[] = [];

  constructor(
    readonly module: HpvmModule,
    code: HpvmFunction,
    localParameters: ReadonlySet<number>,
  ) {
    code.parameters.forEach(({ value, type }, index) => {
      this.names.set(value, `a${index}`);
      if (isPointer(type)) this.spaces.set(value, localParameters.has(index) ? 'local' : 'global');
    });
    this.findSpaces([...instructionsOf(code.ir)]);
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
        const space = pointers.map(({ value }) => this.spaces.get(value)).find((one) => one !== undefined);
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
    for (const { type, value } of typedOperands)
      if (isPointer(type) && value.startsWith('@')) this.space(value, instruction);
    const spaces = new Set(
      typedOperands.flatMap(({ type, value }) => (isPointer(type) ? (this.spaces.get(value) ?? []) : [])),
    );
    if (spaces.size > 1) throw new LeafCodeError(`a pointer points to ${[...spaces].join(' or ')} memory`, instruction);
  }

  space(value: string, instruction: IrInstruction): PointerSpace {
    const space = this.spaces.get(value);
    if (space === undefined)
      throw new LeafCodeError(
        value.startsWith('@')
          ? `the variable ${value.slice(1)} is not a parameter`
          : `the memory of ${value} is not fixed`,
        instruction,
      );
    return space;
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

  variable(value: string): string {
    const name = this.names.get(value) ?? `v${this.names.size}`;
    this.names.set(value, name);
    return name;
  }

  /** An operand as an expression. */
  operand(value: string, type: string, instruction: IrInstruction): string {
    if (value.startsWith('%')) return this.variable(value);
    if (value === 'true') return '1';
    if (['false', 'zeroinitializer', 'null', 'undef', 'poison'].includes(value))
      return type === 'float' || type === 'double' ? '0.0f' : '0';
    if (type === 'float' || type === 'double') return floatConstant(value, type);
    if (/^-?\d+$/.test(value)) return `(${scalarType(type, instruction)})${BigInt.asUintN(64, BigInt(value))}UL`;
    throw new LeafCodeError(`the constant ${value} has no form in OpenCL C here`, instruction);
  }
}
