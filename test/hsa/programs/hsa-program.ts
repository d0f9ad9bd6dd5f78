// Programs of this folder, built against the distribution's HSA runtime.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { root } from '../../../src/util/paths.js';

const FOLDER = join(root, 'test/hsa/programs');

/** Builds `name.c`. @returns the program's path */
export function build(folder: string, name: string, options: readonly string[] = []): string {
  const program = join(folder, name);
  const words = ['-O1', '-w', '-pthread', ...options, join(FOLDER, `${name}.c`), '-o', program, '-lhsa-runtime64'];
  execFileSync('gcc', words);
  return program;
}

/** Assembles `name.hsail`. @returns the module's path */
export function brig(folder: string, name: string): string {
  const module = join(folder, `${name}.brig`);
  writeFileSync(module, assemble(readFileSync(join(FOLDER, `${name}.hsail`), 'utf8')));
  return module;
}
