// `atoll verify`: a run whose launches another OpenCL executes, too, and what has come out of that.

import Table from 'cli-table3';
import type { LaunchReport } from '../driver/core/processor/messages.js';
import { launchesByKernel } from './launches.js';
import type { RunVerify } from './run-order.js';

/** Exit status where launches differ. */
const DIFFERENT = 1;

const rowOf = (kernel: string, launches: readonly LaunchReport[]): readonly (string | number)[] => {
  const all = launches.flatMap(({ traffic }) => traffic?.comparison ?? []);
  const compared = all.filter(({ problem }) => problem === undefined);
  const different = compared.filter(({ difference }) => difference !== undefined);
  const ulp = compared.reduce((most, each) => Math.max(most, each.ulp), 0);
  return [
    kernel,
    launches.length,
    compared.length - different.length,
    different.length,
    launches.length - compared.length,
    ulp,
  ];
};

/** A kernel a line: launches that were equal within the tolerance, and the largest distance of real numbers. */
export function verifyTable(launches: readonly LaunchReport[]): string {
  const table = new Table({
    head: ['kernel', 'launches', 'equal', 'different', 'not compared', 'largest ulp'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  for (const [kernel, own] of launchesByKernel(launches)) table.push([...rowOf(kernel, own)]);
  return table.toString();
}

export function verification(): RunVerify {
  const launches: LaunchReport[] = [];
  return {
    onLaunch: (launch) => void launches.push(launch),
    finish: (log) => {
      log(launches.length === 0 ? 'no kernel was launched' : `launches on both devices:\n${verifyTable(launches)}`);
      const reasons = new Set(launches.flatMap(({ traffic }) => traffic?.comparison?.problem ?? []));
      for (const reason of reasons) log(`not compared: ${reason}`);
      return launches.some(({ traffic }) => traffic?.comparison?.difference !== undefined) ? DIFFERENT : undefined;
    },
  };
}
