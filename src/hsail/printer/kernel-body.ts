// The body of a kernel: instruction by instruction, block by block.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { readType } from '../../compiler/ir/types.js';
import { ATOMIC_RULES } from './atomics.js';
import { call } from './calls.js';
import type { BlockExit, PrintedBlock } from './code.js';
import { CONVERSION_RULES } from './conversions.js';
import { FLOAT_RULES, oppositeFloats } from './floats.js';
import { compareIntegers, INTEGER_RULES, type InstructionRule, oppositeComparison } from './integers.js';
import { casesOf, type FlowBlock, incomingValue, inDominanceOrder } from './kernel-flow.js';
import type { KernelScope } from './kernel-scope.js';
import { MEMORY_RULES } from './memory.js';
import { registerKind, type ValuePart } from './parts.js';
import { emitParallelCopies, type RegisterCopy } from './phi-copies.js';
import { VECTOR_RULES } from './vectors.js';

const RULES: Readonly<Record<string, InstructionRule>> = {
  ...INTEGER_RULES,
  ...FLOAT_RULES,
  ...CONVERSION_RULES,
  ...VECTOR_RULES,
  ...MEMORY_RULES,
  ...ATOMIC_RULES,
  call,
};

const labelOf = (name: string): string => `@b${name.replace(/[^\w]/g, '_')}`;

export class KernelBody {
  private readonly byName: ReadonlyMap<string, FlowBlock>;
  private readonly definitions = new Map<string, IrInstruction>();
  private readonly printed = new Map<FlowBlock, PrintedBlock[]>();

  constructor(
    private readonly scope: KernelScope,
    private readonly blocks: readonly FlowBlock[],
  ) {
    this.byName = new Map(blocks.map((block) => [block.name, block]));
    for (const { instructions } of blocks)
      for (const instruction of instructions)
        if (instruction.result !== undefined) this.definitions.set(instruction.result, instruction);
  }

  /** @param before instructions at the kernel's beginning. @returns the blocks, each loop in one piece */
  print(before: () => void): PrintedBlock[] {
    const order = inDominanceOrder(this.blocks);
    for (const block of order) for (const phi of block.phis) this.reserve(phi);
    for (const [n, block] of order.entries()) {
      const first = this.scope.code.blocks.length;
      this.scope.code.begin(labelOf(block.name));
      if (n === 0) before();
      for (const instruction of block.instructions) this.instruction(instruction);
      this.end(block);
      this.printed.set(block, this.scope.code.blocks.slice(first));
    }
    return order.flatMap((block) => this.printed.get(block)!);
  }

  /** Registers of a phi. */
  private reserve(phi: IrInstruction): void {
    const types = this.scope.typesOf(readType(phi.type)!);
    this.scope.set(
      phi,
      types.map((type): ValuePart => ({ type, value: this.scope.code.register(registerKind(type)) })),
    );
  }

  private instruction(instruction: IrInstruction): void {
    this.scope.enter(instruction);
    const rule = Object.hasOwn(RULES, instruction.opcode) ? RULES[instruction.opcode] : undefined;
    if (!rule) this.scope.refuse(`the instruction ${instruction.opcode}`);
    else rule(this.scope, instruction);
  }

  private end(block: FlowBlock): void {
    const { scope } = this;
    scope.enter(block.end);
    const { opcode, operands } = block.end;
    if (opcode === 'ret' || opcode === 'unreachable') return;
    if (opcode === 'switch') return this.switch(block);
    if (opcode !== 'br') return scope.refuse(`the instruction ${opcode}`);
    const [first, target, otherwise] = operands;
    if (target === undefined) return this.jump(block, first!.slice('label '.length));
    const condition = scope.part(first!);
    const names = [target, otherwise!].map((text) => text.slice('label '.length));
    if (names[0] === names[1]) return this.jump(block, names[0]!);
    const opposite = this.opposite(first!.slice('i1 '.length));
    const current = scope.code.current;
    const register = scope.register(condition);
    const [taken, other] = this.edges(block, names);
    current.end = { kind: 'branch', condition: register, opposite, target: taken!, otherwise: other! };
  }

  /** The register of a comparison's opposite: it goes where it is unused. */
  private opposite(name: string): (BlockExit & { kind: 'branch' })['opposite'] {
    const comparison = this.definitions.get(name);
    if (!comparison) return undefined;
    const part = oppositeComparison(this.scope, comparison) ?? oppositeFloats(this.scope, comparison);
    return part && this.scope.register(part);
  }

  private jump(block: FlowBlock, target: string): void {
    emitParallelCopies(this.scope.code, this.copies(block, target));
    this.scope.code.current.end = { kind: 'jump', target: labelOf(target) };
  }

  /** Labels of targets: a block of copies precedes one with phis. */
  private edges(block: FlowBlock, targets: readonly string[]): string[] {
    const { code } = this.scope;
    const labels = new Map<string, string>();
    return targets.map((target) => {
      const existing = labels.get(target);
      if (existing !== undefined) return existing;
      let label = labelOf(target);
      if (this.byName.get(target)!.phis.length > 0) {
        label = code.label();
        code.begin(label);
        this.jump(block, target);
      }
      labels.set(target, label);
      return label;
    });
  }

  private copies(block: FlowBlock, target: string): RegisterCopy[] {
    const { scope } = this;
    return this.byName.get(target)!.phis.flatMap((phi) => {
      const sources = scope.parts(incomingValue(phi, block.name));
      return scope.values.get(phi.result!)!.map(({ type, value }, n): RegisterCopy => {
        const source = sources[n]!;
        if (source.segment) scope.refuse('an address of an argument that depends on a branch');
        const operand = typeof source.value === 'bigint' ? source.value : scope.register(source);
        return { target: value as RegisterCopy['target'], type, source: operand };
      });
    });
  }

  /** A comparison for each case. */
  private switch(block: FlowBlock): void {
    const { scope } = this;
    const { code } = scope;
    const [value] = block.end.operands;
    const cases = casesOf(block.end);
    const otherwise = /label (\S+)/.exec(block.end.line)![1]!;
    const tested = scope.part(value!);
    const tests: PrintedBlock[] = [];
    for (const [n, { value: number }] of cases.entries()) {
      if (n > 0) code.begin(code.label());
      const condition = scope.register(compareIntegers(scope, 'eq', tested, scope.part(number)));
      code.current.end = { kind: 'branch', condition, target: '', otherwise: '' };
      tests.push(code.current);
    }
    if (tests.length === 0) return this.jump(block, otherwise);
    const labels = this.edges(block, [...cases.map(({ target }) => target), otherwise]);
    for (const [n, test] of tests.entries()) {
      const end = test.end as BlockExit & { kind: 'branch' };
      test.end = { ...end, target: labels[n]!, otherwise: tests[n + 1]?.label ?? labels.at(-1)! };
    }
  }
}
