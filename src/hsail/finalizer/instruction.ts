// Interface of the rules of opcodes: an instruction of a module with its fields by their spellings, and access to its
// operands.

import type { AtollError } from '../../util/errors.js';
import { ROUNDINGS, SEGMENTS, spellingOf } from '../brig/enums.js';
import { type BrigEntry, listAt, operandsOf } from '../brig/module.js';
import { OPCODES, type OpcodeRow } from '../brig/opcodes.js';
import { operandType } from '../brig/operand-types.js';
import { typeName } from '../brig/types.js';
import type { FunctionEmitter } from './function-emitter.js';
import type { FunctionScope } from './scope.js';

export type Rule = (instruction: HsailInstruction) => void;
export type RuleTable = Readonly<Record<string, Rule>>;

const FTZ = 1;

export class HsailInstruction {
  readonly row: OpcodeRow;
  readonly operands: readonly BrigEntry[];
  readonly type: string;
  readonly sourceType: string;

  constructor(
    readonly scope: FunctionScope,
    readonly entry: BrigEntry,
  ) {
    this.row = OPCODES[entry.values['opcode']!]!;
    this.operands = operandsOf(scope.module, entry);
    this.type = typeName(entry.values['type']!);
    this.sourceType = typeName(entry.values['sourceType'] ?? 0);
  }

  get name(): string {
    return this.row.name;
  }

  get out(): FunctionEmitter {
    return this.scope.out;
  }

  field(name: string): number {
    return this.entry.values[name] ?? 0;
  }

  get segment(): string {
    return spellingOf(SEGMENTS, this.field('segment')) ?? 'none';
  }

  get flushes(): boolean {
    return (this.field('modifier') & FTZ) !== 0 && ['inst_mod', 'inst_cmp', 'inst_cvt'].includes(this.entry.kind);
  }

  /** The rounding mode, that of the module where none is written. */
  get rounding(): string {
    const own = spellingOf(ROUNDINGS, this.field('round')) ?? 'none';
    return own === 'none' || own === 'default' ? this.scope.rounding : own;
  }

  operand(index: number): BrigEntry {
    return this.operands[index]!;
  }

  /** The elements of an operand that may be a vector. */
  elements(index: number): BrigEntry[] {
    const { module } = this.scope;
    const operand = this.operand(index);
    if (operand.kind !== 'operand_operand_list') return [operand];
    return listAt(module, operand.values['elements']!).map((offset) => module.operands.get(offset)!);
  }

  /** The type of an operand by its row. */
  typeOf(index: number): string {
    return typeName(operandType(this.row, this.entry.values, index));
  }

  /** The value of an operand. */
  read(index: number, type = this.typeOf(index)): string {
    return this.scope.read(this.operand(index), type);
  }

  /** All operands from one on. */
  sources(first = 1): string[] {
    return this.operands.slice(first).map((_, index) => this.read(index + first));
  }

  write(value: string, type = this.type): void {
    this.scope.write(this.operand(0), type, value);
  }

  /** A literal operand. */
  constant(index: number): number {
    const bytes = this.scope.constantBytes(this.operand(index));
    return Number(Buffer.from(bytes).readUIntLE(0, Math.min(4, bytes.length)));
  }

  refusal(what: string): AtollError {
    return this.scope.refusal(this.entry, `${this.name}: ${what}`);
  }
}
