// Requests of the Debug Adapter Protocol that a plain session does without, by a stock client: pause, ends, steps into
// and out of functions, going back to a breakpoint, changes of memory that kernels see, hit counts.

import type { DebugProtocol } from '@vscode/debugprotocol';
import test from 'ava';
import { compile, kernelProgram } from '../../cli/atoll.js';
import { Editor, processesOf, sumsProgram } from '../../cli/commands/debug/editor.js';
import { until } from '../../processes.js';

type Teardown = { teardown(fn: () => void): unknown };

const THREAD = { threadId: 1 };

/** Runs until 77 is written into its buffer. */
const WAITS = 'kernel void k(volatile global int* p) { while (p[0] != 77) ; }';

const gone = async (program: string): Promise<string[]> =>
  until(
    () => processesOf(program),
    ({ length }) => length === 0,
  );

/** A program whose kernel runs and would not end. */
async function running(t: Teardown): Promise<{ editor: Editor; program: string }> {
  const program = compile(t, kernelProgram(WAITS));
  const editor = new Editor(t);
  await editor.begin({ program });
  await editor.customRequest('setExceptionBreakpoints', { filters: ['launch'] });
  await editor.configurationDoneRequest();
  await editor.stopped();
  await editor.continueRequest(THREAD);
  return { editor, program };
}

/** The program `sums` at its launch, and the source that an editor is shown. */
async function atLaunch(t: Teardown): Promise<{ editor: Editor; source: DebugProtocol.Source }> {
  const program = sumsProgram(t);
  const editor = new Editor(t);
  await editor.begin({ program });
  await editor.customRequest('setFunctionBreakpoints', { breakpoints: [{ name: 'sums' }] });
  await editor.configurationDoneRequest();
  await editor.stopped();
  const { source } = (await editor.stackTraceRequest(THREAD)).body.stackFrames[0]!;
  return { editor, source: source! };
}

test('a running kernel is paused, inspected, changed and continued; a pause of a paused one has no effect', async (t) => {
  const { editor } = await running(t);
  await editor.pauseRequest(THREAD);
  t.is((await editor.stopped()).reason, 'pause');
  const [frame] = (await editor.stackTraceRequest(THREAD)).body.stackFrames;
  t.is(frame!.name, 'k');
  const { scopes } = (await editor.scopesRequest({ frameId: frame!.id })).body;
  const { variables } = (await editor.variablesRequest({ variablesReference: scopes[0]!.variablesReference })).body;
  const { memoryReference } = variables[0]!;
  const word = Buffer.alloc(4);
  word.writeInt32LE(77);
  const written = await editor.customRequest('writeMemory', { memoryReference, data: word.toString('base64') });
  t.is(written.body.bytesWritten, 4);
  t.is((await editor.evaluateRequest({ expression: 'p[0]', context: 'watch' })).body.result, '77');
  await editor.pauseRequest(THREAD);
  await editor.continueRequest(THREAD);
  const stoppedAgain = editor.stopped().then(() => t.fail('it has stopped once more'));
  t.like(await Promise.race([editor.next('exited'), stoppedAgain]), { exitCode: 0 });
});

test('terminate ends a program whose kernel runs, and one whose kernel is paused', async (t) => {
  const { editor, program } = await running(t);
  await editor.customRequest('terminate', {});
  await editor.next('terminated');
  t.deepEqual(await gone(program), []);
  const other = await atLaunch(t);
  await other.editor.customRequest('terminate', {});
  await other.editor.next('terminated');
  await other.editor.disconnectRequest();
  t.is(await other.editor.ended(), 0);
});

test('disconnect ends the program and the adapter, also while a kernel runs', async (t) => {
  const { editor, program } = await running(t);
  await editor.disconnectRequest();
  t.is(await editor.ended(), 0);
  t.deepEqual(await gone(program), []);
});

test('into a function that was inlined, out of it, and back to the breakpoint', async (t) => {
  const { editor, source } = await atLaunch(t);
  await editor.setBreakpointsRequest({ source, breakpoints: [{ line: 6, condition: 'gid0 == 0' }] });
  const frames = async (): Promise<readonly { name: string; line: number; instructionPointerReference?: string }[]> =>
    (await editor.stackTraceRequest(THREAD)).body.stackFrames;
  await editor.continueRequest(THREAD);
  t.like(await editor.stopped(), { reason: 'breakpoint', threadId: 1 });
  const [begin] = await frames();
  t.like(begin, { name: 'sums', line: 6 });
  let inner = await frames();
  // Optimised code is in no order: other lines of the caller may come first.
  for (let steps = 0; steps < 10 && inner[0]?.name !== 'get'; steps++) {
    await editor.stepInRequest(THREAD);
    t.is((await editor.stopped()).reason, 'step');
    inner = await frames();
  }
  t.deepEqual(
    inner.map(({ name, line }) => [name, line]),
    [
      ['get', 2],
      ['sums', 6],
    ],
  );
  await editor.stepOutRequest(THREAD);
  await editor.stopped();
  const outside = await frames();
  t.deepEqual(
    outside.map(({ name }) => name),
    ['sums'],
  );
  await t.throwsAsync(editor.stepOutRequest(THREAD), { message: /no call was inlined here/ });
  const offered = async (text: string): Promise<unknown> =>
    (await editor.completionsRequest({ text, column: text.length + 1 })).body.targets;
  t.deepEqual(await offered('print nea'), [{ label: 'near', start: 7, length: 3 }]);
  t.deepEqual(await offered('watc'), [{ label: 'watch', start: 1, length: 4 }]);
  await editor.reverseContinueRequest(THREAD);
  await editor.stopped();
  t.deepEqual((await frames())[0]!.instructionPointerReference, begin!.instructionPointerReference);
  await editor.stepBackRequest(THREAD);
  await editor.stopped();
  t.true((await frames())[0]!.line < 6);
});

test('hit counts: the third wavefront stops; going back counts back; an invalid count is an error', async (t) => {
  const { editor, source } = await atLaunch(t);
  const set = async (hitCondition: string) =>
    (await editor.setBreakpointsRequest({ source, breakpoints: [{ line: 8, hitCondition }] })).body.breakpoints[0]!;
  t.like(await set('often'), { verified: false, reason: 'failed' });
  t.true((await set('3')).verified);
  const stops = async (): Promise<number | undefined> => (await editor.stopped()).threadId;
  await editor.continueRequest(THREAD);
  t.is(await stops(), 3, 'each of the eight work-groups has two wavefronts');
  await editor.continueRequest(THREAD);
  t.is(await stops(), 4);
  await editor.reverseContinueRequest({ threadId: 4 });
  t.is(await stops(), 3);
  await editor.continueRequest(THREAD);
  t.is(await stops(), 4, 'the fourth hit is the fourth again');
  await editor.customRequest('reverseContinue', { threadId: 4 });
  t.is(await stops(), 3);
  await editor.customRequest('reverseContinue', { threadId: 3 });
  t.is(await stops(), 1, 'hits one and two do not stop on the way back: the launch does');
  await set('= 16');
  await editor.continueRequest(THREAD);
  t.is(await stops(), 16);
  await editor.continueRequest(THREAD);
  t.like(await editor.next('exited'), { exitCode: 0 });
});

test('data breakpoints with a condition and a hit count; going back stops at the access, too', async (t) => {
  const { editor } = await atLaunch(t);
  const { body: info } = await editor.customRequest('dataBreakpointInfo', { name: 'near[0..127]' });
  t.is(info.description, 'near[0..127], 512 bytes');
  const set = async (limits: object) => {
    const breakpoints = [{ dataId: info.dataId, accessType: 'write', ...limits }];
    return (await editor.customRequest('setDataBreakpoints', { breakpoints })).body.breakpoints[0];
  };
  const stops = async (): Promise<unknown> => {
    const { reason, threadId } = await editor.stopped();
    return [reason, threadId];
  };
  t.like(await set({ hitCondition: 'often' }), { verified: false, reason: 'failed' });
  t.like(await set({ condition: 'nonsense == 1' }), { verified: false, reason: 'failed' });
  t.true((await set({ condition: 'gid0 == 300' })).verified);
  await editor.continueRequest(THREAD);
  t.deepEqual(await stops(), ['data breakpoint', 5], 'work-item 300 is in the first wavefront of the third work-group');
  await editor.stepInRequest({ threadId: 5 });
  await stops();
  await editor.reverseContinueRequest({ threadId: 5 });
  t.deepEqual(await stops(), ['data breakpoint', 5]);
  t.true((await set({ hitCondition: '% 4' })).verified);
  await editor.customRequest('setFunctionBreakpoints', { breakpoints: [] });
  await editor.reverseContinueRequest({ threadId: 5 });
  t.deepEqual(await stops(), ['data breakpoint', 4], 'one store of each wavefront is a hit');
  await editor.continueRequest(THREAD);
  t.deepEqual(await stops(), ['data breakpoint', 8]);
  await set({ hitCondition: '= 99' });
  await editor.continueRequest(THREAD);
  t.like(await editor.next('exited'), { exitCode: 0 });
});
