// Modules of BRIG as one program of LLVM IR: definitions are found over all modules by their names.

import { imageProblem } from '../../isa/hsail/images.js';
import { AtollError } from '../../util/errors.js';
import { declarationProblem, LIKE_DEFINITION } from '../brig/declarations.js';
import { MACHINE_MODELS, PROFILES, ROUNDINGS, spellingOf } from '../brig/enums.js';
import { enabledExceptions } from '../brig/exceptions.js';
import { imageProperties, OTHER_IMAGE } from '../brig/images.js';
import { type BrigEntry, type BrigModule, stringAt } from '../brig/module.js';
import { type HsailSource, sourceOfModule } from '../text/source-text.js';
import { calledNames, recursiveNames } from './call-depth.js';
import { type DenormalField, DenormalModes } from './denormal-modes.js';
import { type ExecutableContext, executablesOf, translateExecutable } from './executables.js';
import { addImage } from './image-constants.js';
import { type IrProgram, symbolName } from './ir-program.js';
import { DebugLines } from './lines.js';
import { PrivateBlock } from './private-block.js';
import { samplerConstant } from './sampler-constants.js';
import { pointerType } from './scope.js';
import { alignmentOf, initialText, isDefinition, isOfProgram, segmentOf, sizeOf } from './variables.js';

const DEFINABLE = ['directive_variable', 'directive_fbarrier', 'directive_function', 'directive_indirect_function'];
const GROUP = 'group';

const REPORT = 'Use another instruction, or report what the program needs.';
const ADD_MODULE = 'Add the module that defines it to the program.';
const ONE_PROFILE = 'Assemble all modules of a program for one profile.';

interface Definition {
  readonly module: ModuleTranslation;
  readonly entry: BrigEntry;
}

/** State that the modules of a program share. */
class ProgramSymbols {
  readonly definitions = new Map<string, Definition>();
  /** Functions that are called by each one, by link names. */
  readonly calls = new Map<string, readonly string[]>();
  private recursive: ReadonlySet<string> | undefined;
  private profile: number | undefined;
  /** Private variables of all modules, which each kernel has once for its work-items. */
  readonly privates = new PrivateBlock();
  readonly denormals = new DenormalModes();

  constructor(
    readonly program: IrProgram,
    /** Begins all names, to keep several programs in one apart. */
    readonly prefix: string,
  ) {}

  /** @throws what `refusal` gives, where modules have different profiles */
  checkProfile(profile: number, refusal: (text: string) => AtollError): void {
    this.profile ??= profile;
    const [own, others] = [profile, this.profile].map((each) => `$${spellingOf(PROFILES, each)}`);
    if (own !== others) throw refusal(`the profile is ${own}, that of the first module ${others}`);
  }

  /** After all modules have been registered. */
  isRecursive(name: string): boolean {
    this.recursive ??= recursiveNames(this.calls);
    return this.recursive.has(name);
  }
}

class ModuleTranslation implements ExecutableContext {
  readonly rounding: string;
  readonly lines: DebugLines;
  private readonly source: HsailSource;
  private readonly name: string;
  private readonly own = new Map<string, BrigEntry>();
  private readonly statics = new Map<number, string>();
  private images = 0;

  constructor(
    private readonly symbols: ProgramSymbols,
    readonly module: BrigModule,
  ) {
    const header = [...module.code.values()].find(({ kind }) => kind === 'directive_module')!;
    this.name = stringAt(module, header.values['name']!);
    const source = sourceOfModule(module);
    this.source = { ...source, name: symbols.program.fileName(source.name, source.text) };
    if (header.values['machineModel'] !== MACHINE_MODELS.large)
      throw this.refusal(
        header,
        'the machine model $small is not that of the GPUs; they have $large',
        undefined,
        'Assemble the text for $large, with addresses of 64 bits.',
      );
    symbols.checkProfile(header.values['profile']!, (text) => this.refusal(header, text, undefined, ONE_PROFILE));
    const rounding = spellingOf(ROUNDINGS, header.values['defaultFloatRound']!)!;
    this.rounding = rounding === 'default' ? 'near' : rounding;
    this.lines = new DebugLines(symbols.program, this.name, this.source);
    this.register();
    for (const { entry, body } of executablesOf(module))
      if (isDefinition(entry)) this.symbols.calls.set(this.nameOf(entry), calledNames(module, body));
    symbols.privates.detect(enabledExceptions(module));
  }

  get program(): IrProgram {
    return this.symbols.program;
  }

  private nameOf({ values }: BrigEntry): string {
    return stringAt(this.module, values['name']!);
  }

  private moduleEntries(): BrigEntry[] {
    let end = 0;
    return [...this.module.code.values()].filter((entry) => {
      const isInside = entry.offset < end;
      if (!isInside && entry.values['nextModuleEntry'] !== undefined) end = entry.values['nextModuleEntry'];
      return !isInside && DEFINABLE.includes(entry.kind);
    });
  }

  /** Of a declaration and a definition of one name, the definition counts. */
  private register(): void {
    const { definitions } = this.symbols;
    for (const entry of this.moduleEntries()) {
      if (!isDefinition(entry)) continue;
      const name = this.nameOf(entry);
      this.own.set(name, entry);
      if (entry.kind === 'directive_variable' && segmentOf(entry) === 'private') this.symbols.privates.add(entry);
      if (entry.kind === 'directive_indirect_function') this.symbols.privates.addIndirect();
      if (!isOfProgram(entry)) continue;
      if (definitions.has(name))
        throw this.refusal(entry, `${name} is defined by two modules`, undefined, 'Remove one of the definitions.');
      definitions.set(name, { module: this, entry });
    }
  }

  private definitionOf(entry: BrigEntry, line: number | undefined): Definition {
    if (isDefinition(entry)) return { module: this, entry };
    const name = this.nameOf(entry);
    const own = this.own.get(name);
    const definition = own === undefined ? this.symbols.definitions.get(name) : { module: this, entry: own };
    if (definition === undefined)
      throw this.refusal(entry, `${name} is declared, but defined by no module of the program`, line, ADD_MODULE);
    const { module, entry: defined } = definition;
    const problem = declarationProblem({ module: this.module, entry }, { module: module.module, entry: defined });
    if (problem !== undefined) throw this.refusal(entry, problem, line, LIKE_DEFINITION);
    return definition;
  }

  get privates(): PrivateBlock {
    return this.symbols.privates;
  }

  privatePlace(entry: BrigEntry, line: number | undefined): number | undefined {
    if (entry.kind !== 'directive_variable' || segmentOf(entry) !== 'private') return undefined;
    return this.privates.placeOf(this.definitionOf(entry, line).entry);
  }

  private linkName(entry: BrigEntry): string {
    const name = this.nameOf(entry);
    return `${this.symbols.prefix}${isOfProgram(entry) ? name : `${this.name}::${name}`}`;
  }

  private symbolOf(entry: BrigEntry): string {
    return symbolName(this.linkName(entry));
  }

  variable(entry: BrigEntry, line: number | undefined): string {
    const definition = this.definitionOf(entry, line);
    return definition.module.moduleVariable(definition.entry);
  }

  private moduleVariable(entry: BrigEntry): string {
    return this.statics.get(entry.offset) ?? this.define(entry, this.symbolOf(entry));
  }

  defineStatic(entry: BrigEntry, owner: string): string {
    const name = `${this.symbols.prefix}${this.name}::${owner}::${this.nameOf(entry)}.${entry.offset}`;
    return this.statics.get(entry.offset) ?? this.define(entry, symbolName(name));
  }

  private define(entry: BrigEntry, symbol: string): string {
    this.statics.set(entry.offset, symbol);
    const isBarrier = entry.kind === 'directive_fbarrier';
    const segment = isBarrier ? GROUP : segmentOf(entry);
    const size = isBarrier ? 'i32' : `[${sizeOf(entry)} x i8]`;
    const value =
      segment === GROUP
        ? `${size} poison`
        : initialText(this.module, entry, (constant) => this.handle(entry, constant));
    // Loads of unwritten memory remain in the code: instruments find them.
    const linkage =
      segment === GROUP ? 'internal externally_initialized' : isOfProgram(entry) ? 'protected' : 'internal';
    const alignment = isBarrier ? 4 : alignmentOf(entry);
    const space = pointerType(segment).slice('ptr '.length);
    const [visibility, initialized = ''] = linkage.split(' ');
    this.program.addGlobal(`${symbol} = ${visibility} ${space} ${initialized} global ${value}, align ${alignment}`);
    return symbol;
  }

  /** The address of the descriptor that a constant stands for. */
  private handle(variable: BrigEntry, constant: BrigEntry): string {
    if (constant.kind === 'operand_constant_sampler')
      return `ptrtoint (ptr addrspace(4) ${samplerConstant(this.program, constant)} to i64)`;
    const properties = imageProperties(constant);
    const problem = imageProblem(properties);
    if (problem !== undefined)
      throw this.refusal(variable, `${this.nameOf(variable)}: ${problem}`, undefined, OTHER_IMAGE);
    const name = `${this.symbols.prefix}${this.name}::image.${this.images++}`;
    return addImage(this.program, name, properties);
  }

  isRecursive(entry: BrigEntry): boolean {
    return entry.kind !== 'directive_kernel' && this.symbols.isRecursive(this.nameOf(entry));
  }

  function(entry: BrigEntry, line?: number): string {
    if (entry.kind === 'directive_kernel') return this.symbolOf(entry);
    const definition = this.definitionOf(entry, line);
    return definition.module.symbolOf(definition.entry);
  }

  /** @param line of the source, by `loc` */
  refusal(entry: BrigEntry, what: string, line?: number, hint = REPORT): AtollError {
    const section = entry.kind.startsWith('operand_') ? 'hsa_operand' : 'hsa_code';
    const ownLine = section === 'hsa_code' ? this.source.lines.get(entry.offset) : undefined;
    const own = ownLine === undefined ? '' : ` (${this.source.name}:${ownLine})`;
    const place = line === undefined ? own : ` (line ${line})`;
    const text = `module ${this.name}: ${section}+0x${entry.offset.toString(16)}${place}: ${what}`;
    return new AtollError('UNSUPPORTED', text, hint);
  }

  flushedFields(executable: BrigEntry): ReadonlySet<DenormalField> {
    // Exceptions are computed from subnormal operands and results, too.
    return this.privates.detected === 0 ? this.symbols.denormals.flushed(this.symbolOf(executable)) : new Set();
  }

  /** Makes the operations of its functions known, before any is translated. */
  noteDenormals(): void {
    const { denormals } = this.symbols;
    for (const { entry, body } of executablesOf(this.module).filter((parts) => isDefinition(parts.entry))) {
      const symbol = this.symbolOf(entry);
      if (entry.kind === 'directive_indirect_function') denormals.open(symbol);
      denormals.add(this.module, symbol, body, (callee) => this.calledSymbol(callee));
    }
  }

  private calledSymbol(callee: BrigEntry): string {
    const name = this.nameOf(callee);
    const isAbsent = !isDefinition(callee) && !this.own.has(name) && !this.symbols.definitions.has(name);
    // The call is refused when it is translated.
    return isAbsent ? this.symbolOf(callee) : this.function(callee);
  }

  translate(): string[] {
    const executables = executablesOf(this.module).filter(({ entry }) => isDefinition(entry));
    // Of the program's variables the host has the addresses, whether kernels use them or not.
    for (const entry of this.moduleEntries())
      if (
        entry.kind === 'directive_variable' &&
        isDefinition(entry) &&
        isOfProgram(entry) &&
        segmentOf(entry) !== 'private'
      )
        this.moduleVariable(entry);
    for (const parts of executables) translateExecutable(this, parts);
    return executables
      .filter(({ entry }) => entry.kind === 'directive_kernel')
      .map(({ entry }) => this.linkName(entry));
  }
}

/**
 * Adds the modules of one HSA program.
 *
 * @param prefix begins the names of all symbols
 * @returns the names of its kernels
 * @throws AtollError naming module, section and offset of what is not finalized
 */
export function finalizeModules(program: IrProgram, modules: readonly BrigModule[], prefix = ''): string[] {
  const symbols = new ProgramSymbols(program, prefix);
  const translations = modules.map((module) => new ModuleTranslation(symbols, module));
  for (const translation of translations) translation.noteDenormals();
  return translations.flatMap((translation) => translation.translate());
}
