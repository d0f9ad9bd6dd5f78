// Tables that their titles sort, by pointer or keyboard (src/report/sortable-table.ts).

/** The value of a cell to sort by: a number where the cell has one, else its text. */
function sortKey(row: HTMLTableRowElement, column: number): number | string {
  const cell = row.cells[column];
  const value = cell?.dataset['value'];
  return value === undefined ? (cell?.textContent ?? '') : Number(value);
}

function compare(a: number | string, b: number | string): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function sortBy(table: HTMLTableElement, heads: readonly HTMLElement[], column: number): void {
  const head = heads[column];
  const [body] = table.tBodies;
  if (!head || !body) return;
  const isDown = head.getAttribute('aria-sort') === 'ascending';
  for (const other of heads) other.setAttribute('aria-sort', 'none');
  head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
  const sign = isDown ? -1 : 1;
  body.append(...[...body.rows].sort((a, b) => sign * compare(sortKey(a, column), sortKey(b, column))));
}

export function startSorting(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table.sortable')) {
    const heads = [...table.querySelectorAll('th')];
    for (const [column, head] of heads.entries())
      head.querySelector('button')?.addEventListener('click', () => sortBy(table, heads, column));
  }
}
