// Parts of built-in instruments in the summary, the JSON report and the page of one run.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readRecordings } from '../../src/replay/reader.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

/** Lane 63 accesses beyond the 100 bytes of its local memory; line 3 is never executed, `unused` never launched. */
const KERNEL = `kernel void k(global int* p, local int* a) { int i = get_local_id(0); a[i] = i;
  if (get_num_groups(0) > 1000)
    p[1] = a[0];
  p[i] = i; }
kernel void unused(global int* p) { p[0] = 1; }`;
const ARGUMENT = 'clSetKernelArg(kernel, 0, sizeof buffer, &buffer);';
const PROGRAM = kernelProgram(KERNEL).replace(ARGUMENT, `${ARGUMENT} clSetKernelArg(kernel, 1, 100, nullptr);`);

interface Reports {
  readonly log: string;
  readonly instruments: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly page: string;
  readonly file: (name: string) => string;
}

async function reportsOf(t: ExecutionContext, guest: string, flags: (file: Reports['file']) => string[]) {
  const folder = scratchFolder(t);
  const file = (name: string): string => join(folder, name);
  const outputs = ['--summary', '--log', file('log'), '--report-json', file('run.json'), '--report', file('run.html')];
  const { exitCode, stderr } = await run([guest], [...flags(file), ...outputs]);
  t.is(exitCode, 0, String(stderr));
  const [log, json, page] = ['log', 'run.json', 'run.html'].map((name) => readFileSync(file(name), 'utf8'));
  const { instruments = {} } = JSON.parse(json!) as Partial<Reports>;
  return { log: log!, instruments, page: page!, file };
}

const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ');

test('coverage, traces, the check of local memory and recordings have their parts', async (t) => {
  const guest = compile(t, PROGRAM);
  const { log, instruments, page, file } = await reportsOf(t, guest, (name) => [
    ...['--coverage', name('run.cov'), '--trace', name('run.trace'), '--trace-isa', name('isa.txt')],
    ...['--trace-count', '5', '--check-lds', '--on-fault', `record=${name('fault.rec')}`],
  ]);

  const { kernels } = instruments['coverage'] as { readonly kernels: readonly Record<string, unknown>[] };
  const [used, unused] = ['k', 'unused'].map((name) => kernels.find(({ kernel }) => kernel === name)!);
  t.like(used, { launches: 1, lines: { covered: 3, total: 4 } });
  t.like(unused, { launches: 0, lines: { covered: 0, total: 1 }, instructions: { covered: 0 } });
  t.regex(log, /^ {2}coverage of k: 3 of 4 lines, \d+ of \d+ instructions$/m);
  t.regex(textOf(page), /k\s+southern-islands\s+1\s+3 of 4\s+\d+ of \d+/);

  const trace = instruments['isa-trace'] as { readonly dropped: number };
  t.like(trace, { file: file('isa.txt'), instructions: 5, isComplete: true });
  t.true(trace.dropped > 5);
  const traced = `isa.txt: 5 instructions, ${trace.dropped} more dropped (--trace-count)`;
  t.true(log.includes(traced) && textOf(page).includes(traced), log);

  const { spans, dropped } = instruments['timeline'] as { readonly spans: number; readonly dropped: number };
  t.true(spans > 3);
  t.is(dropped, 0);
  t.true(log.includes(`timeline ${file('run.trace')}: `) && page.includes('>Timeline</h2>'));

  const { findings } = instruments['lds-check'] as { readonly findings: readonly string[] };
  t.is(findings.length, 1);
  t.regex(findings[0]!, /kernel k at .* has 100 bytes; within the 256 .* lane 63/);
  t.true(log.includes('local memory: 1 instruction beyond') && page.includes('has 100 bytes; within the 256'));

  // A finding is a defect: the launch is recorded.
  t.is(readRecordings(file('fault.rec')).length, 1);
  t.like(instruments['on-fault'], { file: file('fault.rec'), launches: 1 });
  t.true(log.includes('fault.rec: 1 launch') && page.includes('>Recording</h2>'));
});

test('a program without launches has no results of workers, and a full trace says what it lacks', async (t) => {
  const none = await reportsOf(t, 'true', (name) => ['--trace-isa', name('isa.txt'), '--check-lds']);
  t.deepEqual(none.instruments, {});
  const guest = compile(t, PROGRAM);
  const { log, instruments } = await reportsOf(t, guest, (name) => ['--trace', name('a.trace'), '--trace-spans', '2']);
  t.like(instruments['timeline'], { spans: 2, isComplete: true });
  const { dropped } = instruments['timeline'] as { readonly dropped: number };
  t.true(log.includes(`a.trace: 2 spans, ${dropped} more dropped (--trace-spans)`), log);
  t.true(log.includes(`the trace has the first 2 spans; ${dropped} more were dropped`), log);
});

test('an output that cannot be created leaves nothing of the others', async (t) => {
  const folder = scratchFolder(t);
  const flags = ['--trace', join(folder, 'a.trace'), '--timing', '--timing-json', join(folder, 'no/times.json')];
  const { exitCode, stderr } = await run(['true'], [...flags, '--report-json', join(folder, 'run.json')]);
  t.is(exitCode, 125, String(stderr));
  t.regex(String(stderr), /cannot write the simulated times/);
  t.deepEqual(readdirSync(folder), []);
});

test('findings of a check are in the JSON report and on the page', async (t) => {
  const folder = scratchFolder(t);
  const [json, page] = [join(folder, 'run.json'), join(folder, 'run.html')];
  const wild = 'kernel void k(global int* p) { p[get_global_id(0) + 1] = 1; }';
  const outputs = ['--report-json', json, '--report', page];
  const checked = await atoll(['check', ...outputs, '--', compile(t, kernelProgram(wild))]);
  t.is(checked.exitCode, 1, String(checked.stderr));
  const { instruments } = JSON.parse(readFileSync(json, 'utf8')) as Pick<Reports, 'instruments'>;
  t.like(instruments['check'], { suppressed: 0, findings: [{ kind: 'out-of-bounds', kernel: 'k', number: 1 }] });
  t.true(readFileSync(page, 'utf8').includes('[1] out-of-bounds: '));
});
