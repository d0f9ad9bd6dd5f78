// A table that its titles sort, by pointer or keyboard; src/browser/report/sorting.ts has the behaviour.

import { escapeHtml } from './page.js';

/** Title, cell, and the number to sort by; without one, cells are sorted as texts. */
export type TableHeading<Row> = readonly [title: string, cell: (row: Row) => string, number?: (row: Row) => number];

export function sortableTable<Row>(columns: readonly TableHeading<Row>[], all: readonly Row[]): string {
  const heads = columns.map(
    ([title, , number]) =>
      `<th${number ? ' class="number"' : ''} aria-sort="none"><button type="button">${escapeHtml(title)}</button></th>`,
  );
  const rows = all.map((row) => {
    const cells = columns.map(([, text, number]) =>
      number
        ? `<td class="number" data-value="${number(row)}">${escapeHtml(text(row))}</td>`
        : `<td>${escapeHtml(text(row))}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="sortable"><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}
