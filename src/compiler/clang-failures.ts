// Failures of clang's processes as failures of a compiler.

import { crashReport, type ReportedBuild, whatHappened } from './clang/crash-report.js';
import { backEndLog } from './clang/diagnostics.js';
import { StepFailure } from './clang/job.js';
import { CompilerFailure } from './compiler-failure.js';

/** clang's messages name the files of a link; the caller counts its inputs from 1. */
const nameInputs = (log: string): string =>
  log.replace(/module 'input(\d+)\.bc'/g, (_, index: string) => `input ${Number(index) + 1}`);

const OUT_OF_REGISTERS = 'ran out of registers during register allocation';

/**
 * @param foreign messages about inputs of another version: a crash on unreadable input is no defect of the compiler
 */
function failureOf(build: ReportedBuild, step: StepFailure, foreign: string): CompilerFailure {
  if (step.reason === 'cancelled') return new CompilerFailure('cancelled', '');
  const isOutOfRegisters = step.log.includes(OUT_OF_REGISTERS);
  if (step.reason !== 'errors' && foreign === '') {
    const trouble = step.reason === 'limit' ? whatHappened(build, step) : undefined;
    return new CompilerFailure(isOutOfRegisters ? 'registers' : 'defect', crashReport(build, step), { trouble });
  }
  const log = foreign === '' ? step.log : foreign + step.output;
  const details = { lacksLines: log.includes('<unknown>') };
  return new CompilerFailure(isOutOfRegisters ? 'registers' : 'errors', nameInputs(backEndLog(log)), details);
}

/** Runs a step of clang. @throws CompilerFailure in place of StepFailure */
export async function withFailures<T>(build: ReportedBuild, foreign: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof StepFailure ? failureOf(build, error, foreign) : error;
  }
}
