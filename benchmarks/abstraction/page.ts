// docs/abstraction.md: the study's figures, both forms beside what is published.

import { cellsOf, FIGURES, type StudyFigure } from './figures.js';
import type { StudyRow } from './measure.js';

function tableOf(
  { heading, published, singles, others = '', columns, reasons }: StudyFigure,
  rows: readonly StudyRow[],
): string {
  const isTable6 = heading.startsWith('Table 6');
  const beside = isTable6 ? ['paper: utilisation %', 'paper: data'] : singles ? ['paper: ratio'] : [];
  const titles = columns.flatMap(({ title, alone }) => [
    `HSAIL ${title}`,
    `GCN3 ${title}`,
    ...(alone ? [] : ['GCN3 / HSAIL']),
  ]);
  const lines = rows.map((row) => {
    const { name, published: own } = row.program;
    const publishedCells = isTable6
      ? [own.utilisation.join(', '), own.footprint.join(', ')]
      : singles
        ? [singles[name] ?? others]
        : [];
    return `| ${[name, ...columns.flatMap((column) => cellsOf(column, row)), ...publishedCells].join(' | ')} |`;
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
    'Products are fused with sums. Floats of 32 bits have `ftz`, which is the mode of all wavefronts as machine code.',
    '',
    ...FIGURES.map((figure) => tableOf(figure, rows)),
  ].join('\n');
