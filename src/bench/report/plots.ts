// Plots of the HTML report, from the rows of results.

import { CLASS_NAMES } from '../../isa/classes.js';
import { required } from '../../util/required.js';
import type { BenchRow } from '../rows.js';
import { total } from '../rows.js';
import type { Plot } from './plot.js';

/** Colours that are distinguishable with any colour vision. Source: Okabe and Ito, 2008. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];
const colour = (index: number): string => required(COLOURS[index % COLOURS.length], 'colour');

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** The size is part of the label only where there are several. */
function labelling(rows: readonly BenchRow[]): (row: BenchRow) => string {
  const several = unique(rows.map(({ size }) => size)).length > 1;
  return ({ benchmark, size }) => (several ? `${benchmark} ${size}` : benchmark);
}

interface Look extends Pick<Plot, 'title' | 'text' | 'axis'> {
  /** In the order of their colours, which are the same in every plot. */
  readonly targets: readonly string[];
  readonly base?: number;
}

/** Bars by benchmark, one colour a target. */
function byTarget(
  rows: readonly BenchRow[],
  { targets, base, ...look }: Look,
  value: (row: BenchRow) => number | undefined,
): Plot[] {
  const shown = rows.filter((row) => value(row) !== undefined);
  if (shown.length === 0) return [];
  const label = labelling(rows);
  const labels = unique(shown.map(label));
  const datasets = targets.flatMap((target, index) => {
    const own = shown.filter((row) => row.target === target);
    if (own.length === 0) return [];
    const values = new Map(own.map((row) => [label(row), value(row)]));
    const data = labels.map((name) => values.get(name) ?? null);
    return [{ label: target, data, backgroundColor: colour(index), ...(base === undefined ? {} : { base }) }];
  });
  return [{ ...look, labels, datasets, logarithmic: true, stacked: false }];
}

/** Shares of the classes in the wave-instructions, per cent. */
function mixPlot(rows: readonly BenchRow[]): Plot[] {
  const counted = rows.filter(({ mix }) => mix !== undefined && total(mix) > 0);
  if (counted.length === 0) return [];
  const label = labelling(rows);
  const several = unique(counted.map(({ target }) => target)).length > 1;
  return [
    {
      title: 'Instruction mix',
      text: 'Wave-instructions by class.',
      labels: counted.map((row) => (several ? `${label(row)} ${row.target}` : label(row))),
      datasets: CLASS_NAMES.map((unit, index) => ({
        label: unit,
        data: counted.map(
          ({ mix }) => ((required(mix, 'instruction mix')[unit] ?? 0) / total(required(mix, 'instruction mix'))) * 100,
        ),
        backgroundColor: colour(index),
      })),
      axis: 'per cent',
      logarithmic: false,
      stacked: true,
    },
  ];
}

export function plots(rows: readonly BenchRow[], baseline: string): Plot[] {
  const targets = unique(rows.map(({ target }) => target));
  const look = (title: string, axis: string, text: string): Look => ({ title, axis, text, targets });
  const logarithmic = (text: string) => `${text}, logarithmic.`;
  return [
    ...byTarget(
      rows,
      look('Wall time', 'seconds', logarithmic('From the start of the program to its end')),
      ({ wall }) => wall?.value,
    ),
    ...byTarget(
      rows,
      look('Kernel time', 'seconds', logarithmic('Sum over all launches')),
      ({ kernel }) => kernel?.value,
    ),
    ...byTarget(
      rows,
      {
        ...look(`Ratio to ${baseline}`, 'times', logarithmic('Wall time over that of the baseline: above 1 is slower')),
        base: 1,
      },
      ({ ratio }) => ratio?.value,
    ),
    ...byTarget(
      rows,
      look('Speed', 'a second', logarithmic('Wave-instructions a second of kernel time')),
      ({ rate }) => rate,
    ),
    ...mixPlot(rows),
  ];
}
