// Runs the file tests test/isa/*.s on every engine.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { type Cells, ENDED_ELSEWHERE, ENGINES, ENGINES_AS_USED, EngineDriver } from './engine.js';
import { cellsOf, type FileRun, type FileTest, parseFileTests } from './file-format.js';
import { allInstructions, assemble } from './southern-islands.js';

// Tests run from dist/test/isa; the assembly files stay with the sources.
const FOLDER = fileURLToPath(new URL('../../../test/isa/', import.meta.url));

const hex = (value: number): string => `0x${(value >>> 0).toString(16)}`;

/** Differences between what a run should and did change. */
function differences(driver: EngineDriver, fileTest: FileTest, run: FileRun): string[] {
  const assembly = assemble(fileTest.code);
  if (assembly.problems.length > 0) return assembly.problems.map(({ message, text }) => `'${text}': ${message}`);
  const state = cellsOf([...fileTest.state, ...run.state], assembly.labels);
  const { outcome, changed, read } = driver.run(assembly.words, state, fileTest.ldsBytes);
  if (run.fault !== undefined)
    return outcome.startsWith('fault') && outcome.includes(run.fault)
      ? []
      : [`expected fault ${run.fault}, got ${outcome}`];
  if (outcome === ENDED_ELSEWHERE) return [];
  if (outcome !== 'end') return [`expected the end, got ${outcome}`];
  return compareCells(cellsOf(run.expected, assembly.labels), changed, read);
}

function compareCells(expected: Cells, changed: Cells, read: (cell: string) => number): string[] {
  const wrong = [...expected]
    .filter(([cell, value]) => read(cell) !== value)
    .map(([cell, value]) => `${cell} is ${hex(read(cell))}, expected ${hex(value)}`);
  const unexpected = [...changed]
    .filter(([cell]) => !expected.has(cell))
    .map(([cell, value]) => `${cell} changed to ${hex(value)}`);
  return [...wrong, ...unexpected].slice(0, 8);
}

const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.s'));
const readTests = (file: string): readonly FileTest[] => parseFileTests(readFileSync(FOLDER + file, 'utf8'));

test('every instruction occurs in a file test', (t) => {
  const lines = FILES.flatMap(readTests).flatMap(({ code }) => assemble(code).lines);
  const tested = new Set(lines.map(({ instruction }) => instruction?.def.name));
  const names = new Set(allInstructions().map(({ name }) => name));
  t.deepEqual(
    [...names].filter((name) => !tested.has(name)),
    [],
  );
});

for (const file of FILES) {
  test(`${file} on every engine`, (t) => {
    const tests = readTests(file);
    t.true(tests.length > 0);
    const drivers = [
      ...ENGINES.map((make) => new EngineDriver(make)),
      ...ENGINES_AS_USED.map((make) => new EngineDriver(make, true)),
    ];
    for (const driver of drivers)
      for (const fileTest of tests)
        for (const run of fileTest.runs)
          t.deepEqual(differences(driver, fileTest, run), [], `${file}:${run.line} ${fileTest.name} on ${driver.name}`);
  });
}
