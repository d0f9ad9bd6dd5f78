// Compiles the host program when it has changed.

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../src/util/paths.js';

/** @returns its path @throws when there is no compiler, with what it said */
export function buildHost(): string {
  const source = join(root, 'test', 'generator', 'host', 'host.cc');
  const folder = join(root, 'build', 'test-generator');
  const program = join(folder, 'host');
  const made = statSync(program, { throwIfNoEntry: false });
  if (made && made.mtimeMs > statSync(source).mtimeMs) return program;
  mkdirSync(folder, { recursive: true });
  // Others may be running or making it.
  const own = `${program}.${process.pid}`;
  execFileSync('g++', ['-std=c++17', '-O1', source, '-o', own, '-lOpenCL'], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(own, program);
  return program;
}
