// The machine that measured, for result files that people quote.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, hostname, release as kernelRelease, loadavg, totalmem } from 'node:os';
import { root } from '../util/paths.js';
import { required } from '../util/required.js';
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
    load: required(loadavg()[0], 'load average'),
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

/**
 * The commit of this checkout, with `+` after it when files that git tracks have changed since; null without git or a
 * checkout.
 */
export function commitOf(): string | null {
  const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  const head = git('rev-parse', '--show-toplevel', 'HEAD');
  const [top, commit] = head.status === 0 ? head.stdout.trim().split('\n') : [];
  // An installed package may lie in somebody else's repository.
  if (top !== root || commit === undefined) return null;
  return git('diff', '--quiet', 'HEAD').status === 0 ? commit : `${commit}+`;
}
