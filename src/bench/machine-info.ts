// The machine that measured, for result files that people quote.

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, hostname, release as kernelRelease, loadavg, totalmem } from 'node:os';
import type { MachineInfo } from './results.js';

function systemName(): string {
  const file = '/etc/os-release';
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(text)?.[1] ?? process.platform;
}

export function machineInfo(): MachineInfo {
  return {
    host: hostname(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    kernel: kernelRelease(),
    system: systemName(),
    node: process.version,
    load: loadavg()[0]!,
  };
}

const RELEVANT = /^(ATOLL|OCL|OPENCL|POCL|OCLGRIND)_/;

/** Environment variables that change what is measured. */
export const relevantEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => RELEVANT.test(entry[0]) && entry[1] !== undefined,
    ),
  );
