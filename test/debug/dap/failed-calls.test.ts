// Failed calls of OpenCL in an editor, by a stock client: the filter, its condition, the thread, and requests that
// cannot be done there.

import test from 'ava';
import { Editor, processesOf } from '../../cli/commands/debug/editor.js';
import { FAILING_OUTPUT, failingProgram } from '../../cli/commands/run/failing-calls.js';
import { until } from '../../processes.js';

type Filters = Readonly<{
  filters: readonly string[];
  filterOptions?: readonly unknown[];
  functions?: readonly string[];
}>;

async function started(t: { teardown(fn: () => void): unknown }, filters: Filters) {
  const program = failingProgram(t);
  const editor = new Editor(t);
  await editor.begin({ program });
  const { body } = await editor.customRequest('setExceptionBreakpoints', filters);
  const breakpoints = (filters.functions ?? []).map((name) => ({ name }));
  await editor.customRequest('setFunctionBreakpoints', { breakpoints });
  await editor.configurationDoneRequest();
  return { editor, program, set: body.breakpoints as { verified: boolean; message?: string }[] };
}

/** All that the program writes, from the last event on. */
async function outputOf(editor: Editor): Promise<string> {
  const texts: string[] = [];
  editor.on('output', ({ body }: { body: { category: string; output: string } }) => {
    if (body.category === 'stdout') texts.push(body.output);
  });
  await editor.next('terminated');
  return texts.join('').trim();
}

test('each failed call is an exception of the thread that has made it', async (t) => {
  const { editor, set } = await started(t, { filters: ['error'] });
  t.true(set[0]!.verified);
  const output = outputOf(editor);
  const stopped = await editor.stopped();
  t.like(stopped, { reason: 'exception', text: 'clCreateBuffer has failed: CL_INVALID_BUFFER_SIZE' });
  const threadId = stopped.threadId!;
  const { threads } = (await editor.threadsRequest()).body;
  t.is(threads.length, 1);
  t.is(threads[0]!.id, threadId);
  t.regex(threads[0]!.name, /^thread \d+ \(\w+\) of process \d+$/);
  const { stackFrames } = (await editor.stackTraceRequest({ threadId })).body;
  t.is(stackFrames[0]!.name, 'clCreateBuffer');
  t.regex(stackFrames[1]!.name, /guest at 0x[0-9a-f]+$/);
  t.deepEqual((await editor.scopesRequest({ frameId: stackFrames[0]!.id })).body.scopes, []);
  t.like((await editor.exceptionInfoRequest({ threadId })).body, { exceptionId: 'CL_INVALID_BUFFER_SIZE' });
  await t.throwsAsync(editor.nextRequest({ threadId }), { message: /continue lets it return/ });
  await t.throwsAsync(editor.evaluateRequest({ expression: 's0', context: 'watch' }), {
    message: /no kernel is stopped/,
  });
  await t.throwsAsync(editor.customRequest('readMemory', { memoryReference: '0x40000000', count: 4 }), {
    message: /no kernel is stopped/,
  });
  const bt = await editor.evaluateRequest({ expression: 'bt', context: 'repl' });
  t.regex(bt.body.result, /^clCreateBuffer, thread/);
  await editor.pauseRequest({ threadId });
  await editor.continueRequest({ threadId });
  t.is((await editor.stopped()).text, 'clCreateKernel has failed: CL_INVALID_KERNEL_NAME');
  await editor.evaluateRequest({ expression: 'continue', context: 'repl' });
  t.is((await editor.stopped()).text, 'clBuildProgram has failed: CL_BUILD_PROGRAM_FAILURE');
  await editor.customRequest('setExceptionBreakpoints', { filters: [] });
  await editor.continueRequest({ threadId });
  t.is(await output, FAILING_OUTPUT);
});

test('a condition names the call, the error or the kernel; a wrong one is refused', async (t) => {
  const filterOptions = [
    { filterId: 'error', condition: 'clEnqueueNDRangeKernel' },
    { filterId: 'launch', condition: 'k' },
    { filterId: 'error', condition: 'CL_NONSENSE' },
  ];
  const { editor, set } = await started(t, { filters: [], filterOptions });
  t.true(set[0]!.verified);
  t.like(set[2], { verified: false, reason: 'failed' });
  t.regex(set[2]!.message!, /is neither a call nor an error/);
  const { threadId } = await editor.stopped();
  t.like((await editor.exceptionInfoRequest({ threadId: threadId! })).body, { exceptionId: 'CL_INVALID_KERNEL_ARGS' });
  await editor.continueRequest({ threadId: threadId! });
  t.is((await editor.stopped()).reason, 'function breakpoint');
  await editor.continueRequest({ threadId: 1 });
  t.like(await editor.next('exited'), { exitCode: 0 });
});

for (const [how, go] of [
  ['terminate', (editor: Editor) => editor.customRequest('terminate', {})],
  ['the end of the editor', (editor: Editor) => editor.adapter.stdin!.end()],
  ['a killed adapter', (editor: Editor) => editor.adapter.kill('SIGKILL')],
] as const) {
  test(`${how} in a failed call leaves no process`, async (t) => {
    const { editor, program } = await started(t, { filters: [], functions: ['error:clCreateKernel'] });
    t.is((await editor.stopped()).text, 'clCreateKernel has failed: CL_INVALID_KERNEL_NAME');
    await go(editor);
    const left = await until(
      () => processesOf(program),
      ({ length }) => length === 0,
    );
    t.deepEqual(left, []);
  });
}
