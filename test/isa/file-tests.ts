// Defines a test for each case of the file tests test/isa/*.s.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { type Cells, type Driver, ENDED_ELSEWHERE, type Program } from './cells.js';
import { cellsOf, type FileRun, type FileTest, parseFileTests } from './file-format.js';
import { assemble } from './southern-islands.js';

// Tests run from dist/test/isa; the assembly files stay with the sources.
const FOLDER = fileURLToPath(new URL('../../../test/isa/', import.meta.url));

export const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.s'));
export const readTests = (file: string): readonly FileTest[] => parseFileTests(readFileSync(FOLDER + file, 'utf8'));

const hex = (value: number): string => `0x${(value >>> 0).toString(16)}`;

interface Run {
  readonly of: FileRun;
  readonly state: Cells;
  readonly expected: Cells;
}

/** A case, ready to be run. */
export interface Case {
  readonly file: string;
  readonly name: string;
  readonly program: Program;
  readonly runs: readonly Run[];
}

/** @throws Error when its code is not assembled */
function caseOf(file: string, { name, line, ...fileTest }: FileTest): Case {
  const { words, labels, problems } = assemble(fileTest.code);
  if (problems.length > 0) throw new Error(problems.map(({ message, text }) => `'${text}': ${message}`).join('\n'));
  const runs = fileTest.runs.map((of) => ({
    of,
    state: cellsOf([...fileTest.state, ...of.state], labels),
    expected: cellsOf(of.expected, labels),
  }));
  const cells = new Set(runs.flatMap(({ state, expected }) => [...state.keys(), ...expected.keys()]));
  const program = { code: Uint32Array.from(words), text: fileTest.code, ldsBytes: fileTest.ldsBytes, cells };
  return { file, name: `${file}:${line} ${name}`, program, runs };
}

export const CASES: readonly Case[] = FILES.flatMap((file) =>
  readTests(file).map((fileTest) => caseOf(file, fileTest)),
);

/** Differences between what a run should and did change. */
function differences(driver: Driver, program: Program, { of, state, expected }: Run): string[] {
  const { outcome, changed, read } = driver.run(program, state);
  if (of.fault !== undefined)
    return outcome.startsWith('fault') && outcome.includes(of.fault)
      ? []
      : [`expected fault ${of.fault}, got ${outcome}`];
  if (outcome === ENDED_ELSEWHERE) return [];
  if (outcome !== 'end') return [`expected the end, got ${outcome}`];
  const wrong = [...expected]
    .filter(([cell, value]) => read(cell) !== value)
    .map(([cell, value]) => `${cell} is ${hex(read(cell))}, expected ${hex(value)}`);
  const unexpected = [...changed]
    .filter(([cell]) => !expected.has(cell))
    .map(([cell, value]) => `${cell} changed to ${hex(value)}`);
  return [...wrong, ...unexpected].slice(0, 8);
}

/** A test for each case, on all of the engines. */
export function defineFileTests(drivers: readonly Driver[]): void {
  for (const { file, name, program, runs } of CASES)
    test.serial(name, async (t) => {
      // What has ended is reported before the next one begins.
      await new Promise(setImmediate);
      for (const driver of drivers)
        for (const run of runs)
          t.deepEqual(differences(driver, program, run), [], `${file}:${run.of.line} on ${driver.name}`);
    });
}
