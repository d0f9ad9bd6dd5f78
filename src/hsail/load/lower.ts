// Kernels in BRIG to instructions of Atoll's encoding (src/isa/hsail). Calls are expanded where they stand, with
// registers and variables of their own.

import { VECTOR, VECTOR_COUNT } from '../../isa/hsail/registers.js';
import { AtollError } from '../../util/errors.js';
import { formalArguments } from '../brig/call-checks.js';
import { ROUNDINGS } from '../brig/enums.js';
import { enabledExceptions } from '../brig/exceptions.js';
import { type BrigEntry, type BrigModule, headerOf, listAt, stringAt } from '../brig/module.js';
import type { ProgramSources } from '../text/program-sources.js';
import { Activation, type LoweringKernel } from './activation.js';
import { ALLOCATION_BYTES, beginAllocations } from './allocations.js';
import { allocates, allocatesIn, bodyOf } from './body.js';
import { controlsOf } from './controls.js';
import { Emitter, VECTOR_CODE } from './emitter.js';
import { entryText } from './entry-text.js';
import type { LoweredActivation, LoweredKernel, LoweredLine } from './lowered-kernel.js';
import { Reconvergence } from './reconvergence.js';
import { type OutlinedFunction, Recursion } from './recursion.js';
import { leave, lowerRecursiveCall, lowerReturns, STACK_BYTES } from './recursive-calls.js';
import { FIRST_SPILLED, RegisterMap, tooManyRegisters } from './registers.js';
import { ActivationScope, type KernelMemory } from './scope.js';
import { kernargLayout, type ProgramVariables, VariableArea } from './storage.js';

const STACK_ALIGNMENT = 16;

class KernelLowering implements LoweringKernel {
  readonly emitter = new Emitter();
  readonly reconvergence = new Reconvergence(this.emitter);
  readonly gaps: number[] = [];
  /** The first vector register behind all that are used. */
  registerEnd: number = VECTOR.first;
  private activations = 0;
  private recursiveCalls = 0;

  constructor(
    readonly memory: KernelMemory,
    private readonly name: string,
    private readonly kernelName: string,
    private readonly recursion: Recursion,
    readonly lines: LoweredLine[],
  ) {}

  /** Behind the kernel: functions that call themselves, which it gives, and code that resumes sides of branches. */
  finish(): readonly LoweredActivation[] {
    const functions = [...this.recursion.functions.values()];
    const lowered = functions.map((each) => this.outlined(each));
    for (const each of functions) lowerReturns(this.emitter, each);
    this.reconvergence.finish();
    const stack = this.memory.privates.align(STACK_ALIGNMENT);
    if (functions.length > 0) this.memory.privates.bytes += STACK_BYTES;
    const allocations = this.memory.privates.align(STACK_ALIGNMENT);
    if (this.memory.firstFree !== undefined) this.memory.privates.bytes += ALLOCATION_BYTES;
    this.emitter.finish({ stack, allocations });
    return lowered;
  }

  private outlined(own: OutlinedFunction): LoweredActivation {
    const { entry, name, formals, first } = own;
    this.emitter.label(`${name}.begin`);
    const lowered = this.expand(entry, formals, first, [this.kernelName], undefined, own);
    this.gaps.push(this.emitter.offset);
    leave(this.emitter, own);
    return lowered;
  }

  /** @param chain names of what is being expanded */
  expand(
    executable: BrigEntry,
    actuals: ReadonlyMap<number, number>,
    first: number,
    chain: readonly string[],
    call?: number,
    outlined?: OutlinedFunction,
  ): LoweredActivation {
    const body = bodyOf(this.memory.module, executable);
    const name = stringAt(this.memory.module, executable.values['name']!);
    const spills = this.recursion.spills ? this.memory.privates : undefined;
    const registers = new RegisterMap(this.memory.module, body, first, spills);
    const scope = new ActivationScope(this.emitter, this.memory, body, registers, actuals, this.name, outlined);
    const start = this.emitter.offset;
    const { firstFree } = this.memory;
    const frees = firstFree !== undefined && chain.length > 0 && allocates(body);
    const before = frees ? registers.reserve() : 0;
    if (spills && registers.end > FIRST_SPILLED)
      throw tooManyRegisters(name, registers.end - first, FIRST_SPILLED - first);
    if (frees) this.emitter.aid('mov_b32', { d: before, s0: VECTOR_CODE + firstFree });
    const inner = new Activation(this, scope, `${this.activations++}`, [...chain, name]).lower(
      roundingOf(this.memory.module, executable),
    );
    if (frees) this.emitter.aid('mov_b32', { d: firstFree, s0: VECTOR_CODE + before });
    this.registerEnd = spills ? VECTOR_COUNT : Math.max(this.registerEnd, registers.end, first);
    return { name, start, end: this.emitter.offset, call, registers: registers.names, inner };
  }

  call(
    scope: ActivationScope,
    target: BrigEntry,
    lists: readonly BrigEntry[],
    chain: readonly string[],
    call: number,
  ): LoweredActivation | undefined {
    const { module } = this.memory;
    const callee = scope.definitionOf(target);
    const offsets = lists.flatMap((list) => listAt(module, list.values['elements']!));
    const outlined = this.recursion.functions.get(callee.offset);
    if (outlined) {
      const label = `call.${this.recursiveCalls++}`;
      const variables = offsets.map((offset) => module.code.get(offset)!);
      lowerRecursiveCall(this.emitter, { scope, callee: outlined, variables, label });
      return undefined;
    }
    const actuals = new Map(
      formalArguments(module, callee).map((formal, index) => [
        formal.offset,
        scope.placeOf(module.code.get(offsets[index]!)!),
      ]),
    );
    return this.expand(callee, actuals, scope.registers.end, chain, call, scope.outlined);
  }
}

/** The rounding of floats where an instruction of a body names none: that of its module. */
function roundingOf(module: BrigModule, body: BrigEntry): string {
  return headerOf(module, body).values['defaultFloatRound'] === ROUNDINGS.zero ? 'zero' : 'near';
}

/** Parts of a program that its kernels share. */
export interface LoweringProgram {
  readonly module: BrigModule;
  readonly definitions: ReadonlyMap<string, BrigEntry>;
  readonly variables: ProgramVariables;
  readonly sources: ProgramSources;
}

/** @throws AtollError UNSUPPORTED, LIMIT, BAD_INPUT naming the kernel, and module, place and line of the instruction */
export function lowerKernel(program: LoweringProgram, kernel: BrigEntry): LoweredKernel {
  const lines: LoweredLine[] = [];
  try {
    return lowered(program, kernel, lines);
  } catch (error) {
    if (!(error instanceof AtollError) || error.code === 'INTERNAL') throw error;
    const place = entryText(program, lines.at(-1)?.entry ?? kernel.offset);
    const name = stringAt(program.module, kernel.values['name']!);
    throw new AtollError(error.code, `kernel ${name}: ${place}: ${error.message}`, error.hint);
  }
}

/** @param lines receives the instructions as they are lowered */
function lowered(
  { module, definitions, variables }: LoweringProgram,
  kernel: BrigEntry,
  lines: LoweredLine[],
): LoweredKernel {
  const name = stringAt(module, kernel.values['name']!);
  const formals = formalArguments(module, kernel);
  const controls = controlsOf(module, bodyOf(module, kernel));
  const { places, bytes } = kernargLayout(formals);
  const privates = new VariableArea();
  const recursion = new Recursion(module, kernel, definitions, privates);
  const firstFree = allocatesIn(module) ? recursion.end : undefined;
  const memory: KernelMemory = {
    module,
    definitions,
    program: variables,
    group: new VariableArea(),
    privates,
    kernarg: places,
    detected: enabledExceptions(module),
    firstFree,
  };
  const lowering = new KernelLowering(memory, `kernel ${name}`, name, recursion, lines);
  if (firstFree !== undefined) beginAllocations(lowering.emitter, firstFree);
  const first = firstFree === undefined ? recursion.end : firstFree + 1;
  const activation = lowering.expand(kernel, new Map(), first, []);
  lowering.gaps.push(lowering.emitter.offset);
  lowering.emitter.aid('end');
  const functions = lowering.finish();
  const { emitter, gaps } = lowering;
  return {
    name,
    words: Uint32Array.from(emitter.words),
    relocations: emitter.relocations,
    lines,
    gaps,
    activation,
    functions,
    kernargBytes: bytes,
    groupBytes: memory.group.bytes,
    privateBytes: memory.privates.bytes,
    vectorRegisters: lowering.registerEnd,
    formals,
    kernarg: places,
    controls,
  };
}
