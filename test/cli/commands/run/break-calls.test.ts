// The debugger on the program's side of OpenCL: calls that fail, and launches.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { marked, markOf, untilNone } from '../../../processes.js';
import { run, scratchFolder } from '../../atoll.js';
import { FAILING_OUTPUT, failingProgram } from './failing-calls.js';

async function debug(t: ExecutionContext, places: string, commands: readonly string[], mark = 'none') {
  const file = join(scratchFolder(t), 'commands');
  writeFileSync(file, commands.map((line) => `${line}\n`).join(''));
  const program = failingProgram(t);
  const options = { env: { ...markOf(mark) } };
  const result = await run([program], ['--break', places, '--break-commands', file], options);
  return { program, stdout: String(result.stdout), stderr: String(result.stderr), exitCode: result.exitCode };
}

/** `clCreateBuffer CL_INVALID_BUFFER_SIZE` of each stop. */
const stops = (stderr: string): string[] =>
  [...stderr.matchAll(/^(cl\w+) has failed: (\S+)$/gm)].map(([, call, error]) => `${call} ${error}`);

const ALL = [
  'clCreateBuffer CL_INVALID_BUFFER_SIZE',
  'clCreateKernel CL_INVALID_KERNEL_NAME',
  'clBuildProgram CL_BUILD_PROGRAM_FAILURE',
  'clCreateBuffer CL_INVALID_BUFFER_SIZE',
  'clEnqueueNDRangeKernel CL_INVALID_KERNEL_ARGS',
];

test('break error stops at each call that fails, in every thread and process; results of the calls stay the same', async (t) => {
  const { program, stdout, stderr, exitCode } = await debug(t, 'error', ['bt', 'c', 'c', 'c', 'c', 'bl', 'c']);
  t.is(stdout, FAILING_OUTPUT);
  t.is(exitCode, 0);
  t.deepEqual(stops(stderr), ALL);
  const threads = [...stderr.matchAll(/^(cl\w+), thread (\d+) \((\w+)\) of process (\d+)$/gm)].map((match) =>
    match.slice(1),
  );
  // `bt` prints the first one again.
  const [first, , worker, build, child] = threads as [string, string, string, string][];
  t.deepEqual([worker![0], worker![2], worker![3]], ['clCreateKernel', 'worker', first![3]]);
  t.not(worker![1], first![1]);
  t.is(build![3], first![3]);
  t.not(child![3], first![3], 'of another process');
  const [, file, offset] = /^called from (\S+) at (0x[0-9a-f]+)/m.exec(stderr)!;
  t.is(file, program);
  t.is(execFileSync('addr2line', ['-f', '-e', file!, offset!], { encoding: 'utf8' }).split('\n')[0], 'empty_buffer');
  t.regex(stderr, /\(atoll\) bl\n1 {2}error, 5 hits\n/);
});

test('break error takes a call or an error; from there, breakpoints of kernels can be set', async (t) => {
  const commands = ['break launch k', 'b error CL_INVALID_KERNEL_ARGS', 'c', 'delete 1', 'c', 'p p[1]', 'args', 'c'];
  const { stdout, stderr } = await debug(t, 'error:clBuildProgram', commands);
  t.is(stdout, FAILING_OUTPUT);
  t.deepEqual(stops(stderr), [
    'clBuildProgram CL_BUILD_PROGRAM_FAILURE',
    'clEnqueueNDRangeKernel CL_INVALID_KERNEL_ARGS',
  ]);
  t.regex(stderr, /\(atoll\) break launch k\nbreakpoint 2 at k\n/);
  t.regex(
    stderr,
    /clEnqueueNDRangeKernel call 2 launches k: global size \(64, 1, 1\), local size \(64, 1, 1\)\nkernel k/,
  );
  t.regex(stderr, /\(atoll\) p p\[1\]\np\[1\] = 0\n/);
});

test('--break launch stops before each launch, launch:name before those of a kernel', async (t) => {
  for (const place of ['launch', 'launch:k']) {
    const { stdout, stderr } = await debug(t, place, ['c']);
    t.is(stdout, FAILING_OUTPUT);
    t.regex(stderr, /call 2 launches k: [^\n]*\nkernel k, [^\n]*\(\+0x0\)\n/);
    t.deepEqual(stops(stderr), []);
  }
});

test('ignore skips failed calls; commands that need a kernel are refused there, and the error lists possible ones', async (t) => {
  const commands = [
    'stepi',
    'print s0',
    'break +0x10',
    'break error if lane',
    'break error nonsense',
    'ignore 1 3',
    'c',
    'c',
  ];
  const { stdout, stderr } = await debug(t, 'error', commands);
  t.is(stdout, FAILING_OUTPUT);
  t.deepEqual(stops(stderr), [ALL[0]!, ALL[4]!]);
  const outputOf = (command: string): string => stderr.split(`(atoll) ${command}\n`)[1]!.split('(atoll)')[0]!;
  for (const command of ['stepi', 'print s0'])
    t.regex(
      outputOf(command),
      /no kernel is stopped: the program is in a failed call; available: continue, break, .*backtrace/,
    );
  t.regex(outputOf('break +0x10'), /none is stopped: name it, as in kernel:\+0x10/);
  t.regex(outputOf('break error if lane'), /a call has no work-groups and lanes/);
  t.regex(outputOf('break error nonsense'), /'nonsense' is neither a call nor an error of OpenCL/);
});

test('detach and the end of the commands let all continue; quit ends the program in the call', async (t) => {
  for (const commands of [['detach'], []]) t.is((await debug(t, 'error', commands)).stdout, FAILING_OUTPUT);
  const mark = `call${process.pid}`;
  const { stdout, exitCode } = await debug(t, 'error:CL_INVALID_KERNEL_NAME', ['quit'], mark);
  t.is(exitCode, 137);
  t.notRegex(stdout, /kernel -46/);
  t.deepEqual(await untilNone(() => marked(mark)), []);
});

test('a misspelt error is refused before the program starts; one that never happens is reported', async (t) => {
  const refused = await run(['echo', 'started'], ['--break', 'error:CL_INVALID_VALU', '--break-commands', '/dev/null']);
  t.is(refused.exitCode, 64);
  t.is(refused.stdout, '');
  t.regex(String(refused.stderr), /'CL_INVALID_VALU' is neither a call nor an error of OpenCL/);
  const { stderr } = await debug(t, 'error:clFinish', []);
  t.regex(stderr, /never reached: 1 {2}error:clFinish, 0 hits/);
});
