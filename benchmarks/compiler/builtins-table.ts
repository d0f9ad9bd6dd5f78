// The table of builtins as markdown, from the rows of the campaign.

import type { BuiltinRow } from './campaign.js';

/** Larger of two errors; 'inf' and 'nan' beat every number. */
function worse(a: number | string, b: number | string): number | string {
  if (typeof a === 'string') return a;
  return typeof b === 'string' || b > a ? b : a;
}

const shown = (value: number | string): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(3))) : value;

interface Group {
  readonly functions: Set<string>;
  readonly references: Set<string>;
  samples: number;
  outside: number;
  worst: number | string;
  worstFunction: string;
}

function groupsOf(rows: readonly BuiltinRow[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    let group = groups.get(row.group);
    if (!group) {
      group = { functions: new Set(), references: new Set(), samples: 0, outside: 0, worst: 0, worstFunction: '' };
      groups.set(row.group, group);
    }
    group.functions.add(row.function);
    group.references.add(row.reference);
    group.samples += row.samples;
    group.outside += row.outside;
    if (worse(group.worst, row.worst) !== group.worst) {
      group.worst = row.worst;
      group.worstFunction = `${row.function}, ${row.type}`;
    }
  }
  return groups;
}

/** One line for a group. */
function summary(rows: readonly BuiltinRow[]): string[] {
  const lines = [
    '| group | builtins | tested against | results compared | largest error known (ulp) | out of bounds |',
    '|---|--:|---|--:|---|--:|',
  ];
  for (const [name, group] of groupsOf(rows)) {
    const worst = group.worst === 0 ? 'exact' : `${shown(group.worst)} (${group.worstFunction})`;
    const references = [...group.references].join('; ');
    lines.push(
      `| ${name} | ${group.functions.size} | ${references} | ${group.samples} | ${worst} | ${group.outside} |`,
    );
  }
  return lines;
}

const MEASURED = new Set(['inf']);

/** One line for a function with its error in each type, for the groups whose results are rounded. */
function details(rows: readonly BuiltinRow[]): string[] {
  const lines: string[] = [];
  for (const name of groupsOf(rows).keys()) {
    const own = rows.filter((row) => row.group === name);
    const types = [...new Set(own.map((row) => row.type))];
    if (!types.every((type) => type === 'float' || type === 'double')) continue;
    if (own.every((row) => row.bound === 0 && row.worst === 0)) continue;
    lines.push(
      '',
      `### ${name}`,
      '',
      `| builtin | ${types.map((type) => `${type}: bound | largest known`).join(' | ')} |`,
    );
    lines.push(`|---|${types.map(() => '--:|--:|').join('')}`);
    for (const builtin of new Set(own.map((row) => row.function))) {
      const cells = types.map((type) => {
        const row = own.find((one) => one.function === builtin && one.type === type);
        if (!row) return ' | ';
        return `${MEASURED.has(String(row.bound)) ? 'none' : shown(row.bound)} | ${shown(row.worst)}`;
      });
      lines.push(`| ${builtin} | ${cells.join(' | ')} |`);
    }
  }
  return lines;
}

/** Results that were out of bounds, for manual inspection. */
function failures(rows: readonly BuiltinRow[]): string[] {
  const bad = rows.filter((row) => row.outside > 0);
  if (bad.length === 0) return [];
  return [
    '',
    '## Out of bounds',
    '',
    ...bad.map((row) => `- ${row.group}, ${row.function}, ${row.type}: ${row.outside} results; ${row.first}`),
  ];
}

/** The page. @param command how it was made */
export function builtinsPage(rows: readonly BuiltinRow[], command: string): string {
  return [
    '# Builtins of OpenCL C: tested error bounds',
    '',
    `Made by \`${command}\`. Every builtin is called by generated kernels that Atoll executes, over edges (zeros, limits, infinities,`,
    'NaN, subnormal values, ties) and random arguments, in every vector width. Bounds are those of OpenCL C 1.2, section 7.4, for the',
    'full profile; 0 stands for correctly rounded. Subnormal floats may be flushed (the device does not offer CL_FP_DENORM for float).',
    'Image reads give texels exactly, and interpolate with the 8 bits of weight that the hardware has.',
    'Errors are the largest that this run or any longer one has seen (`benchmarks/compiler/known-errors.json`; `--record` adds to it):',
    'samples find no maximum, and more of them may find more.',
    '',
    ...summary(rows),
    '',
    '## Errors by builtin',
    ...details(rows),
    ...failures(rows),
    '',
  ].join('\n');
}
