// Arguments of clang's processes and changes of the IR for a compilation.

import type { IrTextModule } from '../ir/module.js';
import { exactRounding } from '../passes/exact-rounding.js';
import type { ClangStep, Compilation, OptimisationLevel } from '../request/compilation.js';
import type { ParsedOptions } from '../request/options.js';
import { repairUnoptimised, UNOPTIMISED } from './compile-fallback.js';

/** The arguments of a level: without optimisation the fast register allocator would be used, see `UNOPTIMISED`. */
function levelArgs(
  step: ClangStep,
  optimisation: ParsedOptions['optimisation'],
  level: OptimisationLevel | undefined,
): string[] {
  if (level === '0' && step === 'code') return [...UNOPTIMISED];
  return [`-O${level ?? optimisation}`];
}

/** Products and sums are not contracted, quotients and roots of floats not approximated. */
const EXACT_ARGS: Readonly<Record<ClangStep, readonly string[]>> = {
  source: ['-ffp-contract=off', '-cl-fp32-correctly-rounded-divide-sqrt'],
  code: ['-ffp-contract=off'],
};

/** The arguments of one process. @param optimisation level in the program's options */
export function compilationArgs(
  step: ClangStep,
  optimisation: ParsedOptions['optimisation'],
  compilation: Compilation | undefined,
): string[] {
  const { level, leftOut, rounding, limit } = compilation ?? { name: '' };
  return [
    ...levelArgs(step, optimisation, level),
    ...(rounding === 'exact' ? EXACT_ARGS[step] : []),
    ...(leftOut === undefined ? [] : ['-mllvm', `-opt-disable=${leftOut}`, '-mllvm', '-opt-disable-enable-verbosity']),
    ...(limit?.step === step ? ['-mllvm', `-opt-bisect-limit=${limit.count}`] : []),
  ];
}

/**
 * The IR between the two processes: repaired at level 0, and for exact rounding without the permitted inaccuracy of
 * quotients and roots.
 */
export function compiledIr(
  module: IrTextModule,
  { level, rounding }: Pick<Compilation, 'level' | 'rounding'> = {},
): IrTextModule {
  const exact = rounding === 'exact' ? exactRounding.run(module) : module;
  return level === '0' ? repairUnoptimised(exact) : exact;
}

const BISECTED = /^BISECT: (?:NOT )?running pass \((\d+)\) (.*)$/gm;

/** The passes in the log of a compilation with a limit, in order. */
export const passesIn = (log: string): string[] => [...log.matchAll(BISECTED)].flatMap(([, , name]) => name ?? []);

/** True if a log reports an omitted pass. */
export const leavesOut = (log: string): boolean => /^OptDisable: NOT running pass/im.test(log);
