// A column of a table of results, whatever writes it.

export interface TableColumn<R> {
  readonly head: string;
  readonly cell: (row: R) => string;
  readonly right?: boolean;
}
