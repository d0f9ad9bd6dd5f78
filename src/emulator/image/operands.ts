// The operands of an image instruction, as the bodies of the helpers read and write them.

import type { Instruction, Operand } from '../../isa/instruction.js';
import { FaultSignal } from '../faults.js';
import { VGPR_COUNT } from '../state.js';
import type { HelperContext } from './context.js';

/** The VGPR that lies `dword` registers after the first one of a slot. */
export function vgprOf(instruction: Instruction, slot: string, dword: number): number {
  const operand = instruction.operands[slot];
  if (operand?.kind !== 'vgpr') throw new FaultSignal('bad-register', `${slot} is no VGPR`);
  const register = operand.index + dword;
  if (register >= VGPR_COUNT) {
    throw new FaultSignal('bad-register', `${slot} needs ${dword + 1} registers from v${operand.index} on`);
  }
  return register;
}

/** The dwords of a descriptor in scalar registers. */
export function descriptorWords(
  instruction: Instruction,
  slot: string,
  count: number,
  context: HelperContext,
): Uint32Array {
  const operand: Operand | undefined = instruction.operands[slot];
  if (operand?.kind !== 'scalar') throw new FaultSignal('bad-register', `${slot} is no scalar register`);
  return Uint32Array.from({ length: count }, (_, i) => context.scalar(operand.index + i));
}

/** The T#: 8 dwords, or 4 with r128. */
export const imageWords = (instruction: Instruction, context: HelperContext): Uint32Array =>
  descriptorWords(instruction, 'SRSRC', instruction.fields['r128'] ? 4 : 8, context);

/** Reads dword `index` of the addresses of a lane. */
export const addressWord = (instruction: Instruction, context: HelperContext, lane: number, index: number): number =>
  context.vgpr(vgprOf(instruction, 'VADDR', index), lane);

/** What a component mask means: no component at all counts as X. */
export const effectiveMask = (instruction: Instruction): number => instruction.fields['dmask'] || 1;

/** Writes the components that dmask names to consecutive registers, and the status dword that tfe asks for (0: resident). */
export function writeMasked(
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  values: ArrayLike<number>,
): void {
  const mask = effectiveMask(instruction);
  let dword = 0;
  for (let i = 0; i < 4; i++) {
    if (mask & (1 << i)) context.setVgpr(vgprOf(instruction, 'VDATA', dword++), lane, values[i]!);
  }
  writeStatus(instruction, context, lane, dword);
}

/** The dword after the data when tfe is set: 0, every page is resident. */
export function writeStatus(instruction: Instruction, context: HelperContext, lane: number, dword: number): void {
  if (instruction.fields['tfe']) context.setVgpr(vgprOf(instruction, 'VDATA', dword), lane, 0);
}

/** Reads the components that dmask names from consecutive registers; the others are 0 (as GFX6 to GFX11 do). */
export function readMasked(instruction: Instruction, context: HelperContext, lane: number, out: Uint32Array): void {
  const mask = effectiveMask(instruction);
  let dword = 0;
  for (let i = 0; i < 4; i++) {
    out[i] = mask & (1 << i) ? context.vgpr(vgprOf(instruction, 'VDATA', dword++), lane) : 0;
  }
}
