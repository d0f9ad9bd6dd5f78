// `atoll verify`: a run whose launches another OpenCL executes as well, and the comparison of both.

import { writeFileSync } from 'node:fs';
import Table from 'cli-table3';
import type { LaunchReport } from '../../../driver/core/processor/messages.js';
import { launchesByKernel } from '../../../report/launches-by-kernel.js';
import { AtollError } from '../../../util/errors.js';
import { ExitStatus } from '../../command-line/exit.js';
import type { RunVerify } from '../run/run-plan.js';

/** Results of the launches of a kernel. */
export interface VerifiedKernel {
  readonly kernel: string;
  readonly launches: number;
  readonly equal: number;
  readonly different: number;
  readonly notCompared: number;
  /** Largest distance of real numbers: in units of the last place; relative above 1 and absolute below. */
  readonly ulp: number;
  readonly apart: number;
}

/** The JSON of `atoll verify`. */
export interface Verification {
  readonly schema: 'atoll-verify-1';
  readonly kernels: readonly VerifiedKernel[];
  /** Differences, a sentence for each launch. */
  readonly differences: readonly string[];
  /** Reasons of launches without comparison, each once. */
  readonly problems: readonly string[];
}

const comparisonsOf = (launches: readonly LaunchReport[]) =>
  launches.flatMap(({ traffic }) => traffic?.comparison ?? []);

function rowOf(kernel: string, launches: readonly LaunchReport[]): VerifiedKernel {
  const compared = comparisonsOf(launches).filter(({ problem }) => problem === undefined);
  const different = compared.filter(({ difference }) => difference !== undefined).length;
  const most = (of: 'ulp' | 'apart'): number => compared.reduce((largest, each) => Math.max(largest, each[of]), 0);
  return {
    kernel,
    launches: launches.length,
    equal: compared.length - different,
    different,
    notCompared: launches.length - compared.length,
    ulp: most('ulp'),
    apart: most('apart'),
  };
}

export function verificationOf(launches: readonly LaunchReport[]): Verification {
  const comparisons = comparisonsOf(launches);
  return {
    schema: 'atoll-verify-1',
    kernels: [...launchesByKernel(launches)].map(([kernel, own]) => rowOf(kernel, own)),
    differences: comparisons.flatMap(({ difference }) => difference?.split('\n')[0] ?? []),
    problems: [...new Set(comparisons.flatMap(({ problem }) => problem ?? []))],
  };
}

/** A line for each kernel: launches equal within the tolerance, and the largest distance of real numbers. */
export function verifyTable(kernels: readonly VerifiedKernel[]): string {
  const table = new Table({
    head: ['kernel', 'launches', 'equal', 'different', 'not compared', 'largest ulp', 'relative'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  for (const { kernel, launches, equal, different, notCompared, ulp, apart } of kernels)
    table.push([kernel, launches, equal, different, notCompared, ulp, apart === 0 ? '0' : apart.toExponential(1)]);
  return table.toString();
}

function writeJson(file: string, verification: Verification): void {
  try {
    writeFileSync(file, `${JSON.stringify(verification, null, 2)}\n`);
  } catch (error) {
    throw new AtollError('HOST', `cannot write the comparison ${file}: ${(error as Error).message}`);
  }
}

/** A run without any comparison must not pass for an equal one. */
export const nothingCompared = (launches: number): string =>
  launches === 0 ? 'no kernel was launched: nothing was compared' : 'nothing was compared';

/** @param json a file for the table */
export function verification(json: string | undefined): RunVerify {
  const launches: LaunchReport[] = [];
  return {
    onLaunch: (launch) => void launches.push(launch),
    finish: (log) => {
      const verification = verificationOf(launches);
      if (launches.length > 0) log(`launches on both devices:\n${verifyTable(verification.kernels)}`);
      for (const reason of verification.problems) log(`not compared: ${reason}`);
      const compared = verification.kernels.some(({ equal, different }) => equal + different > 0);
      if (!compared) log(nothingCompared(launches.length));
      if (json !== undefined) writeJson(json, verification);
      return verification.differences.length > 0 || !compared ? ExitStatus.CHECK_FAILED : undefined;
    },
  };
}
