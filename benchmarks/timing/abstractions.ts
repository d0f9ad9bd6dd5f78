// The tables of "Lost in Abstraction" (HPCA 2018), machine code beside intermediate code, with programs of the same
// kind, written anew.

import { totalsOf } from '../../src/statistics/decoded-tallies.js';
import { statisticOf } from '../../src/statistics/statistics.js';
import type { CountedLaunch } from '../../src/statistics/tally.js';
import type { Application } from './applications.js';
import * as applications from './applications.js';
import { type Precision, TimingBench } from './bench.js';
import { CountedDevice } from './device.js';

/** Chips whose machine code is counted: of the paper (GCN3), a later and an earlier generation. */
const CHIPS = ['fiji', 'vega10', 'tahiti'] as const;
type Chip = (typeof CHIPS)[number];

interface PublishedValue {
  /** Per cent of the lanes, of machine code and of intermediate code. */
  readonly utilisation: readonly [gcn3: number, hsail: number];
  readonly footprint: readonly [gcn3: string, hsail: string];
}

interface Program {
  readonly name: string;
  readonly run: Application;
  readonly precision: Precision;
  /** Absent: the paper has no such program. */
  readonly published?: PublishedValue;
}

const PROGRAMS: readonly Program[] = [
  {
    name: 'array bandwidth',
    run: applications.copy,
    precision: 'single',
    published: { utilisation: [100, 100], footprint: ['386 KB', '386 KB'] },
  },
  {
    name: 'bitonic sort',
    run: applications.bitonic,
    precision: 'single',
    published: { utilisation: [100, 100], footprint: ['512 KB', '512 KB'] },
  },
  {
    name: 'FFT',
    run: applications.fft,
    precision: 'single',
    published: { utilisation: [99, 100], footprint: ['192 MB', '232 MB'] },
  },
  {
    name: 'SpMV',
    run: applications.spmvScalar,
    precision: 'single',
    published: { utilisation: [72, 67], footprint: ['3 MB', '3 MB'] },
  },
  {
    name: 'MD',
    run: applications.md,
    precision: 'single',
    published: { utilisation: [100, 100], footprint: ['960 KB', '960 KB'] },
  },
  { name: 'stencil', run: applications.stencil, precision: 'single' },
];

/** Names of statistics, and how they are printed. */
const COLUMNS: readonly (readonly [name: string, heading: string, print: (value: number) => string])[] = [
  ['instructions', 'instructions', (value) => value.toLocaleString('en-US')],
  ['simdUtilisation', 'utilisation', (value) => `${(100 * value).toFixed(1)} %`],
  ['simdUtilisationByCycle', 'by cycle', (value) => `${(100 * value).toFixed(1)} %`],
  ['dataLines', 'data', (value) => `${Math.round((64 * value) / 1024)} KiB`],
  ['codeBytes', 'code', (value) => `${value} B`],
  ['bufferFlushes', 'flushes', (value) => value.toLocaleString('en-US')],
  ['linesPerAccess', 'lines an access', (value) => value.toFixed(2)],
];
const SHARED = ['instructions.valu', 'instructions.salu', 'instructions.smem', 'instructions.vmem'] as const;

interface AbstractionCounts {
  readonly chip: Chip;
  readonly values: Readonly<Record<string, number | undefined>>;
}

export interface AbstractionRow extends Omit<Program, 'run'> {
  readonly counted: readonly AbstractionCounts[];
}

async function count({ run, precision }: Program, chip: Chip): Promise<AbstractionCounts> {
  const bench = new TimingBench<CountedLaunch>(new CountedDevice(chip), precision);
  await run(bench);
  const { tally } = totalsOf(bench.results);
  const names = [...COLUMNS.map(([name]) => name), ...SHARED];
  return { chip, values: Object.fromEntries(names.map((name) => [name, statisticOf(name, tally)])) };
}

export async function abstractionRows(report: (text: string) => void): Promise<readonly AbstractionRow[]> {
  const rows: AbstractionRow[] = [];
  for (const { run, ...program } of PROGRAMS) {
    const counted: AbstractionCounts[] = [];
    for (const chip of CHIPS) counted.push(await count({ run, ...program }, chip));
    rows.push({ ...program, counted });
    report(`${program.name}: ${counted.map(({ chip, values }) => `${chip} ${values['instructions']}`).join(', ')}`);
  }
  return rows;
}

function lineOf({ name, published }: AbstractionRow, { chip, values }: AbstractionCounts): string {
  const cells = COLUMNS.map(([column, , print]) => {
    const value = values[column];
    return value === undefined ? '-' : print(value);
  });
  const total = values['instructions']!;
  const mix = SHARED.map((each) => `${Math.round((100 * (values[each] ?? 0)) / total)}`).join('/');
  const beside =
    chip === 'fiji' && published
      ? `${published.utilisation[0]} %, ${published.footprint[0]} | ${published.utilisation[1]} %, ${published.footprint[1]}`
      : ' | ';
  return `| ${name} | ${chip} | ${cells.join(' | ')} | ${mix} | ${beside} |`;
}

/** The section of the page. */
export function abstractionText(rows: readonly AbstractionRow[]): string {
  const headings = COLUMNS.map(([, heading]) => heading).join(' | ');
  return [
    '## Machine code compared with intermediate code\n',
    'Counts of the paper "Lost in Abstraction" for GCN3 machine code and HSAIL, and counts of the same kind of program (reimplemented,',
    "compiled by today's clang for each chip). Mix: per cent of VALU/SALU/SMEM/VMEM. `docs/statistics.md` defines the numbers.\n",
    `| program | code for | ${headings} | mix | paper: GCN3 | paper: HSAIL |`,
    `|---|---|${'---:|'.repeat(COLUMNS.length)}---|---|---|`,
    ...rows.flatMap((row) => row.counted.map((counted) => lineOf(row, counted))),
    '',
    'Differences:\n',
    '- *Utilisation* is comparable: it depends on how lanes diverge, not on sizes. SpMV differs by how uneven the rows are: ours have 0 to 81 entries,',
    '  evenly spread; the paper does not say how its matrix is made. The stencil loses lanes where a border column is loaded by one of them.',
    '- *Data footprints* are those of our sizes, which the paper does not give: they are no evidence about the model. The paper counts bytes, we count lines.',
    '- *Instructions*: the paper has 1.5 to 3 times as many of GCN3 as of HSAIL. We have no HSAIL to count: Atoll executes machine code only. The causes that the',
    '  paper names are visible in the mix: address arithmetic and waits, scalar instructions that HSAIL does not have.',
    '- *Flushes* of instruction buffers: none in bitonic sort, as in the paper.',
    '- Tahiti has no flat accesses: a scalar register pair and an offset make an address, where Fiji and Vega add 64 bits in vector instructions.',
    '',
  ].join('\n');
}
