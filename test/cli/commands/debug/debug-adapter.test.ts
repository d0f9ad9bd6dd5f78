// `atoll debug --dap`, driven by a stock client: a whole session, and ends in the middle.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { until } from '../../../processes.js';
import { Editor, processesOf, sumsProgram } from './editor.js';

/** The kernel's source as the program has it. */
const SOURCE = /R"CL\(([\s\S]*?)\)CL"/;

/** A program whose kernel's text stands in a file beside it, as programs have it. */
function prepared(t: { teardown(fn: () => void): unknown }): { program: string; source: string } {
  const program = sumsProgram(t);
  const source = join(dirname(program), 'sums.cl');
  writeFileSync(source, SOURCE.exec(readFileSync('test/documents/sums.cpp', 'utf8'))![1]!);
  return { program, source };
}

const THREAD = { threadId: 1 };

test('a session: breakpoints, stack, scopes, memory, steps forward and back, changes, end', async (t) => {
  const { program, source } = prepared(t);
  const editor = new Editor(t);
  const { launched } = await editor.begin({ program, cwd: dirname(program) });
  const lines = [{ line: 8, condition: 'gid0 == 70' }];
  const { body: set } = await editor.setBreakpointsRequest({ source: { path: source }, breakpoints: lines });
  t.false(set.breakpoints[0]!.verified, 'nothing has been built');
  await editor.configurationDoneRequest();
  await launched;

  const stopped = await editor.stopped();
  t.like(stopped, { reason: 'breakpoint', hitBreakpointIds: [set.breakpoints[0]!.id], allThreadsStopped: true });
  const event = await editor.next<{ breakpoint: unknown }>('breakpoint');
  t.like(event.breakpoint, { id: set.breakpoints[0]!.id, verified: true, line: 8, source: { path: source } });
  const threadId = stopped.threadId!;
  t.is(threadId, 2, 'work-item 70 is in the second wavefront');
  const { body: threads } = await editor.threadsRequest();
  t.deepEqual(
    threads.threads.map(({ id }) => id),
    [1, 2],
  );

  const { body: stack } = await editor.stackTraceRequest({ threadId });
  t.like(stack.stackFrames[0], { name: 'sums', line: 8, source: { path: source } });
  const { body: scopes } = await editor.scopesRequest({ frameId: stack.stackFrames[0]!.id });
  const scope = (name: string): number => scopes.scopes.find((each) => each.name === name)!.variablesReference;
  const children = async (variablesReference: number, start = 0, count = 0) =>
    (await editor.variablesRequest({ variablesReference, start, count })).body.variables;
  const args = await children(scope('Arguments'));
  t.deepEqual(
    args.map(({ name }) => name),
    ['in', 'out', 'near', 'n'],
  );
  t.is(args[3]!.value, '1024');
  t.like(args[0], { indexedVariables: 1024 });
  t.deepEqual(
    (await children(args[0]!.variablesReference, 100, 3)).map(({ name, value }) => `${name}=${value}`),
    ['[100]=100', '[101]=101', '[102]=102'],
  );
  const { memoryReference } = args[0]!;
  const memory = await editor.customRequest('readMemory', { memoryReference, offset: 4000, count: 200 });
  const bytes = Buffer.from(memory.body.data, 'base64');
  t.is(bytes.readInt32LE(0), 1000);

  const changed = await editor.setVariableRequest({
    variablesReference: args[1]!.variablesReference,
    name: '[5]',
    value: '-7',
  });
  t.is(changed.body.value, '-7');
  const special = await children(scope('Special registers'));
  t.regex(special.find(({ name }) => name === 'exec')!.value, /^0xffffffffffffffff/);
  const v0 = (await children(scope('Vector registers')))[0]!;
  t.is((await children(v0.variablesReference)).length, 64);
  const lane = await editor.setVariableRequest({ variablesReference: v0.variablesReference, name: '[3]', value: '77' });
  t.regex(lane.body.value, /^0x0000004d/);
  t.regex((await editor.evaluateRequest({ expression: 'v0[3] int', context: 'watch' })).body.result, /^77$/);
  t.true((await children(scope('Scalar registers'))).length > 4);
  t.is((await children(scope('LDS'), 4, 2))[1]!.name, '[20]');

  const pc = stack.stackFrames[0]!.instructionPointerReference!;
  const { body: code } = await editor.disassembleRequest({
    memoryReference: pc,
    instructionOffset: -2,
    instructionCount: 5,
  });
  t.is(code!.instructions.length, 5);
  t.is(code!.instructions[2]!.address, pc);
  await editor.customRequest('next', { threadId, granularity: 'instruction' });
  t.is((await editor.stopped()).reason, 'step');
  const after = (await editor.stackTraceRequest({ threadId })).body.stackFrames[0]!.instructionPointerReference;
  t.is(after, code!.instructions[3]!.address);
  await editor.customRequest('stepBack', { threadId, granularity: 'instruction' });
  await editor.stopped();
  t.is((await editor.stackTraceRequest({ threadId })).body.stackFrames[0]!.instructionPointerReference, pc);

  await editor.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
  const info = await editor.customRequest('dataBreakpointInfo', { name: 'out[3]' });
  const data = await editor.customRequest('setDataBreakpoints', { breakpoints: [{ dataId: info.body.dataId }] });
  t.true(data.body.breakpoints[0].verified);
  await editor.continueRequest({ threadId });
  t.like(await editor.stopped(), { reason: 'data breakpoint', threadId: 1 });
  t.is((await editor.evaluateRequest({ expression: 'out[3]', context: 'hover' })).body.result, '5');
  const answer = await editor.evaluateRequest({ expression: 'set out[2] = 41', context: 'repl' });
  t.is(answer.body.result, 'out[2] = 41');
  await editor.customRequest('setDataBreakpoints', { breakpoints: [] });
  const second = code!.instructions[2]!.address;
  const at = await editor.customRequest('setInstructionBreakpoints', {
    breakpoints: [{ instructionReference: second }],
  });
  t.true(at.body.breakpoints[0].verified);
  await editor.continueRequest(THREAD);
  t.is((await editor.stopped()).reason, 'instruction breakpoint');
  await editor.customRequest('setInstructionBreakpoints', { breakpoints: [] });
  await editor.continueRequest(THREAD);
  t.like(await editor.next('exited'), { exitCode: 0 });
  await editor.next('terminated');
  await editor.disconnectRequest();
  t.is(await editor.ended(), 0);
});

test('faults are reported; impossible requests are refused, and the session continues', async (t) => {
  const { program } = prepared(t);
  const editor = new Editor(t);
  await t.throwsAsync(editor.threadsRequest(), { message: /no program has been launched/ });
  await editor.begin({ program, args: ['--fault'] });
  await editor.customRequest('setFunctionBreakpoints', { breakpoints: [{ name: 'sums' }] });
  await t.throwsAsync(editor.stackTraceRequest(THREAD), { message: /no kernel is stopped/ });
  await editor.configurationDoneRequest();
  t.is((await editor.stopped()).reason, 'function breakpoint');
  await t.throwsAsync(editor.variablesRequest({ variablesReference: 99 }), { message: /reference 99 is stale/ });
  await t.throwsAsync(editor.customRequest('nonsense', {}), { message: /no request 'nonsense'/ });
  await t.throwsAsync(editor.customRequest('writeMemory', { memoryReference: '0x0', data: 'AAAA' }), {
    message: /cannot all be written/,
  });
  await editor.continueRequest(THREAD);
  const fault = await editor.stopped();
  t.is(fault.reason, 'exception');
  t.like((await editor.exceptionInfoRequest({ threadId: fault.threadId! })).body, { exceptionId: 'GPU fault' });
  const [inner, outer] = (await editor.stackTraceRequest({ threadId: fault.threadId! })).body.stackFrames;
  t.deepEqual([inner!.name, inner!.line, outer!.name, outer!.line], ['get', 2, 'sums', 6]);
  await t.throwsAsync(editor.nextRequest({ threadId: fault.threadId! }), { message: /has faulted/ });
  await editor.continueRequest(THREAD);
  await editor.next('terminated');
});

test('an editor that goes in the middle leaves nothing; another one does not notice', async (t) => {
  const [first, other] = [prepared(t), prepared(t)];
  const editors = [new Editor(t), new Editor(t)] as const;
  for (const [i, { program }] of [first, other].entries()) {
    await editors[i]!.begin({ program });
    await editors[i]!.customRequest('setExceptionBreakpoints', { filters: ['launch'] });
    await editors[i]!.configurationDoneRequest();
    await editors[i]!.stopped();
  }
  t.true(processesOf(first.program).length > 0);
  editors[0].adapter.stdin!.end();
  t.is(await editors[0].ended(), 0);
  t.deepEqual(
    await until(
      () => processesOf(first.program),
      ({ length }) => length === 0,
    ),
    [],
  );
  await editors[1].continueRequest(THREAD);
  t.like(await editors[1].next('exited'), { exitCode: 0 });
});

test('an adapter that is killed takes its program along', async (t) => {
  const { program } = prepared(t);
  const editor = new Editor(t);
  await editor.begin({ program });
  await editor.customRequest('setExceptionBreakpoints', { filters: ['launch'] });
  await editor.configurationDoneRequest();
  await editor.stopped();
  editor.adapter.kill('SIGKILL');
  t.deepEqual(
    await until(
      () => processesOf(program),
      ({ length }) => length === 0,
    ),
    [],
  );
});
