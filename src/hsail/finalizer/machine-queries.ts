// Rules that read clocks and the place of a wavefront in the machine.

import type { FunctionEmitter } from './function-emitter.js';
import type { Rule, RuleTable } from './instruction.js';

/** Register and fields of s_getreg: HW_ID. */
const HW_ID = 4;
const FIELDS = { wave: [0, 4], simd: [4, 2], unit: [8, 4], engine: [13, 3] } as const;

function hardware(out: FunctionEmitter, [first, bits]: readonly [number, number]): string {
  return out.call('i32', 'llvm.amdgcn.s.getreg', `i32 ${HW_ID | (first << 6) | ((bits - 1) << 11)}`);
}

/** Numbers from two fields, the second one in the low bits. */
const numberOf =
  (upper: readonly [number, number], lower: readonly [number, number]): Rule =>
  (instruction) => {
    const { out } = instruction;
    const high = out.value(`shl i32 ${hardware(out, upper)}, ${lower[1]}`);
    instruction.write(out.value(`or i32 ${high}, ${hardware(out, lower)}`));
  };

const maximum =
  (upper: readonly [number, number], lower: readonly [number, number]): Rule =>
  (instruction) =>
    instruction.write(String(2 ** (upper[1] + lower[1]) - 1));

export const MACHINE_RULES: RuleTable = {
  clock: (instruction) => instruction.write(instruction.out.call('i64', 'llvm.amdgcn.s.memrealtime')),
  cuid: numberOf(FIELDS.engine, FIELDS.unit),
  maxcuid: maximum(FIELDS.engine, FIELDS.unit),
  waveid: numberOf(FIELDS.wave, FIELDS.simd),
  maxwaveid: maximum(FIELDS.wave, FIELDS.simd),
};
