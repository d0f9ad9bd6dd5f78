// `atoll bench` on its command line: verdicts, time limits, interruption, comparison; and the report of `atoll run` it
// reads.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type BenchResults, readResults, writeJson } from '../../../../src/bench/results.js';
import { runReportSchema } from '../../../../src/report/run-report.js';
import { caseResult, results, sample } from '../../../bench/fixtures.js';
import { folderFor, type Script, scriptFolder } from '../../../bench/scripts.js';
import { binaries, build } from '../../../benchmarks/programs.js';
import { pidIn, processIds, untilNone } from '../../../processes.js';
import { atoll, run } from '../../atoll.js';

type Numbers = Readonly<Record<string, number | null>>;

const passing: Script = { name: 'good', text: 'echo "kernel time: 0.25 s in 1 launches"; echo "Passed!"' };
const onNative = (folder: string, ...more: string[]) =>
  atoll(['bench', '--manifest', join(folder, 'manifest.json'), '--target', 'native', '--warmup', '0', ...more]);

test.before('make builds the program that runs under simulation', async (t) => {
  t.timeout(600_000);
  await build(['VectorAdd']);
});

test('a program that fails, hangs, crashes or is missing does not stop the others', async (t) => {
  const scripts: Script[] = [
    { name: 'wrong', text: 'echo Failed; echo "a[0] is 1" >&2' },
    { name: 'endless', text: 'sleep 1000 & sleep 1000' },
    { name: 'crash', text: 'echo "Passed!"; kill -SEGV $$' },
    { name: 'unable', text: 'echo "Device does not support images"' },
    { name: 'absent', text: '', entry: { program: 'not/there' } },
    passing,
  ];
  const defaults = {
    skip: '^Device does not',
    kernelTime: '^kernel time: (\\S+) s',
    flags: ['-e'],
    seedFlag: '--seed',
  };
  const folder = scriptFolder(t, scripts, { defaults });
  const json = join(folder, 'out.json');
  const { exitCode, stdout } = await onNative(
    folder,
    '--time-limit',
    '5',
    '--repeats',
    '2',
    '--seed',
    '7',
    '--json',
    json,
  );
  t.is(exitCode, 1);
  const { cases, machines, settings, command } = readResults(json);
  t.deepEqual(
    cases.map(({ benchmark, verdict }) => [benchmark, verdict]),
    [
      ['wrong', 'FAIL'],
      ['endless', 'FAIL'],
      ['crash', 'FAIL'],
      ['unable', 'SKIP'],
      ['absent', 'FAIL'],
      ['good', 'PASS'],
    ],
  );
  t.deepEqual(
    cases.at(-1)!.samples.map(({ kernelSeconds }) => kernelSeconds),
    [0.25, 0.25],
  );
  t.deepEqual(cases.at(-1)!.command, [join(folder, 'good'), '-e', '--seed', '7']);
  t.like(settings, { seed: 7, repeats: 2, warmup: 0, limitSeconds: 5 });
  t.true(command.includes('--seed') && Object.keys(machines).length === 1);
  for (const text of ['a[0] is 1', 'longer than 5 s', 'SIGSEGV', 'not/there', '1 passed, 4 failed, 1 skipped'])
    t.true(String(stdout).includes(text), text);
});

test('an interrupted run keeps its results, ends its program, and can be resumed', async (t) => {
  const counting = (name: string, text = ''): Script => ({
    name,
    text: `echo x >> ${name}.runs; ${text} echo "Passed!"`,
  });
  const folder = scriptFolder(t, [
    counting('first'),
    counting('second', 'test -e go || { echo $$ > pid; sleep 100; };'),
    counting('third'),
  ]);
  const json = join(folder, 'out.json');
  const child = onNative(folder, '--repeats', '1', '--json', json);
  const pid = await pidIn(join(folder, 'pid'));
  child.kill('SIGINT');
  t.is((await child).exitCode, 130);
  t.false(processIds().includes(pid));
  t.is(readResults(json).cases.length, 1);

  writeFileSync(join(folder, 'go'), '');
  t.is((await onNative(folder, '--repeats', '2', '--json', json, '--resume')).exitCode, 64);
  const resumed = await onNative(folder, '--repeats', '1', '--json', json, '--resume');
  t.is(resumed.exitCode, 0, String(resumed.stderr));
  t.deepEqual(
    readResults(json).cases.map(({ benchmark }) => benchmark),
    ['first', 'second', 'third'],
  );
  const runs = (name: string) => readFileSync(join(folder, `${name}.runs`), 'utf8').length / 2;
  t.deepEqual(['first', 'second', 'third'].map(runs), [1, 2, 1]);
});

test('when the runner is killed, so is the program', async (t) => {
  const folder = scriptFolder(t, [{ name: 'long', text: 'echo $$ > pid; exec sleep 100' }]);
  const child = onNative(folder);
  const pid = await pidIn(join(folder, 'pid'));
  child.kill('SIGKILL');
  await child;
  t.deepEqual(await untilNone(() => processIds().filter((id) => id === pid)), []);
});

test('the manifest has the build commands, and a failed build shows the output of make', async (t) => {
  const script = 'echo "echo Passed!" > made; chmod +x made; echo {names} > names';
  const entry = { directory: '.', build: ['sh', '-c', script], programs: [{ name: 'made', pattern: 'Passed!' }] };
  const folder = scriptFolder(t, []);
  const write = (text: object) => writeFileSync(join(folder, 'manifest.json'), JSON.stringify(text));
  write({ ...entry, build: ['sh', '-c', 'echo no such header >&2; exit 2'] });
  const broken = await onNative(folder);
  t.is(broken.exitCode, 125);
  t.regex(String(broken.stderr), /no such header[\s\S]*--no-build/);
  write({ ...entry, build: ['sh', '-c', script.replace('"echo Passed!"', "'#!/bin/sh\necho Passed!'")] });
  t.is((await onNative(folder)).exitCode, 0);
  t.is(readFileSync(join(folder, 'names'), 'utf8'), 'made\n');
});

test('missing targets are refused with the existing ones', async (t) => {
  const folder = scriptFolder(t, [passing]);
  const refused = async (target: string, env: Record<string, string> = {}) => {
    const manifest = join(folder, 'manifest.json');
    const { exitCode, stderr } = await atoll(['bench', '--manifest', manifest, '--target', target], { env });
    t.is(exitCode, 64);
    return String(stderr);
  };
  t.regex(await refused('voodoo'), /unknown target 'voodoo'[\s\S]*native:<platform>/);
  t.regex(await refused('native:voodoo'), /voodoo/);
  t.regex(await refused('atoll:device=voodoo2'), /voodoo2[\s\S]*tahiti/);
  t.regex(await refused('atoll:colour=red'), /colour=red/);
  t.regex(await refused('oclgrind', { PATH: folder }), /apt-get install oclgrind/);
});

test('on Atoll counts are measured, and a run that launches something else than expected fails', async (t) => {
  const entry = {
    program: join(binaries, 'VectorAdd'),
    sizes: { small: ['-x', '1000'] },
    flags: ['--verify', '-q'],
    counts: { small: { launches: 1, wavefronts: 16 } },
  };
  const folder = scriptFolder(t, [{ name: 'VectorAdd', text: '', entry }]);
  const manifest = join(folder, 'manifest.json');
  const json = join(folder, 'out.json');
  const bench = () =>
    atoll(['bench', '--manifest', manifest, '--size', 'small', '--warmup', '0', '--repeats', '1', '--json', json]);
  const right = await bench();
  t.is(right.exitCode, 0, String(right.stdout));
  const [{ samples }] = readResults(json).cases as [BenchResults['cases'][number]];
  t.like(samples[0], { launches: 1, wavefronts: 16 });
  t.true(samples[0]!.kernelSeconds! > 0 && samples[0]!.instructions!['valu']! > 0);

  // Chips of the timing model are targets, too.
  const slow = {
    title: 'slow',
    extends: 'tahiti',
    gpu: { clockMHz: { value: 500, source: 'what if', confidence: 'guess' } },
  };
  writeFileSync(join(folder, 'slow.json'), JSON.stringify(slow));
  const targetsOfTime = ['tahiti', 'capeverde', './slow.json'].flatMap((chip) => ['--target', `atoll:timing=${chip}`]);
  const chips = [...targetsOfTime, '--csv', join(folder, 'csv')];
  const common = ['--manifest', manifest, '--size', 'small', '--warmup', '0', '--repeats', '1', '--json', json];
  const timed = await atoll(['bench', ...common, ...chips], { cwd: folder });
  t.is(timed.exitCode, 0, String(timed.stdout));
  const [tahiti, capeverde, half] = readResults(json).cases.map(({ samples }) => samples[0]!.simulatedSeconds!);
  t.true(tahiti! > 0 && capeverde! > 0 && capeverde !== tahiti, `${tahiti} and ${capeverde} seconds`);
  t.true(half! > 1.5 * tahiti!, `${half} seconds`);
  const csv = readFileSync(join(folder, 'csv'), 'utf8').split('\r\n');
  t.true(csv[0]!.endsWith(',simulated_seconds') && csv[1]!.endsWith(`,${tahiti}`), csv.join('\n'));

  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"wavefronts":16', '"wavefronts":17'));
  const wrong = await bench();
  t.is(wrong.exitCode, 1);
  t.regex(String(wrong.stdout), /16 wavefronts instead of 17/);

  // Counts are those of the default device.
  const targets = ['atoll:device=capeverde', 'atoll:device=vega10'];
  const both = await atoll(['bench', ...common, '--statistics', ...targets.flatMap((name) => ['--target', name])]);
  t.is(both.exitCode, 0, String(both.stdout));
  t.regex(String(both.stdout), /small: kernel vectorAdd\n[\s\S]*instructions\.valu[\s\S]*occupancy[\s\S]*dataLines/);
  const { cases } = readResults(json);
  t.deepEqual(
    cases.map(({ samples: { length } }) => length),
    [1, 1],
  );
  const [southernIslands, vega] = cases.map(({ kernels }) => kernels![0]!.statistics) as [Numbers, Numbers];
  t.is(southernIslands['vmemAccesses'], 48);
  t.is(vega['vmemAccesses'], 48);
  t.not(southernIslands['codeBytes'], vega['codeBytes']);
});

test('a report that cannot be written is refused before anything is run', async (t) => {
  const folder = scriptFolder(t, [{ name: 'trace', text: 'touch ran; echo "Passed!"' }]);
  const { exitCode, stderr } = await onNative(folder, '--html', '/no/such/folder/x.html');
  t.is(exitCode, 125);
  t.regex(String(stderr), /\/no\/such\/folder\/x\.html/);
  t.false(existsSync(join(folder, 'ran')));
});

test('a program that hangs on Atoll fails, and the next one is run', async (t) => {
  const folder = scriptFolder(t, [{ name: 'endless', text: 'sleep 1000' }, passing]);
  const args = ['--manifest', join(folder, 'manifest.json'), '--warmup', '0', '--repeats', '1', '--time-limit', '40'];
  const { exitCode, stdout } = await atoll(['bench', ...args]);
  t.is(exitCode, 1);
  t.regex(String(stdout), /1 passed, 1 failed[\s\S]*longer than 40 s/);
});

test('--write-counts enters the launches of a run into the manifest', async (t) => {
  const entry = { program: join(binaries, 'VectorAdd'), sizes: { default: ['-x', '300'] }, flags: ['-e', '-q'] };
  const folder = scriptFolder(t, [{ name: 'VectorAdd', text: '', entry }]);
  const manifest = join(folder, 'manifest.json');
  const args = ['bench', '--manifest', manifest, '--warmup', '0', '--repeats', '1'];
  t.is((await atoll([...args, '--write-counts'])).exitCode, 0);
  const { programs } = JSON.parse(readFileSync(manifest, 'utf8')) as { programs: { counts: unknown }[] };
  t.deepEqual(programs[0]!.counts, { default: { launches: 1, wavefronts: 8 } });
  t.is((await atoll(args)).exitCode, 0);
});

test('two result files are compared, and a regression is an exit status', async (t) => {
  const folder = folderFor(t);
  const file = (name: string, factor: number) => {
    const samples = [1, 1.01, 0.99].map((value) => sample(value * factor));
    writeJson(join(folder, name), results([caseResult({ samples })]));
    return join(folder, name);
  };
  const [old, slow] = [file('old.json', 1), file('slow.json', 2)];
  const worse = await atoll(['bench', 'compare', old, slow]);
  t.is(worse.exitCode, 1);
  t.regex(String(worse.stdout), /2\.00 \(1\.\d+ to 2\.\d+\).*slower/);
  const better = await atoll(['bench', 'compare', slow, old, '--json']);
  t.is(better.exitCode, 0);
  t.like((JSON.parse(String(better.stdout)) as { cases: object[] }).cases[0], { change: 'faster' });
  writeFileSync(join(folder, 'bad.json'), '{"schema": 2}');
  const bad = await atoll(['bench', 'compare', old, join(folder, 'bad.json')]);
  t.is(bad.exitCode, 125);
  t.regex(String(bad.stderr), /bad\.json is not a result file/);
});

test('atoll run --report-json writes kernels, launches and counters, and refuses a file it cannot write', async (t) => {
  const file = join(folderFor(t), 'report.json');
  const argv = [join(binaries, 'VectorAdd'), '-e', '-q', '-x', '1000'];
  t.is((await run(argv, ['--report-json', file])).exitCode, 0);
  const report = runReportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  t.like(report, { devices: ['tahiti'], exit: { code: 0, signal: null }, launchCount: 1, command: argv });
  t.like(report.kernels[0], { kernel: 'vectorAdd', launches: 1, workGroups: 4, wavefronts: 16, barriers: 0 });
  t.like(report.launches[0], { kernel: 'vectorAdd', device: 'Tahiti' });
  t.deepEqual(report.launches[0]!.globalSize.slice(0, 1), [1024]);
  const refused = await run(['true'], ['--report-json', '/no/such/folder/x']);
  t.is(refused.exitCode, 125);
  t.regex(String(refused.stderr), /\/no\/such\/folder\/x/);
});
