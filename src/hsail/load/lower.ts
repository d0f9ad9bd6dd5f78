// Kernels in BRIG to instructions of Atoll's encoding (src/isa/hsail). Calls are expanded where they stand, with
// registers and variables of their own.

import { SCALAR, VECTOR } from '../../isa/hsail/registers.js';
import { AtollError } from '../../util/errors.js';
import { formalArguments } from '../brig/call-checks.js';
import { CONTROLS, ROUNDINGS } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from '../brig/module.js';
import { bytesOf } from '../brig/types.js';
import { instructionText } from '../text/instructions.js';
import { type Body, type BodyInstruction, bodyOf, operandsOf, successors, targetsOf } from './body.js';
import { lowerQuery } from './dispatch-queries.js';
import { Emitter, type LiteralRelocation, VECTOR_CODE } from './emitter.js';
import { lowerAtomic, lowerLoad, lowerQueue, lowerSignal, lowerStore } from './memory-accesses.js';
import { postDominators } from './post-dominators.js';
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

const MASK = SCALAR.mask;

class KernelLowering {
  readonly emitter = new Emitter();
  readonly lines: LoweredLine[] = [];
  private activations = 0;
  private numbers = 1;
  /** Code of sides that are resumed: behind everything else. */
  private readonly stubs: (() => void)[] = [];

  constructor(
    readonly memory: KernelMemory,
    private readonly name: string,
    private readonly near: string,
  ) {}

  /** A number for a point or a side. */
  number(): number {
    return this.numbers++;
  }

  later(stub: () => void): void {
    this.stubs.push(stub);
  }

  finish(): void {
    for (const stub of this.stubs) stub();
    this.emitter.finish();
  }

  /** @param chain names of what is being expanded */
  expand(
    executable: BrigEntry,
    actuals: ReadonlyMap<number, number>,
    first: number,
    chain: readonly string[],
  ): RegisterMap {
    const body = bodyOf(this.memory.module, executable);
    const name = stringAt(this.memory.module, executable.values['name']!);
    const registers = new RegisterMap(this.memory.module, body, first, name);
    const scope = new ActivationScope(this.emitter, this.memory, body, registers, actuals, this.name);
    new Activation(this, scope, `${this.activations++}`, [...chain, name]).lower(this.near);
    return registers;
  }

  call(scope: ActivationScope, { operands }: BodyInstruction, chain: readonly string[]): void {
    const { module, definitions } = this.memory;
    const target = module.code.get(operands[1]!.values['ref']!)!;
    const name = stringAt(module, target.values['name']!);
    const callee = definitions.get(name);
    if (!callee)
      throw new AtollError('BAD_INPUT', `${this.name} calls ${name}, which is declared, and defined in no module`);
    if (chain.includes(name)) throw scope.refusal(`recursion (${[...chain, name].join(' calls ')})`);
    const given = [operands[0]!, operands[2]!].flatMap((list) => listAt(module, list.values['elements']!));
    const actuals = new Map(
      formalArguments(module, callee).map((formal, index) => [
        formal.offset,
        scope.placeOf(module.code.get(given[index]!)!),
      ]),
    );
    this.expand(callee, actuals, scope.registers.end, chain);
  }
}

/** The expansion of one body. */
class Activation {
  private readonly body: Body;
  private readonly points: readonly number[];
  /** By instruction where lanes meet: the number of the point, and sides that wait there by their instruction. */
  private readonly meeting = new Map<number, { readonly point: number; readonly sides: Map<string, number> }>();

  constructor(
    private readonly kernel: KernelLowering,
    private readonly scope: ActivationScope,
    private readonly prefix: string,
    private readonly chain: readonly string[],
  ) {
    this.body = scope.body;
    const { module } = scope.memory;
    this.points = postDominators(this.body.instructions.map((_, index) => successors(module, this.body, index)));
    for (const [index, instruction] of this.body.instructions.entries()) this.notePoints(instruction, index);
  }

  private get emitter(): Emitter {
    return this.kernel.emitter;
  }

  private label(index: number): string {
    return `${this.prefix}.${index}`;
  }

  private meetingAt(index: number) {
    let found = this.meeting.get(index);
    if (!found) this.meeting.set(index, (found = { point: this.kernel.number(), sides: new Map() }));
    return found;
  }

  /** Before code is made all sides are known: a point comes before the branches in loops. */
  private notePoints({ row, operands }: BodyInstruction, index: number): void {
    const { labels } = this.body;
    const point = this.points[index]!;
    if (row.name === 'cbr')
      this.noteSide(point, labels.get(operands[1]!.values['ref']!)!, this.label(index + 1), index + 1);
    if (row.name !== 'sbr') return;
    const targets = targetsOf(this.scope.memory.module, operands[1]!);
    for (let n = 0; n + 1 < targets.length; n++)
      this.noteSide(point, labels.get(targets[n]!)!, `${this.label(index)}.${n + 1}`, undefined);
  }

  /** @param next number of the instruction of the other side, where it is one */
  private noteSide(point: number, target: number, side: string, next: number | undefined): void {
    if (target === next) return;
    const { sides } = this.meetingAt(point);
    if (target !== point && next !== point && !sides.has(side)) sides.set(side, this.kernel.number());
  }

  lower(near: string): void {
    const { instructions } = this.body;
    instructions.forEach((instruction, index) => {
      this.place(index);
      this.scope.begin();
      const offset = this.emitter.offset;
      this.instruction(instruction, index, near);
      const text = instructionText(this.scope.memory.module, instruction.entry, true);
      this.kernel.lines.push({ offset, entry: instruction.entry.offset, text });
    });
    this.place(instructions.length);
  }

  /** The begin of an instruction: where lanes meet, sides continue and the point is closed. */
  private place(index: number): void {
    const { emitter } = this;
    const label = this.label(index);
    emitter.label(label);
    const meeting = this.meeting.get(index);
    if (!meeting) return;
    const after = `${label}.met`;
    emitter.emit('outside', { label: meeting.point, to: after });
    if (meeting.sides.size > 0) emitter.emit('peek');
    for (const [side, number] of meeting.sides) {
      emitter.emit('resume', { label: number, to: `${label}.${number}` });
      this.kernel.later(() => {
        emitter.label(`${label}.${number}`);
        emitter.emit('pop');
        emitter.emit('jump', { to: side });
      });
    }
    emitter.emit('close');
    emitter.label(after);
  }

  private instruction(instruction: BodyInstruction, index: number, near: string): void {
    const { scope } = this;
    const { row, operands, entry } = instruction;
    switch (row.name) {
      case 'ld':
        return lowerLoad(scope, instruction);
      case 'st':
        return lowerStore(scope, instruction);
      case 'atomic':
      case 'atomicnoret':
        return lowerAtomic(scope, instruction);
      case 'signal':
      case 'signalnoret':
        return lowerSignal(scope, instruction);
      case 'br':
        return this.emitter.emit('br', { to: this.label(this.body.labels.get(operands[0]!.values['ref']!)!) });
      case 'cbr':
        return this.branch(instruction, index);
      case 'sbr':
        return this.switch(instruction, index);
      case 'ret':
        return this.emitter.emit('ret', { to: this.label(this.body.instructions.length) });
      case 'call':
        return this.kernel.call(scope, instruction, this.chain);
      case 'debugtrap':
        return this.emitter.emit('debugtrap', { word: 0 });
      default:
        if (entry.kind === 'inst_queue') return lowerQueue(scope, instruction);
        if (!lowerQuery(scope, instruction)) lowerSimple(scope, instruction, near);
    }
  }

  private branch({ operands, entry }: BodyInstruction, index: number): void {
    const { emitter, scope } = this;
    const target = this.body.labels.get(operands[1]!.values['ref']!)!;
    emitter.emit('lanes_b1', { d: MASK, s0: scope.source(operands[0]!, entry.values['type']!) });
    this.split(target, this.label(index + 1), index + 1, this.points[index]!);
  }

  /** Where lanes differ; falls through to the other side. */
  private split(target: number, side: string, next: number | undefined, point: number): void {
    const { emitter } = this;
    emitter.emit('cbr_b1', { s0: MASK, to: this.label(target) });
    if (target === next) return;
    emitter.emit('unless', { s0: MASK, to: side });
    const { point: number, sides } = this.meetingAt(point);
    const opened = `${side}.opened.${this.kernel.number()}`;
    emitter.emit('within', { label: number, to: opened });
    emitter.emit('open', { label: number });
    emitter.label(opened);
    if (target === point) return emitter.emit('drop', { s0: MASK });
    if (next !== point) emitter.emit('push', { label: sides.get(side)!, s1: MASK });
    emitter.emit('take', { s0: MASK });
    emitter.emit('jump', { to: this.label(target) });
  }

  /** One comparison and branch after the other; an index beyond the last target goes there. */
  private switch({ operands, entry }: BodyInstruction, index: number): void {
    const { emitter, scope } = this;
    const type = entry.values['type']!;
    const targets = targetsOf(scope.memory.module, operands[1]!).map((target) => this.body.labels.get(target)!);
    const value = scope.source(operands[0]!, type);
    const isWide = bytesOf(type) === 8;
    const truth = scope.temporary(1);
    for (let n = 0; n + 1 < targets.length; n++) {
      if (n > 0) emitter.label(`${this.label(index)}.${n}`);
      emitter.begin();
      const s1 = emitter.literal(BigInt(n), isWide ? 2 : 1);
      emitter.emit(isWide ? 'cmp_eq_b1_u64' : 'cmp_eq_b1_u32', { d: truth, s0: value, s1 });
      emitter.emit('lanes_b1', { d: MASK, s0: VECTOR_CODE + truth });
      this.split(targets[n]!, `${this.label(index)}.${n + 1}`, undefined, this.points[index]!);
    }
    if (targets.length > 1) emitter.label(`${this.label(index)}.${targets.length - 1}`);
    emitter.emit('jump', { to: this.label(targets.at(-1)!) });
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
