// Overhead of boards: `node dist/benchmarks/board/numbers.js [--rounds N]` measures a launch on a board and the same
// launch on its device, the comparison of unchanged memory, and a board on loopback and a local one.
// Interleaved; minimum of all rounds.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ATOLL } from '../../src/bench/targets.js';
import { changedSpans } from '../../src/board/differences.js';
import { root } from '../../src/util/paths.js';
import { countOf, runCommand } from '../command.js';

const USAGE = `usage: numbers.js [options]
  --rounds N     rounds of each measurement (default: 5)
  --platform P   part of the name of the OpenCL platform (default: pocl)
  --json FILE    write the numbers`;

const [LAUNCHES, SMALL, LARGE, WORK] = [1000, 4096, 2 ** 30, 8 << 20];
/** Comparisons of each round: one takes a fraction of a second. */
const COMPARED = 4;
/** Launches of `work`: together they take more than a second. */
const WORKED = 150;
const GB = 1e9;

interface Numbers {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly target: string;
}

/** Output of the probe. @throws Error with the probe's message when it fails */
function probe(command: readonly string[], name: string, count: number, bytes: number): number[] {
  const [file, ...rest] = [...command, name, String(count), String(bytes)];
  const { status, stdout, stderr } = spawnSync(file!, rest, { encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) throw new Error(`${[file, ...rest].join(' ')} ended with ${status}: ${stderr}`);
  return stdout.trim().split('\n').map(Number);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Bytes a nanosecond of two copies that are equal, by the clock on the wall and by processor time: these differ where
 * others use the processor.
 */
interface Rate {
  readonly wall: number;
  readonly processor: number;
}

function compareRate(a: Buffer, b: Buffer): Rate {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  if ([...changedSpans(a, b)].length > 0) throw new Error('two equal copies differ');
  const { user, system } = process.cpuUsage(before);
  return { wall: a.length / ((performance.now() - begin) * 1e6), processor: a.length / ((user + system) * 1000) };
}

async function listen(folder: string, platform: string): Promise<{ board: ChildProcess; words: string[] }> {
  const token = join(folder, 'token');
  writeFileSync(token, `${randomBytes(24).toString('base64')}\n`, { mode: 0o600 });
  const words = ['board', '--listen', '127.0.0.1:0', '--board-token', token, '--platform', platform];
  const board = spawn(process.execPath, [ATOLL, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  while (!text.includes('listening on ')) text += String((await once(board.stderr, 'data'))[0]);
  board.stderr.resume();
  return { board, words: ['--engine', `opencl:${/listening on (\S+)/.exec(text)![1]}`, '--board-token', token] };
}

async function measure(rounds: number, platform: string): Promise<Numbers[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-board-numbers-'));
  const { board, words } = await listen(folder, platform);
  try {
    const native = [join(folder, 'probe')];
    execFileSync('g++', ['-O2', '-std=c++17', join(root, 'benchmarks/board/probe.cpp'), '-o', native[0]!, '-lOpenCL']);
    const run = (flags: readonly string[]) => [process.execPath, ATOLL, 'run', ...flags, '--', ...native];
    const [local, remote] = [run(['--engine', `opencl:${platform}`]), run(words)];
    const rows = { native: [] as number[], board: [] as number[], local: [] as number[], remote: [] as number[] };
    const rates: Rate[] = [];
    const [one, other] = [Buffer.alloc(LARGE, 1), Buffer.alloc(LARGE, 1)];
    for (let round = 0; round < rounds; round++) {
      rows.native.push(...probe(native, 'launches', LAUNCHES, SMALL));
      rows.board.push(...probe(local, 'launches', LAUNCHES, SMALL));
      rows.local.push(sum(probe(local, 'work', WORKED, WORK)));
      rows.remote.push(sum(probe(remote, 'work', WORKED, WORK)));
      for (let n = 0; n < COMPARED; n++) rates.push(compareRate(one, other));
    }
    const minimumOf = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
    const [device, launch] = [minimumOf(rows.native) / 1000, minimumOf(rows.board) / 1000];
    const [near, far] = [minimumOf(rows.local), minimumOf(rows.remote)];
    return [
      { what: 'launch on the device', value: device, unit: 'us', target: '' },
      { what: 'launch on a local board', value: launch, unit: 'us', target: '' },
      { what: 'the board adds', value: launch - device, unit: 'us', target: '<= 300' },
      { what: '1 GiB compared', value: Math.max(...rates.map(({ wall }) => wall)), unit: 'GB/s', target: '>= 5' },
      {
        what: 'the same',
        value: Math.max(...rates.map(({ processor }) => processor)),
        unit: 'GB/s of processor time',
        target: '',
      },
      { what: `${WORKED} launches that change ${WORK >> 20} MiB, local`, value: near / GB, unit: 's', target: '' },
      { what: 'the same by loopback', value: far / GB, unit: 's', target: '' },
      { what: 'loopback over local', value: far / near, unit: 'times', target: '<= 2' },
    ];
  } finally {
    board.kill();
    rmSync(folder, { recursive: true });
  }
}

async function report(rounds: number, platform: string, json: string | undefined): Promise<void> {
  const load = loadavg()[0]!;
  const numbers = await measure(rounds, platform);
  for (const { what, value, unit, target } of numbers)
    console.log(`${what.padEnd(48)} ${value.toPrecision(3).padStart(7)} ${unit}${target && `  (target: ${target})`}`);
  console.log(`least of ${rounds} rounds; load of the machine before: ${load.toFixed(1)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ rounds, load, numbers }, null, 2)}\n`);
}

await runCommand({
  usage: USAGE,
  options: {
    rounds: { type: 'string', default: '5' },
    platform: { type: 'string', default: 'pocl' },
    json: { type: 'string' },
  },
  run: ({ rounds, platform, json }) => report(countOf('rounds', rounds), platform, json),
});
