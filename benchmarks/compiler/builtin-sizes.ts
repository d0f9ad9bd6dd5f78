// How much code builtins become, and how long clang takes for it: `node dist/benchmarks/compiler/builtin-sizes.js
// [--width N] [--match WORD] [--worst N] [--clang PATH] [--json]`. One kernel for each builtin and type; bytes of its
// code with its callees, CPU seconds of clang.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCalImage } from '../../src/cal/reader.js';
import { FrontEnd } from '../../src/compiler/front-end.js';
import { byOwnNode } from '../own-node.js';
import { type BuiltinCall, builtinCalls } from './builtin-calls.js';

const OPTIONS = {
  width: { type: 'string', default: '16' },
  match: { type: 'string', default: '' },
  worst: { type: 'string', default: '10' },
  conversions: { type: 'boolean', default: false },
  clang: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: builtin-sizes.js [options]
  --width N      elements of vectors: 1, 2, 3, 4, 8 or 16 (default 16)
  --match WORD   only calls whose text contains this
  --conversions  the 700 explicit conversions, too
  --worst N      rows of the tables (default 10)
  --clang PATH   the compiler; default Atoll's choice
  --json         every row instead of the tables`;

interface Row {
  readonly call: string;
  readonly bytes: number;
  readonly seconds: number;
}

/** CPU time of finished child processes, in seconds. Source: proc(5), fields 16 and 17, ticks of 1/100 s. */
function childrenSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

async function measured(front: FrontEnd, call: BuiltinCall): Promise<Row> {
  const start = childrenSeconds();
  const source = new TextEncoder().encode(call.source);
  const result = await front.build({ kind: 'build', source, options: '', device: 'tahiti' });
  if (!result.binary) throw new Error(`${call.source}\n${result.log}`);
  const [kernel] = readCalImage(result.binary).kernels;
  return { call: call.text, bytes: kernel!.code.length, seconds: childrenSeconds() - start };
}

function table(rows: readonly Row[], title: string, by: (row: Row) => number, count: number): string {
  const worst = [...rows].sort((a, b) => by(b) - by(a)).slice(0, count);
  const lines = worst.map(({ call, bytes, seconds }) => `| \`${call}\` | ${bytes} | ${seconds.toFixed(2)} |`);
  return [
    `${title} of ${rows.length}:`,
    '',
    '| call | bytes of code | CPU s of clang |',
    '|---|--:|--:|',
    ...lines,
    '',
  ].join('\n');
}

async function main(): Promise<number> {
  byOwnNode();
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const cacheDir = mkdtempSync(join(tmpdir(), 'atoll-builtin-sizes-'));
  const front = new FrontEnd({ cacheDir, cache: false, ...(values.clang && { clang: values.clang }) });
  const rows: Row[] = [];
  try {
    for (const call of builtinCalls(values.width === '1' ? '' : values.width)) {
      if (!call.text.includes(values.match)) continue;
      if (call.name.startsWith('convert_') && !values.conversions) continue;
      rows.push(await measured(front, call));
      process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
    }
  } finally {
    await front.dispose();
    rmSync(cacheDir, { recursive: true, force: true });
  }
  const count = Number(values.worst);
  const tables = (): string =>
    table(rows, 'Most code', (row) => row.bytes, count) +
    table(rows, '\nLongest in clang', (row) => row.seconds, count);
  process.stdout.write(values.json ? `${JSON.stringify(rows, null, 1)}\n` : tables());
  return 0;
}

process.exitCode = await main();
