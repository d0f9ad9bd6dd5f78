// Similar names for one that is misspelt.

import { required } from './required.js';

/** The candidates that are near, the nearest first; none where none is. */
export function nearest(name: string, candidates: readonly string[]): readonly string[] {
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, distance }) => distance <= Math.max(2, Math.ceil(Math.max(name.length, candidate.length) / 3)),
    )
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

/** Letters to insert, delete or replace to make one text of the other (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          required(row[j], 'cost') + 1,
          required(next[j - 1], 'cost') + 1,
          required(row[j - 1], 'cost') + Number(a[i - 1] !== b[j - 1]),
        ),
      );
    row = next;
  }
  return required(row[b.length], 'cost');
}
