// Tracking of written pages: `node dist/benchmarks/board/tracking.js [--mebibytes N] [--rounds N]` measures page
// compare, soft-dirty bits, PAGEMAP_SCAN and userfaultfd on one memory file, and prints the kernel's error where one
// of them does not work.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import { countOf, runCommand } from '../command.js';

const USAGE = `usage: tracking.js [options]
  --mebibytes N  of memory (default: 1024)
  --rounds N     of which the least counts (default: 3)`;

/** As tracking.c prints it. */
function rowOf(line: string): string {
  const [name, answer, unchanged, changed, write, result] = line.split('\t') as [string, string, ...string[]];
  const ms = (text: string | undefined): string => (Number(text) > 0 ? `${Number(text).toPrecision(3)} ms` : '-');
  const works = answer === 'works';
  return `| ${name} | ${answer} | ${works ? ms(unchanged) : '-'} | ${works ? ms(changed) : '-'} | ${works ? `${Math.round(Number(write))} ns` : '-'} | ${works ? result : '-'} |`;
}

function measure(mebibytes: number, rounds: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-tracking-'));
  try {
    const program = join(folder, 'tracking');
    execFileSync('gcc', ['-O2', join(root, 'benchmarks/board/tracking.c'), '-o', program, '-pthread']);
    const load = loadavg()[0]!;
    const lines = execFileSync(program, [String(mebibytes), String(rounds)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    console.log('| method | kernel | no page written | a page in 8 written | cost of a write | pages found |');
    console.log('|---|---|--:|--:|--:|--:|');
    for (const line of lines) console.log(rowOf(line));
    const machine = `Linux ${release()}, load ${load.toFixed(1)} before`;
    console.log(
      `\n${mebibytes} MiB, processor time, least of ${rounds} rounds; ${machine}; user ${process.getuid?.()}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runCommand({
  usage: USAGE,
  options: { mebibytes: { type: 'string', default: '1024' }, rounds: { type: 'string', default: '3' } },
  run: ({ mebibytes, rounds }) => measure(countOf('mebibytes', mebibytes), countOf('rounds', rounds)),
});
