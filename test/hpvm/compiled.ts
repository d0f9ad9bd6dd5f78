// Programs of this folder, compiled by `atoll hpvm cc`.

import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import { atoll, scratchFolder } from '../cli/atoll.js';

export const PROGRAMS: string = join(root, 'test/hpvm/programs');

interface Ends {
  teardown(fn: () => void): unknown;
}

/** Compiles a program without a message. */
export async function compiled(t: Ends, name: string, options: readonly string[] = []): Promise<string> {
  const program = join(scratchFolder(t), name.replace(/\W/g, '-'));
  const { exitCode, stderr, stdout } = await atoll(['hpvm', 'cc', ...options, join(PROGRAMS, name), '-o', program]);
  if (exitCode !== 0 || stderr || stdout) throw new Error(`${name}: ${exitCode}\n${stdout}${stderr}`);
  return program;
}
