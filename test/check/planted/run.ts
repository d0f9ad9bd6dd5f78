// Runs planted cases under `atoll check`, with their bugs or without, all in one process.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Finding, FindingKind } from '../../../src/check/finding.js';
import { KINDS } from '../../../src/check/finding.js';
import { root } from '../../../src/util/paths.js';
import { atoll, scratchFolder } from '../../cli/atoll.js';
import type { PlantedCase } from './case.js';

const STASH = 'kernel void stash(global ulong* h, global int* v) { h[0] = (ulong)v; }\n';

export const sourceOf = (cases: readonly PlantedCase[]): string =>
  STASH + cases.map(({ name, code }) => `kernel void ${name}${code}\n`).join('');

const listOf = (cases: readonly PlantedCase[]): string =>
  `${cases.map(({ name, global, local, arguments: args }) => [`case ${name} ${global} ${local}`, ...args].join('\n')).join('\n')}\nend\n`;

export interface Checked {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly findings: readonly Finding[];
}

/** Compiles the runner. */
export function runner(t: ExecutionContext): string {
  const program = join(scratchFolder(t), 'runner');
  execFileSync('g++', ['-std=c++17', '-O1', join(root, 'test/check/planted/runner.cpp'), '-o', program, '-lOpenCL']);
  return program;
}

/** @param planted with the bugs, or without @param kinds what is looked for; all by default */
export async function check(
  t: ExecutionContext,
  program: string,
  cases: readonly PlantedCase[],
  planted: boolean,
  kinds = Object.keys(KINDS) as readonly FindingKind[],
  flags: readonly string[] = [],
): Promise<Checked> {
  const folder = scratchFolder(t);
  const [source, list, json] = ['kernels.cl', 'list', 'findings.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(source, sourceOf(cases));
  writeFileSync(list, listOf(cases));
  const options = planted ? '-DBUG(a,b)=a' : '-DBUG(a,b)=b';
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
    options,
  ]);
  const { findings } = JSON.parse(readFileSync(json, 'utf8')) as { findings: Finding[] };
  return { status: exitCode, stdout: String(stdout), stderr: String(stderr), findings };
}
