// `atoll run --coverage` and `atoll coverage`: counts that are known, alike on engines, added up, and taken by lcov and
// genhtml.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { parseCoverage } from '../../src/instruments/coverage/coverage.js';
import { sourcesOf } from '../../src/instruments/coverage/lines.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

/** 8 wavefronts. The loop takes 5 turns in each, one of two ways is never gone, one kernel never launched. */
const KERNEL = `int get(global int* p, int i) {
  return p[i];
}
kernel void k(global int* p) {
  local int tile[64];
  int i = get_local_id(0);
  tile[i & 63] = i;
  int sum = 0;
  for (int n = 0; n < 5 + (int)(get_num_groups(0) >> 20); n++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(i + n) & 63];
  }
  if (get_num_groups(0) > 1000) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = get(p, sum) * tile[0];
  }
  p[get_global_id(0)] = sum;
}
kernel void unused(global int* p) {
  p[0] = 1;
}
`;
const [LOOP, NEVER, INSIDE, UNUSED] = [11, 15, 2, 20];

const guestOf = (t: ExecutionContext): string => compile(t, kernelProgram(KERNEL, 512));

async function covered(t: ExecutionContext, guest: string, flags: readonly string[] = []): Promise<string> {
  const file = join(scratchFolder(t), 'run.cov');
  const { exitCode, stderr } = await run([guest], ['--coverage', file, ...flags]);
  t.is(exitCode, 0, String(stderr));
  return file;
}

const linesIn = (file: string): Map<number, number> => {
  const [source] = sourcesOf(parseCoverage(readFileSync(file, 'utf8'), file));
  return new Map([...source!.lines].map(([line, { times }]) => [line, times]));
};

test('lines have the counts that they must have, on every engine', async (t) => {
  const guest = guestOf(t);
  const file = await covered(t, guest);
  const lines = linesIn(file);
  t.is(lines.get(LOOP), 8 * 5);
  for (const line of [NEVER, INSIDE, UNUSED]) t.is(lines.get(line), 0, String(line));
  const kernels = parseCoverage(readFileSync(file, 'utf8'), file).kernels;
  t.deepEqual(kernels.map(({ kernel, launches }) => [kernel, launches]).sort(), [
    ['k', 1],
    ['unused', 0],
  ]);
  for (const engine of ['oracle', 'native', 'interp'])
    t.is(readFileSync(await covered(t, guest, ['--engine', engine]), 'utf8'), readFileSync(file, 'utf8'), engine);
});

test('runs are added up; lcov and genhtml accept the output', async (t) => {
  const [guest, folder] = [guestOf(t), scratchFolder(t)];
  const file = await covered(t, guest);
  const sum = join(folder, 'sum.cov');
  t.is((await atoll(['coverage', 'merge', '-o', sum, file, file, file])).exitCode, 0);
  t.is(linesIn(sum).get(LOOP), 3 * 8 * 5);
  const info = join(folder, 'k.info');
  const report = await atoll(['coverage', 'report', sum, '--lcov', info, '--html', join(folder, 'k.html')]);
  t.is(report.exitCode, 0, String(report.stderr));
  t.regex(String(report.stdout), /kernel unused: 0 of \d+ instructions in 0 launches/);
  const text = readFileSync(info, 'utf8');
  t.true(text.includes(`\nDA:${LOOP},120\n`), text);
  t.true(text.includes(`\nDA:${NEVER},0\n`) && text.includes('\nFNDA:0,unused\n'));
  // The loop goes back four times of five, and one branch is never executed.
  t.regex(text, /^BRDA:\d+,\d+,1,96$/m);
  t.regex(text, /^BRDA:\d+,\d+,[01],0$/m);
  const listed = execFileSync('lcov', ['--summary', info, '--rc', 'lcov_branch_coverage=1'], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const count = (name: string): string => new RegExp(`^${name}:(\\d+)$`, 'm').exec(text)![1]!;
  const summary = `${listed}${spawnSync('lcov', ['--summary', info], { encoding: 'utf8' }).stderr}`;
  t.true(summary.includes(`(${count('LH')} of ${count('LF')} lines)`), summary);
  t.true(summary.includes(`(${count('FNH')} of ${count('FNF')} functions)`), summary);
  execFileSync('genhtml', [info, '-o', join(folder, 'pages'), '--branch-coverage'], { stdio: 'pipe' });
  t.true(existsSync(join(folder, 'pages/index.html')));
  const page = readFileSync(join(folder, 'k.html'), 'utf8');
  t.regex(page, /<tr class="hit"[^>]*><td class="number">11<\/td><td class="number">120<\/td>/);
  t.regex(page, /<tr class="miss"[^>]*><td class="number">15<\/td>/);
  t.notRegex(page, /<script|https?:/);
});

test('opcodes: executed ones, their forms, and the holes', async (t) => {
  const file = await covered(t, guestOf(t));
  const { stdout } = await atoll(['coverage', 'report', file, '--opcodes']);
  const text = String(stdout);
  t.regex(text, /^southern-islands: \d+ of \d+ encodings that are supported, modes 0x[0-9a-f]+$/m);
  t.regex(text, /^SOPP: \d+ of \d+ executed$/m);
  t.regex(text, /^ {2}s_barrier 40: /m);
  t.regex(text, /^ {2}never: .*v_div_fixup_f64/m);
});

test('coverage: invalid input files and unwritable outputs are errors', async (t) => {
  const folder = scratchFolder(t);
  const [bad, other] = [join(folder, 'bad'), join(folder, 'other')];
  writeFileSync(bad, '{"format":"atoll coverage","version":2}');
  writeFileSync(other, 'text');
  for (const [file, reason] of [
    [bad, /bad is not a coverage/],
    [other, /other is not a coverage/],
    [join(folder, 'absent'), /cannot read .*absent: ENOENT/],
  ] as const) {
    const { exitCode, stderr } = await atoll(['coverage', 'report', file]);
    t.is(exitCode, 125);
    t.regex(String(stderr), reason);
  }
  const early = await run(['echo', 'started'], ['--coverage', join(folder, 'no/run.cov')]);
  t.is(early.exitCode, 125);
  t.is(early.stdout, '');
  t.deepEqual(readdirSync(folder).sort(), ['bad', 'other']);
});
