// The cases of the file tests test/isa/*.s, and of those of other instruction sets in folders beside them, as tests.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { assemble } from '../../src/isa/assemble.js';
import type { InstructionDef } from '../../src/isa/define.js';
import type { Isa } from '../../src/isa/isa.js';
import { type Cells, type Driver, ENDED_ELSEWHERE, type Program } from './cells.js';
import { cellsOf, type FileRun, type FileTest, parseFileTests } from './file-format.js';
import { southernIslands } from './southern-islands.js';

// Tests run from dist/test/isa; the assembly files stay with the sources.
const FOLDER = fileURLToPath(new URL('../../../test/isa/', import.meta.url));

const filesIn = (folder: string): readonly string[] =>
  readdirSync(FOLDER + folder).filter((name) => name.endsWith('.s'));
const testsOf = (path: string): readonly FileTest[] => parseFileTests(readFileSync(FOLDER + path, 'utf8'));

export const FILES = filesIn('');
export const readTests = (file: string): readonly FileTest[] => testsOf(file);

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
function caseOf(isa: Isa, file: string, title: string, { name, line, ...fileTest }: FileTest): Case {
  const { words, labels, problems } = assemble(isa, fileTest.code);
  if (problems.length > 0)
    throw new Error(problems.map(({ message, text }) => `${file}:${line} '${text}': ${message}`).join('\n'));
  const runs = fileTest.runs.map((of) => ({
    of,
    state: cellsOf([...fileTest.state, ...of.state], labels),
    expected: cellsOf(of.expected, labels),
  }));
  const cells = new Set(runs.flatMap(({ state, expected }) => [...state.keys(), ...expected.keys()]));
  const program = { code: Uint32Array.from(words), text: fileTest.code, ldsBytes: fileTest.ldsBytes, isa, cells };
  return { file, name: `${title}:${line} ${name}`, program, runs };
}

export const CASES: readonly Case[] = FILES.flatMap((file) =>
  readTests(file).map((fileTest) => caseOf(southernIslands, file, file, fileTest)),
);

const isFor = (isa: Isa, { chips }: FileTest): boolean =>
  chips.length === 0 || chips.some((chip) => isa.processors.includes(chip));

/** The code of every case that an instruction set may execute. */
export const textsFor = (isa: Isa, folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    filesIn(folder).flatMap((file) =>
      testsOf(folder + file)
        .filter((fileTest) => isFor(isa, fileTest))
        .map(({ code }) => code),
    ),
  );

const meaningsOf = new Map(
  southernIslands.table.all.filter((def) => !def.promotedFrom).map((def) => [def.name, def.semantics]),
);
/** True if an instruction has its own definition, not that of Southern Islands. */
const isOwn = (def: InstructionDef): boolean => meaningsOf.get(def.name) !== (def.promotedFrom ?? def).semantics;

/**
 * The cases of Southern Islands that apply to a later chip, too: its assembler takes their text, and they name no
 * other chips. If all definitions are those of Southern Islands, the case has been executed with them.
 */
export const sharedCases = (isa: Isa): readonly Case[] =>
  FILES.flatMap((file) =>
    readTests(file)
      .filter((fileTest) => {
        if (!isFor(isa, fileTest)) return false;
        const { lines, problems } = assemble(isa, fileTest.code);
        return problems.length === 0 && lines.some(({ instruction }) => instruction && isOwn(instruction.def));
      })
      .map((fileTest) => caseOf(isa, file, `${isa.name} ${file}`, fileTest)),
  );

/**
 * The cases of the files in a folder, each for every chip that it is for. Later chips of a generation have those that
 * no earlier one has.
 */
export const casesOf = (folder: string, generations: readonly (readonly Isa[])[]): readonly Case[] =>
  filesIn(folder).flatMap((file) =>
    testsOf(folder + file).flatMap((fileTest) =>
      generations
        .flatMap((chips) => chips.find((isa) => isFor(isa, fileTest)) ?? [])
        .map((isa) => caseOf(isa, file, `${isa.name} ${file}`, fileTest)),
    ),
  );

/** Differences between expected and actual changes of a run. */
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

/** The error of a case on an engine, with the place in its file. */
const wrongIn = ({ file, program, runs }: Case, driver: Driver): readonly string[] =>
  runs.flatMap((run) =>
    differences(driver, program, run).map((text) => `${file}:${run.of.line} on ${driver.name}: ${text}`),
  );

/** A test for each case, on all of the engines. */
export function defineFileTests(drivers: readonly Driver[], cases = CASES): void {
  for (const each of cases)
    test.serial(each.name, async (t) => {
      // Ended work is reported before the next one begins.
      await new Promise(setImmediate);
      for (const driver of drivers) t.deepEqual(wrongIn(each, driver), []);
    });
}

/** A test for each file and chip, on all of the engines: a test costs more than most of these cases. */
export function defineTestsOfFiles(drivers: readonly Driver[], cases: readonly Case[]): void {
  const byFile = new Map<string, Case[]>();
  for (const each of cases) {
    const title = `${each.program.isa.name} ${each.file}`;
    byFile.set(title, [...(byFile.get(title) ?? []), each]);
  }
  for (const [title, group] of byFile)
    test.serial(`${title}: ${group.length} cases`, async (t) => {
      const wrong: string[] = [];
      for (const each of group) {
        await new Promise(setImmediate);
        for (const driver of drivers) wrong.push(...wrongIn(each, driver));
      }
      t.deepEqual(wrong, []);
    });
}
