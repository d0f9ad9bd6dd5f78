// docs/instruction-counts.md: how many instructions of each chip and format are decoded, executed, and named in a file test.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstructionDef } from '../isa/define.js';
import type { Isa } from '../isa/isa.js';
import { DEFAULT_ISA } from '../isa/isas.js';
import { isaOfCode } from '../isa/load-isa.js';
import { root } from '../util/paths.js';

const LATER = ['gfx803', 'gfx900', 'gfx906'];
const FILE_TESTS = join(root, 'test', 'isa');

/** Words at the beginnings of lines of the file tests in a folder: names of instructions, with the suffixes of encodings. */
function namesIn(folder: string): ReadonlySet<string> {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.s')) : [];
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  return new Set(texts.flatMap((text) => text.match(/^\s*[a-z]\w+/gm) ?? []).map((name) => name.trim()));
}

const isTested = ({ name }: InstructionDef, names: ReadonlySet<string>): boolean =>
  ['', '_e32', '_e64', '_sdwa', '_dpp'].some((suffix) => names.has(name + suffix));

function section(isa: Isa, names: ReadonlySet<string>): string[] {
  const counts = (format: string | undefined): string => {
    const rows = isa.table.all.filter((def) => format === undefined || def.format === format);
    const level = (of: string): number => rows.filter(({ support }) => support.level === of).length;
    const tested = new Set(rows.filter((def) => isTested(def, names)).map(({ name }) => name)).size;
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
    '# How many instructions there are',
    '',
    '<!-- Generated from src/isa and test/isa by `npm run build`; do not edit. -->',
    '',
    'An instruction with several encodings counts in each format. What is refused exists for graphics, debuggers or trap handlers; it',
    'faults with the reason when it executes. Beside the file tests (`test/isa/*.s`, `test/isa/gcn3/*.s`), which state results word for',
    'word, every row runs with random operands on random states on every engine (`test/isa/fuzz.test.ts`, `test/isa/gcn3/lockstep.test.ts`).',
    ...section(DEFAULT_ISA, namesIn(FILE_TESTS)),
    ...LATER.flatMap((chip) => section(isaOfCode(chip)!, namesIn(join(FILE_TESTS, 'gcn3')))),
    '',
  ].join('\n');
