// The matrix of planted bugs: kind, memory, access and place. Each is found, with its work-item, and nothing else is.
// The matrix stands in docs/checking.md; ATOLL_GOLDEN=1 writes it there.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Finding, FindingWorkItem } from '../../../src/check/finding.js';
import { root } from '../../../src/util/paths.js';
import { type Cell, LOCAL, MATRIX, PLACES, withWrong } from './matrix.js';
import { check, runner } from './run.js';

/** True if a finding names the work-item, or its wavefront for a scalar access. */
function names(item: FindingWorkItem | undefined, at: number): boolean {
  if (!item) return false;
  const [group, local] = [Math.floor(at / LOCAL), at % LOCAL];
  return item.group[0] === group && (item.local ? item.local[0] === local : item.wavefront === local >> 6);
}

/** The error in the findings of a kernel; undefined when there is none. */
function mistake({ kind, name, also = [] }: Cell, at: number, findings: readonly Finding[]): string | undefined {
  const ofKernel = findings.filter(({ kernel }) => kernel === name);
  if (!ofKernel.some((finding) => finding.kind === kind)) return `${name}: missed`;
  const others = ofKernel.filter((finding) => finding.kind !== kind && !also.includes(finding.kind));
  if (others.length > 0) return `${name}: ${others.map(({ message }) => message)}`;
  // A barrier that all others of its wavefront miss is as divergent as one that one misses.
  if (kind === 'divergent-barrier') return undefined;
  const namesWorkItem = ofKernel.some(({ workItem, other }) => names(workItem, at) || names(other?.workItem, at));
  return namesWorkItem ? undefined : `${name}: another work-item: ${ofKernel.map(({ message }) => message)}`;
}

for (const [place, at] of Object.entries(PLACES))
  test(`planted mistakes are found, with their work-item: ${place}`, async (t) => {
    const { stdout, stderr, findings } = await check(t, runner(t), withWrong(at), true);
    t.is(stdout, 'done', stderr);
    t.deepEqual(
      MATRIX.flatMap((cell) => mistake(cell, at, findings) ?? []),
      [],
    );
  });

test('the same kernels without a wrong work-item give no finding', async (t) => {
  const { stdout, stderr, findings } = await check(t, runner(t), withWrong(-1), true);
  t.is(stdout, 'done', stderr);
  t.deepEqual(
    findings.map(({ kernel, message }) => `${kernel}: ${message}`),
    [],
  );
});

const ACCESSES = ['load', 'store', 'atomic', '-'] as const;

/** The matrix as a table: a mark where the cell's kernel is found at each of the places. */
function table(): string {
  const lines = new Map<string, Cell[]>();
  for (const cell of MATRIX) {
    const key = `| \`${cell.kind}\` | ${cell.memory} |`;
    lines.set(key, [...(lines.get(key) ?? []), cell]);
  }
  const marks = (cells: readonly Cell[]): string =>
    ACCESSES.map((access) => (cells.some((cell) => cell.access === access) ? ' ✓ |' : ' |')).join('');
  const head = '| kind | of | load | store | atomic | other |\n|---|---|:-:|:-:|:-:|:-:|';
  return [head, ...[...lines].map(([key, cells]) => key + marks(cells))].join('\n');
}

test('the matrix of the page is that', (t) => {
  t.is(new Set(MATRIX.map(({ name }) => name)).size, MATRIX.length);
  const page = join(root, 'docs/checking.md');
  const TABLE = /^\| kind \| of \|.*\n(\|.*\n)*/m;
  if (process.env['ATOLL_GOLDEN'])
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(TABLE, () => `${table()}\n`),
    );
  t.is(TABLE.exec(readFileSync(page, 'utf8'))?.[0], `${table()}\n`);
});
