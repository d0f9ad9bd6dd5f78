// A client that closes its end in the middle of an answer, or of the endless output of a program: the adapter ends
// without a trace of an error, and its program with it. ATOLL_LONG: fifty times.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { scratchFolder } from '../../cli/atoll.js';
import { processesOf } from '../../cli/commands/debug/editor.js';
import { until } from '../../processes.js';

const CUTS = process.env['ATOLL_LONG'] ? 50 : 8;

type Request = readonly [command: string, body: unknown];

/** The bytes of an answer to `initialize` that one read takes. */
const ANSWER_BYTES = 1500;

const framed = ([command, body]: Request, index: number): string => {
  const text = JSON.stringify({ seq: index + 1, type: 'request', command, arguments: body });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

/** Reads up to that many bytes, then closes its end of the output; with `both` also that of the input. */
async function readThenClose({ stdin, stdout }: ChildProcess, bytes: number, both: boolean): Promise<void> {
  let read = 0;
  while (read < bytes) {
    await once(stdout!, 'readable');
    read += (stdout!.read() as Buffer | null)?.length ?? bytes;
  }
  stdout!.destroy();
  if (both) stdin!.end();
}

test('an adapter whose client closes in the middle of an answer ends without a trace', async (t) => {
  t.timeout(CUTS * 60_000);
  const program = join(scratchFolder(t), 'endless');
  writeFileSync(program, '#!/bin/sh\nwhile :; do echo line of output; done\n', { mode: 0o755 });
  for (let cut = 0; cut < CUTS; cut++) {
    const begins: readonly Request[] = [['initialize', { adapterID: 'atoll' }]];
    const runs: readonly Request[] = [...begins, ['launch', { program }], ['configurationDone', {}]];
    const [requests, bytes] = [
      [begins, 1 + ((cut * 389) % ANSWER_BYTES)],
      [runs, ANSWER_BYTES],
      [runs, 20_000 + ((cut * 7919) % 50_000)],
      [[...begins, ...Array<Request>(200).fill(['threads', {}])], ANSWER_BYTES],
    ][cut % 4] as [readonly Request[], number];
    const main = join(root, 'dist/src/cli/main.js');
    const adapter = spawn(process.execPath, [main, 'debug', '--dap'], { stdio: ['pipe', 'pipe', 'pipe'] });
    t.teardown(() => adapter.kill('SIGKILL'));
    // Input for an adapter that has ended.
    adapter.stdin.on('error', () => {});
    let errorOutput = '';
    adapter.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
    const ended = once(adapter, 'close');
    adapter.stdin.write(requests.map(framed).join(''));
    await readThenClose(adapter, bytes, cut % 2 === 0);
    // Requests that make an idle adapter write.
    adapter.stdin.write(framed(['threads', {}], requests.length));
    t.deepEqual([errorOutput, await ended], ['', [0, null]], `cut ${cut}`);
    const left = await until(
      () => processesOf(program),
      ({ length }) => length === 0,
    );
    t.deepEqual(left, [], `cut ${cut}`);
  }
});
