// Inputs for constant memory: those from which all instances read at the same places.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { instructionsOf } from '../../compiler/ir/module.js';
import { isPointer } from '../../compiler/ir/type-text.js';
import { readHpvmCall } from '../intrinsics.js';
import { leafQueries } from '../leaf-checks.js';
import { DERIVED, pointerRoots } from '../memory-effects.js';
import type { HpvmFunction } from '../module.js';

/** Values that depend on the number of an instance, or on memory. */
function varyingValues(code: HpvmFunction, instructions: readonly IrInstruction[]): ReadonlySet<string> {
  const sources = new Set<IrInstruction>(
    leafQueries(code).flatMap(({ instruction, level, name }) =>
      level === 0 && name.includes('InstanceID') ? [instruction] : [],
    ),
  );
  const varying = new Set<string>();
  for (let before = -1; before !== varying.size; ) {
    before = varying.size;
    for (const instruction of instructions) {
      const { result, opcode } = instruction;
      if (result === undefined) continue;
      const isSource = sources.has(instruction) || opcode === 'load' || opcode === 'atomicrmw';
      if (isSource || instruction.uses.some((one) => varying.has(one))) varying.add(result);
    }
  }
  return varying;
}

/** @param isCandidate of a pointer that is only read */
export function uniformInputs(code: HpvmFunction, isCandidate: (index: number) => boolean): ReadonlySet<number> {
  const instructions = [...instructionsOf(code.ir)];
  const roots = pointerRoots(code);
  const varying = varyingValues(code, instructions);
  const loaded = new Set<number>();
  const refused = new Set<number>();
  for (const instruction of instructions) {
    const { opcode, typedOperands, result } = instruction;
    if (readHpvmCall(instruction)?.kind === 'attributes') continue;
    const isLoad = opcode === 'load';
    for (const { type, value } of typedOperands) {
      if (!isPointer(type)) continue;
      const own = roots.get(value) ?? new Set();
      const all = roots.get(result ?? '') ?? own;
      const isFixed = isLoad ? !varying.has(value) : DERIVED.has(opcode);
      for (const root of own) {
        if (isLoad) loaded.add(root);
        if (!isFixed || all.size > 1) refused.add(root);
      }
    }
  }
  return new Set(
    code.parameters.flatMap(({ type }, index) =>
      isPointer(type) && loaded.has(index) && !refused.has(index) && isCandidate(index) ? [index] : [],
    ),
  );
}
