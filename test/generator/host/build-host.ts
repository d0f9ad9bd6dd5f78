// Compiles the host program when it has changed.

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../src/util/paths.js';

/** @returns its path @throws when there is no compiler, with its output */
export function buildHost(): string {
  const [source, images, header] = ['host.cc', 'images.cc', 'images.h'].map((name) =>
    join(root, 'test', 'generator', 'host', name),
  ) as [string, string, string];
  const folder = join(root, 'build', 'test-generator');
  const program = join(folder, 'host');
  const existing = statSync(program, { throwIfNoEntry: false });
  if (existing && [source, images, header].every((path) => existing.mtimeMs > statSync(path).mtimeMs)) return program;
  mkdirSync(folder, { recursive: true });
  // Others may be running or making it.
  const own = `${program}.${process.pid}`;
  execFileSync('g++', ['-std=c++17', '-O1', source, images, '-o', own, '-lOpenCL'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(own, program);
  return program;
}
