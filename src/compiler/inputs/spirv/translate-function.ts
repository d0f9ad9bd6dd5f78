// Functions of a module as functions of LLVM, and its entry points as kernels.

import { type SpirvFunction, targetsOf } from '../../../spirv/functions.js';
import { isIdKind, type SpirvInstruction } from '../../../spirv/module.js';
import { ARITHMETIC_RULES } from './arithmetic.js';
import { ATOMIC_RULES } from './atomics.js';
import { bindBuiltin } from './builtin-variables.js';
import { COMPARISON_RULES } from './comparisons.js';
import { COMPOSITE_RULES } from './composites.js';
import { CONTROL_RULES, phiLine, returnRules } from './control.js';
import { CONVERSION_RULES } from './conversions.js';
import { extendedInstruction, groupCopy, groupWait } from './extended.js';
import { type SpirvRule, SpirvScope } from './function-scope.js';
import { IMAGE_RULES } from './images.js';
import type { SpirvFunctionLines } from './lines.js';
import { MEMORY_RULES } from './memory.js';
import type { ModuleScope } from './module-scope.js';
import { PRODUCT_RULES } from './products.js';
import { type FunctionShape, irType, memoryType, type TypeShape } from './type-shapes.js';

const RULES: Readonly<Record<string, SpirvRule>> = {
  ...ARITHMETIC_RULES,
  ...COMPARISON_RULES,
  ...PRODUCT_RULES,
  ...MEMORY_RULES,
  ...COMPOSITE_RULES,
  ...CONVERSION_RULES,
  ...ATOMIC_RULES,
  ...IMAGE_RULES,
  ...CONTROL_RULES,
  ExtInst: extendedInstruction,
  GroupAsyncCopy: groupCopy,
  GroupWaitEvents: groupWait,
};

export interface FunctionText {
  readonly parameters: readonly string[];
  readonly lines: readonly string[];
}

class FunctionTranslation {
  private readonly scope: SpirvScope;
  private readonly returns: Readonly<Record<string, SpirvRule>>;
  /** By block: how often each parent branches to it. */
  private readonly edges = new Map<number, Map<number, number>>();
  /** Lines of phis by their index. */
  private readonly phis: { readonly at: number; readonly instruction: SpirvInstruction; readonly block: number }[] = [];

  constructor(
    module: ModuleScope,
    private readonly source: SpirvFunction,
    private readonly shape: FunctionShape,
    private readonly debug: SpirvFunctionLines | undefined,
  ) {
    this.scope = new SpirvScope(module);
    this.returns = returnRules(shape.result);
  }

  /** @param isKernel arguments by value arrive in constant memory */
  run(isKernel: boolean): FunctionText {
    const { scope, source } = this;
    scope.debug = this.debug?.none() ?? '';
    const parameters = source.parameters.map((parameter, n) => this.parameter(parameter, n, isKernel));
    this.bindBuiltins();
    for (const block of source.blocks) {
      scope.debug = this.debug?.none() ?? '';
      scope.lines.push(`b${block.label.result}:`);
      for (const instruction of [...block.body, block.terminator]) this.instruction(instruction, block.label.result);
    }
    if (this.phis.length > 0) this.countEdges();
    for (const { at, instruction, block } of this.phis) {
      const line = phiLine(scope, instruction, this.edges.get(block) ?? new Map());
      scope.lines[at] = `${line}${this.debug?.none() ?? ''}`;
    }
    const first = source.blocks[0]?.label.result ?? 0;
    const entry = ['entry:', ...scope.entry, `  br label %b${first}${this.debug?.none() ?? ''}`];
    return { parameters, lines: [...entry, ...scope.lines] };
  }

  private countEdges(): void {
    for (const { label, terminator } of this.source.blocks)
      for (const target of targetsOf(terminator)) {
        const parents = this.edges.get(target) ?? new Map<number, number>();
        this.edges.set(target, parents.set(label.result, (parents.get(label.result) ?? 0) + 1));
      }
  }

  private instruction(instruction: SpirvInstruction, block: number): void {
    const { scope } = this;
    const { name } = instruction;
    scope.offset = instruction.offset;
    if (this.debug?.note(instruction)) {
      scope.debug = this.debug.current();
      return;
    }
    if (name === 'Line' || name === 'NoLine') return;
    if (name === 'Phi') {
      const type = scope.resultType(instruction);
      this.phis.push({ at: scope.lines.length, instruction, block });
      scope.lines.push('');
      scope.bind(instruction.result, { type, text: `%v${instruction.result}` });
      return;
    }
    const rules = Object.hasOwn(this.returns, name) ? this.returns : RULES;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw scope.refuse(instruction, 'this instruction');
    rule(scope, instruction);
  }

  /** Variables of the environment that the function uses. */
  private bindBuiltins(): void {
    const { module } = this.scope;
    if (module.builtins.size === 0) return;
    const used = new Set<number>();
    for (const { body } of this.source.blocks)
      for (const { operands } of body)
        for (const { kind, value } of operands) if (isIdKind(kind) && module.builtins.has(value)) used.add(value);
    const variables = [...used].flatMap((id) => module.builtins.get(id) ?? []);
    for (const variable of variables.sort((one, other) => one.offset - other.offset)) bindBuiltin(this.scope, variable);
  }

  private parameter(parameter: SpirvInstruction, index: number, isKernel: boolean): string {
    const { scope } = this;
    const type = scope.resultType(parameter);
    const name = `%v${parameter.result}`;
    const expected = this.shape.parameters[index];
    scope.need(expected !== undefined && irType(expected) === irType(type), parameter, "not of the function's type");
    const isByValue = scope.module.decorations
      .values(parameter.result, 'FuncParamAttr', 'FunctionParameterAttribute')
      .includes('ByVal');
    if (isByValue) return this.copiedParameter(parameter, type, name, isKernel);
    if (isKernel && type.kind === 'pointer' && (type.space === 5 || type.space === 0))
      throw scope.refuse(parameter, `an argument of the storage class ${type.storage}`);
    scope.bind(parameter.result, { type, text: name });
    return `${irType(type)} ${name}`;
  }

  /** An aggregate by value: the function gets a copy of its own. */
  private copiedParameter(parameter: SpirvInstruction, type: TypeShape, name: string, isKernel: boolean): string {
    const { scope } = this;
    if (type.kind !== 'pointer' || type.space !== 5) throw scope.fail(parameter, 'ByVal of something else than memory');
    const pointee = scope.pointee(type, parameter);
    const own = memoryType(pointee);
    const alignment = scope.module.alignmentOf(parameter.result);
    const place = scope.atEntry(`alloca ${own}${alignment}, addrspace(5)`);
    const space = isKernel ? 4 : 5;
    const size = scope.atEntry(`ptrtoint ptr getelementptr (${own}, ptr null, i32 1) to i64`);
    const copy = scope.module.declare('void', `llvm.memcpy.p5.p${space}.i64`, [
      'ptr addrspace(5)',
      `ptr addrspace(${space})`,
      'i64',
      'i1 immarg',
    ]);
    const from = `ptr addrspace(${space})`;
    scope.entryEffect(`call void ${copy}(ptr addrspace(5) ${place}, ${from} ${name}, i64 ${size}, i1 false)`);
    scope.bind(parameter.result, { type, text: place });
    return isKernel ? `${from} byref(${own})${alignment.slice(1)} ${name}` : `${from} ${name}`;
  }
}

/** @throws AtollError at the word of what is not valid or not supported */
export const translateFunction = (
  module: ModuleScope,
  source: SpirvFunction,
  shape: FunctionShape,
  options: { readonly isKernel: boolean; readonly debug: SpirvFunctionLines | undefined },
): FunctionText => new FunctionTranslation(module, source, shape, options.debug).run(options.isKernel);
