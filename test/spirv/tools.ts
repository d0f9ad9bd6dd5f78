// SPIRV-Tools as the second opinion: assembler, disassembler, validator.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';

export const MODULES = join(root, 'test/spirv/modules');

/** The module of a text in `modules/`. */
export const assembleFile = (name: string): Uint8Array => assembleText(readFileSync(join(MODULES, name), 'utf8'));

export function assembleText(text: string, version = '1.4'): Uint8Array {
  const args = ['--target-env', `spv${version}`, '--preserve-numeric-ids', '-', '-o', '-'];
  return new Uint8Array(execFileSync('spirv-as', args, { input: text, maxBuffer: 1 << 28 }));
}

export const disassembledByTools = (module: Uint8Array): string =>
  execFileSync('spirv-dis', ['--raw-id', '-'], { input: module, maxBuffer: 1 << 28, encoding: 'utf8' });

/** True if the validator accepts a module for OpenCL. */
export const isValid = (module: Uint8Array): boolean =>
  spawnSync('spirv-val', ['--target-env', 'spv1.6', '-'], { input: module }).status === 0;
