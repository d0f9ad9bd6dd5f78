// A module under translation: types, constants, declarations, and what its functions share.

import { IrProgram } from '../../../hsail/finalizer/ir-program.js';
import type { CheckedModule } from '../../../spirv/checks/check-module.js';
import { Decorations } from '../../../spirv/decorations.js';
import { type SpirvInstruction, type SpirvModule, spirvError, spirvRefusal } from '../../../spirv/module.js';
import { partType } from './constant-values.js';
import { ConstantTable, type Specialization } from './constants.js';
import type { FunctionShape, TypeShape } from './type-shapes.js';
import { SpirvTypes } from './types.js';

export interface TranslationSettings {
  /** The chip, by LLVM's name. */
  readonly target: string;
  readonly specializations: readonly Specialization[];
  /** Quotients of floats may be approximated. */
  readonly isRelaxed: boolean;
}

export interface FunctionCallee {
  readonly symbol: string;
  readonly shape: FunctionShape;
}

/** Quotients with an error of at most 2.5 units in the last place, as OpenCL C's. */
const LOOSE_QUOTIENTS = '!{float 2.500000e+00}';
const MAX_ALIGNMENT = 2 ** 31;
/** Large constants are part of each instruction that uses them. */
const MAX_CHARACTERS = 2 ** 28;
const IS_PLAIN = /^[A-Za-z_.$][\w.$]*$/;

/** A name as LLVM's text has it. */
export function symbolText(name: string): string {
  if (IS_PLAIN.test(name)) return `@${name}`;
  const bytes = [...Buffer.from(name, 'utf8')];
  const plain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
  const text = bytes.map((byte) =>
    plain(byte) ? String.fromCharCode(byte) : `\\${byte.toString(16).padStart(2, '0')}`,
  );
  return `@"${text.join('')}"`;
}

export class ModuleScope {
  readonly source: SpirvModule;
  readonly name: string;
  readonly decorations: Decorations;
  readonly types: SpirvTypes;
  readonly constants: ConstantTable;
  readonly program: IrProgram;
  readonly isRelaxed: boolean;
  readonly names = new Map<number, string>();
  /** Texts of OpString by id. */
  readonly strings = new Map<number, string>();
  /** Texts of constant variables by their symbol, up to the first 0. */
  readonly literals = new Map<string, string>();
  /** Variables of the execution environment. */
  readonly builtins = new Map<number, SpirvInstruction>();
  /** OpExecutionMode by entry point. */
  readonly modes = new Map<number, SpirvInstruction[]>();
  private sorted: readonly string[] | undefined;
  /** Functions by id. */
  readonly callees = new Map<number, FunctionCallee>();
  private hasPrintf = false;
  private characters = 0;

  constructor(
    readonly checked: CheckedModule,
    readonly settings: TranslationSettings,
  ) {
    const { module } = checked;
    this.source = module;
    this.name = module.name;
    this.isRelaxed = settings.isRelaxed;
    this.decorations = new Decorations(module);
    this.constants = new ConstantTable(module, this.decorations, settings.specializations);
    this.types = new SpirvTypes(module, this.decorations, (id) => this.constants.integer(id));
    this.program = new IrProgram(settings.target, false, 'amdgcn-unknown-unknown');
    for (const instruction of module.instructions) this.note(instruction);
  }

  private note(instruction: SpirvInstruction): void {
    const { name, operands, result } = instruction;
    const [target, text] = operands;
    if (name === 'Name') this.names.set(target?.value ?? 0, text?.text ?? '');
    else if (name === 'String') this.strings.set(result, target?.text ?? '');
    else if (name === 'ExecutionMode' || name === 'ExecutionModeId') {
      const modes = this.modes.get(target?.value ?? 0);
      if (modes) modes.push(instruction);
      else this.modes.set(target?.value ?? 0, [instruction]);
    }
  }

  /** Texts of OpString in the order of their characters. */
  sortedStrings(): readonly string[] {
    this.sorted ??= [...this.strings.values()].sort();
    return this.sorted;
  }

  /** Declares a function of the library or of LLVM. */
  declare(type: string, name: string, parameters: readonly string[]): string {
    const isIntrinsic = name.startsWith('llvm.');
    return this.program.declare(type, name, parameters, isIntrinsic ? '' : this.calledAttributes());
  }

  private calledAttributes(): string {
    return this.program.attributeGroup('convergent nounwind');
  }

  /** @throws AtollError at the instruction if the id is that of no function */
  callee(id: number, { offset }: SpirvInstruction): FunctionCallee {
    const callee = this.callees.get(id);
    if (callee === undefined) throw spirvError(this.name, offset, `%${id} is no function`);
    return callee;
  }

  /** @throws AtollError UNSUPPORTED at the instruction if the code as text becomes too large for memory */
  addCharacters(count: number, offset: number): void {
    this.characters += count;
    if (this.characters > MAX_CHARACTERS)
      throw spirvRefusal(
        this.name,
        offset,
        `code of more than ${MAX_CHARACTERS} characters of LLVM IR is not supported`,
        'Split the module, and keep large constants in variables.',
      );
  }

  notePrintf(): void {
    this.hasPrintf = true;
  }

  get prints(): boolean {
    return this.hasPrintf;
  }

  looseQuotients(): string {
    return this.program.onceNode(LOOSE_QUOTIENTS);
  }

  importName(id: number): string {
    return this.source.imports.get(id) ?? '';
  }

  member(type: TypeShape, index: number): TypeShape | undefined {
    return partType(type, index);
  }

  /** `, align 16` of a decorated variable; empty without. */
  alignmentOf(id: number): string {
    const decoration = this.decorations.find(id, 'Alignment');
    const alignment = decoration?.operands[0]?.value;
    if (decoration === undefined || alignment === undefined) return '';
    if (alignment === 0 || alignment > MAX_ALIGNMENT || (alignment & (alignment - 1)) !== 0)
      throw spirvError(this.name, decoration.offset, `the alignment ${alignment} is no power of two`);
    return `, align ${alignment}`;
  }
}
