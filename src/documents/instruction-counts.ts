// docs/instruction-counts.md: how many instructions of each chip and format are decoded, executed, and named in a file
// test.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { llvmNames } from '../chips/chips.js';
import { assemble } from '../isa/assemble.js';
import type { Isa } from '../isa/isa.js';
import { DEFAULT_ISA } from '../isa/isas.js';
import { isaOfCode } from '../isa/load-isa.js';
import { root } from '../util/paths.js';
import { required } from '../util/required.js';

const FILE_TESTS = join(root, 'test', 'isa');

/** The texts of the file tests in a folder that are not for other chips. */
function textsIn(folder: string, isa: Isa): readonly string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.s')) : [];
  const tests = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split(/^; test:/m)
      .slice(1),
  );
  return tests.filter((text) => {
    const chips = /^; chip: (.*)$/m.exec(text)?.[1]?.split(' ');
    return !chips || chips.some((chip) => isa.processors.includes(chip));
  });
}

/** Instructions in the file tests of an instruction set, those of Southern Islands that it shares among them. */
function namesTested(isa: Isa): ReadonlySet<string> {
  const texts = [FILE_TESTS, ...(isa === DEFAULT_ISA ? [] : [join(FILE_TESTS, 'gcn3')])].flatMap((folder) =>
    textsIn(folder, isa),
  );
  const listings = texts
    .map((text) => assemble(isa, text.replace(/^.*\n/, '').replaceAll(/^;.*$/gm, '')))
    .filter(({ problems }) => problems.length === 0);
  return new Set(listings.flatMap(({ lines }) => lines.map(({ instruction }) => instruction?.def.name ?? '')));
}

function section(isa: Isa): string[] {
  const names = namesTested(isa);
  const counts = (format: string | undefined): string => {
    const rows = isa.table.all.filter((def) => format === undefined || def.format === format);
    const level = (of: string): number => rows.filter(({ support }) => support.level === of).length;
    const tested = new Set(rows.map(({ name }) => name).filter((name) => names.has(name))).size;
    const all = new Set(rows.map(({ name }) => name)).size;
    return `${rows.length} | ${level('full')} | ${level('partial')} | ${level('none')} | ${tested} of ${all} |`;
  };
  return [
    '',
    `## ${isa.title}`,
    '',
    '| format | decoded | executed | with a restriction | refused with the reason | names in file tests |',
    '|---|---|---|---|---|---|',
    ...isa.formats
      .filter(({ name }) => isa.table.all.some((def) => def.format === name))
      .map(({ name }) => `| ${name} | ${counts(name)}`),
    `| all | ${counts(undefined)}`,
  ];
}

/** The page. */
export const instructionCounts = (): string =>
  [
    '# Instruction counts',
    '',
    '<!-- Generated from src/isa and test/isa by `npm run build`; do not edit. -->',
    '',
    'An instruction with several encodings counts in each format. What is refused exists for graphics, debuggers or trap handlers; it',
    'faults with the reason when it executes. Beside the file tests (`test/isa/*.s`, `test/isa/gcn3/*.s`), which state results word for',
    'word, every row runs with random operands on random states on every engine (`test/isa/fuzz.test.ts`, `test/isa/gcn3/lockstep.test.ts`).',
    'A file test of Southern Islands whose instructions have the same definitions on a later chip counts for that chip, and is executed once.',
    ...[...new Set(llvmNames().map((name) => required(isaOfCode(name), `instruction set of ${name}`)))].flatMap(
      section,
    ),
    '',
  ].join('\n');
