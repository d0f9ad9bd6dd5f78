// Parameters of a function through whose pointers it reads and writes, with the first instruction that does.

import type { IrInstruction } from '../compiler/ir/instruction.js';
import { instructionsOf } from '../compiler/ir/module.js';
import { isPointer } from '../compiler/ir/type-text.js';
import { readHpvmCall } from './intrinsics.js';
import type { HpvmFunction, HpvmModule } from './module.js';

export interface MemoryEffects {
  readonly reads: ReadonlyMap<number, IrInstruction>;
  readonly writes: ReadonlyMap<number, IrInstruction>;
}

type Roots = ReadonlySet<number>;
const NONE: Roots = new Set();
/** Instructions whose pointer points to the same object as a pointer that they read. */
export const DERIVED: ReadonlySet<string> = new Set([
  'getelementptr',
  'phi',
  'select',
  'addrspacecast',
  'bitcast',
  'freeze',
]);

/** Parameters to whose memory each value may point. */
export function pointerRoots({ ir, parameters }: HpvmFunction): ReadonlyMap<string, Roots> {
  const roots = new Map<string, Roots>(
    parameters.map(({ value, type }, index) => [value, isPointer(type) ? new Set([index]) : NONE]),
  );
  const derived = [...instructionsOf(ir)].filter(({ opcode, result }) => result !== undefined && DERIVED.has(opcode));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const { result = '', typedOperands } of derived) {
      const before = roots.get(result) ?? NONE;
      const all = new Set(before);
      for (const { value, type } of typedOperands)
        if (isPointer(type)) for (const root of roots.get(value) ?? NONE) all.add(root);
      if (all.size === before.size) continue;
      roots.set(result, all);
      isChanged = true;
    }
  }
  return roots;
}

const COPY = ['@llvm.memcpy', '@llvm.memmove'] as const;

export class EffectReader {
  private readonly done = new Map<string, MemoryEffects>();
  private readonly open = new Set<string>();

  constructor(private readonly module: HpvmModule) {}

  effectsOf(code: HpvmFunction): MemoryEffects {
    const kept = this.done.get(code.symbol);
    if (kept) return kept;
    if (this.open.has(code.symbol)) return { reads: new Map(), writes: new Map() };
    this.open.add(code.symbol);
    const effects = this.read(code);
    this.open.delete(code.symbol);
    this.done.set(code.symbol, effects);
    return effects;
  }

  private read(code: HpvmFunction): MemoryEffects {
    const roots = pointerRoots(code);
    const effects = { reads: new Map<number, IrInstruction>(), writes: new Map<number, IrInstruction>() };
    const add = (kind: 'reads' | 'writes', value: string | undefined, instruction: IrInstruction): void => {
      for (const root of roots.get(value ?? '') ?? NONE)
        if (!effects[kind].has(root)) effects[kind].set(root, instruction);
    };
    for (const instruction of instructionsOf(code.ir)) {
      const { opcode, typedOperands } = instruction;
      if (opcode === 'load') add('reads', typedOperands[0]?.value, instruction);
      else if (opcode === 'store') add('writes', typedOperands[1]?.value, instruction);
      else if (opcode === 'atomicrmw' || opcode === 'cmpxchg')
        for (const kind of ['reads', 'writes'] as const) add(kind, typedOperands[0]?.value, instruction);
      else if (opcode === 'call') this.addCall(instruction, add);
    }
    return effects;
  }

  private addCall(
    instruction: IrInstruction,
    add: (kind: 'reads' | 'writes', value: string | undefined, instruction: IrInstruction) => void,
  ): void {
    const [first, second] = instruction.typedOperands;
    const kind = readHpvmCall(instruction)?.kind;
    if (kind === 'atomic') for (const each of ['reads', 'writes'] as const) add(each, first?.value, instruction);
    if (kind !== undefined) return;
    if (instruction.calls(...COPY, '@llvm.memset')) add('writes', first?.value, instruction);
    if (instruction.calls(...COPY)) add('reads', second?.value, instruction);
    const callee = this.module.functions.get(instruction.callee ?? '');
    if (!callee) return;
    const effects = this.effectsOf(callee);
    for (const each of ['reads', 'writes'] as const)
      for (const index of effects[each].keys()) add(each, instruction.typedOperands[index]?.value, instruction);
  }
}
