// A SPIR-V module as text of LLVM IR for a chip, in the form that clang's front end gives to OpenCL C.

import { checkModule } from '../../../spirv/checks/check-module.js';
import { LINES, type SpirvFunction } from '../../../spirv/functions.js';
import { enumerantName } from '../../../spirv/grammar/tables.js';
import { type SpirvInstruction, type SpirvModule, spirvError, spirvRefusal } from '../../../spirv/module.js';
import { checkCapabilities } from './capabilities.js';
import { addGlobals, linkageOf } from './globals.js';
import { kernelMetadata, modesOf } from './kernel-metadata.js';
import { hasLines, ModuleLines, type SpirvFunctionLines } from './lines.js';
import { type FunctionCallee, ModuleScope, symbolText, type TranslationSettings } from './module-scope.js';
import { translateFunction } from './translate-function.js';
import { type FunctionShape, irType } from './type-shapes.js';

export interface SpirvTranslation {
  readonly ir: string;
  readonly kernels: readonly string[];
  /** True if kernels print. */
  readonly prints: boolean;
}

const INLINE = 1;
const DONT_INLINE = 2;
const MAX_KERNELS_OF_FUNCTION = 64;

class ModuleTranslation {
  private readonly lines: ModuleLines | undefined;
  private readonly before: ReadonlyMap<number, SpirvInstruction>;
  private readonly functions: ReadonlyMap<number, SpirvFunction>;
  private readonly kernels = new Set<string>();
  /** Functions that are entry points, and how many. */
  private readonly entries = new Map<number, number>();

  constructor(private readonly scope: ModuleScope) {
    this.functions = new Map(scope.checked.functions.map((one) => [one.definition.result, one]));
    this.lines = hasLines(scope.source) ? new ModuleLines(scope) : undefined;
    this.before = this.lines ? this.linesBefore() : new Map();
  }

  run(): SpirvTranslation {
    addGlobals(this.scope);
    const entries = this.scope.source.instructions.filter(({ name }) => name === 'EntryPoint');
    for (const entry of entries) this.noteEntry(entry);
    for (const [id, source] of this.functions) this.scope.callees.set(id, this.calleeOf(source));
    const called = new Set(
      this.scope.source.instructions
        .filter(({ name }) => name === 'FunctionCall')
        .map(({ operands }) => operands[0]?.value ?? 0),
    );
    for (const [id, source] of this.functions)
      if (source.blocks.length === 0) this.addDeclaration(source);
      else if (!this.entries.has(id) || called.has(id)) this.addFunction(source);
    for (const entry of entries) this.addKernel(entry);
    return { ir: this.scope.program.text(), kernels: [...this.kernels], prints: this.scope.prints };
  }

  private noteEntry({ operands, offset }: SpirvInstruction): void {
    const id = operands[1]?.value ?? 0;
    const count = (this.entries.get(id) ?? 0) + 1;
    if (count > MAX_KERNELS_OF_FUNCTION)
      throw spirvRefusal(
        this.scope.name,
        offset,
        `more than ${MAX_KERNELS_OF_FUNCTION} kernels of the function %${id} are not supported`,
        'Each kernel gets its own code: call the function from them.',
      );
    this.entries.set(id, count);
  }

  private shapeOf({ definition, parameters }: SpirvFunction): FunctionShape {
    const { types, name } = this.scope;
    const type = types.of(definition.operands[1]?.value ?? 0, definition.offset);
    if (type.kind !== 'function')
      throw spirvError(name, definition.offset, 'OpFunction: its type is none of functions');
    const result = types.of(definition.type, definition.offset + 1);
    if (irType(result) !== irType(type.result) || parameters.length !== type.parameters.length)
      throw spirvError(name, definition.offset, 'OpFunction: result and parameters are not those of its type');
    return type;
  }

  private calleeOf(source: SpirvFunction): FunctionCallee {
    const { result } = source.definition;
    const linkage = linkageOf(this.scope, result);
    const name = linkage && !this.entries.has(result) ? linkage.name : `spirv.function.${result}`;
    return { symbol: symbolText(name), shape: this.shapeOf(source) };
  }

  private addDeclaration(source: SpirvFunction): void {
    const { definition } = source;
    const { scope } = this;
    const linkage = linkageOf(scope, definition.result);
    if (linkage?.kind !== 'Import')
      throw spirvError(
        scope.name,
        definition.offset,
        `OpFunction: %${definition.result} has no body and is not imported`,
      );
    const { shape } = scope.callee(definition.result, definition);
    scope.declare(irType(shape.result), linkage.name, shape.parameters.map(irType));
  }

  private attributes(source: SpirvFunction, more: readonly string[]): string {
    const control = source.definition.operands[0]?.value ?? 0;
    const words = [
      (control & DONT_INLINE) === 0 ? '' : 'noinline',
      (control & INLINE) === 0 || (control & DONT_INLINE) !== 0 ? '' : 'inlinehint',
      'convergent norecurse nounwind',
      '"denormal-fp-math-f32"="preserve-sign,preserve-sign"',
      `"target-cpu"="${this.scope.settings.target}"`,
      ...more,
    ];
    return this.scope.program.attributeGroup(words.filter((word) => word !== '').join(' '));
  }

  private linesOf({ definition, blocks }: SpirvFunction, name: string): SpirvFunctionLines | undefined {
    const { lines } = this;
    if (lines === undefined) return undefined;
    const inside = blocks.flatMap(({ body, terminator }) => [...body, terminator]);
    const first = inside.map((one) => lines.positionOf(one)).find((position) => position !== undefined);
    const before = this.before.get(definition.result);
    const start = (before && lines.positionOf(before)) ?? first;
    return start && lines.function(name, start);
  }

  /** The OpLine right before each function, by its id. */
  private linesBefore(): ReadonlyMap<number, SpirvInstruction> {
    const lines = new Map<number, SpirvInstruction>();
    let before: SpirvInstruction | undefined;
    for (const instruction of this.scope.source.instructions) {
      if (instruction.name === 'Function' && before && LINES.includes(before.name))
        lines.set(instruction.result, before);
      before = instruction;
    }
    return lines;
  }

  private addFunction(source: SpirvFunction): void {
    const { scope } = this;
    const { result } = source.definition;
    const { symbol, shape } = scope.callee(result, source.definition);
    const debug = this.linesOf(source, scope.names.get(result) ?? symbol.slice(1));
    const { parameters, lines } = translateFunction(scope, source, shape, { isKernel: false, debug });
    const linkage = symbol.startsWith('@spirv.function.') ? 'internal' : this.visibility(result);
    const head = `define ${linkage} ${irType(shape.result)} ${symbol}(${parameters.join(', ')})`;
    this.define(source.definition, [head, this.attributes(source, [])], debug, lines);
  }

  private visibility(id: number): string {
    return linkageOf(this.scope, id)?.kind === 'LinkOnceODR' ? 'linkonce_odr hidden' : 'hidden';
  }

  private define(
    { offset }: SpirvInstruction,
    [head, tail]: readonly [string, string],
    debug: SpirvFunctionLines | undefined,
    lines: readonly string[],
  ): void {
    const own = debug === undefined ? '' : ` !dbg ${debug.scope}`;
    this.scope.addCharacters(head.length + tail.length, offset);
    this.scope.program.addFunction([`${head} ${tail}${own} {`, ...lines, '}'].join('\n'));
  }

  private addKernel(entry: SpirvInstruction): void {
    const { scope } = this;
    const [model, id, name] = entry.operands;
    const modelName = enumerantName('ExecutionModel', model?.value ?? 0);
    if (modelName !== 'Kernel')
      throw spirvRefusal(scope.name, entry.offset, `the execution model ${modelName} is not supported`, 'Kernels are.');
    const source = this.functions.get(id?.value ?? 0);
    const kernel = name?.text ?? '';
    if (source === undefined || source.blocks.length === 0)
      throw spirvError(scope.name, entry.offset, `OpEntryPoint: %${id?.value} is no function with a body`);
    if (kernel === '' || kernel.startsWith('llvm.') || this.kernels.has(kernel))
      throw spirvError(scope.name, entry.offset, `OpEntryPoint: '${kernel}' is no name of a kernel, or that of two`);
    this.kernels.add(kernel);
    this.translateKernel(source, kernel, modesOf(scope, source.definition.result));
  }

  private translateKernel(source: SpirvFunction, kernel: string, modes: ReturnType<typeof modesOf>): void {
    const { scope } = this;
    const { shape } = scope.callee(source.definition.result, source.definition);
    if (shape.result.kind !== 'void')
      throw spirvError(scope.name, source.definition.offset, `OpFunction: the kernel ${kernel} has a result`);
    const debug = this.linesOf(source, kernel);
    const { parameters, lines } = translateFunction(scope, source, shape, { isKernel: true, debug });
    const items = modes.required?.reduce((product, size) => product * size, 1);
    const sizes = items === undefined ? [] : [`"amdgpu-flat-work-group-size"="${items},${items}"`];
    const attributes = this.attributes(source, [...sizes, '"uniform-work-group-size"="true"']);
    const head = `define protected amdgpu_kernel void ${symbolText(kernel)}(${parameters.join(', ')})`;
    const tail = `${attributes}${kernelMetadata(scope, source, kernel, modes)}`;
    this.define(source.definition, [head, tail], debug, lines);
  }
}

/** @throws AtollError BAD_INPUT, UNSUPPORTED naming module and word */
export function translateSpirv(module: SpirvModule, settings: TranslationSettings): SpirvTranslation {
  checkCapabilities(module);
  return new ModuleTranslation(new ModuleScope(checkModule(module), settings)).run();
}
