// Operands of an instruction against their types: registers, constants, vectors, addresses and targets.

import { addressBits } from './addresses.js';
import { ATOMIC_RULES } from './atomic-operations.js';
import { ATOMIC_OPERATIONS, REGISTER_KINDS, SEGMENTS, spellingOf, TYPES } from './enums.js';
import type { InstructionFields, ModuleModel } from './modifier-checks.js';
import { type BrigEntry, type BrigModule, listAt } from './module.js';
import { GEOMETRY_ELEMENTS, type OpcodeRow } from './opcodes.js';
import { operandType, operandWord } from './operand-types.js';
import { bytesOf, elementOf, isArray, isPacked, partOf, typeName } from './types.js';

/** The largest value of constants that name a dimension or a part. */
const LIMITS: Readonly<Record<string, number>> = { dimension: 2, part: 3 };
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  label: ['directive_label'],
  labels: ['directive_label'],
  function: ['directive_function', 'directive_indirect_function'],
  functions: ['directive_function', 'directive_indirect_function'],
  signature: ['directive_signature', 'directive_function', 'directive_indirect_function'],
  fbarrier: ['directive_fbarrier'],
  barrier: ['directive_fbarrier'],
  arguments: ['directive_variable'],
};
const MAX_ELEMENTS = 4;
/** Segments without addresses that registers hold. */
const NAMED_ONLY: readonly number[] = [SEGMENTS.arg, SEGMENTS.spill];

/** The kind of registers that hold values of a type. */
function registerKind(type: number): number {
  if (type === TYPES.b1) return REGISTER_KINDS.control;
  const bytes = bytesOf(type);
  if (bytes === 16) return REGISTER_KINDS.quad;
  return bytes === 8 ? REGISTER_KINDS.double : REGISTER_KINDS.single;
}

const registerLetter = (kind: number): string => `$${spellingOf(REGISTER_KINDS, kind)![0]}`;

/** Constants have the type; those of bits and of packed types only its size. */
function constantFits(constant: number, type: number): boolean {
  if (isArray(constant) || bytesOf(constant) !== bytesOf(type)) return false;
  if (constant === type || typeName(type).startsWith('b')) return true;
  const isFloatType = (one: number) => typeName(partOf(one)).startsWith('f');
  return isPacked(type) === isPacked(constant) && isFloatType(type) === isFloatType(constant);
}

/** Elements that a vector must have: 0 where none is allowed, or undefined for 2 to 4. */
function vectorElements({ row, values }: InstructionFields, word: string): number | undefined {
  const geometry = values['geometry'];
  if (geometry !== undefined) return GEOMETRY_ELEMENTS[geometry]![word === 'coordinate' ? 'coordinates' : 'values'];
  if (row.vectorCount !== undefined) return row.vectorCount;
  if (row.format !== 'source_type') return undefined;
  const [one, other] = [bytesOf(values['type']!), bytesOf(values['sourceType']!)];
  return Math.max(one, other) / Math.min(one, other);
}

class OperandChecker {
  constructor(
    private readonly module: BrigModule,
    private readonly model: ModuleModel,
    private readonly instruction: InstructionFields,
  ) {}

  check(operand: BrigEntry, index: number): string | undefined {
    const { row, values } = this.instruction;
    const [word] = operandWord(row, index);
    switch (operand.kind) {
      case 'operand_address':
        return this.address(operand);
      case 'operand_code_ref':
        return this.target(this.module.code.get(operand.values['ref']!)!, word);
      case 'operand_code_list':
        return this.targets(operand, word);
      case 'operand_operand_list':
        return this.vector(operand, index);
      default:
        if (/^(?:data|result|coordinate)$/.test(word) && (vectorElements(this.instruction, word) ?? 1) > 1)
          return `it must be a vector of ${vectorElements(this.instruction, word)}`;
        return this.value(operand, operandType(row, values, index), word);
    }
  }

  private value(operand: BrigEntry, type: number, word: string): string | undefined {
    const name = typeName(type);
    const isResult = /^results?$/.test(word);
    if (operand.kind === 'operand_register') {
      const needed = registerKind(type);
      const isKind = operand.values['regKind'] === needed;
      return isKind ? undefined : `a register of type ${name} is a ${registerLetter(needed)}`;
    }
    if (isResult) return 'it must be a register';
    if (/img$|^samp$/.test(name)) return `${name} has no constants`;
    if (operand.kind === 'operand_wavesize') {
      const isInteger = /^[bsu]\d+$/.test(name);
      return isInteger && word !== 'fixed' && word !== 'const' && LIMITS[word] === undefined
        ? undefined
        : 'WAVESIZE is not allowed there';
    }
    return this.constant(operand, type, word);
  }

  private constant({ values }: BrigEntry, type: number, word: string): string | undefined {
    if (!constantFits(values['type']!, type))
      return `a constant of type ${typeName(values['type']!)} is no ${typeName(type)}`;
    const limit = LIMITS[word];
    if (limit === undefined) return undefined;
    const value = Buffer.from(this.module.data.get(values['bytes']!)!).readUInt32LE(0);
    return value > limit ? `it is ${value}, and ${limit} at most` : undefined;
  }

  private vector(operand: BrigEntry, index: number): string | undefined {
    const { row, values } = this.instruction;
    const [word] = operandWord(row, index);
    const elements = listAt(this.module, operand.values['elements']!);
    const needed = vectorElements(this.instruction, word);
    if (needed === 1) return 'it must not be a vector';
    if (needed !== undefined ? elements.length !== needed : elements.length < 2 || elements.length > MAX_ELEMENTS)
      return `a vector of ${elements.length} elements must have ${needed ?? '2 to 4'}`;
    const type = operandType(row, values, index);
    for (const element of elements) {
      const problem = this.value(this.module.operands.get(element)!, type, word);
      if (problem !== undefined) return problem;
    }
    return /^results?$/.test(word) ? this.repeated(elements) : undefined;
  }

  private repeated(elements: readonly number[]): string | undefined {
    const names = elements.map((element) => this.module.operands.get(element)!.values['regNum']!);
    return new Set(names).size < names.length ? 'a register stands twice among the results' : undefined;
  }

  private target(entry: BrigEntry, word: string): string | undefined {
    const kinds = TARGETS[word];
    return kinds === undefined || kinds.includes(entry.kind)
      ? undefined
      : `${entry.kind} is no ${kinds.map((kind) => kind.slice('directive_'.length)).join(' or ')}`;
  }

  private targets(operand: BrigEntry, word: string): string | undefined {
    const elements = listAt(this.module, operand.values['elements']!);
    if (elements.length === 0 && word !== 'arguments') return 'the list is empty';
    for (const element of elements) {
      const entry = this.module.code.get(element)!;
      const problem = this.target(entry, word);
      if (problem !== undefined) return problem;
      if (word === 'arguments' && entry.values['segment'] !== SEGMENTS.arg)
        return 'arguments are variables of the segment arg';
    }
    return undefined;
  }

  private address(operand: BrigEntry): string | undefined {
    const { values } = this.instruction;
    const segment = values['segment']!;
    const bits = addressBits(segment, this.model.isLarge);
    const register = this.module.operands.get(operand.values['reg']!);
    const kind = bits === 64 ? REGISTER_KINDS.double : REGISTER_KINDS.single;
    if (register !== undefined && register.values['regKind'] !== kind)
      return `addresses there have ${bits} bits, and their register is a ${registerLetter(kind)}`;
    if (bits === 32 && operand.wide['offset']! >= 2n ** 32n) return 'its offset has more than 32 bits';
    const symbol = this.module.code.get(operand.values['symbol']!);
    if (symbol === undefined)
      return NAMED_ONLY.includes(segment) ? 'it has no variable, which that segment needs' : undefined;
    return this.symbol(symbol, segment) ?? (register === undefined ? this.range(operand, symbol, bits) : undefined);
  }

  /** An address without a register lies in its variable, where the segment has no other addresses. */
  private range(operand: BrigEntry, symbol: BrigEntry, bits: number): string | undefined {
    const isOpen = isArray(symbol.values['type']!) && symbol.wide['dim'] === 0n;
    const isChecked = this.instruction.row.format === 'mem' && NAMED_ONLY.includes(symbol.values['segment']!);
    if (isOpen || !isChecked) return undefined;
    const count = isArray(symbol.values['type']!) ? symbol.wide['dim']! : 1n;
    const size = BigInt(bytesOf(elementOf(symbol.values['type']!))) * count;
    const offset = BigInt.asIntN(bits, operand.wide['offset']!);
    const accessed = BigInt(bytesOf(this.instruction.values['type']!) * this.elements());
    return offset < 0n || offset + accessed > size ? `it is outside of its variable of ${size} bytes` : undefined;
  }

  /** Elements of the data of a load or store. */
  private elements(): number {
    const data = this.module.operands.get(listAt(this.module, this.instruction.values['operands']!)[0]!);
    return data?.kind === 'operand_operand_list' ? listAt(this.module, data.values['elements']!).length : 1;
  }

  private symbol(symbol: BrigEntry, segment: number): string | undefined {
    const { row, values } = this.instruction;
    if (symbol.values['segment'] !== segment)
      return `its variable is in another segment: ${spellingOf(SEGMENTS, symbol.values['segment']!)}`;
    const [type, declared] = [values['type']!, symbol.values['type']!];
    const isOpaque = (one: number) => /img$|^samp$|^sig/.test(typeName(one));
    if (row.format === 'mem' && (isOpaque(type) || isOpaque(declared)) && typeName(type) !== typeName(declared))
      return `its variable has type ${typeName(declared)}`;
    return undefined;
  }
}

/** The number of operands that a row allows; atomics have it by their operation. */
export function operandCounts(row: OpcodeRow, values: Readonly<Record<string, number>>): readonly [number, number] {
  const words = row.operands.split(' ').filter(Boolean);
  const needed = words.filter((word) => !word.endsWith('?')).length;
  const operation = values['atomicOperation'] ?? values['signalOperation'];
  if (operation === undefined || needed === words.length) return [needed, words.length];
  const rule = ATOMIC_RULES[spellingOf(ATOMIC_OPERATIONS, operation)!]!;
  return [needed + rule.inputs, needed + rule.inputs];
}

/** Error in an operand; undefined if there is none. */
export function operandProblem(
  module: BrigModule,
  model: ModuleModel,
  instruction: InstructionFields,
  operand: BrigEntry,
  index: number,
): string | undefined {
  return new OperandChecker(module, model, instruction).check(operand, index);
}
