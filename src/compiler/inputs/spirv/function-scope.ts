// One function under translation: values by id, lines of LLVM IR, checks of operands.

import { isIdKind, type SpirvInstruction, spirvError, spirvRefusal } from '../../../spirv/module.js';
import { constantText } from './constant-values.js';
import { type MangledType, mangledName, typeCode } from './mangling.js';
import type { ModuleScope } from './module-scope.js';
import { irType, isSameType, isWidened, memoryType, type PointerShape, type TypeShape } from './type-shapes.js';

/** A value in a register. */
export interface SpirvValue {
  readonly type: TypeShape;
  readonly text: string;
  /** Of sampled images: the sampler. */
  readonly sampler?: string;
}

export type SpirvRule = (scope: SpirvScope, instruction: SpirvInstruction) => void;

const UNSUPPORTED = 'OpenCL C 1.2 has no counterpart of it.';

export class SpirvScope {
  readonly entry: string[] = [];
  readonly lines: string[] = [];
  private readonly values = new Map<number, SpirvValue>();
  private count = 0;
  /** Metadata of the source line, behind each instruction. */
  debug = '';
  /** The word of the instruction that is translated. */
  offset = 0;

  constructor(readonly module: ModuleScope) {}

  fail({ offset, name }: SpirvInstruction, what: string): Error {
    return spirvError(this.module.name, offset, `Op${name}: ${what}`);
  }

  refuse({ offset, name }: SpirvInstruction, what: string, hint = UNSUPPORTED): Error {
    return spirvRefusal(this.module.name, offset, `Op${name}: ${what} is not supported`, hint);
  }

  /** @throws AtollError at the instruction if a condition does not hold */
  need(condition: boolean, instruction: SpirvInstruction, what: string): void {
    if (!condition) throw this.fail(instruction, what);
  }

  resultType({ type, offset }: SpirvInstruction): TypeShape {
    return this.module.types.of(type, offset + 1);
  }

  pointee(type: PointerShape, { offset }: SpirvInstruction): TypeShape {
    return this.module.types.pointee(type, offset);
  }

  /** The id of an operand. */
  id(instruction: SpirvInstruction, index: number): number {
    const operand = instruction.operands[index];
    if (operand === undefined || !isIdKind(operand.kind))
      throw this.fail(instruction, `operand ${index + 1} is missing`);
    return operand.value;
  }

  literal(instruction: SpirvInstruction, index: number): number {
    const operand = instruction.operands[index];
    if (operand === undefined) throw this.fail(instruction, `operand ${index + 1} is missing`);
    return operand.value;
  }

  valueOf(id: number, instruction: SpirvInstruction): SpirvValue {
    const own = this.values.get(id);
    if (own) return own;
    const constant = this.module.constants.find(id);
    if (constant === undefined) throw this.fail(instruction, `%${id} is no value`);
    return { type: constant.type, text: constantText(constant.type, constant.value) };
  }

  operand(instruction: SpirvInstruction, index: number): SpirvValue {
    return this.valueOf(this.id(instruction, index), instruction);
  }

  /** All ids from an index on. */
  operands(instruction: SpirvInstruction, from = 0): SpirvValue[] {
    return instruction.operands
      .slice(from)
      .filter(({ kind }) => isIdKind(kind))
      .map(({ value }) => this.valueOf(value, instruction));
  }

  pointer(instruction: SpirvInstruction, index: number): SpirvValue & { readonly type: PointerShape } {
    const { type, text } = this.operand(instruction, index);
    if (type.kind !== 'pointer') throw this.fail(instruction, `operand ${index + 1} is no pointer`);
    return { type, text };
  }

  /** An integer constant; undefined for other values. */
  constant(instruction: SpirvInstruction, index: number): bigint | undefined {
    return this.module.constants.integer(this.id(instruction, index));
  }

  set(instruction: SpirvInstruction, value: SpirvValue): void {
    const expected = this.resultType(instruction);
    if (!isSameType(expected, value.type))
      throw this.fail(instruction, `the result has the type ${irType(value.type)}, not ${irType(expected)}`);
    this.values.set(instruction.result, { ...value, type: expected });
  }

  /** The value of an id without an instruction. */
  bind(id: number, value: SpirvValue): void {
    this.values.set(id, value);
  }

  /** An instruction whose result is that of SPIR-V's. */
  define(instruction: SpirvInstruction, text: string): void {
    const name = `%v${instruction.result}`;
    this.effect(`${name} = ${text}`);
    this.values.set(instruction.result, { type: this.resultType(instruction), text: name });
  }

  /** An instruction with a result of its own. */
  emit(text: string): string {
    const name = `%t${this.count++}`;
    this.effect(`${name} = ${text}`);
    return name;
  }

  effect(text: string): void {
    this.module.addCharacters(text.length + this.debug.length, this.offset);
    this.lines.push(`  ${text}${this.debug}`);
  }

  atEntry(text: string): string {
    const name = `%t${this.count++}`;
    this.entry.push(`  ${name} = ${text}`);
    return name;
  }

  entryEffect(text: string): void {
    this.entry.push(`  ${text}`);
  }

  /** The text of a call; declares the function. */
  callText(type: string, name: string, operands: readonly SpirvValue[], flags = ''): string {
    const types = operands.map((one) => irType(one.type));
    const symbol = this.module.declare(type, name, types);
    return `call ${flags}${type} ${symbol}(${operands.map((one) => `${irType(one.type)} ${one.text}`).join(', ')})`;
  }

  /** A call of a builtin by the types that it has in OpenCL C. */
  builtinText(
    type: string,
    name: string,
    types: readonly MangledType[],
    operands: readonly SpirvValue[],
    flags = '',
  ): string {
    return this.callText(type, mangledName(name, types), operands, flags);
  }

  /** The same, whose operands are no pointers. */
  builtinCall(
    instruction: SpirvInstruction,
    name: string,
    operands: readonly SpirvValue[],
    isSigned = true,
    result: TypeShape = this.resultType(instruction),
  ): string {
    const types = operands.map(({ type }) => {
      const code = typeCode(type, isSigned);
      if (code === undefined) throw this.fail(instruction, `no builtin has an operand of ${irType(type)}`);
      return code;
    });
    return this.builtinText(irType(result), name, types, operands);
  }

  /** A value in the form that memory has. */
  toMemory({ type, text }: SpirvValue): string {
    if (!isWidened(type)) return text;
    return this.emit(`ptrtoint ${irType(type)} ${text} to ${memoryType(type)}`);
  }

  /** A value from the form that memory has. */
  fromMemory(type: TypeShape, text: string): string {
    return isWidened(type) ? this.emit(`inttoptr ${memoryType(type)} ${text} to ${irType(type)}`) : text;
  }
}
