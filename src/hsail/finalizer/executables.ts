// Kernels and functions of a module as functions of LLVM IR.

import type { BrigEntry, BrigModule } from '../brig/module.js';
import { stringAt } from '../brig/module.js';
import { placedEntries } from '../brig/placed-entries.js';
import { limitDepth } from './call-depth.js';
import { labelName } from './control.js';
import { denormalAttributes } from './denormal-modes.js';
import { clearFlags } from './exception-flags.js';
import { FunctionEmitter } from './function-emitter.js';
import { HsailInstruction } from './instruction.js';
import type { IrProgram } from './ir-program.js';
import { kernelArguments } from './kernel-arguments.js';
import { kernelLimits, limitTexts } from './kernel-limits.js';
import type { DebugLines, FunctionLines } from './lines.js';
import { FLAGS, PRIVATE_BLOCK } from './private-block.js';
import { RULES } from './rules.js';
import { FunctionScope, type ModuleNames } from './scope.js';
import { alignmentOf, isOfProgram, segmentOf, sizeOf } from './variables.js';

/** Parts of a module that its functions need. */
export interface ExecutableContext extends ModuleNames {
  readonly program: IrProgram;
  readonly lines: DebugLines;
  /** A function that calls itself, directly or by others. */
  isRecursive(entry: BrigEntry): boolean;
  /** A variable of a function that is in a segment of the whole program: its symbol. */
  defineStatic(entry: BrigEntry, owner: string): string;
}

export interface ExecutableParts {
  readonly entry: BrigEntry;
  readonly formals: readonly BrigEntry[];
  readonly body: readonly BrigEntry[];
}

/** Kernels and functions with their formal arguments and bodies. */
export function executablesOf(module: BrigModule): ExecutableParts[] {
  const executables = new Map<number, { entry: BrigEntry; formals: BrigEntry[]; body: BrigEntry[] }>();
  for (const { entry, owner, place } of placedEntries(module)) {
    if (['directive_kernel', 'directive_function', 'directive_indirect_function'].includes(entry.kind))
      executables.set(entry.offset, { entry, formals: [], body: [] });
    const parts = owner && executables.get(owner.offset);
    if (parts === undefined) continue;
    if (place !== 'formal') parts.body.push(entry);
    else if (entry.kind === 'directive_variable') parts.formals.push(entry);
  }
  return [...executables.values()];
}

const COMMON_ATTRIBUTES = 'convergent nounwind "amdgpu-no-implicitarg-ptr" "uniform-work-group-size"="false"';
const AUTOMATIC = ['private', 'spill', 'arg'];
const MIN_ALIGNMENT = 4;

class ExecutableTranslation {
  private readonly out: FunctionEmitter;
  private readonly scope: FunctionScope;
  private readonly lines: FunctionLines;
  private readonly name: string;
  private argumentMetadata = '';

  constructor(
    private readonly context: ExecutableContext,
    private readonly parts: ExecutableParts,
  ) {
    const { module, program } = context;
    this.out = new FunctionEmitter(program);
    this.scope = new FunctionScope(context, this.out, parts.entry, (...register) =>
      this.lines.registerText(...register),
    );
    this.name = stringAt(module, parts.entry.values['name']!);
    this.lines = context.lines.function(module, this.name, parts.body);
    this.out.debug = this.lines.none();
  }

  private parameters(): readonly string[] {
    const { formals } = this.parts;
    const { privates } = this.context;
    if (this.scope.isKernel) {
      if (privates.size > 0) this.out.reserve('privates', `[${privates.size} x i8]`, privates.alignment);
      if (privates.detected !== 0) clearFlags(this.out);
      const { offsets, parameters, metadata } = kernelArguments(this.context.program, this.context.module, formals);
      this.argumentMetadata = metadata;
      for (const [entry, offset] of offsets) this.scope.kernargs.set(entry, offset);
      return parameters;
    }
    const flags = this.scope.isIndirect || privates.passesFlags ? [FLAGS] : [];
    const block = privates.size > 0 && !this.scope.isIndirect ? [PRIVATE_BLOCK] : [];
    const places = formals.map(({ offset }, index) => {
      const name = `%formal${index}`;
      this.scope.variables.set(offset, name);
      return `ptr addrspace(5) ${name}`;
    });
    return [...flags, ...block, ...places];
  }

  private variable(entry: BrigEntry): void {
    const segment = segmentOf(entry);
    const place = AUTOMATIC.includes(segment)
      ? this.out.reserve(
          `variable${entry.offset}`,
          `[${sizeOf(entry)} x i8]`,
          Math.max(MIN_ALIGNMENT, alignmentOf(entry)),
        )
      : this.context.defineStatic(entry, this.name);
    this.scope.variables.set(entry.offset, place);
  }

  private location({ values }: BrigEntry): void {
    const [line, column] = [values['line']!, values['column']!];
    this.scope.line = line;
    const file = stringAt(this.context.module, values['filename']!);
    this.out.debug = this.lines.enter(file, line, column);
  }

  private instruction(entry: BrigEntry): void {
    const instruction = new HsailInstruction(this.scope, entry);
    const rule = RULES[instruction.name];
    if (rule === undefined) throw this.scope.refusal(entry, `${instruction.name} is not finalized yet`);
    this.out.debug = this.lines.ofEntry(entry);
    rule(instruction);
  }

  private entry(entry: BrigEntry): void {
    switch (entry.kind) {
      case 'directive_variable':
        return this.variable(entry);
      case 'directive_fbarrier':
        this.scope.variables.set(entry.offset, this.context.defineStatic(entry, this.name));
        return undefined;
      case 'directive_label':
        return this.out.label(labelName(entry.offset));
      case 'directive_loc':
        return this.location(entry);
      default:
        if (entry.kind.startsWith('inst_')) this.instruction(entry);
    }
  }

  /** Of indirect functions of the program the host has the addresses. */
  private linkage(): string {
    if (this.scope.isKernel) return 'amdgpu_kernel';
    return this.scope.isIndirect && isOfProgram(this.parts.entry) ? 'protected' : 'internal';
  }

  run(): void {
    const { context, out, scope, parts } = this;
    const { program, module } = context;
    const parameters = this.parameters();
    if (context.isRecursive(parts.entry)) {
      if (parts.body[0]) out.debug = this.lines.ofEntry(parts.body[0]);
      limitDepth(out);
    }
    for (const entry of parts.body) this.entry(entry);
    if (out.endsOpen) out.jump('ret void');
    const [metadata, limits] = scope.isKernel ? limitTexts(program, kernelLimits(module, parts.body)) : ['', ''];
    const denormals = denormalAttributes(context.flushedFields(parts.entry));
    const attributes = program.attributeGroup(`${COMMON_ATTRIBUTES} ${denormals} ${limits}`.trim());
    const head = `${this.linkage()} void ${context.function(parts.entry)}`;
    const text = `define ${head}(${parameters.join(', ')}) ${attributes} !dbg ${this.lines.scope}${metadata}${this.argumentMetadata} {\n${out.body()}\n}`;
    program.addFunction(text);
  }
}

/** Adds a kernel or function to the program. */
export const translateExecutable = (context: ExecutableContext, parts: ExecutableParts): void =>
  new ExecutableTranslation(context, parts).run();
