// The instruments on HIP programs: each has the output that it has for OpenCL's, with the names that C++ gives kernels
// and the lines of their source.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../src/util/paths.js';
import { atoll, run, scratchFolder } from '../cli/atoll.js';
import { Editor } from '../cli/commands/debug/editor.js';
import { buildHip, hasHip } from '../driver/kfd/rocm.js';
import { at, get, serve } from '../serve/running.js';

const SOURCE = join(root, 'test/hip/vector-add.hip');
/** Of what vector-add computes: `i` has been computed there. */
const LINE =
  readFileSync(SOURCE, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes('c[i] =')) + 1;
const RESULT_LINE = 'hipSuccess, 0 wrong';
const ITEMS = '500';
const VEGA = ['--device', 'vega10'];

let programs: { readonly adds: string; readonly strays: string; readonly shares: string };
test.before(() => {
  if (!hasHip) return;
  const built = (name: string): string => buildHip(name, [], ['-g']);
  programs = { adds: built('vector-add'), strays: built('fault'), shares: built('shared') };
});

const installed = (title: string, body: (t: ExecutionContext, folder: string) => Promise<void>): void => {
  (hasHip ? test.serial : test.skip)(title, (t) => body(t, scratchFolder(t)));
};

test('these tests run where HIP is installed', (t) => {
  t.is(programs !== undefined, hasHip);
});

/** Runs the sum of vectors, which must be right. @returns Atoll's messages */
async function adds(t: ExecutionContext, options: readonly string[], device = 'vega10'): Promise<string> {
  const { stdout, stderr, exitCode } = await run([programs.adds, ITEMS], ['--device', device, ...options]);
  t.is(String(stdout), RESULT_LINE, String(stderr));
  t.is(exitCode, 0, String(stderr));
  return String(stderr);
}

installed('a summary and statistics name kernels, on every generation', async (t) => {
  for (const device of ['vega10', 'fiji']) {
    t.regex(await adds(t, ['--summary'], device), /^ {2}add: 1 launch, 8 wavefronts, /m);
    const statistics = await adds(t, ['--stats=all'], device);
    t.regex(statistics, /statistics of kernel add\n(.*\n)* {2}wavefronts +8 /);
  }
});

installed('statistics are the same on every engine, those of addresses and cycles, too', async (t, folder) => {
  const csvOf = async (engine: string): Promise<string> => {
    const file = join(folder, `${engine}.csv`);
    const options = ['--stats=counts,addresses', '--stats-by', 'kernel,instruction', '--stats-csv', file];
    const { stderr, exitCode } = await run([programs.shares], [...VEGA, '--engine', engine, ...options]);
    t.is(exitCode, 0, String(stderr));
    // An engine without compilation leaves nothing to the interpreter.
    return readFileSync(file, 'utf8').replaceAll(/^.*,exits,.*\n/gm, '');
  };
  const expected = await csvOf('interp');
  for (const name of ['simdUtilisationByCycle', 'ldsCycles', 'vmemLines'])
    t.regex(expected, new RegExp(`^kernel,.*,${name},[0.]*[1-9]`, 'm'), name);
  for (const engine of ['wasm', 'native']) t.is(await csvOf(engine), expected, engine);
});

installed('a report shows the source, and its JSON counts', async (t, folder) => {
  const [page, json] = [join(folder, 'r.html'), join(folder, 'r.json')];
  await adds(t, ['--report', page, '--report-json', json]);
  t.true(readFileSync(page, 'utf8').includes('c[i] = a[i] + b[i];'));
  const { kernels } = JSON.parse(readFileSync(json, 'utf8')) as { kernels: { kernel: string; wavefronts: number }[] };
  t.is(kernels.find(({ kernel }) => kernel === 'add')!.wavefronts, 8);
});

installed('traces: of time, and of instructions with their lines, where two runs differ, too', async (t, folder) => {
  const [time, instructions] = [join(folder, 't.pftrace'), join(folder, 'isa')];
  await adds(t, ['--trace', time, '--trace-isa', instructions, '--trace-kernel', 'add']);
  t.true(readFileSync(time).includes('add'));
  const text = readFileSync(instructions, 'utf8');
  t.true(text.includes(`vector-add.hip:${LINE}:`));
  t.regex(text, /^add #\d+ \(0, 0, 0\) w0 .* v_add_f32_e32 /m);
  const other = join(folder, 'other');
  await run([programs.adds, '499'], [...VEGA, '--trace-isa', other, '--trace-kernel', 'add']);
  t.is((await atoll(['trace', 'diff', instructions, instructions])).exitCode, 0);
  const { stdout, exitCode } = await atoll(['trace', 'diff', instructions, other]);
  t.is(exitCode, 1);
  t.regex(String(stdout), /kernel add, [\s\S]*^A: add .* s_load_dword [\s\S]*=0x000001f4\n[\s\S]*=0x000001f3\n/m);
});

installed('coverage has the lines that a kernel has executed', async (t, folder) => {
  for (const device of ['vega10', 'fiji']) {
    const file = join(folder, `${device}.json`);
    await adds(t, ['--coverage', file], device);
    const { stdout } = await atoll(['coverage', 'report', file]);
    t.regex(String(stdout), /vector-add\.hip: 3 of 3 lines/);
    t.regex(String(stdout), /kernel add: (\d+) of \1 instructions in 1 launches/);
  }
});

installed('a check names the line of a stray access, and finds nothing where nothing is wrong', async (t) => {
  const good = await atoll(['check', ...VEGA, '--', programs.adds, ITEMS]);
  t.regex(String(good.stderr), /nothing found/);
  const bad = await atoll(['check', ...VEGA, '--', programs.strays]);
  t.regex(String(bad.stderr), /out-of-bounds: write of 4 bytes .*\n {4}kernel stray<int> at .*fault\.hip:\d+:\d+: /);
});

installed('a check finds mistakes of every kind that needs no objects, and none where there is none', async (t) => {
  const words = [...VEGA, '--also', 'nan,division-by-zero', '--', buildHip('mistakes', [], ['-g'])];
  const { stdout, stderr } = await atoll(['check', ...words]);
  t.is(String(stdout), 'hipSuccess', String(stderr));
  const findings = [...String(stderr).matchAll(/^atoll: \[\d+\] ([\w-]+): .*\n {4}kernel (\w+) at /gm)];
  const kinds = [...new Set(findings.map(([, kind, kernel]) => `${kernel}: ${kind}`))].sort();
  t.deepEqual(kinds, [
    'divergent_barrier: divergent-barrier',
    'mixed_atomic: mixed-atomic',
    'not_a_number: nan',
    'quotient: division-by-zero',
    'race: race',
    'race: uninitialised',
    'race_of_groups: race',
    'uninitialised_branch: uninitialised',
    'uninitialised_copy: uninitialised',
    'uninitialised_global: uninitialised',
    'uninitialised_lds: uninitialised',
  ]);
});

installed('a fault names the line, with a caret, and so does its recording', async (t, folder) => {
  const line = /fault\.hip:\d+:\d+ in stray<int>\n.*where\[threadIdx\.x\] = 1.*\n +\^\n/;
  for (const device of ['vega10', 'fiji']) {
    const file = join(folder, `${device}.rec`);
    const { stderr } = await run([programs.strays], ['--device', device, '--on-fault', `record=${file}`]);
    t.regex(String(stderr), line, device);
    t.regex(String(stderr), /^ {2}work-item \(0, 0, 0\), in its work-group \(0, 0, 0\)$/m);
    const near =
      /^ {2}the address is at the beginning of argument 0 'where', which does not point to memory of the device$/m;
    t.regex(String(stderr), near);
    t.regex(String(stderr), /^ {2}launched by packet \d+ of queue \d+$/m);
    const replayed = await atoll(['replay', file]);
    t.regex(String(replayed.stderr), line, device);
    t.regex(String(replayed.stdout), /kernel stray<int>: equal to the recording/, device);
  }
});

installed('the debugger stops at a line, and steps to the next one', async (t, folder) => {
  const commands = join(folder, 'commands');
  writeFileSync(commands, 'where\ndelete 1\nstep\nwhere\ncontinue\n');
  const { stdout, stderr } = await run(
    [programs.adds, '64'],
    [...VEGA, '--break', `vector-add.hip:${LINE}`, '--break-commands', commands],
  );
  const output = `${stdout}${stderr}`;
  t.true(output.includes(`#0  add at vector-add.hip:${LINE}:`), output);
  t.true(output.includes(`#0  add at vector-add.hip:${LINE + 1}:`), output);
  t.true(output.includes(RESULT_LINE), output);
});

installed('an editor stops at a line', async (t) => {
  const editor = new Editor(t, VEGA);
  const { launched } = await editor.begin({ program: programs.adds, args: ['64'] });
  await editor.setBreakpointsRequest({ source: { path: SOURCE }, breakpoints: [{ line: LINE }] });
  await editor.configurationDoneRequest();
  await launched;
  t.is((await editor.stopped()).reason, 'breakpoint');
  const [frame] = (await editor.stackTraceRequest({ threadId: 1 })).body.stackFrames;
  t.is(frame!.line, LINE);
  t.regex(frame!.name, /^add/);
  await editor.setBreakpointsRequest({ source: { path: SOURCE }, breakpoints: [] });
  await editor.continueRequest({ threadId: 1 });
  t.is((await editor.next<{ exitCode: number }>('exited')).exitCode, 0);
});

installed('a launch is recorded, and repeated by other engines, by two in lock step, too', async (t, folder) => {
  const file = join(folder, 'add.rec');
  // The runtime's own kernels, which fill memory before, do not count.
  const { stdout, stderr } = await atoll(['record', ...VEGA, '-o', file, '--', programs.adds, ITEMS]);
  t.is(String(stdout), RESULT_LINE);
  t.regex(String(stderr), /recorded kernel add:/);
  for (const options of [
    ['--engine', 'interp'],
    ['--engine', 'oracle'],
    ['--lockstep', 'jit,interp'],
  ]) {
    const replayed = await atoll(['replay', ...options, file]);
    t.regex(`${replayed.stdout}${replayed.stderr}`, /kernel add: equal to the recording/);
    t.is(replayed.exitCode, 0);
  }
});

installed('the live view shows launches while the program runs', async (t) => {
  const { url, process } = await serve(t, [programs.adds], VEGA);
  const { text } = await get(at(url, '/states'));
  t.regex(text, /"kernels":\[.*\{"kernel":"add","launches":1,"failed":0,/);
  const { stdout, exitCode } = await process;
  t.is(String(stdout), RESULT_LINE);
  t.is(exitCode, 0);
});

installed("a program's own events measure simulated time", async (t, folder) => {
  const json = join(folder, 'time.json');
  const { stdout, stderr, exitCode } = await run([buildHip('events')], [...VEGA, '--timing', '--timing-json', json]);
  t.is(exitCode, 0, String(stderr));
  const { launches } = JSON.parse(readFileSync(json, 'utf8')) as {
    launches: { kernel: string; time: { nanoseconds: number } }[];
  };
  const times = launches.filter(({ kernel }) => kernel === 'sums').map(({ time }) => time.nanoseconds);
  t.is(times.length, 12);
  const expected = times.slice(2).reduce((sum, ns) => sum + ns, 0) / 1000;
  const measured = Number.parseFloat(String(stdout));
  t.true(Math.abs(measured / expected - 1) < 0.01, `${measured} us, simulated were ${expected}`);
});

installed('the timing model simulates supported chips, and an error lists them', async (t) => {
  t.regex(await adds(t, ['--timing']), /simulated time on vega10 [\s\S]*^ {2}add: [\d,]+ cycles, .* in 1 launch;/m);
  const { stderr, exitCode } = await run([programs.adds], ['--device', 'vega10', '--timing=volcano']);
  t.is(exitCode, 64);
  t.regex(String(stderr), /no configuration 'volcano'\n.*known ones: .*vega10/);
});

const SHARED = readFileSync(join(root, 'test/hip/shared.hip'), 'utf8').split('\n');

installed(
  'variables of a kernel: in LDS, private memory and registers, and its arguments by name',
  async (t, folder) => {
    const file = join(folder, 'commands');
    const lines = [
      'p later',
      'p before',
      'p pairs[2]',
      'p tile[63].x',
      'p byte',
      'p flag',
      'p odd',
      'p lane @7',
      'p table[5] @3',
      'p scale',
      'p *in',
      'p out[0..1]',
      'set flag = 1007',
      'c',
    ];
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    const at = `shared.hip:${SHARED.findIndex((line) => line.includes('out[lane] =')) + 1}`;
    const words = [...VEGA, '--break', at, '--break-commands', file];
    const { stdout, stderr } = await run([programs.shares], words);
    const outputOf = (command: string): string => String(stderr).split(`(atoll) ${command}\n`)[1]?.split('\n')[0] ?? '';
    t.is(outputOf('p later'), 'later = {100, 101, 102, 103}', String(stderr));
    t.is(outputOf('p before'), 'before = {0, 1, 2, 3}');
    t.is(outputOf('p pairs[2]'), 'pairs[2] = {a = 2, b = {0.0, 3.0, 0.0}}');
    t.is(outputOf('p tile[63].x'), 'tile[63].x = 126.0');
    t.is(outputOf('p byte'), 'byte = 3');
    t.is(outputOf('p flag'), 'flag = 7');
    t.is(outputOf('p odd'), 'odd = {40, 41, 42}');
    t.is(outputOf('p lane @7'), 'lane = 7');
    t.is(outputOf('p table[5] @3'), 'table[5] = 15');
    t.regex(outputOf('p scale'), /^scale = 0\.5/);
    t.is(outputOf('p *in'), '*in = 0');
    t.regex(outputOf('p out[0..1]'), /^out\[0\.\.\] = /);
    const plain = await run([programs.shares], VEGA);
    const first = (text: string): number => Number(/first (\d+),/.exec(text)?.[1]);
    t.is(first(String(stdout)), first(String(plain.stdout)) + 1000);
  },
);
