// Results as tables of text: a row for each measured thing, a column for each engine.

import Table from 'cli-table3';
import { type EngineReport, geometricMean, type Measurement, type SpeedChange } from './results.js';

const TITLES: Readonly<Record<Measurement['series'], string>> = {
  instruction: 'instruction family, ns a wave-instruction (64 lanes)',
  kernel: 'kernel',
  launch: 'launch of an empty kernel',
  beside: 'the same program, Atoll beside others',
  scaling: 'problem size',
};

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const cell = ({ best, median }: Measurement): string => `${number(best)} (${number(median)})`;

function plain(head: readonly string[]): Table.Table {
  return new Table({
    head: [...head],
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
}

/** How often the interpreter's time is that of another engine. */
function ratioTo(list: readonly Measurement[], engine: string): string {
  const [base, other] = ['interp', engine].map((name) => list.find((each) => each.engine === name));
  if (!base || !other || base === other || !(base.best > 0 && other.best > 0)) return '';
  const timeLike = base.unit === 'ns' || base.unit === 'µs';
  return `${number(timeLike ? base.best / other.best : other.best / base.best)}x`;
}

/** Atoll's speed (all workers, then one) over that of every other platform of the same program. */
function besideRatios(measurements: readonly Measurement[]): string {
  const ours = [...new Set(measurements.map(({ engine }) => engine))].filter((engine) => engine.startsWith('atoll'));
  const table = plain(['speed of Atoll over that of the others', 'of', ...ours]);
  const groups = [...grouped(measurements, ({ name }) => name).values()];
  for (const list of groups)
    for (const other of list) {
      const ratios = ours.map((engine) => {
        const own = list.find((each) => each.engine === engine);
        return own === undefined || own === other ? '' : `${number(own.best / other.best)}x`;
      });
      table.push([other.name, other.engine, ...ratios]);
    }
  return table.toString();
}

/** Measurements by `keyOf`, in the order in which keys first occur. */
function grouped<K>(list: readonly Measurement[], keyOf: (each: Measurement) => K): ReadonlyMap<K, Measurement[]> {
  const groups = new Map<K, Measurement[]>();
  for (const each of list) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}

function seriesTable(series: Measurement['series'], measurements: readonly Measurement[]): string {
  const engines = [...new Set(measurements.map(({ engine }) => engine))];
  const compared = engines.includes('interp') && engines.includes('jit');
  const table = plain([TITLES[series], ...engines, ...(compared ? ['jit is faster by'] : [])]);
  for (const [name, list] of grouped(measurements, ({ name, unit }) => (unit === 'ns' ? name : `${name}, ${unit}`))) {
    const cells = engines
      .map((engine) => list.find((each) => each.engine === engine))
      .map((each) => each && cell(each));
    table.push([name, ...cells.map((text) => text ?? ''), ...(compared ? [ratioTo(list, 'jit')] : [])]);
  }
  return table.toString();
}

export function reportText({ measurements, machine, release, commit, effort, started }: EngineReport): string {
  const tables = [...grouped(measurements, ({ series }) => series)].flatMap(([series, list]) =>
    series === 'beside' ? [seriesTable(series, list), besideRatios(list)] : [seriesTable(series, list)],
  );
  return [
    ...tables,
    'compiling engines remove dead code: an impossible rate shows that',
    `best (median) of ${effort.repeats}, ${effort.milliseconds} ms or more each; Atoll ${release}${commit ? ` (${commit.slice(0, 12)})` : ''}, ${started}`,
    `${machine.processors} x ${machine.processor}, ${machine.system}, Linux ${machine.kernel}, Node ${machine.node}, load ${machine.load.toFixed(1)}`,
  ].join('\n');
}

export function changesText(changes: readonly SpeedChange[]): string {
  const table = plain(['measured', 'engine', 'before', 'after', 'speed']);
  for (const { before, after, speedup } of changes)
    table.push([`${after.name}, ${after.unit}`, after.engine, cell(before), cell(after), `${number(speedup)}x`]);
  if (changes.length === 0) return 'the two files have nothing in common';
  const mean = geometricMean(changes.map(({ speedup }) => speedup));
  return `${table.toString()}\ngeometric mean of ${changes.length}: ${number(mean)} times as fast as before`;
}
