// Coverage as lcov's tracefile: geninfo(1) says what its lines are.

import { part, type SourceCoverage } from './lines.js';

const ascending = <T>(map: ReadonlyMap<number, T>): [number, T][] => [...map].sort(([a], [b]) => a - b);

function branchLines(source: SourceCoverage): string[] {
  const all = ascending(source.lines).flatMap(([line, { branches }]) =>
    branches.flatMap(({ taken, notTaken }, block) =>
      [notTaken, taken].map((times, way) => ({
        times,
        text: `BRDA:${line},${block},${way},${taken + notTaken === 0 ? '-' : times}`,
      })),
    ),
  );
  const { hit, total } = part(all.map(({ times }) => times));
  return total === 0 ? [] : [...all.map(({ text }) => text), `BRF:${total}`, `BRH:${hit}`];
}

/** @param path where the text of a source is */
export function lcov(sources: readonly SourceCoverage[], path: (source: SourceCoverage) => string): string {
  return sources
    .map((source) => {
      const functions = [...source.functions];
      const calls = part(functions.map(([, { times }]) => times));
      const lines = part([...source.lines.values()].map(({ times }) => times));
      return [
        'TN:',
        `SF:${path(source)}`,
        ...functions.map(([name, { line }]) => `FN:${line},${name}`),
        ...functions.map(([name, { times }]) => `FNDA:${times},${name}`),
        `FNF:${calls.total}`,
        `FNH:${calls.hit}`,
        ...branchLines(source),
        ...ascending(source.lines).map(([line, { times }]) => `DA:${line},${times}`),
        `LF:${lines.total}`,
        `LH:${lines.hit}`,
        'end_of_record\n',
      ].join('\n');
    })
    .join('');
}
