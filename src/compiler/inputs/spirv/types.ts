// The types of a module, with the checks that LLVM's types need.

import type { Decorations } from '../../../spirv/decorations.js';
import { enumerantName } from '../../../spirv/grammar/tables.js';
import { type SpirvInstruction, type SpirvModule, spirvError, spirvRefusal } from '../../../spirv/module.js';
import {
  type ImageTypeShape,
  irType,
  memoryType,
  type PointerShape,
  type StructShape,
  type TypeShape,
} from './type-shapes.js';

/** Address spaces of AMD GPUs by storage class. Source: LLVM's User Guide for AMDGPU. */
const SPACES: Readonly<Record<string, number>> = {
  Function: 5,
  Private: 5,
  Input: 5,
  UniformConstant: 4,
  CrossWorkgroup: 1,
  DeviceOnlyINTEL: 1,
  HostOnlyINTEL: 1,
  Workgroup: 3,
  Generic: 0,
};
const INT_WIDTHS: readonly number[] = [8, 16, 32, 64];
const FLOAT_WIDTHS: readonly number[] = [16, 32, 64];
const VECTOR_COUNTS: readonly number[] = [2, 3, 4, 8, 16];
const MAX_BYTES = 2 ** 31;
/** As in the reader of LLVM's text (ir/types.ts), with room for what stands around a type. */
const MAX_DEPTH = 48;
const DIMENSIONS: Readonly<Record<string, string>> = { '1D': '1d', '2D': '2d', '3D': '3d', Buffer: '1d_buffer' };
const ACCESSES = { ReadOnly: 'ro', WriteOnly: 'wo', ReadWrite: 'rw' } as const;

interface TypeEntry {
  readonly shape: TypeShape;
  readonly depth: number;
  /** An upper limit of its size. */
  readonly bytes: number;
}

const HINT = 'OpenCL C and its compilers have no such types.';

/** Definitions of the pointers that OpTypeForwardPointer declares. */
function forwardPointersOf({ instructions }: SpirvModule): ReadonlyMap<number, SpirvInstruction> {
  const declared = new Set<number>();
  const definitions = new Map<number, SpirvInstruction>();
  for (const instruction of instructions) {
    const { name, result, operands } = instruction;
    if (name === 'Function') break;
    if (name === 'TypeForwardPointer') declared.add(operands[0]?.value ?? 0);
    else if (name === 'TypePointer' && declared.has(result)) definitions.set(result, instruction);
  }
  return definitions;
}

export class SpirvTypes {
  private readonly entries = new Map<number, TypeEntry>();
  readonly definitions: string[] = [];
  /** Pointers that are declared before their definition. */
  private forwardPointers: ReadonlyMap<number, SpirvInstruction> | undefined;

  /** @param lengthOf the value of a constant that is the length of an array */
  constructor(
    private readonly module: SpirvModule,
    private readonly decorations: Decorations,
    private readonly lengthOf: (id: number) => bigint | undefined,
  ) {}

  private fail({ offset, name }: SpirvInstruction, what: string): Error {
    return spirvError(this.module.name, offset, `Op${name}: ${what}`);
  }

  private refuse({ offset, name }: SpirvInstruction, what: string): Error {
    return spirvRefusal(this.module.name, offset, `Op${name}: ${what} is not supported`, HINT);
  }

  private entry(id: number, from: SpirvInstruction): TypeEntry {
    const entry = this.entries.get(id);
    if (entry === undefined) throw this.fail(from, `%${id} is no type`);
    return entry;
  }

  /** @throws AtollError at a word if an id is no type */
  of(id: number, offset: number): TypeShape {
    const entry = this.entries.get(id);
    if (entry === undefined) throw spirvError(this.module.name, offset, `%${id} is no type`);
    return entry.shape;
  }

  isType(id: number): boolean {
    return this.entries.has(id);
  }

  /** The type behind a pointer. */
  pointee({ pointee }: PointerShape, offset: number): TypeShape {
    return this.of(pointee, offset);
  }

  /** Bytes that a value takes at most. */
  bytesOf(id: number): number {
    return this.entries.get(id)?.bytes ?? 0;
  }

  add(instruction: SpirvInstruction): void {
    if (instruction.name === 'TypeForwardPointer') return;
    const { result } = instruction;
    const entry = this.make(instruction);
    if (entry.bytes >= MAX_BYTES) throw this.fail(instruction, `the type has ${entry.bytes} bytes`);
    if (entry.depth > MAX_DEPTH) throw this.fail(instruction, 'types are nested too deeply');
    this.entries.set(result, entry);
  }

  private make(instruction: SpirvInstruction): TypeEntry {
    const { name, operands } = instruction;
    const [first = 0, second = 0] = operands.map(({ value }) => value);
    const simple = (shape: TypeShape, bytes = 8): TypeEntry => ({ shape, depth: 1, bytes });
    switch (name) {
      case 'TypeVoid':
        return simple({ kind: 'void' }, 0);
      case 'TypeBool':
        return simple({ kind: 'bool' }, 1);
      case 'TypeInt':
        if (!INT_WIDTHS.includes(first)) throw this.refuse(instruction, `a width of ${first} bits`);
        return simple({ kind: 'int', width: first });
      case 'TypeFloat':
        if (!FLOAT_WIDTHS.includes(first)) throw this.refuse(instruction, `a width of ${first} bits`);
        return simple({ kind: 'float', width: first });
      case 'TypePointer':
        return simple(this.pointer(instruction));
      case 'TypeImage':
        return simple(this.image(instruction));
      case 'TypeSampler':
        return simple({ kind: 'sampler' });
      case 'TypeEvent':
        return simple({ kind: 'event' });
      case 'TypeOpaque':
        return simple({ kind: 'opaque' });
      case 'TypeSampledImage':
        return this.sampledImage(instruction, first);
      case 'TypeVector':
        return this.vector(instruction, first, second);
      case 'TypeArray':
        return this.array(instruction, first, second);
      case 'TypeStruct':
        return this.struct(instruction);
      case 'TypeFunction':
        return this.function(instruction);
      default:
        throw this.refuse(instruction, 'this type');
    }
  }

  private sampledImage(instruction: SpirvInstruction, id: number): TypeEntry {
    const image = this.entry(id, instruction).shape;
    if (image.kind !== 'image') throw this.fail(instruction, `%${id} is no image`);
    return { shape: { kind: 'sampledImage', image }, depth: 1, bytes: 16 };
  }

  private pointer(instruction: SpirvInstruction): PointerShape {
    const [storageOperand, pointee] = instruction.operands;
    const storage = enumerantName('StorageClass', storageOperand?.value ?? 0);
    const space = Object.hasOwn(SPACES, storage) ? SPACES[storage] : undefined;
    if (space === undefined) throw this.refuse(instruction, `the storage class ${storage}`);
    return { kind: 'pointer', space, storage, pointee: pointee?.value ?? 0 };
  }

  private image(instruction: SpirvInstruction): ImageTypeShape {
    const [, dim, depth, arrayed, multisampled, , , access] = instruction.operands.map(({ value }) => value);
    const dimension = enumerantName('Dim', dim ?? 0);
    const base = Object.hasOwn(DIMENSIONS, dimension) ? DIMENSIONS[dimension] : undefined;
    if (base === undefined || depth !== 0 || multisampled !== 0 || (arrayed !== 0 && !['1d', '2d'].includes(base)))
      throw this.refuse(instruction, `an image of dimension ${dimension} with these properties`);
    const name = enumerantName('AccessQualifier', access ?? 0) as keyof typeof ACCESSES;
    return { kind: 'image', name: `image${base}${arrayed === 0 ? '' : '_array'}`, access: ACCESSES[name] };
  }

  private vector(instruction: SpirvInstruction, id: number, count: number): TypeEntry {
    const { shape: element, bytes } = this.entry(id, instruction);
    if (element.kind !== 'int' && element.kind !== 'float' && element.kind !== 'bool')
      throw this.fail(instruction, `%${id} is no scalar`);
    if (!VECTOR_COUNTS.includes(count)) throw this.refuse(instruction, `a vector of ${count} elements`);
    return { shape: { kind: 'vector', element, count }, depth: 2, bytes: bytes * 16 };
  }

  private array(instruction: SpirvInstruction, id: number, lengthId: number): TypeEntry {
    const { shape: element, bytes, depth } = this.entry(id, instruction);
    const length = this.lengthOf(lengthId);
    if (length === undefined) throw this.fail(instruction, `the length %${lengthId} is no constant integer`);
    if (length < 1n || length * BigInt(Math.max(1, bytes)) >= BigInt(MAX_BYTES))
      throw this.fail(instruction, `an array of ${length} elements`);
    this.checkMember(instruction, element);
    const count = Number(length);
    return { shape: { kind: 'array', element, count }, depth: depth + 1, bytes: Math.max(1, bytes) * count };
  }

  private checkMember(instruction: SpirvInstruction, type: TypeShape): void {
    if (type.kind === 'void' || type.kind === 'function' || type.kind === 'sampledImage')
      throw this.fail(instruction, `a member of the kind ${type.kind}`);
  }

  private struct(instruction: SpirvInstruction): TypeEntry {
    const { result, operands } = instruction;
    const entries = operands.map(({ value }) => this.entries.get(value) ?? this.forward(value, instruction));
    for (const { shape } of entries) this.checkMember(instruction, shape);
    const isPacked = this.decorations.has(result, 'CPacked');
    const members = entries.map(({ shape }) => shape);
    const shape: StructShape = { kind: 'struct', id: result, name: `%spirv.struct.${result}`, isPacked, members };
    const body = members.map(memoryType).join(', ');
    this.definitions.push(`${shape.name} = type ${isPacked ? `<{ ${body} }>` : `{ ${body} }`}`);
    const bytes = entries.reduce((sum, entry) => sum + Math.max(16, entry.bytes), 0);
    return { shape, depth: 1 + Math.max(0, ...entries.map(({ depth }) => depth)), bytes };
  }

  /** A pointer that is defined behind the structure, which has it as a member. */
  private forward(id: number, from: SpirvInstruction): TypeEntry {
    this.forwardPointers ??= forwardPointersOf(this.module);
    const definition = this.forwardPointers.get(id);
    if (!definition) throw this.fail(from, `%${id} is no type`);
    return { shape: this.pointer(definition), depth: 1, bytes: 8 };
  }

  private function(instruction: SpirvInstruction): TypeEntry {
    const [result, ...parameters] = instruction.operands.map(({ value }) => this.entry(value, instruction).shape);
    if (result === undefined) throw this.fail(instruction, 'the result is missing');
    if (parameters.some(({ kind }) => kind === 'void' || kind === 'function' || kind === 'sampledImage'))
      throw this.fail(instruction, 'a parameter of such a type');
    if (result.kind === 'function' || result.kind === 'sampledImage') throw this.fail(instruction, 'such a result');
    return { shape: { kind: 'function', result, parameters }, depth: 1, bytes: 0 };
  }
}

export const typedText = (type: TypeShape, text: string): string => `${irType(type)} ${text}`;
