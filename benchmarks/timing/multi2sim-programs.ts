// Programs of Multi2Sim's archive with AMD's kernels, run by Multi2Sim and by Atoll: the time that each reports of
// their launches.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';
import type { Multi2SimRow } from './multi2sim-data.js';
import { readReport, readTimings, readTrace, type SimulatedTimeRow } from './multi2sim-report.js';

/** The output of a program that has compared its results with its own reference. */
const PASSED = /^Passed!/m;
export const CHIP = 'multi2sim-7970';

export interface VerifiedProgram extends SimulatedTimeRow {
  /** True if the program found its results right. */
  readonly passed: boolean;
}

type ProgramReport = { readonly passed: boolean; readonly folder: string };

/**
 * Runs one of the archive's programs where it finds its input, which the archive keeps in a folder `data` of its own.
 * @param under command before it, given the folder for its output
 */
async function run<Result>(
  archive: string,
  { program, arguments: own }: Multi2SimRow,
  under: (folder: string) => readonly string[],
  read: (report: ProgramReport) => Result | Promise<Result>,
): Promise<Result> {
  const place = join(archive, program);
  const scratch = mkdtempSync(join(tmpdir(), 'atoll-multi2sim-'));
  try {
    const cwd = join(scratch, program);
    for (const from of [place, join(place, 'data')]) if (existsSync(from)) cpSync(from, cwd, { recursive: true });
    const guest = [join(cwd, program), '--load', `${program}_Kernels.bin`, '-q', '-e', ...own];
    const [command, ...rest] = [...under(scratch), ...guest];
    const { error, status, signal, stdout, stderr } = spawnSync(command!, rest, { cwd, encoding: 'utf8' });
    if (error || status !== 0) {
      const reason = error?.message ?? `ended with ${signal ?? status}`;
      throw new AtollError('HOST', `${command} ${rest.join(' ')}: ${reason}\n${stderr ?? ''}`);
    }
    return await read({ passed: PASSED.test(stdout), folder: scratch });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const textOf = (file: string): readonly [string, string] => [file, readFileSync(file, 'utf8')];

/** Result of Atoll. @throws AtollError HOST, BAD_INPUT */
export const ourTimes = (archive: string, row: Multi2SimRow): Promise<VerifiedProgram> =>
  run(
    archive,
    row,
    (folder) => [join(root, 'bin', 'atoll'), 'run', `--timing=${CHIP}`, '--timing-json', join(folder, 'times'), '--'],
    ({ passed, folder }) => {
      const { chip: _, ...times } = readTimings(...textOf(join(folder, 'times')));
      return { ...times, passed };
    },
  );

/**
 * Results of Multi2Sim.
 * @param simulator its command @param samples the folder of its files for the board
 * @throws AtollError HOST, BAD_INPUT
 */
export const theirTimes = (
  simulator: string,
  samples: string,
  archive: string,
  row: Multi2SimRow,
): Promise<VerifiedProgram> =>
  run(
    archive,
    row,
    (folder) => {
      const files = ['--si-config', join(samples, 'si-config'), '--mem-config', join(samples, 'mem-config')];
      const written = ['--si-report', join(folder, 'report'), '--trace', join(folder, 'trace.gz')];
      return [simulator, '--si-sim', 'detailed', ...files, ...written];
    },
    async ({ passed, folder }) => ({
      ...readReport(...textOf(join(folder, 'report'))),
      cycles: await readTrace(join(folder, 'trace.gz')),
      passed,
    }),
  );
