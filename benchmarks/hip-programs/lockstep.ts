// A program's first launches in lock step: recorded, since all memory is compared after each work-group, which takes
// minutes with a runtime beside it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import type { HipProgram } from './programs.js';
import type { ProgramFolder } from './run.js';

const ATOLL = join(root, 'bin/atoll');
const ENGINES = 'jit,interp';
const LAUNCHES = 4;
const EQUAL = /equal to the recording$/gm;

interface Comparison {
  readonly agrees: boolean;
  /** A comment on the program, in a line. */
  readonly text: string;
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** Both engines after each instruction, and memory after each launch with that of the program's own run. */
export function compare(
  { name, words }: HipProgram,
  { built, inputs, device, limitSeconds }: ProgramFolder,
): Comparison {
  const executable = join(built, `${name}-hip`, 'main');
  if (!existsSync(executable)) return { agrees: true, text: 'not built' };
  const folder = mkdtempSync(join(tmpdir(), 'atoll-lockstep-'));
  const file = join(folder, 'recording');
  const atoll = (...argv: readonly string[]) =>
    spawnSync(ATOLL, argv, {
      cwd: join(inputs, `${name}-hip`),
      timeout: limitSeconds * 1000,
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  try {
    const guest = [executable, ...words.split(' ').filter((word) => word !== '')];
    const recorded = atoll('record', '--device', device, '--launch', `1-${LAUNCHES}`, '-o', file, '--', ...guest);
    if (!existsSync(file)) return { agrees: false, text: `not recorded: ${lastLine(recorded.stderr)}` };
    const { status, stdout, stderr } = atoll('replay', '--lockstep', ENGINES, file);
    const launches = [...stdout.matchAll(EQUAL)].length;
    if (status === 0) return { agrees: true, text: `${launches} launches alike` };
    return { agrees: false, text: status === null ? 'time limit' : lastLine(`${stdout}\n${stderr}`) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
