// docs/abstraction.md: the study's figures, both forms beside what is published.

import { cellsOf, FIGURES, type StudyFigure } from './figures.js';
import type { StudyRow } from './measure.js';

function tableOf({ heading, published, singles, columns, reasons }: StudyFigure, rows: readonly StudyRow[]): string {
  const isTable6 = heading.startsWith('Table 6');
  const beside = isTable6 ? ['paper: utilisation %', 'paper: data'] : singles ? ['paper: ratio'] : [];
  const titles = columns.flatMap(({ title, alone }) => [
    `HSAIL ${title}`,
    `GCN3 ${title}`,
    ...(alone ? [] : ['GCN3 / HSAIL']),
  ]);
  const lines = rows.map((row) => {
    const { name, published: own } = row.program;
    const others = isTable6
      ? [own.utilisation.join(', '), own.footprint.join(', ')]
      : singles
        ? [singles[name] ?? '']
        : [];
    return `| ${[name, ...columns.flatMap((column) => cellsOf(column, row)), ...others].join(' | ')} |`;
  });
  return [
    `## ${heading}`,
    '',
    `Published: ${published}.`,
    '',
    `| ${['program', ...titles, ...beside].join(' | ')} |`,
    `|---|${'---:|'.repeat(titles.length)}${'---|'.repeat(beside.length)}`,
    ...lines,
    '',
    ...meanLine(columns, rows),
    ...reasons,
    '',
  ].join('\n');
}

/** The geometric mean of the first column's ratios. */
function meanLine([column]: StudyFigure['columns'], rows: readonly StudyRow[]): string[] {
  if (!column || column.alone) return [];
  const ratios = rows.flatMap(({ hsail, gcn3 }) => {
    const [first, second] = [column.value(hsail.values), column.value(gcn3.values)];
    return first && second ? [second / first] : [];
  });
  if (ratios.length === 0) return [];
  const mean = Math.exp(ratios.reduce((sum, one) => sum + Math.log(one), 0) / ratios.length);
  return [`Geometric mean of ${ratios.length} ratios that are not 0: ${mean.toFixed(2)}.`, ''];
}

function timeTable(rows: readonly StudyRow[]): string {
  const lines = rows.map(({ program, gcn3 }) => {
    const { cycles = 0, values } = gcn3;
    const ipc = (values['instructions'] ?? 0) / cycles;
    return `| ${program.name} | - | ${cycles.toLocaleString('en-US')} | - | ${ipc.toFixed(3)} |`;
  });
  return [
    '## Figures 11 and 12: instructions a cycle, and time',
    '',
    'Published: machine code has more instructions a cycle, except FFT and LULESH; Array BW takes 1.6 times as long as HSAIL, LULESH',
    '1.85 times as long as machine code.',
    '',
    '| program | HSAIL cycles | GCN3 cycles | HSAIL instructions a cycle | GCN3 instructions a cycle |',
    '|---|---:|---:|---:|---:|',
    ...lines,
    '',
    'HSAIL has no time here: a timing model of it needs a scoreboard in the place of waits, which Atoll does not have. Cycles of machine code are',
    'those of `benchmarks/abstraction/apu-2018.json`, the machine of the paper’s table 4, all launches one after the other.',
    '',
  ].join('\n');
}

export const pageText = (rows: readonly StudyRow[]): string =>
  [
    '<!-- Written by `node dist/benchmarks/abstraction/main.js --write`. -->',
    '',
    '# HSAIL beside machine code',
    '',
    'Figures 5 to 12 and table 6 of "Lost in Abstraction: Pitfalls of Analyzing GPUs at the Intermediate Language Level" (HPCA 2018), measured again.',
    'Ten programs of the same kinds (`benchmarks/abstraction/programs`, written anew, of smaller sizes) are printed as HSAIL ([HSAIL](hsail.md)). The same module is',
    'executed as HSAIL, and finalized for fiji (GCN3). Results are compared with the host, and both forms with each other, bit for bit (FFT within 0.0001:',
    'its native sines and cosines have another accuracy in each form). Instructions that only',
    'keep the reconvergence stack do not count as instructions. Rows are those of [statistics](statistics.md).',
    '',
    'Products are fused with sums, and denormals are kept: without a mode of the wavefront for it, machine code of `ftz` has instructions that flush.',
    '',
    ...FIGURES.map((figure) => tableOf(figure, rows)),
    timeTable(rows),
  ].join('\n');
