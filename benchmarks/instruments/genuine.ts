// `atoll check` on AMD's own kernel images: programs of Multi2Sim's users, whose kernels AMD's compiler has made. They
// are not ours to ship.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import { CHECKED, type Program, unpack } from '../../test/driver/genuine-programs.js';
import { leastAndMedian, type Meter } from './meter.js';

const ATOLL = join(root, 'bin', 'atoll');

export interface GenuineRow {
  readonly name: string;
  /** Least seconds of processor time, without and with the check; undefined when it took too long. */
  readonly plain: number | undefined;
  readonly check: number | undefined;
  /** The last line of the check. */
  readonly note: string;
}

/** @throws Error where the folder does not have them, or for a name that there is not */
export function genuinePrograms(folder: string | undefined, names: readonly string[]): typeof CHECKED {
  if (folder === undefined || !existsSync(join(folder, CHECKED[0]![0])))
    throw new Error('ATOLL_M2S_BINARIES has to name a folder with the files of Multi2Sim/m2s-bench-amdsdk-2.5');
  const unknown = names.find((name) => !CHECKED.some(([each]) => each === name));
  if (unknown !== undefined) throw new Error(`of the genuine programs none that is checked is called ${unknown}`);
  return CHECKED.filter(([name]) => names.length === 0 || names.includes(name));
}

/** One program, without and with the check. @param binaries folder of all of them */
export async function genuineRow(
  meter: Meter,
  binaries: string,
  [name, program]: readonly [string, Program],
  rounds: number,
): Promise<GenuineRow> {
  const cwd = join(meter.folder, name);
  mkdirSync(cwd);
  const words = [unpack(join(binaries, name), cwd, name, program), '--load', `${name}_Kernels.bin`, '-e', '-q'];
  const argv = [...words, ...(program.flags ?? [])];
  const place = { cwd, env: program.env ?? {} };
  let note = '';
  const measure = async (command: readonly string[]): Promise<number | undefined> => {
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const run = await meter.run([ATOLL, ...command, '--', ...argv], meter.limitSeconds, place);
      if (!run) return undefined;
      if (!run.stdout.includes('Passed!')) throw new Error(`${name}: wrong result: ${run.stdout}${run.stderr}`);
      seconds.push(run.seconds);
      note = run.stderr.trim().split('\n').at(-1)!;
    }
    return leastAndMedian(seconds).least;
  };
  try {
    const plain = await measure(['run']);
    note = `over ${meter.limitSeconds} s`;
    const check = await measure(['check', '--error-exitcode', '0']);
    return { name, plain, check, note };
  } catch (error) {
    // The others are still measured.
    return { name, plain: undefined, check: undefined, note: (error as Error).message.trim().split('\n').at(-1)! };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

export const GENUINE_HEAD = '| program | plain | `atoll check` | times | says |\n|---|---:|---:|---:|---|';

export function genuineText({ name, plain, check, note }: GenuineRow): string {
  const times = plain !== undefined && check !== undefined ? (check / plain).toFixed(1) : '-';
  return `| ${name} | ${plain?.toFixed(2) ?? '-'} | ${check?.toFixed(2) ?? '-'} | ${times} | ${note.replace(/^atoll: /, '')} |`;
}
