// Runs planted cases under `atoll check`, with their bugs or without, all in one process.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Finding, FindingKind } from '../../../src/check/finding.js';
import { KINDS } from '../../../src/check/finding.js';
import { atoll, scratchFolder } from '../../cli/atoll.js';
import type { PlantedCase } from './case.js';
import { buildRunner, optionsOf, writeCases } from './guest.js';

export interface Checked {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly findings: readonly Finding[];
}

/** Compiles the runner. */
export const runner = (t: ExecutionContext): string => buildRunner(scratchFolder(t));

/** @param planted with the bugs, or without @param kinds of findings to check for; all by default */
export async function check(
  t: ExecutionContext,
  program: string,
  cases: readonly PlantedCase[],
  planted: boolean,
  kinds = Object.keys(KINDS) as readonly FindingKind[],
  flags: readonly string[] = [],
): Promise<Checked> {
  const folder = scratchFolder(t);
  const json = join(folder, 'findings.json');
  const [source, list] = writeCases(folder, cases);
  const { exitCode, stdout, stderr } = await atoll([
    'check',
    '--json',
    json,
    '--kinds',
    kinds.join(','),
    ...flags,
    '--',
    program,
    source,
    list,
    optionsOf(planted),
  ]);
  const { findings } = JSON.parse(readFileSync(json, 'utf8')) as { findings: Finding[] };
  return { status: exitCode, stdout: String(stdout), stderr: String(stderr), findings };
}
