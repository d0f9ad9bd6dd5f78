// Lines of two runs: the source may have been edited in between, so the n-th line of a text in a file is the n-th one
// of it in the other.

import { required } from '../../util/required.js';
import type { LineCount } from '../line-counts.js';

export interface LineChange {
  readonly file: string;
  readonly text: string;
  /** Numbers of the line; null: that run has not executed such a line. */
  readonly lineA: number | null;
  readonly lineB: number | null;
  /** Wave-instructions. */
  readonly a: number;
  readonly b: number;
}

/** Lines by what they are in any version of their file; those without a text by their number. */
function keyed(lines: readonly LineCount[]): Map<string, LineCount> {
  const seen = new Map<string, number>();
  return new Map(
    lines.map((one) => {
      const text = one.text.trim();
      const what = `${one.file}\n${text === '' ? one.line : text}`;
      const number = (seen.get(what) ?? 0) + 1;
      seen.set(what, number);
      return [`${number} ${what}`, one];
    }),
  );
}

/** Those whose numbers differ, the largest change first. */
export function compareLines(a: readonly LineCount[], b: readonly LineCount[]): LineChange[] {
  const [inA, inB] = [keyed(a), keyed(b)];
  return [...new Set([...inA.keys(), ...inB.keys()])]
    .map((key): LineChange => {
      const [one, two] = [inA.get(key), inB.get(key)];
      const { file, text } = required(two ?? one, 'line of the pair');
      const numbers = { a: one?.instructions ?? 0, b: two?.instructions ?? 0 };
      return { file, text, lineA: one?.line ?? null, lineB: two?.line ?? null, ...numbers };
    })
    .filter((line) => line.a !== line.b)
    .sort((x, y) => Math.abs(y.b - y.a) - Math.abs(x.b - x.a));
}
