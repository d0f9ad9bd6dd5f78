// The statistics of ten programs of the suite in one table, beside earlier counts of them by an independent probe:
// docs/statistics-measured.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import { EARLY_PROBE, type EarlyRow } from './early-probe.js';
import type { Meter } from './meter.js';
import { suitePrograms } from './programs.js';

const PAGE = join(root, 'docs', 'statistics-measured.md');

interface KernelReport {
  readonly kernel: string;
  readonly statistics: Readonly<Record<string, number | null>>;
}

export interface TableRow {
  readonly name: string;
  readonly options: string;
  /** By kernel, all statistics. */
  readonly kernels: readonly KernelReport[];
  readonly early: EarlyRow;
}

/** Runs the programs with all statistics of all work-groups; their results are verified. */
export async function tableRows(meter: Meter): Promise<readonly TableRow[]> {
  const names = EARLY_PROBE.map(({ name }) => name);
  const programs = suitePrograms(names, 'small');
  const rows: TableRow[] = [];
  for (const early of EARLY_PROBE) {
    const { name, argv, pattern } = programs.find((program) => program.name === early.name)!;
    const options = ['--stats=all', '--stats-every', '1', '--report-json', 'statistics.json'];
    const run = await meter.run([join(root, 'bin', 'atoll'), 'run', ...options, '--', ...argv]);
    if (!run) throw new Error(`${name} took longer than ${meter.limitSeconds} s`);
    if (!pattern.test(run.stdout)) throw new Error(`${name}: wrong result`);
    const { kernels } = JSON.parse(readFileSync(join(meter.folder, 'statistics.json'), 'utf8')) as {
      readonly kernels: readonly KernelReport[];
    };
    rows.push({ name, options: argv.slice(3).join(' '), kernels, early });
  }
  return rows;
}

/** Of all kernels together. */
const total = ({ kernels }: TableRow, ...names: readonly string[]): number =>
  kernels.reduce((sum, { statistics }) => sum + names.reduce((all, name) => all + (statistics[name] ?? 0), 0), 0);

const classes = (...names: readonly string[]): readonly string[] => names.map((name) => `instructions.${name}`);
const MIX: readonly (readonly string[])[] = [
  ...['valu', 'salu', 'smem', 'vmem', 'lds'].map((name) => classes(name)),
  classes('branch', 'waitcnt', 'barrier', 'endpgm', 'other'),
];

type Numbers = Omit<EarlyRow, 'name' | 'reuse' | 'ldsCycles'> & {
  readonly reuse: string;
  readonly ldsCycles: number | undefined;
};

function numbersOf(row: TableRow): Numbers {
  const share = (parts: readonly string[], whole: string): number => total(row, ...parts) / total(row, whole);
  const ldsAccesses = total(row, 'ldsAccesses');
  return {
    instructions: total(row, 'instructions'),
    mix: MIX.map((names) => 100 * share(names, 'instructions')) as unknown as EarlyRow['mix'],
    taken: 100 * share(['branchesTaken'], 'instructions'),
    utilisation: (100 / 64) * share(['valuLanes'], 'instructions.valu'),
    linesPerAccess: share(['vmemLines'], 'vmemAccesses'),
    ldsCycles: ldsAccesses === 0 ? undefined : total(row, 'ldsCycles') / ldsAccesses,
    reuse: row.kernels.map(({ statistics }) => statistics['vgprReuseDistance'] ?? '-').join(' and '),
    unique: [100 * share(['vgprReadValues'], 'vgprReadLanes'), 100 * share(['vgprWrittenValues'], 'vgprWrittenLanes')],
    conflicts: share(['vgprBankConflicts'], 'instructions.valu'),
  };
}

/** As the study prints it. */
const percent = (value: number): string => (value > 0 && value < 5 ? value.toFixed(1) : value.toFixed(0));

function cells(numbers: Numbers | EarlyRow): string {
  const { instructions, mix, taken, utilisation, linesPerAccess, ldsCycles, reuse, unique, conflicts } = numbers;
  return [
    instructions.toLocaleString('en-US'),
    mix.map(percent).join(' / '),
    taken.toFixed(1),
    utilisation.toFixed(0),
    linesPerAccess.toFixed(1),
    ldsCycles?.toFixed(1) ?? '-',
    reuse,
    unique.map((each) => each.toFixed(0)).join(' / '),
    conflicts.toFixed(2),
  ].join(' | ');
}

const HEADINGS = [
  'instructions',
  'VALU / SALU / SMEM / VMEM / LDS / SOPP %',
  'taken %',
  'SIMD utilisation %',
  'lines per access',
  'LDS cycles',
  'reuse',
  'unique read / written %',
  'bank conflicts',
];

/** The table as Markdown. */
export function tableText(rows: readonly TableRow[]): string {
  return [
    `| program | counted by | ${HEADINGS.join(' | ')} |`,
    `|---|---|${'---:|'.repeat(HEADINGS.length)}`,
    ...rows.flatMap((row) => [
      `| ${row.name} \`${row.options}\` | \`--stats=all\` | ${cells(numbersOf(row))} |`,
      `| | early probe | ${cells(row.early)} |`,
    ]),
  ].join('\n');
}

/** Measurements that both have, and further ones of the same runs. */
const MORE: readonly (readonly [name: string, heading: string])[] = [
  ['valuCycles', 'VALU cycles'],
  ['bufferFlushes', 'buffer flushes'],
  ['codeBytes', 'code, bytes'],
  ['codeLines', 'code, lines'],
  ['dataLines', 'data, lines'],
  ['dataPages', 'data, pages'],
  ['ldsConflictCycles', 'LDS conflict cycles'],
  ['vgprs', 'VGPRs'],
  ['sgprs', 'SGPRs'],
  ['occupancy', 'occupancy'],
];

const moreText = (rows: readonly TableRow[]): string =>
  [
    `| program | kernel | ${MORE.map(([, heading]) => heading).join(' | ')} |`,
    `|---|---|${'---:|'.repeat(MORE.length)}`,
    ...rows.flatMap(({ name, kernels }) =>
      kernels.map(({ kernel, statistics }) => {
        const values = MORE.map(([key]) => statistics[key]?.toLocaleString('en-US') ?? '-');
        return `| ${name} | ${kernel} | ${values.join(' | ')} |`;
      }),
    ),
  ].join('\n');

/** For readers of the table. */
const DIFFERENCES: readonly string[] = [
  '- BitonicSort, FloydWarshall and Mandelbrot have the same number of instructions in both: there the code is what it was, and all numbers agree to the',
  '  last digit that is printed, but for one. The reuse distance of Mandelbrot is 7 here and was 6: here all of one instruction are one use; where an',
  '  instruction that reads and writes a register counts as two, at distance 0, the median is lower.',
  '- The other seven have other code: the front end has changed since (its optimisations, the builtin functions, what it knows to be uniform), and with it the',
  '  number of instructions. The code of that time is not kept, so no single difference is traced to its cause. What depends on the program and not on the',
  '  compiler agrees there, too: lines per access, cycles of LDS, utilisation but for that of FFT, which no longer switches lanes off.',
  '- Bank conflicts and reuse distance depend on which registers the compiler takes: MatrixMultiplication has half of the conflicts, at a shorter distance.',
  '- Of DCT a fifth of all instructions has gone from the vector unit to the scalar one.',
  '- The early probe gave instructions per block, too (3 to 131); that is no statistic of Atoll.',
  '- Histogram has two kernels: the early probe has one median of both.',
];

/** Writes the page. */
export function writeTablePage(rows: readonly TableRow[]): void {
  const text = [
    '# Statistics of ten programs\n',
    '<!-- Written by `node dist/benchmarks/instruments/main.js --series table --write`: edit benchmarks/instruments/table.ts, not this file. -->\n',
    `Ten programs of the suite at their small sizes on \`tahiti\`, with \`--stats=all --stats-every 1\`; their results were`,
    'verified. [statistics.md](statistics.md) defines the numbers. Beside them stands what a probe counted of the same programs before Atoll had',
    'statistics: it was written for a study, by other hands, and looked at every step of the interpreter of that time.\n',
    tableText(rows),
    '',
    'Taken: branches that are taken, in per cent of all instructions. Lines per access, LDS cycles and bank conflicts: for each instruction that',
    'accesses memory, that accesses LDS, of the vector unit. Reuse: the median, for each kernel.\n',
    '## Differences\n',
    ...DIFFERENCES,
    '',
    '## Further statistics\n',
    moreText(rows),
    '',
  ].join('\n');
  writeFileSync(PAGE, text);
}
