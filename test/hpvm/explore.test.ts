// `atoll hpvm explore` with the tutorial's edge detection: composed bytes are those of real runs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { atoll, HANG_MS, run, scratchFolder } from '../cli/atoll.js';

interface Explored {
  readonly measured: readonly { readonly leaves: readonly { readonly name: string }[] }[];
  readonly advice: readonly { readonly nodes: string }[];
  readonly mappings: readonly {
    readonly map: string;
    readonly ns: number;
    readonly gpuCycles: number;
    readonly bytesToDevice: number;
    readonly bytesToHost: number;
    readonly isOnFront: boolean;
  }[];
}

const EDGES = join(root, 'docs/tutorials/edges.c');

test('explore: 729 mappings of six stages; bytes, hash and cycles of a sample are those of its run', async (t) => {
  const folder = scratchFolder(t);
  const program = join(folder, 'edges');
  const built = await atoll(['hpvm', 'cc', EDGES, '-lm', '-o', program]);
  t.is(built.exitCode, 0, String(built.stderr));
  const svg = join(folder, 'edges.svg');
  const words = [
    'hpvm',
    'explore',
    '--json',
    '--svg',
    svg,
    '--cpu-scale',
    '1000',
    '--cpu-time',
    'smooth=1000000',
    '--',
    program,
    '24',
    '2',
  ];
  const explored = await atoll(words);
  t.is(explored.exitCode, 0, String(explored.stderr));
  const { mappings, measured, advice } = JSON.parse(String(explored.stdout)) as Explored;
  t.is(mappings.length, 729);
  t.is(measured[0]?.leaves.length, 6);
  t.true(advice.some(({ nodes }) => nodes === 'laplacian_stage,gradient_stage'));
  // An edge connects them.
  t.false(advice.some(({ nodes }) => nodes === 'laplacian_stage,crossings_stage'));
  t.regex(readFileSync(svg, 'utf8'), /729 mappings/);
  // With the stated time of the first stage on the CPU, it is on the GPU in the fastest mapping.
  t.regex(String(mappings[0]?.map), /smooth:gpu/);
  t.true(mappings.filter(({ map }) => map.includes('smooth:cpu')).every(({ ns }) => ns >= 2e9));
  const hashes = new Set<string>();
  for (const { map, bytesToDevice, bytesToHost, gpuCycles } of [3, 400].flatMap((n) => mappings[n] ?? [])) {
    const report = join(folder, 'r.json');
    const env = { ATOLL_HPVM_MAP: map, ATOLL_HPVM_STATISTICS: '1' };
    const { stdout, stderr } = await run([program, '24', '2'], ['--timing', '--report-json', report], { env });
    hashes.add(String(stdout));
    const [, device, host] =
      /device \d+ copies of (\d+) bytes.* host \d+ copies of (\d+) bytes/.exec(String(stderr)) ?? [];
    t.deepEqual([Number(device), Number(host)], [bytesToDevice, bytesToHost], map);
    const nodes = JSON.parse(readFileSync(report, 'utf8')).instruments.graphs[0].nodes as { cycles: number | null }[];
    const cycles = nodes.reduce((sum, node) => sum + (node.cycles ?? 0), 0);
    // Other addresses of buffers move some cycles.
    t.true(Math.abs(cycles - gpuCycles) <= 0.02 * gpuCycles, `${map}: ${cycles}, composed ${gpuCycles}`);
  }
  const cpu = await execa(program, ['24', '2'], { env: { ATOLL_HPVM_MAP: '*:cpu' }, timeout: HANG_MS });
  t.deepEqual([...hashes], [cpu.stdout]);
});

test('explore names what it cannot explore', async (t) => {
  const none = await atoll(['hpvm', 'explore', '/bin/true']);
  t.is(none.exitCode, 125);
  t.regex(String(none.stderr), /\/bin\/true has launched no graph of HPVM/);
  const fails = await atoll(['hpvm', 'explore', '/bin/false']);
  t.regex(String(fails.stderr), /the run on the CPU \(ATOLL_HPVM_MAP=\*:cpu\) has ended with status 1/);
  const absent = await atoll(['hpvm', 'explore', '/nowhere/program']);
  t.regex(String(absent.stderr), /\/nowhere\/program cannot be executed/);
  for (const [flag, value] of [
    ['--gpus', '9'],
    ['--cpu-scale', '0'],
    ['--cpu-time', 'smooth'],
  ] as const) {
    const wrong = await atoll(['hpvm', 'explore', flag, value, '/bin/true']);
    t.regex(String(wrong.stderr), new RegExp(`${flag}: '${value}' is not`));
  }
});
