// The flags of the DETECT policy: a word of each work-item, which the wavefront's work-items read together. Programs
// that enable no exceptions have none.

import { ALL_EXCEPTIONS } from '../brig/exceptions.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { ballot } from './lanes.js';
import { PRIVATE_BLOCK } from './private-block.js';

/** Bits of the flags. */
export const EXCEPTIONS = { invalid: 1, divideByZero: 2, overflow: 4, underflow: 8, inexact: 16 } as const;

export type ExceptionName = keyof typeof EXCEPTIONS;
/** Conditions by the exceptions that they generate. */
export type Conditions = Partial<Record<ExceptionName, string>>;

const placeOf = ({ out, scope }: HsailInstruction): string =>
  `ptr addrspace(5) ${out.value(`getelementptr i8, ${PRIVATE_BLOCK}, i32 ${scope.names.privates.flagsPlace}`)}`;

function change(instruction: HsailInstruction, operation: 'or' | 'and', value: string): void {
  const { out } = instruction;
  const place = placeOf(instruction);
  const before = out.value(`load i32, ${place}, align 4`);
  out.effect(`store i32 ${out.value(`${operation} i32 ${before}, ${value}`)}, ${place}, align 4`);
}

export const detectsExceptions = ({ scope }: HsailInstruction): boolean => scope.names.privates.detected !== 0;
export const detects = ({ scope }: HsailInstruction, name: ExceptionName): boolean =>
  (scope.names.privates.detected & EXCEPTIONS[name]) !== 0;

/** Sets the flags of those exceptions that are enabled. */
export function generate(instruction: HsailInstruction, conditions: Conditions): void {
  const { out } = instruction;
  const bits = Object.entries(conditions)
    .filter(([name]) => detects(instruction, name as ExceptionName))
    .map(([name, condition]) => out.value(`select i1 ${condition}, i32 ${EXCEPTIONS[name as ExceptionName]}, i32 0`));
  if (bits.length === 0) return;
  change(
    instruction,
    'or',
    bits.reduce((sum, bit) => out.value(`or i32 ${sum}, ${bit}`)),
  );
}

const setDetected: Rule = (instruction) => {
  const { detected } = instruction.scope.names.privates;
  if (detected !== 0) change(instruction, 'or', String(instruction.constant(0) & detected));
};

const clearDetected: Rule = (instruction) => {
  if (detectsExceptions(instruction)) change(instruction, 'and', String(~instruction.constant(0) & ALL_EXCEPTIONS));
};

/** Of all work-items of the wavefront. */
const getDetected: Rule = (instruction) => {
  const { out } = instruction;
  if (!detectsExceptions(instruction)) return instruction.write('0');
  const own = out.value(`load i32, ${placeOf(instruction)}, align 4`);
  const parts = Object.values(EXCEPTIONS).map((bit) => {
    const isSet = out.value(`icmp ne i32 ${out.value(`and i32 ${own}, ${bit}`)}, 0`);
    const lanes = ballot(out, isSet);
    return out.value(`select i1 ${out.value(`icmp ne i64 ${lanes}, 0`)}, i32 ${bit}, i32 0`);
  });
  return instruction.write(parts.reduce((sum, part) => out.value(`or i32 ${sum}, ${part}`)));
};

export const EXCEPTION_RULES: RuleTable = {
  cleardetectexcept: clearDetected,
  getdetectexcept: getDetected,
  setdetectexcept: setDetected,
};
