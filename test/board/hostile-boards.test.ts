// Boards that mean harm: a program loses its device with a reason, and Atoll continues.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { encode } from '@msgpack/msgpack';
import test, { type ExecutionContext } from 'ava';
import { connectBoard, connectToDevices } from '../../src/board/client/connect.js';
import { DeviceConnection, LOST } from '../../src/board/devices/client/connection.js';
import { carried } from '../../src/board/devices/client/remote-call.js';
import { FRAME_BYTES } from '../../src/board/protocol.js';
import { loadNative } from '../../src/host/native.js';
import { FACTS, PROOF, type Script } from './hostile-script.js';
import { HEAP, pointer, TestGuest } from './launches.js';
import { frameOf, type Head } from './raw-peer.js';

const READY = { do: 'ready', proof: PROOF, facts: FACTS };
const bomb = frameOf(Buffer.concat(Array.from({ length: 10 }, () => Buffer.from([0xdd, 1, 0xf7, 0x8a, 0x40]))));
const large = Buffer.alloc(FRAME_BYTES);
large.writeUInt32LE(64 << 20, 0);

const bytesOf = (message: Message): Uint8Array =>
  message instanceof Uint8Array ? message : Buffer.from(JSON.stringify(message));

type Message = Head | Uint8Array;

/** The way to a board, each of whose connections follows the next script. */
async function boardOf(t: ExecutionContext, scripts: readonly (readonly [welcome: Message, answer?: Message])[]) {
  const workerData: readonly Script[] = scripts.map(([welcome, answer = { do: 'alive' }]) => ({
    welcome: bytesOf(welcome),
    answer: bytesOf(answer),
  }));
  const worker = new Worker(new URL('./hostile-board.js', import.meta.url), { workerData });
  t.teardown(() => worker.terminate());
  const [{ port }] = (await once(worker, 'message')) as [AddressInfo];
  const place = { is: 'tcp', host: '127.0.0.1', port } as const;
  return { place, platform: '', token: '', silenceMs: 30_000 };
}

test.serial('board description: each value is checked before it is used', async (t) => {
  const refused: readonly (readonly [Message, RegExp])[] = [
    [bomb, /sent an invalid message: more than \d+ values/],
    [large, /sent an invalid message: 67108864 and 0 bytes/],
    [{ ...READY, facts: { ...FACTS, alignment: null } }, /facts\.alignment/],
    [{ ...READY, facts: { ...FACTS, globalMemory: -1 } }, /facts\.globalMemory/],
    [{ ...READY, facts: { ...FACTS, name: 7 } }, /facts\.name/],
    [{ ...READY, another: 1 }, /another/],
    [{ do: 'refused', text: 'go\u001b[2Jaway' }, /: go\\x1b\[2Jaway$/],
    [{ do: 'gives', proof: PROOF, anyRequest: false, nodes: 7 }, /nodes: /],
  ];
  const named = { ...READY, facts: { ...FACTS, name: 'a\u001b]0;b\u0007' } };
  const access = await boardOf(t, [...refused.map(([welcome]) => [welcome] as const), [named]]);
  for (const [, message] of refused) t.throws(() => connectBoard(access, loadNative()), { message });
  const { facts, fd } = connectBoard(access, loadNative());
  t.is(facts.name, 'a\\x1b]0;b\\x07');
  loadNative().closeFd(fd);
});

test.serial('device files that a board gives are those requested, or in /dev', async (t) => {
  const node = (path: string): Head => ({ path, type: 'character', major: 1, minor: 5 });
  const gives = (nodes: unknown): Head => ({ do: 'gives', proof: PROOF, anyRequest: false, nodes });
  const refused: readonly (readonly [unknown, readonly string[], RegExp])[] = [
    [7, [], /nodes: /],
    [Array.from({ length: 5000 }, (_, n) => node(`/dev/n${n}`)), [], /nodes: |more than \d+ values/],
    [[], [], /nodes: /],
    [[node('/etc/passwd')], [], /serves \/etc\/passwd, which is not in \/dev\//],
    [[node('/dev/../etc/passwd')], [], /which is not a file path/],
    [[node('/dev/a'), node('/dev/a')], [], /serves \/dev\/a twice/],
    [[node('dev/a')], [], /nodes\.0\.path/],
    [[node('/dev/\u001b[2J/')], [], /serves \/dev\/\\x1b\[2J\//],
    [[node('/dev/b')], ['/dev/a'], /serves \/dev\/b, which was not requested/],
  ];
  const access = await boardOf(t, [...refused.map(([nodes]) => [gives(nodes)] as const), [gives([node('/run/x')])]]);
  for (const [, devices, message] of refused)
    t.throws(() => connectToDevices(access, devices, loadNative()), { message });
  const { fd, nodes } = connectToDevices(access, ['/run/x'], loadNative());
  t.is(nodes[0]!.path, '/run/x');
  loadNative().closeFd(fd);
});

const KERNEL = '__kernel void k(__global int* out) { out[get_global_id(0)] += 1; }';

test.serial('an answer to a launch with any field out of range fails that launch, in words', async (t) => {
  const nan = frameOf(encode({ do: 'done', nanoseconds: Number.NaN }));
  const answers: readonly (readonly [Message, RegExp])[] = [
    [nan, /sent an invalid message: nanoseconds/],
    [{ do: 'done', nanoseconds: -1 }, /nanoseconds/],
    [{ do: 'done', nanoseconds: 1e300 }, /nanoseconds/],
    [{ do: 'done' }, /nanoseconds/],
    [frameOf(encode({ do: 'changed', buffer: HEAP, offset: -4 }), Buffer.alloc(4)), /offset/],
    [
      frameOf(encode({ do: 'changed', buffer: HEAP, offset: 4094 }), Buffer.alloc(4)),
      /changed memory outside of the buffers/,
    ],
    [
      frameOf(encode({ do: 'changed', buffer: 1, offset: 0 }), Buffer.alloc(4)),
      /changed memory outside of the buffers/,
    ],
    [{ do: 'measured', nanoseconds: [1] }, /answers a launch with 'measured'/],
    [{ do: 'openat' }, /do: /],
    [bomb, /more than \d+ values/],
    [large, /67108864 and 0 bytes/],
    [{ do: 'failed', text: 'so\u001b[2J' }, /so\\x1b\[2J/],
    [{ do: 'refused', text: 'enough' }, /the board: enough/],
  ];
  const access = await boardOf(
    t,
    answers.map(([answer]) => [READY, answer]),
  );
  for (const [, message] of answers) {
    const guest = new TestGuest(access);
    guest.allocate(HEAP, 4096);
    t.regex(guest.launch(KERNEL, [pointer('out', 0)], [HEAP], 64) ?? 'none', message);
    guest.close();
  }
});

test('an answer of a board of devices with any field out of range loses the board, in words', async (t) => {
  const caller = { pid: process.pid, tid: process.pid };
  const memory = (_mapping: number, runs: number): void => {
    if (runs > 1) throw new RangeError('a change of memory ends too early');
  };
  const answers: readonly (readonly [Message, RegExp])[] = [
    [{ do: 'answered', id: 1, result: Number.NaN }, /result/],
    [{ do: 'answered', id: 1, result: -5000 }, /result/],
    [{ do: 'answered', id: 1, result: 0.5 }, /result/],
    [{ do: 'answered', id: '1', result: 0 }, /id/],
    [{ do: 'answered', id: 1, result: 0, events: [65536] }, /events\.0/],
    [{ do: 'answered', id: 1, result: 0, fd: 3 }, /fd/],
    [{ do: 'memory', mapping: 1, runs: 2 }, /a change of memory ends too early/],
    [{ do: 'memory', mapping: 1, runs: -1 }, /runs/],
    [{ do: 'mmap' }, /do: /],
    [{ do: 'refused', text: 'enough\u001b[2J' }, /enough\\x1b\[2J/],
    [bomb, /more than \d+ values/],
    [large, /67108864 and 0 bytes/],
  ];
  for (const [answer, message] of answers) {
    const [own, other] = loadNative().socketPair();
    const board = new Socket({ fd: other, readable: true, writable: true });
    let lossReason = '';
    const connection = new DeviceConnection({
      fd: own,
      silenceMs: 60_000,
      memory,
      lost: (reason) => (lossReason = reason),
    });
    const reply = connection.request({ do: 'open', path: '/dev/a', flags: 0, file: 1 }, caller);
    board.write(answer instanceof Uint8Array ? answer : frameOf(encode(answer)));
    t.deepEqual(await reply, LOST);
    t.regex(lossReason, message);
    board.destroy();
  }
});

test('a call takes neither more bytes nor a larger result than it requested', (t) => {
  const memory = { read: (_: bigint, length: number) => Buffer.alloc(length), write: () => true, readString: () => '' };
  const call = { pid: 1, tid: 1, abi: 'x86-64' as const, memory };
  const read = carried({ ...call, name: 'read', arguments: [3n, 0x1000n, 16n, 0n, 0n, 0n] }, '/dev/a', false);
  const ioctl = carried({ ...call, name: 'ioctl', arguments: [3n, 0x5401n, 0x1000n, 0n, 0n, 0n] }, '/dev/tty', false);
  const seek = carried({ ...call, name: 'lseek', arguments: [3n, 0n, 0n, 0n, 0n, 0n] }, '/dev/a', false);
  if (!read || !ioctl || !seek || 'errno' in read || 'errno' in ioctl || 'errno' in seek) return t.fail();
  const answers = [
    ...[16, 3, -5].map((result) => [read, result, 16, true] as const),
    ...([
      [read, -5, 0, true],
      [read, 17, 16, false],
      [read, 16, 0, false],
      [read, 16, 17, false],
    ] as const),
    ...([
      [ioctl, 0, 36, true],
      [ioctl, -22, 36, true],
      [ioctl, -22, 0, true],
      [ioctl, 0, 0, false],
    ] as const),
    ...([
      [ioctl, 0, 35, false],
      [ioctl, -22, 5, false],
      [seek, 5, 0, true],
      [seek, 5, 1, false],
    ] as const),
  ];
  for (const [over, result, bytes, fits] of answers)
    t.is(over.fits(result, Buffer.alloc(bytes)), fits, `${over.name}: ${result} and ${bytes} bytes`);
  return undefined;
});
