// `atoll run --timing`, `atoll record --blocks` with `atoll time`: programs read simulated time, and both report the
// same.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readConfiguration } from '../../../../src/timing/config/configuration.js';
import type { ConfigurationGroups } from '../../../../src/timing/config/schema.js';
import { EVENT, TraceMessage } from '../../../../src/trace/perfetto.js';
import { root } from '../../../../src/util/paths.js';
import { compile, kernelProgram, scratchFolder } from '../../atoll.js';

const KERNEL = `kernel void k(global int* p) { local int tile[256]; int i = get_local_id(0); tile[i] = i * 3;
  barrier(CLK_LOCAL_MEM_FENCE); p[get_global_id(0)] = tile[255 - i] + 1; }`;
/** The program's end, with the time of its kernel by its own profiling event. */
const PROGRAM = kernelProgram(KERNEL, 512).replace(
  'status = clWaitForEvents(1, &event);',
  `status = clWaitForEvents(1, &event);
  cl_ulong began = 0, ended = 0;
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof began, &began, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, nullptr);
  std::printf("profiled %llu\\n", (unsigned long long)(ended - began));`,
);
const atoll = (...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(join(root, 'bin/atoll'), args, { encoding: 'utf8' });

test('profiling events show simulated time, and records of the same launch give the same', (t) => {
  const [guest, folder] = [compile(t, PROGRAM), scratchFolder(t)];
  const [json, blocks, page, report] = ['times', 'blocks', 'page', 'report'].map((name) => join(folder, name));
  const files = ['--timing-json', json!, '--report', page!, '--report-json', report!];
  const run = atoll('run', '--timing=pitcairn', '--by-line', ...files, '--', guest);
  t.is(run.status, 0, run.stderr);
  t.regex(
    run.stderr,
    /simulated time on pitcairn[\s\S]* {2}k: [\d,]+ cycles, .* in 1 launch; slots: .*\n +line +issues +slots\n +\S+:\d+ +[\d,]+ [\s\S]*are guesses/,
  );
  const { launches, configurations } = JSON.parse(readFileSync(json!, 'utf8'));
  t.is(configurations[0].name, 'pitcairn');
  t.is(configurations[0].groups.gpu.computeUnits.value, 20);
  t.true(configurations[0].guesses.includes('l2.latencyCycles'));
  // The other reports have the configuration, too.
  t.deepEqual(JSON.parse(readFileSync(report!, 'utf8')).configurations, configurations);
  t.regex(readFileSync(page!, 'utf8'), /<h3>pitcairn<\/h3>[\s\S]*<tr class="guess"><td>l2\.latencyCycles<\/td>/);
  const [{ kernel, time }] = launches;
  t.is(kernel, 'k');
  t.is(Number(/profiled (\d+)/.exec(run.stdout)?.[1]), time.nanoseconds);
  t.is(time.nanoseconds, time.cycles);
  const issued = time.lines.reduce((sum: number, { issues }: { issues: number }) => sum + issues, 0);
  t.is(issued, time.waveInstructions);
  // The page has the same stalls.
  const stalls = readFileSync(page!, 'utf8').split('id="stalls"')[1]!.split('</section>')[0]!;
  for (const [reason, cycles] of Object.entries(time.stalls as Record<string, number>).filter(([, each]) => each > 0))
    t.true(stalls.includes(`<td>${reason}</td><td class="number" data-value="${cycles}">`), reason);

  const recorded = atoll('record', '--blocks', '-o', blocks!, '--', guest);
  t.is(recorded.status, 0, recorded.stderr);
  t.regex(recorded.stderr, /recorded what kernel k executed: atoll time/);
  t.deepEqual(readdirSync(folder).sort(), ['blocks', 'page', 'report', 'times']);
  const timed = atoll('time', '--chip', 'pitcairn', '--threads', '3', '--json', blocks!);
  t.is(timed.status, 0, timed.stderr);
  t.is(JSON.parse(timed.stdout).cycles, time.cycles);
  t.deepEqual(JSON.parse(timed.stdout).stalls, time.stalls);
  const listed = atoll('time', '--by-instruction', blocks!);
  t.regex(listed.stdout, /kernel k on tahiti[\s\S]*s_barrier .*\n[\s\S]*s_endpgm/);
  writeFileSync(blocks!, readFileSync(blocks!).subarray(0, -9));
  const cut = atoll('time', blocks!);
  t.is(cut.status, 125);
  t.regex(cut.stderr, /blocks, offset \d+: the records are truncated/);
});

interface Packet {
  readonly timestamp: number;
  readonly trackEvent?: { readonly type: number; readonly trackUuid: number; readonly name: string };
  readonly trackDescriptor?: { readonly name: string; readonly process?: { readonly processName: string } };
}

test('a recorded launch by line, as a timeline, and on several chips', (t) => {
  const [guest, folder] = [compile(t, PROGRAM), scratchFolder(t)];
  const [blocks, plain, timeline] = [join(folder, 'blocks'), join(folder, 'plain'), join(folder, 'timeline')];
  t.is(atoll('record', '-g', '--blocks', '-o', blocks, '--', guest).status, 0);
  const text = atoll('time', '--by-line', '--timeline', timeline, blocks);
  t.regex(text.stdout, /program\.cl:2 .* p\[get_global_id\(0\)\] = tile\[255 - i\] \+ 1; }/, text.stderr);
  const { lines, instructions } = JSON.parse(atoll('time', '--by-line', '--json', blocks).stdout);
  const sum = (rows: readonly { slotCycles: Record<string, number>; issues: number }[]): readonly number[] => [
    rows.reduce((all, { issues }) => all + issues, 0),
    rows.reduce((all, { slotCycles }) => Object.values(slotCycles).reduce((one, cycles) => one + cycles, all), 0),
  ];
  t.deepEqual(sum(lines), sum(instructions));

  const { packet } = TraceMessage.toObject(TraceMessage.decode(readFileSync(timeline)), { longs: Number }) as {
    readonly packet: readonly Packet[];
  };
  const begins = packet.filter(({ trackEvent }) => trackEvent?.type === EVENT.begin);
  t.deepEqual(
    begins.map(({ trackEvent }) => trackEvent!.name).sort(),
    [0, 1].flatMap((group) => [0, 1, 2, 3].map((wavefront) => `work-group ${group}, wavefront ${wavefront}`)),
  );
  t.true(packet.some(({ trackDescriptor }) => trackDescriptor?.process?.processName === 'compute unit 1'));
  t.true(packet.some(({ trackDescriptor }) => trackDescriptor?.name === 'SIMD 3, slot 0'));
  t.regex(atoll('time', '--timeline', timeline, blocks).stderr, /cannot write the timeline .*EEXIST/);

  const page = join(folder, 'page.html');
  const paged = atoll('time', '--chip', 'tahiti', '--chip', 'pitcairn', '--html', page, blocks);
  t.is(paged.status, 0, paged.stderr);
  t.regex(readFileSync(page, 'utf8'), /pitcairn beside tahiti[\s\S]*program\.cl:2/);
  t.regex(atoll('time', '--html', page, '--json', blocks).stderr, /--html needs the detailed level/);
  t.regex(atoll('time', '--html', join(folder, 'none', 'page'), blocks).stderr, /cannot write the page/);

  const swept = atoll('time', '--vary', 'gpu.computeUnits=1,2', '--level', 'interval,detailed', '--csv', blocks);
  t.regex(
    swept.stdout,
    /^records,kernel,chip,gpu\.computeUnits,level,.*\n\S+blocks,k,tahiti,1,interval,.*\n.*,tahiti,1,detailed,.*\n.*,tahiti,2,interval,/,
  );
  const again = join(folder, 'again-blocks');
  copyFileSync(blocks, again);
  const many = atoll('time', blocks, '--level', 'bounds,detailed', again);
  t.regex(
    many.stdout,
    /^records +kernel +chip +level .*\n(\S+blocks +k +tahiti +bounds .*\n\S+blocks +k +tahiti +detailed .*\n?){2}$/,
  );
  t.regex(atoll('time', blocks, '--by-line', blocks).stderr, /need one launch on one chip/);
  t.regex(atoll('time', blocks, plain).stderr, /cannot read the records .*plain/);
  const both = JSON.parse(atoll('time', '--chip', 'tahiti', '--chip', 'pitcairn', '--json', blocks).stdout);
  t.deepEqual(
    both.map(({ chip }: { chip: string }) => chip),
    ['tahiti', 'pitcairn'],
  );
  t.deepEqual(
    both.map(({ configuration: { groups } }: { configuration: { groups: ConfigurationGroups } }) => groups),
    ['tahiti', 'pitcairn'].map((chip) => readConfiguration(chip).groups),
  );
  t.true(both[1].guesses.includes('l2.latencyCycles'));
  t.regex(atoll('time', '--level', 'fine', blocks).stderr, /there is no level 'fine'/);
  t.regex(atoll('time', '--jobs', '0', blocks).stderr, /--jobs: '0' is not a number/);

  t.is(atoll('record', '--blocks', '-o', plain, '--', guest).status, 0);
  t.regex(atoll('time', '--by-line', plain).stderr, /kernel k: its records contain no lines\n.*atoll record -g/);
});

test('the default chip is one that executes the code', (t) => {
  const [guest, folder] = [compile(t, PROGRAM), scratchFolder(t)];
  const files = ['tahiti', 'vega20'].map((device) => {
    const file = join(folder, device);
    t.is(atoll('record', '--device', device, '--blocks', '-o', file, '--', guest).status, 0);
    return file;
  });
  t.regex(atoll('time', files[1]!).stdout, /kernel k on vega20 /);
  t.regex(
    atoll('time', '--level', 'bounds', ...files).stdout,
    /tahiti +k +tahiti +bounds .*\n.*vega20 +k +vega20 +bounds/,
  );
  t.regex(atoll('time', '--chip', 'vega10', files[1]!).stdout, /kernel k on vega10 /);
});

/** Work-groups of 64. */
const inGroups = (kernel: string): string =>
  kernelProgram(kernel, 128)
    .replace('size_t global = 128;', 'size_t global = 128, local = 64;')
    .replace('&global, nullptr, 0', '&global, &local, 0');

test('a work-group may wait for one that begins later', (t) => {
  const guest = compile(
    t,
    inGroups(
      'kernel void k(volatile global int* p) { if (get_group_id(0) == 0) while (p[64] != 7); p[get_global_id(0)] = 7; }',
    ),
  );
  const { status, stdout, stderr } = atoll('run', '--timing', '--timeout', '100', '--', guest);
  t.is(status, 0);
  t.regex(stdout, /read 0 value 7/);
  t.regex(stderr, /k: [\d,]+ cycles, .* in 1 launch;/);
});

test('work-groups that wait for one another for ever are named, with their pcs', (t) => {
  const kernel = `kernel void k(volatile global int* p) { int other = get_group_id(0) == 0 ? 64 : 0;
    while (p[other] != 7); p[get_global_id(0)] = 7; }`;
  const guest = compile(t, inGroups(kernel));
  const blocks = join(scratchFolder(t), 'blocks');
  const DEADLOCK =
    /kernel k is in a deadlock: .*\nwork-group \(0, 0, 0\):\n {2}wavefront 0: running at pc 0x.*\nwork-group \(1, 0, 0\):\n {2}wavefront 0: running at pc 0x/;
  const timed = atoll('run', '--timing', '--', guest);
  t.regex(timed.stderr, DEADLOCK);
  t.regex(timed.stdout, /wait -14 execution -\d/);
  const recorded = atoll('record', '--blocks', '-o', blocks, '--', guest);
  t.regex(recorded.stderr, DEADLOCK);
  t.false(existsSync(blocks));
});

test('timing: runs that cannot be simulated are refused before the program starts', (t) => {
  const guest = compile(t, PROGRAM);
  const refused = (pattern: RegExp, ...options: string[]): void => {
    const { status, stderr, stdout } = atoll('run', ...options, '--', guest);
    t.is(status, options.includes('--timing=./absent.json') ? 125 : 64, stderr);
    t.regex(stderr, pattern);
    t.is(stdout, '');
  };
  refused(/there is no configuration 'volcano'/, '--timing=volcano');
  refused(/--timing-json needs --timing/, '--timing-json', 'file');
  refused(/--by-line needs --timing/, '--by-line');
  refused(/need the engine jit, wasm, native or interp/, '--timing', '--engine', 'oracle');
  refused(/cannot read the configuration/, '--timing=./absent.json');
  refused(/--timing-threads: 65 is not a whole number from 1 to 64/, '--timing', '--timing-threads', '65');
});

test('chips are listed, and one is printed with its sources', (t) => {
  t.regex(atoll('chip').stdout, /^capeverde +AMD Radeon/);
  t.regex(atoll('chip', 'oland').stdout, /gpu\.clockMHz +780 +guess +/);
  t.is(JSON.parse(atoll('chip', '--json', 'tahiti').stdout).groups.l2.channels.value, 12);
  t.is(JSON.parse(atoll('chip', '--schema').stdout).type, 'object');
  t.is(atoll('chip', 'volcano').status, 64);
});
