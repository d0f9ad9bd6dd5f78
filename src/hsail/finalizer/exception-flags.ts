// The flags of the DETECT policy: a word of group memory. Programs that enable no exceptions have none.

import { ALL_EXCEPTIONS } from '../brig/exceptions.js';
import type { FunctionEmitter } from './function-emitter.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { FLAGS, NO_FLAGS } from './private-block.js';

/** Bits of the flags. */
export const EXCEPTIONS = { invalid: 1, divideByZero: 2, overflow: 4, underflow: 8, inexact: 16 } as const;

export type ExceptionName = keyof typeof EXCEPTIONS;
/** Conditions by the exceptions that they generate. */
export type Conditions = Partial<Record<ExceptionName, string>>;

const ORDER = 'syncscope("workgroup") monotonic, align 4';

const flagsOf = ({ program }: FunctionEmitter): string =>
  `ptr addrspace(3) ${program.onceGlobal('detected', 'addrspace(3) global i32 poison, align 4')}`;

/** At the begin of a kernel: no wavefront sets a flag before all have cleared them. */
export function clearFlags(out: FunctionEmitter): void {
  out.atEntry(`store atomic i32 0, ${flagsOf(out)} ${ORDER}`);
  out.atEntry('fence syncscope("workgroup") release');
  out.atEntry(`call void ${out.program.declare('void', 'llvm.amdgcn.s.barrier', [])}()`);
  out.atEntry('fence syncscope("workgroup") acquire');
}

/** The function has the place of the flags as a parameter. */
const hasParameter = ({ scope }: HsailInstruction): boolean =>
  !scope.isKernel && (scope.isIndirect || scope.names.privates.passesFlags);

/** For functions that get the place of the flags. */
export function flagsArgument(instruction: HsailInstruction): string {
  if (hasParameter(instruction)) return FLAGS;
  return detectsExceptions(instruction) ? flagsOf(instruction.out) : NO_FLAGS;
}

/** Accesses the flags where there are any: callers may record none. */
function access(instruction: HsailInstruction, emit: (flags: string) => void): void {
  const { out } = instruction;
  if (!hasParameter(instruction)) return emit(flagsOf(out));
  const [some, none] = [out.fresh('flags'), out.fresh('unflagged')];
  const hasFlags = out.value(`icmp ne ${FLAGS}, ${NO_FLAGS.replace(/^ptr \S+ /, '')}`);
  out.jump(`br i1 ${hasFlags}, label %${some}, label %${none}`);
  out.label(some);
  emit(FLAGS);
  out.label(none);
}

const change = (instruction: HsailInstruction, operation: 'or' | 'and', value: string): void =>
  access(instruction, (flags) => void instruction.out.value(`atomicrmw ${operation} ${flags}, i32 ${value} ${ORDER}`));

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

const getDetected: Rule = (instruction) => {
  if (!detectsExceptions(instruction)) return instruction.write('0');
  const { out } = instruction;
  const place = out.reserve(out.fresh('detected'), 'i32', 4);
  out.effect(`store i32 0, ptr addrspace(5) ${place}`);
  access(instruction, (flags) => {
    const value = out.value(`load atomic i32, ${flags} ${ORDER}`);
    out.effect(`store i32 ${value}, ptr addrspace(5) ${place}`);
  });
  instruction.write(out.value(`load i32, ptr addrspace(5) ${place}`));
};

export const EXCEPTION_RULES: RuleTable = {
  cleardetectexcept: clearDetected,
  getdetectexcept: getDetected,
  setdetectexcept: setDetected,
};
