// The program that launches planted cases, and the files that it reads.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../src/util/paths.js';
import type { PlantedCase } from './case.js';

const STASH = 'kernel void stash(global ulong* h, global int* v) { h[0] = (ulong)v; }\n';

export const sourceOf = (cases: readonly PlantedCase[]): string =>
  STASH + cases.map(({ name, code }) => `kernel void ${name}${code}\n`).join('');

const listOf = (cases: readonly PlantedCase[]): string =>
  `${cases.map(({ name, global, local, arguments: args }) => [`case ${name} ${global} ${local}`, ...args].join('\n')).join('\n')}\nend\n`;

/** Compiles the program. @returns its path */
export function buildRunner(folder: string): string {
  const program = join(folder, 'runner');
  execFileSync('g++', ['-std=c++17', '-O1', join(root, 'test/check/planted/runner.cpp'), '-o', program, '-lOpenCL']);
  return program;
}

/** Writes kernels and list, its first two arguments. */
export function writeCases(folder: string, cases: readonly PlantedCase[]): readonly [source: string, list: string] {
  const files = [join(folder, 'kernels.cl'), join(folder, 'list')] as const;
  writeFileSync(files[0], sourceOf(cases));
  writeFileSync(files[1], listOf(cases));
  return files;
}

/** Its third argument. @param planted with the bugs, or without */
export const optionsOf = (planted: boolean): string => (planted ? '-DBUG(a,b)=a' : '-DBUG(a,b)=b');
