// Summary and report of runs that do not end well: a fault, a signal for the program, a signal for Atoll.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type RunReport, runReportSchema } from '../../../../src/report/run-report.js';
import { until } from '../../../processes.js';
import { compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

const ENDLESS = 'kernel void k(global volatile int* p) { while (p[0] == 0) p[1]++; }';
const FAULTING = 'kernel void k(global int* p) { p[(size_t)get_global_id(0) << 30] = 1; }';

const reportIn = (file: string): RunReport => runReportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** A program that prints when its kernel runs, and works then. */
const whenRunning = (then: string): string =>
  kernelProgram(ENDLESS)
    .replace('#include <cstdio>', '#include <cstdio>\n#include <csignal>\n#include <unistd.h>')
    .replace(
      'status = clWaitForEvents(1, &event);',
      `clFlush(queue);
       for (cl_int now = CL_QUEUED; now != CL_RUNNING; usleep(1000))
         clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof now, &now, nullptr);
       ${then}
       status = clWaitForEvents(1, &event);`,
    );

function checkUnfinished(t: ExecutionContext, file: string, stderr: string, signal: string): void {
  const report = reportIn(file);
  t.deepEqual(report.exit?.signal, signal);
  t.is(report.launchCount, 1);
  t.is(report.kernels[0]!.failed, 1);
  t.is(report.launches[0]!.failure, 'still running when the program ended');
  t.like(report.builds, { count: 1, running: 0 });
  t.true(report.builds!.seconds > 0);
  t.regex(
    stderr,
    /k: 1 launch, .*\n {4}branches taken .*\n(?: {4}preparation: .*\n)? {4}1 failed: still running when the program ended\n/,
  );
  t.notRegex(stderr, /no kernel was launched/);
}

test('a launch that faulted is in the summary and in the report, with its fault', async (t) => {
  const file = join(scratchFolder(t), 'report.json');
  const { stderr } = await run([compile(t, kernelProgram(FAULTING))], ['--summary', '--report-json', file]);
  t.regex(
    String(stderr),
    /k: 1 launch, 1 wavefronts, .*\n {4}branches taken 0, SIMD utilisation 100\.0 %\n(?: {4}preparation: .*\n)? {4}1 failed: GPU fault in kernel k at pc/,
  );
  const report = reportIn(file);
  t.is(report.kernels[0]!.failed, 1);
  t.regex(report.launches[0]!.failure!, /GPU fault in kernel k/);
  t.true(report.launches[0]!.translationSeconds! <= report.launches[0]!.seconds);
});

test('a program that dies of a signal while its kernel runs leaves both', async (t) => {
  const file = join(scratchFolder(t), 'report.json');
  const guest = compile(t, whenRunning('raise(SIGKILL);'));
  const { stderr, signal } = await run([guest], ['--summary', '--report-json', file]);
  t.is(signal, 'SIGKILL');
  checkUnfinished(t, file, String(stderr), 'SIGKILL');
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test(`${signal} of Atoll leaves both`, async (t) => {
    const file = join(scratchFolder(t), 'report.json');
    const guest = compile(t, whenRunning('if (write(1, "running\\n", 8) < 0) return 9;'));
    const child = run([guest], ['--summary', '--report-json', file]);
    let output = '';
    child.stdout!.on('data', (text: Buffer) => {
      output += text.toString();
    });
    await until(
      () => output,
      (text) => text.includes('running\n'),
    );
    // While the program runs, the file contains a report, too.
    t.is(reportIn(file).exit, null);
    child.kill(signal);
    const { stderr } = await child;
    checkUnfinished(t, file, String(stderr), signal);
  });
