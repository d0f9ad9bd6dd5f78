// Kernels in BRIG to instructions of Atoll's encoding (src/isa/hsail). Calls are expanded where they stand, with
// registers and variables of their own.

import { VECTOR } from '../../isa/hsail/registers.js';
import { formalArguments } from '../brig/call-checks.js';
import { CONTROLS, ROUNDINGS } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from '../brig/module.js';
import { Activation, type LoweringKernel } from './activation.js';
import { type Body, bodyOf, operandsOf } from './body.js';
import { Emitter } from './emitter.js';
import type { LoweredActivation, LoweredKernel, LoweredLine } from './lowered-kernel.js';
import { Reconvergence } from './reconvergence.js';
import { RegisterMap } from './registers.js';
import { ActivationScope, type KernelMemory } from './scope.js';
import { kernargLayout, type ProgramVariables, VariableArea } from './storage.js';

class KernelLowering implements LoweringKernel {
  readonly emitter = new Emitter();
  readonly reconvergence = new Reconvergence(this.emitter);
  readonly lines: LoweredLine[] = [];
  readonly gaps: number[] = [];
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
    call?: number,
  ): LoweredActivation {
    const body = bodyOf(this.memory.module, executable);
    const name = stringAt(this.memory.module, executable.values['name']!);
    const registers = new RegisterMap(this.memory.module, body, first, name);
    const scope = new ActivationScope(this.emitter, this.memory, body, registers, actuals, this.name);
    const start = this.emitter.offset;
    const inner = new Activation(this, scope, `${this.activations++}`, [...chain, name], depth).lower(this.near);
    return { name, start, end: this.emitter.offset, call, registers: registers.names, inner };
  }

  call(
    scope: ActivationScope,
    target: BrigEntry,
    lists: readonly BrigEntry[],
    chain: readonly string[],
    depth: number,
    call: number,
  ): LoweredActivation {
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
    return this.expand(callee, actuals, scope.registers.end, chain, depth, call);
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
  const activation = lowering.expand(kernel, new Map(), VECTOR.first, []);
  lowering.gaps.push(lowering.emitter.offset);
  lowering.emitter.aid('end');
  lowering.finish();
  const { emitter, lines, gaps } = lowering;
  return {
    name,
    words: Uint32Array.from(emitter.words),
    relocations: emitter.relocations,
    lines,
    gaps,
    activation,
    kernargBytes: bytes,
    groupBytes: memory.group.bytes,
    privateBytes: memory.privates.bytes,
    formals,
    kernarg: places,
    requiredGroup: requiredGroup(module, bodyOf(module, kernel)),
  };
}
