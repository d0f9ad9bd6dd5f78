// Numbers by instruction, added up while a launch runs.

import { required } from '../../util/required.js';

/** Sums of some fields for each word where an instruction begins. */
export class InstructionSums<Field extends string> {
  private readonly rows = new Map<number, Record<Field, number>>();

  /** @param fields the first of them is the word */
  constructor(private readonly fields: readonly Field[]) {}

  /** The sums of the instruction that begins at a word. */
  at(word: number): Record<Field, number> {
    let row = this.rows.get(word);
    if (!row) {
      row = Object.fromEntries(this.fields.map((field) => [field, 0])) as Record<Field, number>;
      row[required(this.fields[0], 'field')] = word;
      this.rows.set(word, row);
    }
    return row;
  }

  /** All of them as plain data, row after row. */
  get values(): Float64Array {
    return Float64Array.from([...this.rows.values()].flatMap((row) => this.fields.map((field) => row[field])));
  }
}

/** The rows again. */
export function rowsOf<Field extends string>(fields: readonly Field[], values: Float64Array): Record<Field, number>[] {
  const rows: Record<Field, number>[] = [];
  for (let at = 0; at < values.length; at += fields.length)
    rows.push(Object.fromEntries(fields.map((field, n) => [field, values[at + n]!])) as Record<Field, number>);
  return rows;
}
