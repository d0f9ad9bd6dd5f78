// The constants and global variables of a module.

import type { Decorations } from '../../../spirv/decorations.js';
import { enumerantName, spirvGrammar } from '../../../spirv/grammar/tables.js';
import { isIdKind, type SpirvInstruction, type SpirvModule, spirvError, spirvRefusal } from '../../../spirv/module.js';
import { constantAddress } from './constant-addresses.js';
import { foldConstant, type TypedConstant } from './constant-folding.js';
import {
  bitsValue,
  type ConstantValue,
  hasWidened,
  NULL,
  partCount,
  partType,
  textValue,
  UNDEF,
} from './constant-values.js';
import { isSameType, type TypeShape } from './type-shapes.js';
import type { SpirvTypes } from './types.js';

/** A value of clSetProgramSpecializationConstant. */
export interface Specialization {
  readonly id: number;
  readonly value: Uint8Array;
}

/** Scalars that a constant may have. */
const MAX_PARTS = 1 << 20;
/** Pointers whose null is not 0 are written one by one. */
const NARROW_BYTES = 8;
const FOLDED = 'Other operations on constants are computed by the code.';

export class ConstantTable {
  private readonly entries = new Map<number, TypedConstant>();
  private readonly weights = new Map<number, number>();
  private readonly special: ReadonlyMap<number, Uint8Array>;

  constructor(
    private readonly module: SpirvModule,
    private readonly decorations: Decorations,
    specializations: readonly Specialization[],
  ) {
    this.special = new Map(specializations.map(({ id, value }) => [id, value]));
  }

  private fail({ offset, name }: SpirvInstruction, what: string): Error {
    return spirvError(this.module.name, offset, `Op${name}: ${what}`);
  }

  find(id: number): TypedConstant | undefined {
    return this.entries.get(id);
  }

  /** The bits of an integer; undefined for other ids. */
  integer(id: number): bigint | undefined {
    const entry = this.entries.get(id);
    if (entry?.type.kind !== 'int') return undefined;
    if (entry.value.kind === 'null') return 0n;
    return entry.value.kind === 'bits' ? entry.value.bits : undefined;
  }

  define(id: number, type: TypeShape, value: ConstantValue): void {
    this.entries.set(id, { type, value });
    this.weights.set(id, 1);
  }

  private operand(id: number, from: SpirvInstruction): TypedConstant {
    const entry = this.entries.get(id);
    if (entry === undefined) throw this.fail(from, `%${id} is no constant`);
    return entry;
  }

  add(instruction: SpirvInstruction, types: SpirvTypes): void {
    const { result, name } = instruction;
    const type = types.of(instruction.type, instruction.offset + 1);
    if (type.kind === 'void' || type.kind === 'function')
      throw this.fail(instruction, `a type of the kind ${type.kind}`);
    const value = this.make(instruction, type, types);
    const weight = name.endsWith('Composite')
      ? instruction.operands.reduce((sum, { value: id }) => sum + (this.weights.get(id) ?? 1), 1)
      : value.kind === 'null' && hasWidened(type)
        ? types.bytesOf(instruction.type) / NARROW_BYTES
        : 1;
    if (weight > MAX_PARTS) throw this.fail(instruction, 'the constant is too large');
    this.weights.set(result, weight);
    this.entries.set(result, { type, value });
  }

  private make(instruction: SpirvInstruction, type: TypeShape, types: SpirvTypes): ConstantValue {
    switch (instruction.name) {
      case 'ConstantTrue':
      case 'ConstantFalse':
      case 'SpecConstantTrue':
      case 'SpecConstantFalse':
        if (type.kind !== 'bool') throw this.fail(instruction, 'the type is not that of booleans');
        return bitsValue(this.specialized(instruction, 1) ?? (instruction.name.endsWith('True') ? 1n : 0n));
      case 'Constant':
      case 'SpecConstant':
        return this.number(instruction, type);
      case 'ConstantNull':
        return NULL;
      case 'Undef':
        return UNDEF;
      case 'ConstantComposite':
      case 'SpecConstantComposite':
        return this.composite(instruction, type);
      case 'ConstantSampler':
        return this.sampler(instruction, type);
      case 'SpecConstantOp':
        return this.operation(instruction, type, types);
      default:
        throw spirvRefusal(
          this.module.name,
          instruction.offset,
          `Op${instruction.name} is not supported`,
          'The constants of OpenCL C are.',
        );
    }
  }

  private number(instruction: SpirvInstruction, type: TypeShape): ConstantValue {
    if (type.kind !== 'int' && type.kind !== 'float') throw this.fail(instruction, 'the type is not that of numbers');
    const own = BigInt.asUintN(type.width, instruction.operands[0]?.bits ?? 0n);
    return bitsValue(this.specialized(instruction, type.width / 8) ?? own);
  }

  /** @throws AtollError if the value has another size than the constant */
  private specialized(instruction: SpirvInstruction, bytes: number): bigint | undefined {
    if (!instruction.name.startsWith('Spec')) return undefined;
    const id = this.decorations.find(instruction.result, 'SpecId')?.operands[0]?.value;
    const value = id === undefined ? undefined : this.special.get(id);
    if (value === undefined) return undefined;
    if (value.length !== bytes)
      throw this.fail(instruction, `the specialization constant ${id} has ${bytes} bytes, its value ${value.length}`);
    const bits = value.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    return instruction.name === 'SpecConstant' ? bits : bits === 0n ? 0n : 1n;
  }

  private composite(instruction: SpirvInstruction, type: TypeShape): ConstantValue {
    const count = partCount(type);
    const { operands } = instruction;
    if (count === 0 && type.kind !== 'struct') throw this.fail(instruction, 'the type has no parts');
    if (operands.length !== count) throw this.fail(instruction, `${operands.length} parts instead of ${count}`);
    const parts = operands.map(({ value: id }, n) => {
      const part = this.operand(id, instruction);
      if (!isSameType(part.type, partType(type, n) ?? type)) throw this.fail(instruction, `%${id} has another type`);
      return part.value;
    });
    return { kind: 'parts', parts };
  }

  private sampler(instruction: SpirvInstruction, type: TypeShape): ConstantValue {
    if (type.kind !== 'sampler') throw this.fail(instruction, 'the type is not that of samplers');
    const [addressing = 0, normalized = 0, filter = 0] = instruction.operands.map(({ value }) => value);
    const linear = enumerantName('SamplerFilterMode', filter) === 'Linear';
    // CLK_* of OpenCL C, as in library/image.cl.
    const bits = (normalized === 0 ? 0 : 1) | (addressing << 1) | (linear ? 0x20 : 0x10);
    return textValue(`inttoptr (i64 ${bits} to ptr addrspace(4))`);
  }

  private operation(instruction: SpirvInstruction, type: TypeShape, types: SpirvTypes): ConstantValue {
    const [operation, ...operands] = instruction.operands;
    const name = spirvGrammar().instructions.get(operation?.value ?? 0)?.name ?? '';
    const constants = operands
      .filter(({ kind }) => isIdKind(kind))
      .map(({ value }) => this.operand(value, instruction));
    const literals = operands.filter(({ kind }) => kind === 'L').map(({ value }) => value);
    const pointers = { types, offset: instruction.offset };
    const value = foldConstant(name, type, constants, literals) ?? constantAddress(name, type, constants, pointers);
    if (value === undefined)
      throw spirvRefusal(
        this.module.name,
        instruction.offset,
        `OpSpecConstantOp ${name} of these operands is not supported`,
        FOLDED,
      );
    return value;
  }
}
