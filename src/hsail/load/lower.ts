// Kernels in BRIG to instructions of Atoll's encoding (src/isa/hsail). Calls are expanded where they stand, with
// registers and variables of their own.

import { STACK_ENTRIES, VECTOR } from '../../isa/hsail/registers.js';
import { AtollError } from '../../util/errors.js';
import { formalArguments } from '../brig/call-checks.js';
import { CONTROLS, ROUNDINGS } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from '../brig/module.js';
import { bytesOf } from '../brig/types.js';
import { instructionText } from '../text/instructions.js';
import { type Body, type BodyInstruction, bodyOf, operandsOf, successors, targetsOf } from './body.js';
import { lowerQuery } from './dispatch-queries.js';
import { Emitter, type LiteralRelocation, VECTOR_CODE } from './emitter.js';
import { lowerFbarrier } from './fbarriers.js';
import { lowerAccess } from './memory-accesses.js';
import { postDominators } from './post-dominators.js';
import { type BranchLabels, Reconvergence } from './reconvergence.js';
import { RegisterMap } from './registers.js';
import { ActivationScope, type KernelMemory } from './scope.js';
import { lowerSimple } from './simple-instructions.js';
import { kernargLayout, type ProgramVariables, VariableArea } from './storage.js';

/** An instruction of HSAIL and the code that stands for it. */
export interface LoweredLine {
  /** Byte offset of its first instruction. */
  readonly offset: number;
  /** Offset of its entry in hsa_code. */
  readonly entry: number;
  readonly text: string;
}

export interface LoweredKernel {
  readonly name: string;
  readonly words: Uint32Array;
  readonly relocations: readonly LiteralRelocation[];
  readonly lines: readonly LoweredLine[];
  readonly kernargBytes: number;
  readonly groupBytes: number;
  readonly privateBytes: number;
  readonly formals: readonly BrigEntry[];
  readonly kernarg: ReadonlyMap<number, number>;
  readonly requiredGroup: readonly number[] | undefined;
  /** Names of registers and their first vector registers, of the kernel itself. */
  readonly registers: readonly (readonly [string, number])[];
}

class KernelLowering {
  readonly emitter = new Emitter();
  readonly reconvergence = new Reconvergence(this.emitter);
  readonly lines: LoweredLine[] = [];
  private activations = 0;

  constructor(
    readonly memory: KernelMemory,
    private readonly name: string,
    private readonly near: string,
  ) {}

  finish(): void {
    this.reconvergence.finish();
    this.emitter.finish();
  }

  /**
   * @param chain names of what is being expanded
   * @param depth points that may be open already
   */
  expand(
    executable: BrigEntry,
    actuals: ReadonlyMap<number, number>,
    first: number,
    chain: readonly string[],
    depth = 0,
  ): RegisterMap {
    const body = bodyOf(this.memory.module, executable);
    const name = stringAt(this.memory.module, executable.values['name']!);
    const registers = new RegisterMap(this.memory.module, body, first, name);
    const scope = new ActivationScope(this.emitter, this.memory, body, registers, actuals, this.name);
    new Activation(this, scope, `${this.activations++}`, [...chain, name], depth).lower(this.near);
    return registers;
  }

  /** @param lists of results and inputs */
  call(
    scope: ActivationScope,
    target: BrigEntry,
    lists: readonly BrigEntry[],
    chain: readonly string[],
    depth: number,
  ): void {
    const { module } = this.memory;
    const callee = scope.definitionOf(target);
    const name = stringAt(module, callee.values['name']!);
    if (chain.includes(name)) throw scope.refusal(`recursion (${[...chain, name].join(' calls ')})`);
    const given = lists.flatMap((list) => listAt(module, list.values['elements']!));
    const actuals = new Map(
      formalArguments(module, callee).map((formal, index) => [
        formal.offset,
        scope.placeOf(module.code.get(given[index]!)!),
      ]),
    );
    this.expand(callee, actuals, scope.registers.end, chain, depth);
  }
}

/** The expansion of one body. */
class Activation {
  private readonly body: Body;
  private readonly points: readonly number[];

  constructor(
    private readonly kernel: KernelLowering,
    private readonly scope: ActivationScope,
    private readonly prefix: string,
    private readonly chain: readonly string[],
    private readonly depth: number,
  ) {
    this.body = scope.body;
    const { module } = scope.memory;
    this.points = postDominators(this.body.instructions.map((_, index) => successors(module, this.body, index)));
    for (const [index, instruction] of this.body.instructions.entries())
      for (const labels of this.branches(instruction, index)) kernel.reconvergence.note(labels);
  }

  /**
   * Points that may be open at an instruction: those among its post-dominators.
   *
   * @throws AtollError LIMIT where the stack has no room for them
   */
  private openAt(index: number): number {
    const { instructions } = this.body;
    const meeting = new Set(this.points.filter((_, n) => /^s?c?br$/.test(instructions[n]!.row.name)));
    let count = this.depth;
    for (let at = this.points[index]!; ; at = this.points[at]!) {
      if (meeting.has(at)) count++;
      if (at >= instructions.length) break;
    }
    if (count >= STACK_ENTRIES)
      throw new AtollError(
        'LIMIT',
        `${this.chain.join(' calls ')}: branches are nested ${count} deep, the stack has ${STACK_ENTRIES} entries`,
      );
    return count;
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

  lower(near: string): void {
    const { instructions } = this.body;
    for (const [index, instruction] of instructions.entries()) {
      this.kernel.reconvergence.place(this.label(index));
      this.scope.begin();
      const text = instructionText(this.scope.memory.module, instruction.entry, true);
      this.kernel.lines.push({ offset: this.emitter.offset, entry: instruction.entry.offset, text });
      this.instruction(instruction, index, near);
    }
    this.kernel.reconvergence.place(this.label(instructions.length));
  }

  private instruction(instruction: BodyInstruction, index: number, near: string): void {
    const { scope, emitter } = this;
    const { row, operands, entry } = instruction;
    switch (row.name) {
      case 'br':
        return emitter.emit('br', { to: this.labelOf(operands[0]!.values['ref']!) });
      case 'cbr':
        this.openAt(index);
        return this.kernel.reconvergence.split(
          scope.source(operands[0]!, entry.values['type']!),
          this.branches(instruction, index)[0]!,
        );
      case 'sbr':
        this.openAt(index);
        return this.switch(instruction, index);
      case 'ret':
        return emitter.emit('ret', { to: this.label(this.body.instructions.length) });
      case 'call': {
        const target = scope.memory.module.code.get(operands[1]!.values['ref']!)!;
        return this.kernel.call(scope, target, [operands[0]!, operands[2]!], this.chain, this.openAt(index));
      }
      case 'scall':
        return this.calls(instruction, index);
      case 'debugtrap':
        return emitter.emit('debugtrap', { word: 0 });
      default:
        if (lowerAccess(scope, instruction) || lowerQuery(scope, instruction)) return;
        if (!lowerFbarrier(scope, instruction, this.label(index))) lowerSimple(scope, instruction, near);
    }
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
    emitter.emit(`mov_b${32 * words}`, { d: value, s0: scope.source(operands[operand]!, type) });
    const truth = scope.temporary(1);
    for (const [n, labels] of branches.entries()) {
      if (n > 0) emitter.label(this.part(index, n));
      emitter.begin();
      const s1 = emitter.literal(BigInt(n), words);
      emitter.emit(`cmp_eq_b1_u${32 * words}`, { d: truth, s0: VECTOR_CODE + value, s1 });
      this.kernel.reconvergence.split(VECTOR_CODE + truth, labels);
    }
    if (branches.length > 0) emitter.label(this.part(index, branches.length));
  }

  /** Calls by number: a switch whose targets are the expanded functions. */
  private calls(instruction: BodyInstruction, index: number): void {
    const { scope, emitter } = this;
    const { operands } = instruction;
    const { module } = scope.memory;
    const targets = listAt(module, operands[3]!.values['elements']!);
    const functions = [...new Set(targets)];
    const point = `${this.label(index)}.called`;
    const labelOf = (target: number): string => `${this.label(index)}.function.${functions.indexOf(target)}`;
    const branches = targets
      .slice(0, -1)
      .map((target, n) => ({ target: labelOf(target), side: this.part(index, n + 1), point }));
    this.choose(instruction, 1, index, branches);
    emitter.emit('jump', { to: labelOf(targets.at(-1)!) });
    for (const target of functions) {
      emitter.label(labelOf(target));
      this.kernel.call(
        scope,
        module.code.get(target)!,
        [operands[0]!, operands[2]!],
        this.chain,
        this.openAt(index) + 1,
      );
      emitter.emit('jump', { to: point });
    }
    this.kernel.reconvergence.place(point);
  }
}

const ROUNDING_NAMES: Readonly<Record<number, string>> = { [ROUNDINGS.zero]: 'zero' };

/** The size that a control directive requires, where all numbers are constants. */
function requiredGroup(module: BrigModule, { controls }: Body): readonly number[] | undefined {
  const found = controls.find(({ values }) => values['control'] === CONTROLS.requiredworkgroupsize);
  return (
    found &&
    operandsOf(module, found).map(({ values }) => {
      const bytes = module.data.get(values['bytes']!)!;
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    })
  );
}

/** @throws AtollError UNSUPPORTED, LIMIT, BAD_INPUT naming the kernel */
export function lowerKernel(
  module: BrigModule,
  kernel: BrigEntry,
  definitions: ReadonlyMap<string, BrigEntry>,
  program: ProgramVariables,
): LoweredKernel {
  const name = stringAt(module, kernel.values['name']!);
  const header = [...module.code.values()].find(({ kind }) => kind === 'directive_module')!;
  const formals = formalArguments(module, kernel);
  const { places, bytes } = kernargLayout(formals);
  const memory: KernelMemory = {
    module,
    definitions,
    program,
    group: new VariableArea(),
    privates: new VariableArea(),
    kernarg: places,
  };
  const near = ROUNDING_NAMES[header.values['defaultFloatRound']!] ?? 'near';
  const lowering = new KernelLowering(memory, `kernel ${name}`, near);
  const registers = lowering.expand(kernel, new Map(), VECTOR.first, []);
  lowering.emitter.emit('end');
  lowering.finish();
  const { emitter, lines } = lowering;
  return {
    name,
    words: Uint32Array.from(emitter.words),
    relocations: emitter.relocations,
    lines,
    kernargBytes: bytes,
    groupBytes: memory.group.bytes,
    privateBytes: memory.privates.bytes,
    formals,
    kernarg: places,
    requiredGroup: requiredGroup(module, bodyOf(module, kernel)),
    registers: registers.names,
  };
}
