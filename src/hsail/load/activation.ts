// Lowers one body: a kernel, or a function where it is called.

import { type BrigEntry, listAt } from '../brig/module.js';
import { bytesOf } from '../brig/types.js';
import { instructionText } from '../text/instructions.js';
import { lowerAllocation } from './allocations.js';
import { type Body, type BodyInstruction, successors, targetsOf } from './body.js';
import { lowerQuery } from './dispatch-queries.js';
import { type Emitter, VECTOR_CODE } from './emitter.js';
import { detectExceptions, lowerExceptionFlags } from './exceptions.js';
import { lowerFbarrier } from './fbarriers.js';
import { lowerImage } from './images.js';
import { indirectTargets } from './indirect-calls.js';
import type { LoweredActivation, LoweredLine } from './lowered-kernel.js';
import { lowerAccess } from './memory-accesses.js';
import { postDominators } from './post-dominators.js';
import type { BranchLabels, Reconvergence } from './reconvergence.js';
import type { ActivationScope } from './scope.js';
import { lowerSimple } from './simple-instructions.js';

/** Instructions behind which nothing may stand; they write no registers. */
const JUMPS: ReadonlySet<string> = new Set(['br', 'cbr', 'sbr', 'ret', 'call', 'scall', 'icall']);

/** The trap of debuggers, as in finalized code. */
const DEBUG_TRAP = 1;

/** The kernel that is being lowered. */
export interface LoweringKernel {
  readonly emitter: Emitter;
  readonly reconvergence: Reconvergence;
  readonly lines: LoweredLine[];
  readonly gaps: number[];
  /**
   * Expands a function, or calls one that is lowered once: then nothing is expanded.
   * @param lists of results and inputs
   * @param call offset of the entry that calls
   */
  call(
    scope: ActivationScope,
    target: BrigEntry,
    lists: readonly BrigEntry[],
    chain: readonly string[],
    call: number,
  ): LoweredActivation | undefined;
}

/** The expansion of one body. */
export class Activation {
  private readonly body: Body;
  private readonly inner: LoweredActivation[] = [];
  private readonly points: readonly number[];

  constructor(
    private readonly kernel: LoweringKernel,
    private readonly scope: ActivationScope,
    private readonly prefix: string,
    private readonly chain: readonly string[],
  ) {
    this.body = scope.body;
    const { module } = scope.memory;
    this.points = postDominators(this.body.instructions.map((_, index) => successors(module, this.body, index)));
    for (const [index, instruction] of this.body.instructions.entries())
      for (const labels of this.branches(instruction, index)) kernel.reconvergence.note(labels);
  }

  private get emitter(): Emitter {
    return this.kernel.emitter;
  }

  private label(index: number): string {
    return `${this.prefix}.${index}`;
  }

  private labelOf(entry: number): string {
    return this.label(this.body.labels.get(entry)!);
  }

  /** The branches of an instruction: a switch has several, one behind the other. */
  private branches({ row, operands }: BodyInstruction, index: number): readonly BranchLabels[] {
    if (row.name !== 'cbr' && row.name !== 'sbr') return [];
    const point = this.label(this.points[index]!);
    if (row.name === 'cbr')
      return [{ target: this.labelOf(operands[1]!.values['ref']!), side: this.label(index + 1), point }];
    const targets = targetsOf(this.scope.memory.module, operands[1]!).map((target) => this.labelOf(target));
    return targets.slice(0, -1).map((target, n) => ({ target, side: this.part(index, n + 1), point }));
  }

  /** Label of a part of a switch or of calls by number. */
  private part(index: number, n: number): string {
    return `${this.label(index)}.${n}`;
  }

  /** A label, and what stands there of the reconvergence stack. */
  private place(label: string): void {
    const { kernel, emitter } = this;
    const { offset } = emitter;
    kernel.reconvergence.place(label);
    if (emitter.offset > offset) kernel.gaps.push(offset);
  }

  /** @returns the functions that it calls */
  lower(near: string): readonly LoweredActivation[] {
    const { instructions } = this.body;
    for (const [index, instruction] of instructions.entries()) {
      this.place(this.label(index));
      this.scope.begin();
      const text = instructionText(this.scope.memory.module, instruction.entry, true);
      this.kernel.lines.push({ offset: this.emitter.offset, entry: instruction.entry.offset, text });
      this.instruction(instruction, index, near);
      this.scope.end(JUMPS.has(instruction.row.name));
    }
    this.place(this.label(instructions.length));
    return this.inner;
  }

  private instruction(instruction: BodyInstruction, index: number, near: string): void {
    const { scope, emitter } = this;
    const { row, operands, entry } = instruction;
    switch (row.name) {
      case 'br':
        return emitter.emit('br', { to: this.labelOf(operands[0]!.values['ref']!) });
      case 'cbr':
        return this.kernel.reconvergence.split(
          scope.source(operands[0]!, entry.values['type']!),
          this.branches(instruction, index)[0]!,
        );
      case 'sbr':
        return this.switch(instruction, index);
      case 'ret':
        return emitter.emit(this.chain.length === 1 ? 'ret_kernel' : 'ret', {
          to: this.label(this.body.instructions.length),
        });
      case 'call': {
        const target = scope.memory.module.code.get(operands[1]!.values['ref']!)!;
        emitter.emit('call', { word: 0 });
        return this.call(instruction, target);
      }
      case 'scall':
        return this.calls(instruction, index);
      case 'icall':
        return this.indirectCall(instruction, index);
      case 'debugtrap':
        return emitter.emit('debugtrap', { word: DEBUG_TRAP });
      default:
        if (row.name === 'alloca') return lowerAllocation(scope, instruction, this.label(index));
        if (lowerAccess(scope, instruction) || lowerQuery(scope, instruction) || lowerImage(scope, instruction)) return;
        if (lowerExceptionFlags(scope, instruction) || lowerFbarrier(scope, instruction, this.label(index))) return;
        detectExceptions(scope, instruction, near);
        lowerSimple(scope, instruction, near);
    }
  }

  /** Expands a function. */
  private call({ entry, operands }: BodyInstruction, target: BrigEntry): void {
    const lists = [operands[0]!, operands[2]!];
    const expanded = this.kernel.call(this.scope, target, lists, this.chain, entry.offset);
    if (expanded) this.inner.push(expanded);
  }

  /** One comparison and branch after the other; an index beyond the last target goes there. */
  private switch(instruction: BodyInstruction, index: number): void {
    const targets = targetsOf(this.scope.memory.module, instruction.operands[1]!);
    this.choose(instruction, 0, index, this.branches(instruction, index));
    this.emitter.emit('jump', { to: this.labelOf(targets.at(-1)!) });
  }

  /** The branches by an index. @param operand its number */
  private choose(
    { operands, entry }: BodyInstruction,
    operand: number,
    index: number,
    branches: readonly BranchLabels[],
  ) {
    const { emitter, scope } = this;
    const type = entry.values['type']!;
    const words = bytesOf(type) / 4;
    const value = scope.temporary(words);
    emitter.aid(`mov_b${32 * words}`, { d: value, s0: scope.source(operands[operand]!, type) });
    const truth = scope.temporary(1);
    for (const [n, labels] of branches.entries()) {
      if (n > 0) emitter.label(this.part(index, n));
      emitter.begin();
      const s1 = emitter.literal(BigInt(n), words);
      emitter.aid(`cmp_eq_b1_u${32 * words}`, { d: truth, s0: VECTOR_CODE + value, s1 });
      this.kernel.reconvergence.split(VECTOR_CODE + truth, labels);
    }
    if (branches.length > 0) emitter.label(this.part(index, branches.length));
  }

  /** Calls by number: a switch whose targets are the expanded functions. */
  private calls(instruction: BodyInstruction, index: number): void {
    const { scope, emitter } = this;
    const { operands } = instruction;
    const { module } = scope.memory;
    const targets = listAt(module, operands[3]!.values['elements']!).map((target) => module.code.get(target)!);
    const functions = [...new Set(targets)];
    const point = this.calledPoint(index);
    const labelOf = (target: BrigEntry): string => this.functionLabel(index, functions.indexOf(target));
    const branches = targets
      .slice(0, -1)
      .map((target, n) => ({ target: labelOf(target), side: this.part(index, n + 1), point }));
    this.choose(instruction, 1, index, branches);
    emitter.emit('jump', { to: labelOf(targets.at(-1)!) });
    this.functions(instruction, index, functions);
  }

  /** A switch by handles: one that is no address of a function with the arguments of the call is a fault. */
  private indirectCall(instruction: BodyInstruction, index: number): void {
    const { emitter, scope } = this;
    const { operands, entry } = instruction;
    const { module, definitions, program } = scope.memory;
    const functions = indirectTargets(module, definitions, module.code.get(operands[3]!.values['ref']!)!);
    const handle = scope.source(operands[1]!, entry.values['type']!);
    const truth = scope.temporary(1);
    for (const [n, target] of functions.entries()) {
      emitter.begin();
      emitter.aid('cmp_eq_b1_u64', { d: truth, s0: handle, s1: emitter.addressOf(program.handleOf(target)) });
      const side = this.part(index, n + 1);
      const labels = { target: this.functionLabel(index, n), side, point: this.calledPoint(index) };
      this.kernel.reconvergence.split(VECTOR_CODE + truth, labels);
      emitter.label(side);
    }
    emitter.emit('bad_handle_b32', { s0: handle, s1: handle + 1 });
    this.functions(instruction, index, functions);
  }

  private calledPoint(index: number): string {
    return `${this.label(index)}.called`;
  }

  private functionLabel(index: number, n: number): string {
    return `${this.label(index)}.function.${n}`;
  }

  /** The expanded functions of a switch, and the point where their lanes meet. */
  private functions(instruction: BodyInstruction, index: number, functions: readonly BrigEntry[]): void {
    const { emitter } = this;
    const point = this.calledPoint(index);
    for (const [n, target] of functions.entries()) {
      emitter.label(this.functionLabel(index, n));
      this.call(instruction, target);
      emitter.aid('jump', { to: point });
    }
    this.place(point);
  }
}
