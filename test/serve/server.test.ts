// The server of the live view: its authentication, its end, and browsers that are slow, gone, or many.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import test from 'ava';
import { isOwnHost, sameToken } from '../../src/serve/access.js';
import { FinishedLaunches } from '../../src/serve/finished-launches.js';
import type { MonitorState } from '../../src/serve/protocol.js';
import { SseClients } from '../../src/serve/sse-clients.js';
import { atoll } from '../cli/atoll.js';
import { at, get, post, program, serve } from './running.js';

const LONG = { times: 1000, rounds: 200_000 };

test('requests need the token, and the name of this machine', async (t) => {
  const { url, process } = await serve(t, program(t, LONG));
  t.is(url.hostname, '127.0.0.1');
  const page = await get(url);
  t.is(page.status, 200);
  t.notRegex(page.text, /(?:src|href)="(?!#|data:)/);
  t.regex(String(page.headers['content-security-policy']), /default-src 'none'/);
  t.is(page.headers['access-control-allow-origin'], undefined);
  for (const path of ['/', '/states', '/?token=', `/?token=${'x'.repeat(32)}`])
    t.is((await get(new URL(path, url))).status, 403, path);
  t.is((await get(url, { host: `evil.example:${url.port}` })).status, 421);
  t.is((await get(url, { host: '127.0.0.1:1' })).status, 421);
  t.is((await get(at(url, '/other'))).status, 404);
  t.is((await post(url, { type: 'hold' })).status, 400);
  t.is((await post(url, { type: 'print', text: 'x'.repeat(5000), launch: 1, unit: 0, slot: 0 })).status, 400);
  const images = await post(url, { type: 'inspect', laneType: 'hex', launch: 1, unit: 0, slot: 0 });
  t.is(images.status, 409);
  t.is((await post(url, { type: 'end' })).status, 200);
  t.is((await process).exitCode, 137);
});

test('names and tokens are compared as a whole', (t) => {
  const listens = { host: '127.0.0.1', port: 80 };
  for (const host of ['127.0.0.1', 'localhost:80', 'LOCALHOST', '[::1]:80']) t.true(isOwnHost(host, listens), host);
  for (const host of [
    undefined,
    '',
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost:81',
    '127.0.0.1:',
    'a@127.0.0.1',
  ])
    t.false(isOwnHost(host, listens), host);
  t.true(isOwnHost('lab.example:7000', { host: 'lab.example', port: 7000 }));
  t.true(sameToken('abc', 'abc'));
  t.false(sameToken('ab', 'abc'));
  t.false(sameToken('', 'abc'));
});

test('browsers that disconnect, and one that reads nothing, block no others', async (t) => {
  const { url, process } = await serve(t, program(t, { times: 3, rounds: 20_000 }));
  // One goes during the pause: it continues by itself.
  const gone = new AbortController();
  await fetch(at(url, '/states'), { signal: gone.signal });
  // One never reads.
  const deaf = connect(Number(url.port), '127.0.0.1');
  deaf.pause();
  deaf.on('error', () => {});
  deaf.write(`GET /states${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
  t.teardown(() => deaf.destroy());
  let answer = await post(url, { type: 'hold', on: true });
  while (answer.status !== 200) answer = await post(url, { type: 'hold', on: true });
  gone.abort();
  deaf.destroy();
  t.is((await process).exitCode, 5);
});

test('a paused launch can be stopped: its program gets an error', async (t) => {
  const { url, process } = await serve(t, program(t, LONG));
  let answer = await post(url, { type: 'hold', on: true });
  while (answer.status !== 200) answer = await post(url, { type: 'hold', on: true });
  // Held before the launch: it begins, and is stopped during its execution.
  await post(url, { type: 'hold', on: false });
  let stopped = await post(url, { type: 'abort', launch: 1 });
  for (; stopped.status !== 200; stopped = await post(url, { type: 'abort', launch: 1 })) {
    await post(url, { type: 'hold', on: false });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await post(url, { type: 'hold', on: true });
  }
  t.is((await process).exitCode, 3);
});

test('a slow browser gets fewer states, and none is queued for it', async (t) => {
  const audience = new SseClients(() => {});
  const joined = new Promise<ServerResponse>((resolve) => {
    const server = createServer((_, response) => {
      audience.join(response);
      resolve(response);
    }).listen(0, '127.0.0.1', () => {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.pause();
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      t.teardown(() => client.destroy());
    });
    t.teardown(() => server.close());
  });
  const response = await joined;
  let maxBytes = 0;
  for (let n = 0; n < 60; n++) {
    audience.show(`${n}${'x'.repeat(1 << 20)}`);
    maxBytes = Math.max(maxBytes, response.writableLength);
    await new Promise(setImmediate);
  }
  t.true(maxBytes > 1 << 20, 'nobody reads');
  t.true(maxBytes < 3 << 20, `${maxBytes} bytes wait`);
  const before = performance.now();
  await audience.close('{}', 200);
  t.true(performance.now() - before < 10_000);
});

test('browsers: a limited number may watch, and more are refused', async (t) => {
  const { url, process } = await serve(t, program(t, LONG));
  const streams = await Promise.all(Array.from({ length: 16 }, () => fetch(at(url, '/states'))));
  t.true(streams.every(({ status }) => status === 200));
  t.is((await fetch(at(url, '/states'))).status, 503);
  await post(url, { type: 'end' });
  // All get the message of the end.
  for (const stream of streams) t.regex(await stream.text(), /"ended":\{"code":137,"signal":"SIGKILL"/);
  await process;
});

test("--stay: serves until Ctrl-C; the status is the program's", async (t) => {
  const { url, process } = await serve(t, program(t, { times: 1, rounds: 10 }), ['--stay']);
  const stream = await fetch(at(url, '/states'));
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/"ended":\{"code":5/.test(text)) text += (await reader.read()).value ?? '';
  t.is((await get(url)).status, 200);
  process.kill('SIGINT');
  t.is((await process).exitCode, 5);
});

test('a browser that connects after the end gets the last state, with --stay', async (t) => {
  const { url } = await serve(t, program(t, { times: 3, rounds: 10 }), ['--stay']);
  const hasEnded = async (): Promise<boolean> =>
    /the program has ended/.test((await post(url, { type: 'abort', launch: 999 })).text);
  while (!(await hasEnded())) await new Promise((resolve) => setTimeout(resolve, 100));
  const states = (await fetch(at(url, '/states'))).body!.pipeThrough(new TextDecoderStream()).getReader();
  const state = String((await states.read()).value);
  const { view } = JSON.parse(state.slice('data: '.length)) as { view: MonitorState | null };
  t.is(view?.ended, 3);
  t.is(view?.kernels[0]?.kernel, 'spin');
});

test('Ctrl-C ends the program and the serving', async (t) => {
  const { url, process } = await serve(t, program(t, LONG));
  await fetch(at(url, '/states'));
  process.kill('SIGINT');
  const { signal } = await process;
  t.is(signal, 'SIGINT');
  const refused = connect(Number(url.port), '127.0.0.1');
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
  t.is(error.code, 'ECONNREFUSED');
});

test('serve: options that the page can neither show nor pause are refused before the program starts', async (t) => {
  for (const [flags, reason] of [
    [['--break', 'k'], /--break conflicts with the page/],
    [['--engine', 'opencl'], /kernels run on another OpenCL/],
  ] as const) {
    const { exitCode, stdout, stderr } = await atoll(['serve', ...flags, '--', 'echo', 'started']);
    t.is(exitCode, 64);
    t.is(String(stdout), '');
    t.regex(String(stderr), reason);
  }
});

test('a program that cannot be started, and an address that cannot be bound, are errors', async (t) => {
  const { process } = await serve(t, ['./no-such-program']);
  t.is((await process).exitCode, 127);
  const { url } = await serve(t, program(t, LONG));
  const failing = await t.throwsAsync(serve(t, ['true'], ['--listen', url.host]));
  t.is(failing?.message, 'no address was printed');
});

test('finished launches: the number of kept ones has bounds', (t) => {
  const launches = new FinishedLaunches();
  const launch = {
    guest: 1,
    globalSize: [64, 1, 1] as const,
    localSize: [64, 1, 1] as const,
    workGroups: 2,
    taken: 1,
    ms: 1,
    failure: '',
  };
  for (let number = 1; number <= 3000; number++) launches.add({ ...launch, number, kernel: `k${number}`, ms: number });
  t.is(launches.count, 3000);
  t.is(launches.workGroups, 3000);
  t.deepEqual(
    launches.recent.map(({ number }) => number),
    Array.from({ length: 100 }, (_, n) => 3000 - n),
  );
  t.is(launches.recent[0]!.global, '64');
  t.is(launches.kernels.length, 50);
  t.is(launches.kernels[0]!.kernel, '(others)');
  t.is(launches.kernels[0]!.launches, 2500);
  t.is(launches.kernels[0]!.simulated, undefined);
});

test('simulated launches: cycles and use of slots are added up by kernel', (t) => {
  const launches = new FinishedLaunches();
  const launch = {
    number: 1,
    guest: 1,
    kernel: 'k',
    globalSize: [64, 1, 1] as const,
    localSize: [64, 1, 1] as const,
    workGroups: 1,
    taken: 1,
    ms: 1,
    failure: '',
  };
  const stalls = { issued: 10, fetch: 30, waitVector: 50, barrier: 6, waitLds: 4, pressure: 0 };
  launches.add({ ...launch, simulated: { cycles: 7, ns: 2e6, slotCycles: 100, stalls } });
  launches.add({ ...launch, simulated: { cycles: 5, ns: 1e6, slotCycles: 100, stalls: { issued: 100 } } });
  launches.add({ ...launch, kernel: 'plain' });
  const [k, plain] = launches.kernels;
  t.deepEqual(k!.simulated, {
    launches: 2,
    cycles: 12,
    ms: 3,
    reasons: [
      ['issued', 0.55],
      ['waitVector', 0.25],
      ['fetch', 0.15],
      ['barrier', 0.03],
    ],
  });
  t.is(plain!.simulated, undefined);
  t.false('simulated' in launches.recent[0]!);
});

/** The first state that has simulated time, whole. */
const STATE = /^data: (.*"simulated".*)\n/m;

test('with --timing the page gets simulated time', async (t) => {
  const { url } = await serve(t, program(t, { times: 100_000, rounds: 1 }), ['--timing']);
  const states = await fetch(at(url, '/states'));
  let received = '';
  for await (const part of states.body!.pipeThrough(new TextDecoderStream())) {
    received += part;
    if (STATE.test(received)) break;
  }
  const { view } = JSON.parse(STATE.exec(received)![1]!) as { view: MonitorState };
  const { launches, cycles, reasons } = view.kernels[0]!.simulated!;
  t.true(launches > 0 && cycles > launches);
  t.true(reasons.length === 4 && reasons[0]![1] > 0.1);
});
