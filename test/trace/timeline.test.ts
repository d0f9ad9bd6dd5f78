// `atoll run --trace`: its contents for a program with known calls, in both formats; crashes, many threads,
// bounds, a full disk.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { EVENT, TraceMessage } from '../../src/trace/perfetto.js';
import { compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

const KERNEL = 'kernel void k(global int* p) { p[get_global_id(0)] = get_local_id(0) + 3; }';

interface SpanRow {
  readonly category: string;
  readonly name: string;
  readonly start_ns: number;
  readonly end_ns: number;
  readonly track: number;
  readonly thread: number | null;
  readonly details: string;
}

function spansOf(file: string): SpanRow[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const query =
    'SELECT spans.*, tracks.thread FROM spans JOIN tracks ON spans.track = tracks.id ORDER BY start_ns, end_ns DESC';
  const rows = database.prepare(query).all() as unknown as SpanRow[];
  database.close();
  return rows;
}

const counted = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

/** Every span lies inside of those of its track that it begins in. */
function checkNesting(t: ExecutionContext, spans: readonly SpanRow[]): void {
  const open = new Map<number, SpanRow[]>();
  for (const span of spans) {
    t.true(span.end_ns >= span.start_ns, span.name);
    const around = open.get(span.track) ?? [];
    while (around.length > 0 && around.at(-1)!.end_ns <= span.start_ns) around.pop();
    if (around.length > 0) t.true(span.end_ns <= around.at(-1)!.end_ns, `${span.name} in ${around.at(-1)!.name}`);
    open.set(span.track, [...around, span]);
  }
}

const CALLS = {
  clBuildProgram: 1,
  clCreateBuffer: 1,
  clCreateCommandQueue: 1,
  clCreateContext: 1,
  clCreateKernel: 1,
  clCreateProgramWithSource: 1,
  clEnqueueNDRangeKernel: 1,
  clEnqueueReadBuffer: 1,
  clGetDeviceIDs: 1,
  clGetEventInfo: 1,
  clGetPlatformIDs: 1,
  clGetProgramBuildInfo: 2,
  clSetKernelArg: 1,
  clWaitForEvents: 1,
};

interface Packet {
  readonly trackEvent?: { readonly type: number; readonly name: string; readonly trackUuid: unknown };
}

/** Names of the slices of a Perfetto trace; fails where one has no end. */
function sliceNames(t: ExecutionContext, file: string): string[] {
  const trace = TraceMessage.toObject(TraceMessage.decode(readFileSync(file)), { longs: String }) as {
    packet: Packet[];
  };
  const open = new Map<unknown, string[]>();
  const names: string[] = [];
  for (const { trackEvent } of trace.packet) {
    if (!trackEvent) continue;
    const own = open.get(trackEvent.trackUuid) ?? [];
    open.set(trackEvent.trackUuid, own);
    if (trackEvent.type === EVENT.begin) own.push(trackEvent.name);
    else if (trackEvent.type === EVENT.end) names.push(own.pop() ?? t.fail('an end without a beginning') ?? '');
  }
  t.true([...open.values()].every((own) => own.length === 0));
  return names;
}

test('a program whose calls are known: calls, build with its compiler, transfer, launch, work-groups', async (t) => {
  const [guest, folder] = [compile(t, kernelProgram(KERNEL, 512)), scratchFolder(t)];
  const file = join(folder, 'run.sqlite');
  const { exitCode, stdout, stderr } = await run([guest], ['--trace', file, '--no-cache']);
  t.is(exitCode, 0, String(stderr));
  t.regex(String(stdout), /read 0 value 4/);
  t.deepEqual(readdirSync(folder), ['run.sqlite']);
  const spans = spansOf(file);
  checkNesting(t, spans);
  const of = (category: string): SpanRow[] => spans.filter((span) => span.category === category);
  t.deepEqual(counted(of('call').map(({ name }) => name)), CALLS);
  const one = (name: string): SpanRow => spans.find((span) => span.name === name)!;
  const within = (inner: SpanRow, from: SpanRow, to = from): void => {
    t.true(inner.start_ns >= from.start_ns && inner.end_ns <= to.end_ns, `${inner.name} in ${from.name}`);
  };
  within(of('build')[0]!, one('clBuildProgram'));
  t.true(of('compiler').length >= 2);
  for (const process of of('compiler')) t.regex(process.details, /"arguments":/);
  const [launch] = of('launch');
  t.is(launch!.name, 'k');
  t.is(JSON.parse(launch!.details).globalSize, '512 1 1');
  within(launch!, one('clEnqueueNDRangeKernel'), one('clWaitForEvents'));
  for (const groups of of('work-groups')) within(groups, launch!);
  const done = of('work-groups').reduce((sum, { details }) => sum + JSON.parse(details).workGroups, 0);
  t.is(done, JSON.parse(launch!.details).workGroups);
  within(one('read buffer'), one('clEnqueueReadBuffer'));
  t.is(JSON.parse(one('read buffer').details).bytes, 2048);
});

test("Perfetto's protocol buffers have the same calls", async (t) => {
  const [guest, folder] = [compile(t, kernelProgram(KERNEL, 512)), scratchFolder(t)];
  const file = join(folder, 'run.pftrace');
  const { exitCode, stderr } = await run([guest], ['--trace', file]);
  t.is(exitCode, 0, String(stderr));
  const names = sliceNames(t, file);
  t.deepEqual(counted(names.filter((name) => /^cl[A-Z]/.test(name))), CALLS);
  t.true(names.includes('read buffer'));
});

const MANY = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <thread>
#include <vector>
int main() {
  std::vector<std::thread> threads;
  cl_platform_id platform;
  clGetPlatformIDs(1, &platform, nullptr);
  for (int n = 0; n < 4; n++)
    threads.emplace_back([=] { for (int i = 0; i < 5000; i++) clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr); });
  for (std::thread& thread : threads) thread.join();
}
`;

test('many calls of several threads at once: none is lost', async (t) => {
  const [guest, folder] = [compile(t, MANY), scratchFolder(t)];
  const file = join(folder, 'run.db');
  const { exitCode, stderr } = await run([guest], ['--trace', file]);
  t.is(exitCode, 0, String(stderr));
  const spans = spansOf(file).filter(({ name }) => name === 'clGetDeviceIDs');
  const byThread = counted(spans.map(({ thread }) => String(thread)));
  t.deepEqual(Object.values(byThread), [5000, 5000, 5000, 5000]);
  checkNesting(t, spans);
});

test('a trace is bounded, with a word', async (t) => {
  const [guest, folder] = [compile(t, MANY), scratchFolder(t)];
  const file = join(folder, 'run.db');
  const { exitCode, stderr } = await run([guest], ['--trace', file, '--trace-spans', '100']);
  t.is(exitCode, 0, String(stderr));
  t.regex(String(stderr), /the trace has the first 100 spans; \d+ more were dropped \(--trace-spans\)/);
  t.is(spansOf(file).length, 100);
});

const KILLED = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <signal.h>
#include <thread>
#include <unistd.h>
int main() {
  cl_platform_id platform; cl_device_id device; cl_int status;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_event never = clCreateUserEvent(context, &status);
  std::thread([=] { clRetainEvent(never); kill(getpid(), SIGKILL); }).detach();
  clWaitForEvents(1, &never);
}
`;

test('a program that is killed: the trace is whole, calls that it was in are unfinished', async (t) => {
  const [guest, folder] = [compile(t, KILLED), scratchFolder(t)];
  const file = join(folder, 'run.db');
  const { signal } = await run([guest], ['--trace', file]);
  t.is(signal, 'SIGKILL');
  const spans = spansOf(file);
  t.true(spans.some(({ name, details }) => name === 'clRetainEvent' && details === '{}'));
  // The thread that is killed may not have got so far that it waits.
  for (const span of spans.filter(({ name }) => name === 'clWaitForEvents')) t.is(span.details, '{"unfinished":1}');
});

test('files that cannot be, or cannot become whole', async (t) => {
  const [guest, folder] = [compile(t, MANY), scratchFolder(t)];
  for (const file of [join(folder, 'no/run.db'), join(folder, 'no/run.pftrace'), '/dev/null']) {
    const { exitCode, stderr } = await run([guest], ['--trace', file]);
    t.is(exitCode, 125);
    t.regex(
      String(stderr),
      /cannot write the trace .*run|cannot write the trace \/dev\/null: it is not a regular file/,
    );
  }
  const bound = await run([guest], ['--trace-spans', '5']);
  t.is(bound.exitCode, 64);
  t.regex(String(bound.stderr), /add --trace$/m);
});

const REPORTING = `
import { Timeline } from ${JSON.stringify(new URL('../../src/trace/timeline.js', import.meta.url).href)};
const timeline = new Timeline({ file: process.argv[1], limit: 1e6, words: { say: console.log, lacks: console.log } });
for (let n = 0n; n < 20000n; n++)
  timeline.happened({ category: 'build', name: 'program ' + n, startNs: n, endNs: n + 1n });
timeline.finish({ program: 'none' });
`;

for (const name of ['run.db', 'run.pftrace'])
  test(`a full disk: no ${name}, one message, an older file stays`, (t) => {
    const file = join(scratchFolder(t), name);
    writeFileSync(file, 'older');
    // A bound of files' sizes stands for the disk: from there on writing fails.
    const words = ['--fsize=100000', process.execPath, '--input-type=module', '-e', REPORTING, file];
    const { status, stdout, stderr } = spawnSync('prlimit', words, { encoding: 'utf8' });
    t.is(status, 0, stderr);
    t.regex(stdout, /^the trace .* was not written: .*; check free space\n$/);
    t.is(readFileSync(file, 'utf8'), 'older');
    t.deepEqual(readdirSync(join(file, '..')), [name]);
  });

const THREADS = `
import { Timeline } from ${JSON.stringify(new URL('../../src/trace/timeline.js', import.meta.url).href)};
const timeline = new Timeline({ file: process.argv[1], limit: 10, words: { say: console.log, lacks: console.log } });
for (let thread = 1; thread <= 400000; thread++)
  for (const begins of [true, false])
    timeline.took(1, { begins, process: 1, thread, timeNs: BigInt(thread), name: 'clFlush', command: 0, bytes: 0n });
timeline.finish({ program: 'none' });
`;

test('a program with any number of threads and calls takes bounded memory', (t) => {
  const file = join(scratchFolder(t), 'run.db');
  const words = ['--max-old-space-size=40', '--input-type=module', '-e', THREADS, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  t.is(status, 0, stderr.slice(0, 1000));
  t.is(stdout, 'the trace has the first 10 spans; 399990 more were dropped (--trace-spans)\n');
  t.is(spansOf(file).length, 10);
});
