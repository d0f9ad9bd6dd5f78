// How long builds take: `node dist/benchmarks/compiler/build-times.js [--repeats N] [--clang PATH] [--all]`. CPU time
// of Atoll and of the compiler's processes, cold and from the cache, for a small kernel and the benchmarks' kernels.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FrontEnd } from '../../src/compiler/front-end.js';
import type { BuildRequest } from '../../src/compiler/request/build-request.js';
import { root } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';

const OPTIONS = {
  repeats: { type: 'string', default: '5' },
  clang: { type: 'string' },
  all: { type: 'boolean', default: false },
} as const;

const SMALL =
  '__kernel void add(__global float *a, __global float *b, __global float *c) { size_t i = get_global_id(0); c[i] = a[i] + b[i]; }';
/** The measured quantities: milliseconds of CPU. */
const LIMITS = { small: 250, large: 700, cached: 5 } as const;
const LARGEST = 8;
/** Clock ticks of /proc/self/stat: 100 a second on Linux for every architecture that Atoll runs on. */
const TICK_MS = 10;

/** CPU time of finished child processes, in milliseconds. Source: proc(5), fields 16 and 17. */
function childrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

interface Cost {
  readonly own: number;
  readonly children: number;
  readonly wall: number;
}

async function measure(work: () => Promise<void>): Promise<Cost> {
  const [cpu, children, start] = [process.cpuUsage(), childrenMs(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { own: (user + system) / 1000, children: childrenMs() - children, wall: performance.now() - start };
}

const best = (costs: readonly Cost[], of: (cost: Cost) => number): number => Math.min(...costs.map(of));

interface Source {
  readonly name: string;
  readonly text: Uint8Array;
  readonly limit: number;
}

function sources(): Source[] {
  const folder = join(root, 'benchmarks');
  const kernels = readdirSync(folder).flatMap((name) => {
    try {
      return [{ name, text: readFileSync(join(folder, name, `${name}_Kernels.cl`)), limit: LIMITS.large }];
    } catch {
      return [];
    }
  });
  return [{ name: 'small', text: new TextEncoder().encode(SMALL), limit: LIMITS.small }, ...kernels];
}

async function timesOf(
  source: Source,
  repeats: number,
  cacheDir: string,
  clang: string | undefined,
): Promise<{ cold: number; cached: number; processes: number; wall: number }> {
  const settings = { cacheDir, ...(clang && { clang }) };
  const [uncached, caching] = [new FrontEnd({ ...settings, cache: false }), new FrontEnd(settings)];
  const request: BuildRequest = { kind: 'build', source: source.text, options: '', device: 'tahiti' };
  const build = async (front: FrontEnd): Promise<void> => {
    const result = await front.build(request);
    if (result.status !== 'success') throw new Error(`${source.name}: ${result.log}`);
  };
  await build(caching);
  const cold: Cost[] = [];
  const cached: Cost[] = [];
  for (let i = 0; i < repeats; i++) {
    cold.push(await measure(() => build(uncached)));
    cached.push(await measure(() => build(caching)));
  }
  await Promise.all([uncached.dispose(), caching.dispose()]);
  return {
    cold: best(cold, (cost) => cost.own + cost.children),
    cached: best(cached, (cost) => cost.own),
    processes: best(cached, (cost) => cost.children),
    wall: best(cold, (cost) => cost.wall),
  };
}

async function main(): Promise<number> {
  byOwnNode();
  const { values } = parseArgs({ options: OPTIONS });
  const cacheDir = mkdtempSync(join(tmpdir(), 'atoll-build-times-'));
  const rows: { source: Source; cold: number; cached: number; processes: number; wall: number }[] = [];
  try {
    for (const source of sources()) {
      rows.push({ source, ...(await timesOf(source, Number(values.repeats), cacheDir, values.clang)) });
    }
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
  const [small, ...large] = rows;
  large.sort((a, b) => b.cold - a.cold);
  const shown = [small!, ...(values.all ? large : large.slice(0, LARGEST))];
  const lines = [
    '| kernel | cold, CPU ms (asked) | cold, wall ms | cached, CPU ms (asked) | external processes when cached |',
    '|---|--:|--:|--:|--:|',
  ];
  for (const { source, cold, cached, processes, wall } of shown) {
    lines.push(
      `| ${source.name} | ${cold.toFixed(0)} (${source.limit}) | ${wall.toFixed(0)} | ${cached.toFixed(1)} (${LIMITS.cached}) | ${processes > 0 ? 'yes' : 'none'} |`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  return rows.every(({ source, cold, cached }) => cold <= source.limit && cached <= LIMITS.cached) ? 0 : 1;
}

process.exitCode = await main();
