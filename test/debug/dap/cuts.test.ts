// Editors that go at any moment of a session: by closing their ends, in the middle of a message, or as the adapter is
// killed. The adapter ends, and neither it nor its program stays. A campaign of `npm run test:long`; every run has the
// moments in test/cli/commands/debug/debug-adapter.test.ts.

import { dirname } from 'node:path';
import test from 'ava';
import { Editor, processesOf, sumsProgram } from '../../cli/commands/debug/editor.js';
import { until } from '../../processes.js';

const CUTS = 100;
/** Sessions at the same time. */
const TOGETHER = 4;
const LONGEST_WAIT_MS = 40;
const THREAD = { threadId: 1 };

/** Requests of an editor from beginning to end; each cut comes while one of them is under way. */
const STEPS: readonly ((editor: Editor, program: string) => Promise<unknown>)[] = [
  (editor, program) => editor.begin({ program, cwd: dirname(program) }),
  (editor) => editor.customRequest('setExceptionBreakpoints', { filters: ['launch'] }),
  (editor) => editor.configurationDoneRequest(),
  (editor) => editor.stopped(),
  (editor) => editor.stackTraceRequest(THREAD),
  (editor) => editor.scopesRequest({ frameId: 1 }),
  (editor) => editor.variablesRequest({ variablesReference: 1 }),
  (editor) => editor.customRequest('next', { ...THREAD, granularity: 'instruction' }),
  (editor) => editor.stopped(),
  (editor) => editor.customRequest('stepBack', { ...THREAD, granularity: 'instruction' }),
  (editor) => editor.stopped(),
  (editor) => editor.evaluateRequest({ expression: 'set out[2] = 41', context: 'repl' }),
  (editor) => editor.continueRequest(THREAD),
  (editor) => editor.next('exited'),
];

const WAYS: Readonly<Record<string, (editor: Editor) => void>> = {
  'closes its ends': ({ adapter }) => {
    adapter.stdin!.end();
    adapter.stdout!.destroy();
  },
  'says half a message': ({ adapter }) => {
    adapter.stdin!.write('Content-Length: 100\r\n\r\n{"seq":999,"type":"requ');
    adapter.stdin!.end();
  },
  'is killed': ({ adapter }) => void adapter.kill('SIGKILL'),
};

/** Numbers from 0 to 1 that are the same each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

(process.env['ATOLL_LONG'] ? test : test.skip)('editors that go at any moment leave nothing', async (t) => {
  t.timeout(20 * 60_000);
  const programs = Array.from({ length: TOGETHER }, () => sumsProgram(t));
  let [next, done] = [0, 0];
  const cut = async (program: string, number: number): Promise<void> => {
    const random = numbers(number * 2654435761 + 1);
    for (let warm = 0; warm < 3; warm++) random();
    const last = Math.floor(random() * STEPS.length);
    const ways = Object.entries(WAYS);
    const [way, go] = ways[Math.floor(random() * ways.length)]!;
    const editor = new Editor(t);
    // Output to a closed connection.
    editor.adapter.stdin!.on('error', () => {});
    for (const step of STEPS.slice(0, last)) await step(editor, program);
    STEPS[last]!(editor, program).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_WAIT_MS));
    const ended = editor.ended();
    go(editor);
    await ended;
    const left = await until(
      () => processesOf(program),
      ({ length }) => length === 0,
    );
    t.deepEqual(left, [], `cut ${number}: behind step ${last} the editor ${way}`);
    done++;
  };
  await Promise.all(
    programs.map(async (program) => {
      while (next < CUTS) await cut(program, next++);
    }),
  );
  t.is(done, CUTS);
});
