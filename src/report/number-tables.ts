// Statistics of a page about a run that are more than one number of a kernel: of its launches, lines and instructions;
// histograms.

import { lastOf } from '../util/required.js';
import { escapeHtml } from './page.js';
import { sortableTable } from './sortable-table.js';

/** Of a kernel, a row for each launch, line or instruction. */
export interface NumberTable {
  readonly kernel: string;
  readonly scope: string;
  /** With the text of the tooltip of a title. */
  readonly heads: readonly { readonly head: string; readonly title: string }[];
  /** null: not collected, or there is no such number. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export interface HistogramPart {
  readonly name: string;
  readonly unit: string;
  /** Unit of the bins. */
  readonly by: string;
  /** Bins with what is in them; null: not collected. */
  readonly bins: readonly (readonly [bin: number, times: number])[] | null;
}

/** As numbers of statistics are shown: what is not collected is a dash, and no 0. */
export function valueText(value: number | null): string {
  if (value === null) return '-';
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(4);
}

/** Below all numbers. */
const sortValue = (cell: string | number | null | undefined): number => (typeof cell === 'number' ? cell : -1);

export function numberTables(tables: readonly NumberTable[]): string {
  return tables
    .map(({ scope, heads, rows }) => {
      const isText = (n: number): boolean => rows.some((row) => typeof row[n] === 'string');
      const columns = heads.map(({ head }, n) => {
        const cell = (row: (typeof rows)[number]): string => {
          const one = row[n] ?? null;
          return typeof one === 'string' ? one : valueText(one);
        };
        return isText(n)
          ? ([head, cell] as const)
          : ([head, cell, (row: (typeof rows)[number]) => sortValue(row[n])] as const);
      });
      const definitions = heads.flatMap(({ head, title }) =>
        title === '' ? [] : `<dt>${escapeHtml(head)}</dt><dd>${escapeHtml(title)}</dd>`,
      );
      return `<details><summary>Statistics by ${escapeHtml(scope)}</summary>${sortableTable(columns, rows)}<details><summary>What they mean</summary><dl>${definitions.join('')}</dl></details></details>`;
    })
    .join('\n');
}

const [WIDTH, HEIGHT] = [640, 90];

/** Bars from 0 to the last bin, with numbers in tooltips; a table behind has them all. */
function bars(bins: NonNullable<HistogramPart['bins']>, by: string): string {
  const end = Math.max(0, ...bins.map(([bin]) => bin)) + 1;
  const most = Math.max(1, ...bins.map(([, times]) => times));
  const width = WIDTH / end;
  const rects = bins.map(([bin, times]) => {
    const height = Math.max(1, (HEIGHT * times) / most);
    const place = `x="${(bin * width).toFixed(2)}" y="${(HEIGHT - height).toFixed(2)}" width="${(0.9 * width).toFixed(2)}" height="${height.toFixed(2)}"`;
    return `<rect ${place}><title>${bin} ${escapeHtml(by)}: ${times.toLocaleString('en')}</title></rect>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="From 0 to ${end - 1} ${escapeHtml(by)}">${rects.join('')}</svg>`;
}

function histogram({ name, unit, by, bins }: HistogramPart): string {
  const caption = `${escapeHtml(name)}, ${escapeHtml(unit)} by ${escapeHtml(by)}`;
  if (bins === null) return `<figure><figcaption>${caption}: - (not collected)</figcaption></figure>`;
  if (bins.length === 0) return `<figure><figcaption>${caption}: 0</figcaption></figure>`;
  const rows = bins.map(
    ([bin, times]) => `<tr><td class="number">${bin}</td><td class="number">${valueText(times)}</td></tr>`,
  );
  const table = `<table><thead><tr><th class="number">${escapeHtml(by)}</th><th class="number">${escapeHtml(unit)}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return `<figure class="bars"><figcaption>${caption}, from 0 to ${lastOf(bins, 'bin')[0]}</figcaption>${bars(bins, by)}<details><summary>As numbers</summary>${table}</details></figure>`;
}

export const histograms = (parts: readonly HistogramPart[]): string => parts.map(histogram).join('\n');
