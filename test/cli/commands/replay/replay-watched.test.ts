// Recorded launches under every instrument, and recordings that a run makes of faults and findings: with them nothing
// is lost that the run itself would have shown.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readRecordings } from '../../../../src/replay/reader.js';
import { root } from '../../../../src/util/paths.js';
import { atoll, scratchFolder } from '../../atoll.js';
import { Editor } from '../debug/editor.js';

/** Options of a program's compiler for each width of guests; a 32-bit libOpenCL of the system's is not everywhere. */
const WIDTHS = {
  'x86-64': ['-lOpenCL'],
  i386: ['-m32', join(root, 'build/runtime/i386/libOpenCL.so.1')],
} as const;

interface Place {
  readonly folder: string;
  readonly guest: string;
  readonly file: string;
}

function place(t: ExecutionContext, width: keyof typeof WIDTHS = 'x86-64'): Place {
  const folder = scratchFolder(t);
  const guest = join(folder, 'guest');
  execFileSync('g++', ['-std=c++17', '-O1', join(root, 'test/replay/guest.cpp'), '-o', guest, ...WIDTHS[width]]);
  return { folder, guest, file: join(folder, 'launches') };
}

async function outputOf(t: ExecutionContext, args: readonly string[], status: number, cwd?: string): Promise<string> {
  const { exitCode, stdout, stderr } = await atoll(args, cwd === undefined ? {} : { cwd });
  t.is(exitCode, status, `${args.join(' ')}\n${stdout}${stderr}`);
  return `${stdout}\n${stderr}`;
}

/** Findings without where in memory they are: programs that are checked have gaps behind their buffers. */
const findingsIn = (file: string): unknown =>
  JSON.parse(readFileSync(file, 'utf8')).findings.map(({ memory, ...finding }: { memory?: { address: number } }) => ({
    ...finding,
    bytes: memory && { ...memory, address: 0 },
  }));

for (const width of ['x86-64', 'i386'] as const)
  test(`a check of recorded launches has the findings of a check of the program: ${width}`, async (t) => {
    const { guest, file, folder } = place(t, width);
    const [live, again] = [join(folder, 'live'), join(folder, 'again')];
    await outputOf(t, ['record', '-o', file, '--launch', '1-2', '--', guest], 0);
    t.is(
      (await outputOf(t, ['replay', file], 0)).trim(),
      'launch 1: kernel first: equal to the recording\nlaunch 2: kernel second: equal to the recording',
    );
    const text = await outputOf(t, ['check', '--json', live, '--', guest], 1);
    t.regex(text, /uninitialised: .*\n {4}kernel first at program.cl:3:/);
    t.regex(text, /race: .*\n {4}kernel second at program.cl:8:/);
    await outputOf(t, ['check', '--json', again, file], 1);
    t.deepEqual(findingsIn(again), findingsIn(live));
    // One of them: with the number of a launch where a program has its first argument.
    const second = await outputOf(t, ['check', '--kinds', 'race', file, '2'], 1);
    t.regex(second, /kernel second at program.cl:8:/);
    t.notRegex(second, /kernel first/);
    t.regex(await outputOf(t, ['check', file, '3'], 64), /there is no launch '3': the file has 2/);
  });

for (const width of ['x86-64', 'i386'] as const)
  test(`--on-fault record keeps a launch that faults, and its message: ${width}`, async (t) => {
    const { guest, file, folder } = place(t, width);
    const explained = (text: string): string =>
      text.slice(text.indexOf('atoll: GPU fault'), text.indexOf('call 2') + 6);
    const live = await outputOf(t, ['run', '-g', '--on-fault', `record=${file}`, '--', guest, 'wild'], 0);
    t.regex(live, /program.cl:10:.*\n(.*\n)+ {2}work-item \(5, 0, 0\).*\n {2}the address is .*\n {2}launched by /);
    t.regex(live, /recorded 1 launch: atoll replay /);
    t.is(readRecordings(file)[0]!.read().launch.kernel, 'second', 'the other one went well');
    for (const flags of [[], ['--engine', 'interp'], ['--lockstep', 'jit,interp']]) {
      const again = await outputOf(t, ['replay', ...flags, file], 0);
      t.is(explained(again), explained(live));
      t.regex(again, /kernel second: equal to the recording/);
    }
    t.regex(await outputOf(t, ['check', '--kinds', 'out-of-bounds', file], 1), /the launch has been stopped/);
    // By default in a file of the working directory; nothing where all goes well.
    await outputOf(t, ['run', '--on-fault', 'record', '--', guest], 0, folder);
    t.false(existsSync(join(folder, 'atoll-fault.rec')));
    await outputOf(t, ['run', '--on-fault', 'record', '--', guest, 'wild'], 0, folder);
    t.is(readRecordings(join(folder, 'atoll-fault.rec')).length, 1);
    t.regex(await outputOf(t, ['run', '--on-fault', 'stop', '--', guest], 64), /'stop' is neither record/);
  });

test('--on-fault record keeps the launches in which a check finds something, with the data written before them', async (t) => {
  const { guest, file, folder } = place(t);
  const [live, again] = [join(folder, 'live'), join(folder, 'again')];
  await outputOf(t, ['check', '--on-fault', `record=${file}`, '--json', live, '--', guest], 1);
  t.is(readRecordings(file).length, 2);
  await outputOf(t, ['check', '--json', again, file], 1);
  const findings = (from: string): unknown => JSON.parse(readFileSync(from, 'utf8')).findings;
  t.deepEqual(findings(again), findings(live), 'the addresses too');
  // A launch that has written the input of the second one.
  await outputOf(t, ['check', '--kinds', 'uninitialised', '--on-fault', `record=${file}`, '--', guest], 1);
  t.true(readRecordings(file)[0]!.read().launchContext.history!.written.length > 0);
});

test('a recorded launch is traced, counted and debugged like that of a program', async (t) => {
  const { guest, file, folder } = place(t);
  await outputOf(t, ['record', '-o', file, '--launch', '1-2', '--', guest], 0);
  const [live, again, commands] = [join(folder, 'live'), join(folder, 'again'), join(folder, 'commands')];
  const filter = ['--trace-kernel', 'first', '--trace-format', 'binary'];
  await outputOf(t, ['run', '-g', '--trace-isa', live, ...filter, '--', guest], 0);
  await outputOf(t, ['replay', '--trace-isa', again, ...filter, file], 0);
  t.regex(await outputOf(t, ['trace', 'diff', live, again], 0), /the traces are equal/);
  t.regex(
    await outputOf(t, ['replay', '--launch', '2', '--stats', file], 0),
    /statistics of kernel second\n {2}workGroups +1 /,
  );

  writeFileSync(commands, 'arguments\nbreak 9\ncontinue\nprint q[0..2]\nreverse-stepi\nbacktrace\nquit\n');
  const text = await outputOf(t, ['debug', '--break-commands', commands, file, '2'], 0);
  t.regex(text, /^1 {2}int\* q: 512 bytes at /m);
  t.regex(text, /^q\[0\.\.\] = 5 {2}6 {2}7$/m);
  t.regex(text, /^#0 {2}second at program.cl:\d+/m);
  t.notRegex(text, /is no |cannot|there is no/);
});

test('an editor debugs a recorded launch', async (t) => {
  const { guest, file, folder } = place(t);
  await outputOf(t, ['record', '-o', file, '--kernel', 'second', '--', guest], 0);
  const editor = new Editor(t);
  const { launched } = await editor.begin({ program: file, cwd: folder });
  await editor.customRequest('setFunctionBreakpoints', { breakpoints: [{ name: 'second' }] });
  await editor.configurationDoneRequest();
  await launched;
  const { threadId } = await editor.stopped();
  const { body } = await editor.stackTraceRequest({ threadId: threadId! });
  t.is(body.stackFrames[0]!.name, 'second');
  t.is((await editor.evaluateRequest({ expression: 'q[2]', context: 'hover' })).body.result, '7');
  await editor.continueRequest({ threadId: threadId! });
  t.like(await editor.next('exited'), { exitCode: 0 });
  await editor.next('terminated');
  await editor.disconnectRequest();
});
