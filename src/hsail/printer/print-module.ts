// HSAIL text of a module of LLVM IR for the target amdgcn: its kernels, after all calls have been inlined.

import { attributeGroups, attributeValue } from '../../compiler/ir/attributes.js';
import { type FunctionHead, groupOf, isKernel, readHead } from '../../compiler/ir/function-head.js';
import { metadataInteger, metadataString, readKernels } from '../../compiler/ir/kernels.js';
import { plainName } from '../../compiler/ir/lexical.js';
import { IrProgramError } from '../../compiler/ir/locations.js';
import { metadataNodes } from '../../compiler/ir/metadata.js';
import { functionLines, type IrFunction, type IrTextModule } from '../../compiler/ir/module.js';
import { AtollError } from '../../util/errors.js';
import { argumentText, loadArguments, readArguments } from './kernel-arguments.js';
import { KernelBody } from './kernel-body.js';
import { readBlocks } from './kernel-flow.js';
import { KernelScope, type PrintedModule, type PrinterSettings } from './kernel-scope.js';
import { blockLines, chooseConditions, withoutPassages } from './layout.js';
import { removeUnused } from './liveness.js';
import { allocateRegisters } from './register-allocation.js';
import { KernelSymbols, ModuleVariables } from './variables.js';

export interface PrintSettings extends PrinterSettings {
  /** The name of the source in `loc`; without it no lines are written. */
  readonly sourceName?: string | undefined;
}

const MODULE = 'module &program:1:0:$full:$large:$near;';

/** Names that instructions of a function read. */
function usedNames(one: IrFunction): ReadonlySet<string> {
  const used = new Set<string>();
  for (const line of functionLines(one))
    for (const [name] of line.replace(/^ {2}%\S+ = /, '').matchAll(/%(?:"[^"]*"|[-$.\w]+)/g)) used.add(name);
  return used;
}

/** Directives of the work-group's size. */
function limitLines(head: FunctionHead, module: IrTextModule, required: readonly string[]): string[] {
  if (required.length === 3) return [`  requiredworkgroupsize ${required.map(metadataInteger).join(', ')};`];
  const group = attributeGroups(module).find(({ number }) => number === groupOf(head));
  const maximum = group && attributeValue(group, 'amdgpu-flat-work-group-size')?.split(',')[1];
  return maximum === undefined ? [] : [`  maxflatworkgroupsize ${maximum};`];
}

/** @param types of arguments, as metadata */
function refuseImages(types: readonly string[]): void {
  const imageType = types.map(metadataString).find((type) => /^(?:image\w+_t|sampler_t)$/.test(type));
  if (imageType === undefined) return;
  throw new AtollError('UNSUPPORTED', `an argument of the type ${imageType}`, 'docs/hsail.md lists what is refused');
}

class ModulePrinter {
  private readonly shared: PrintedModule;
  private readonly variables: ModuleVariables;
  private readonly metadata: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

  constructor(
    private readonly module: IrTextModule,
    private readonly settings: PrintSettings,
  ) {
    const nodes = metadataNodes(module);
    const { types, kernels } = readKernels(module, nodes);
    this.shared = { module, named: types, nodes, settings };
    this.variables = new ModuleVariables(module, types);
    this.metadata = new Map(kernels.map(({ name, metadata }) => [name, metadata]));
  }

  print(): string {
    const kernels = this.module.parts.flatMap((part) => {
      const head = part.kind === 'function' ? readHead(part.define) : undefined;
      return part.kind === 'function' && head && isKernel(head) ? [this.kernel(part, head)] : [];
    });
    return [MODULE, ...this.variables.declarations(), ...kernels, ''].join('\n');
  }

  private kernel(one: IrFunction, head: FunctionHead): string {
    const name = plainName(head.name);
    try {
      return this.kernelText(one, head, name);
    } catch (error) {
      if (error instanceof IrProgramError) {
        const place = error.place === undefined ? '' : `${error.place}: `;
        throw new AtollError('UNSUPPORTED', `kernel ${name}: ${place}${error.message}`, error.hint);
      }
      if (error instanceof AtollError && error.code === 'UNSUPPORTED')
        throw new AtollError('UNSUPPORTED', `kernel ${name}: ${error.message} cannot be printed as HSAIL`, error.hint);
      throw error;
    }
  }

  private kernelText(one: IrFunction, head: FunctionHead, name: string): string {
    const { named } = this.shared;
    const metadata = this.metadata.get(name);
    refuseImages(metadata?.get('kernel_arg_base_type') ?? []);
    const names = (metadata?.get('kernel_arg_name') ?? []).map(metadataString);
    const parameters = readArguments(head.parameters, names);
    const memory = new KernelSymbols(this.variables, named);
    const scope = new KernelScope(this.shared, memory, memory, usedNames(one));
    // Unnamed parameters are numbered before the first block.
    const entry = `%${parameters.filter(({ value }) => /^%\d+$/.test(value)).length}`;
    const body = new KernelBody(scope, readBlocks(one, entry));
    const blocks = body.print(() => loadArguments(scope, parameters));
    removeUnused(blocks);
    chooseConditions(blocks, allocateRegisters(blocks, name));
    removeUnused(blocks);
    const registers = allocateRegisters(blocks, name);
    const kept = withoutPassages(blocks, registers);
    const formals = parameters.map((argument) => `\n\t${argumentText(argument, named)}`).join(',');
    return [
      `prog kernel &${name}(${formals})`,
      '{',
      ...limitLines(head, this.module, nodeOperandsOf(metadata)),
      ...memory.declarations(),
      ...blockLines(kept, registers, this.settings.sourceName),
      '};',
    ].join('\n');
  }
}

const nodeOperandsOf = (metadata: ReadonlyMap<string, readonly string[]> | undefined): readonly string[] =>
  metadata?.get('reqd_work_group_size') ?? [];

/** @throws AtollError UNSUPPORTED naming the kernel, the place and the construct; LIMIT for too many registers */
export const printModule = (module: IrTextModule, settings: PrintSettings): string =>
  new ModulePrinter(module, settings).print();
