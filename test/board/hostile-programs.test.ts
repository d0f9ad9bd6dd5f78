// Programs that mean harm, with the token and without it: a board of device files gives these files and nothing else,
// and is there for the next program.

import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listen } from '../../src/board/listen.js';
import { FRAME_BYTES, GREETING_BYTES } from '../../src/board/protocol.js';
import { atoll, scratchFolder } from '../cli/atoll.js';
import { untilNone } from '../processes.js';
import { type Listening, listening } from './listening.js';
import { frameOf, type Head, peakBytes, RawPeer } from './raw-peer.js';

const DEVICE_OPTIONS = ['/dev/zero', '/dev/urandom', '/dev/ptmx'].flatMap((path) => ['--device', path]);
const [EINVAL, EACCES, EBADF, ENODEV, ENOTTY] = [-22, -13, -9, -19, -25];
const tokenOf = ({ token }: Listening): string => readFileSync(token, 'utf8').trim();

async function admitted(t: ExecutionContext, board: Listening): Promise<RawPeer> {
  const peer = await RawPeer.to(board.port);
  t.teardown(() => void peer.socket.destroy());
  t.is((await peer.hello(tokenOf(board), { devices: [] }))?.['do'], 'gives');
  return peer;
}

/** Descriptors of a process that are files of the disk or devices, but for Node's own. */
const filesOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`)
    .map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
    .filter((path) => path.startsWith('/') && path !== '/dev/null');

const open = (path: string, file: number, flags = 2): Head => ({ do: 'open', path, flags, file });
const call = (name: string, fields: Head): Head => ({
  ...{ do: 'call', name, file: 1, abi: 'x86-64', arguments: [], areas: [], nonBlocking: true },
  ...fields,
});
const area = (length: number, gives: boolean, takes: boolean, holder?: Head): Head => ({
  ...{ length, gives, takes },
  ...(holder && { holder }),
});
const read = (length: number, count: unknown): Head =>
  call('read', { arguments: [{ area: 0 }, { value: String(count) }], areas: [area(length, false, true)] });
const ioctl = (request: number, argument: Head, areas: readonly Head[] = []): Head =>
  call('ioctl', { arguments: [{ value: String(request) }, argument], areas });

test('a program with the token has the devices, and no other file, descriptor, call or memory of the board', async (t) => {
  const board = await listening(t, DEVICE_OPTIONS);
  const secret = join(scratchFolder(t), 'secret');
  writeFileSync(secret, 'secret', { mode: 0o600 });
  const path = Buffer.from(`${secret}\0`);
  const peer = await admitted(t, board);
  const [pid] = board.connections();
  const before = filesOf(pid!);

  // The file of the device still works.
  t.is(await peer.result(open('/dev/zero', 1)), 0);
  const zeros = await peer.request(read(16, 16));
  t.deepEqual([zeros!.head['result'], zeros!.data], [16, Buffer.alloc(16)]);

  const refused: readonly (readonly [Head, unknown, Uint8Array?])[] = [
    [open(secret, 2), EACCES],
    [open('/dev/null', 2), EACCES],
    [open('/dev/../dev/zero', 2), EACCES],
    [open('/dev/zero', 1), EACCES],
    [{ ...read(16, 16), file: 2 }, EBADF],
    // Lengths beyond their areas, and areas that the call does not have.
    [read(4, 64 << 20), EINVAL],
    [read(4, 5), EINVAL],
    [read(4, 3), EINVAL],
    [read(4, -1), EINVAL],
    [call('read', { arguments: [{ value: '65536' }, { value: '16' }], areas: [] }), EINVAL],
    [
      call('read', { arguments: [{ area: 0 }, { value: '16' }], areas: [area(16, true, false)] }),
      EINVAL,
      Buffer.alloc(16),
    ],
    [call('write', { arguments: [{ area: 0 }, { value: '16' }], areas: [area(16, false, true)] }), EINVAL],
    [
      call('write', { arguments: [{ area: 0 }, { value: '16' }], areas: [area(16, true, false)] }),
      EINVAL,
      Buffer.alloc(8),
    ],
    [
      call('read', {
        arguments: [{ area: 1 }, { value: '16' }],
        areas: [area(16, false, true), area(16, false, true)],
      }),
      EINVAL,
    ],
    [call('lseek', { arguments: [{ area: 0 }, { value: '0' }], areas: [area(8, false, true)] }), EINVAL],
    [call('lseek', { arguments: [{ value: '0' }] }), EINVAL],
    // Addresses of the peer's own making.
    [ioctl(0x5401, { value: '94000000000000' }), EINVAL],
    [ioctl(0x5401, { area: 0 }, [area(4, false, true)]), EINVAL],
    [ioctl(0x5401, { area: 0 }, [area(36, false, true), area(8, false, true)]), EINVAL],
    [ioctl(0x5401, { area: 0 }, [area(36, true, false)]), EINVAL, Buffer.alloc(36)],
    [ioctl(0x5401, { area: 0 }, [area(36, false, true), area(8, false, true, { area: 0, at: 32 })]), EINVAL],
    [ioctl(0x5401, { area: 0 }, [area(36, false, true, { area: 0, at: 0 })]), EINVAL],
    [ioctl(0x5401, { area: 0 }, [area(36, false, true, { area: 1, at: 0 }), area(36, false, true)]), EINVAL],
    // Requests without a description, and those of descriptors.
    [ioctl(0xc0105263, { area: 0 }, [area(16, true, true)]), ENOTTY, Buffer.alloc(16)],
    [ioctl(0x5412, { value: '94000000000000' }), ENOTTY],
    [ioctl(0x4c00, { value: '0' }), ENOTTY],
    [ioctl(0x5441, { value: '2' }), ENOTTY],
    [{ do: 'map', file: 1, mapping: 1, offset: 0, length: 4096, wakes: [] }, ENODEV],
    [{ do: 'futex', mapping: 1, offset: 0, wakes: true, value: 1, milliseconds: 0 }, -14],
  ];
  for (const [order, expected, data] of refused) t.is(await peer.result(order, data), expected, JSON.stringify(order));
  t.deepEqual(filesOf(pid!), [...before, '/dev/zero']);
  peer.socket.destroy();

  // An invalid order ends the connection with an error that names the field.
  const ended: readonly (readonly [Head, RegExp, Uint8Array?])[] = [
    [call('close', {}), /name: /],
    [
      call('openat', {
        arguments: [{ area: 0 }, { value: '0' }, { value: '0' }],
        areas: [area(path.length, true, false)],
      }),
      /name: /,
      path,
    ],
    [call('dup2', { arguments: [{ value: '3' }] }), /name: /],
    [{ do: 'exec' }, /do: /],
    [call('read', { file: -1 }), /file: /],
    [{ ...open('/dev/zero', 7), fd: 3 }, /"fd"/],
    [{ do: 'memory', mapping: 1, runs: -1 }, /runs: /],
  ];
  for (const [order, message, data] of ended) {
    const other = await admitted(t, board);
    t.is(await other.result(open('/dev/zero', 1)), 0);
    t.regex(String(await other.result(order, data)), message);
    t.is(await other.message(), undefined);
  }
  t.deepEqual(await untilNone(board.connections), []);
  t.is(readFileSync(secret, 'utf8'), 'secret');
  await admitted(t, board);
});

test('an open makes, empties and replaces no file; a descriptor stays while something waits for it', async (t) => {
  const board = await listening(t, DEVICE_OPTIONS);
  const peer = await admitted(t, board);
  const [pid] = board.connections();
  // O_CREAT, O_TRUNC, O_DIRECTORY and O_PATH are none of a device's file.
  t.is(await peer.result(open('/dev/zero', 1, 0o100 | 0o1000 | 0o200000 | 0o10000000 | 2)), 0);
  t.is((await peer.request(read(4, 4)))!.head['result'], 4);
  t.is(await peer.result(open('/dev/ptmx', 2)), 0);
  const forever = { ...read(4, 4), file: 2, nonBlocking: false };
  peer.send({ ...forever, id: 1000 });
  peer.send({ do: 'close', file: 2 });
  t.like((await peer.message())!.head, { do: 'answered', id: 1000, result: EBADF });
  t.is(await peer.result({ ...forever, id: 1001 }), EBADF);
  t.false(filesOf(pid!).some((path) => path.includes('pt')));
});

test('undescribed requests: executed if the board permits them, with their structure alone', async (t) => {
  const board = await listening(t, [...DEVICE_OPTIONS, '--any-request']);
  const peer = await admitted(t, board);
  t.is(await peer.result(open('/dev/ptmx', 1)), 0);
  // TIOCGEXCL: an int that comes back.
  const answer = await peer.request(ioctl(0x80045440, { area: 0 }, [area(4, false, true)]));
  t.deepEqual([answer!.head['result'], answer!.data], [0, Buffer.alloc(4)]);
  t.is(await peer.result(ioctl(0x80045440, { area: 0 }, [area(3, false, true)])), EINVAL);
  t.is(await peer.result(ioctl(0x4c00, { value: '0' })), ENOTTY);
});

/** The listener of a board without its own process. */
async function listener(t: ExecutionContext, options: { readonly helloMs?: number; readonly unprovenLimit?: number }) {
  const messages: string[] = [];
  const access = { token: 'a token of more than sixteen characters', platform: undefined, devices: ['/dev/zero'] };
  const server = await listen(
    { is: 'tcp', host: '127.0.0.1', port: 0 },
    { ...access, anyRequest: false, most: 2, log: (text) => messages.push(text), ...options },
  );
  t.teardown(() => void server.close());
  return { port: (server.address() as AddressInfo).port, token: access.token, messages };
}

test('a byte now and then is no hello: its time counts from the beginning', async (t) => {
  const { port, messages } = await listener(t, { helloMs: 400 });
  const peer = await RawPeer.to(port);
  const frame = frameOf(Buffer.alloc(60_000, 0xc0));
  let sent = 0;
  const timer = setInterval(() => peer.socket.write(frame.subarray(sent, ++sent)), 20);
  await peer.take(GREETING_BYTES);
  t.like((await peer.message())!.head, { do: 'refused', text: 'no handshake message within 0.4 seconds' });
  t.is(await peer.message(), undefined);
  clearInterval(timer);
  t.true(sent > 1 && sent < frame.length);
  t.true(messages.some((text) => /is rejected: no handshake message/.test(text)));
});

test('silent peers give way to later ones', async (t) => {
  const { port, token } = await listener(t, { helloMs: 3_600_000, unprovenLimit: 4 });
  const silent = [];
  for (let n = 0; n < 4; n++) {
    silent.push(await RawPeer.to(port));
    await silent[n]!.take(GREETING_BYTES);
  }
  const peer = await RawPeer.to(port);
  t.is((await peer.hello(token, { devices: [] }))?.['do'], 'gives');
  t.like((await silent[0]!.message())!.head, {
    do: 'refused',
    text: '4 other connections are in the handshake, try again',
  });
  t.false(silent[1]!.isClosed);
  for (const { socket } of [...silent, peer]) socket.destroy();
});

test('before the token: no memory is taken, nothing is executed, and a refused peer gets the reason', async (t) => {
  const board = await listening(t, [...DEVICE_OPTIONS, '--connections', '1']);
  const before = peakBytes(board.board.pid!);
  const bomb = Buffer.concat(Array.from({ length: 10 }, () => Buffer.from([0xdd, 1, 0xf7, 0x8a, 0x40])));
  const lengths = Buffer.alloc(FRAME_BYTES);
  lengths.writeUInt32LE(32 << 20, 0);
  lengths.writeUInt32LE(8 << 20, 4);
  const texts: unknown[] = [];
  for (const bytes of [
    frameOf(bomb),
    lengths,
    frameOf(Buffer.from([0x81, 0xa2])),
    frameOf(Buffer.from([0xc0])),
    Buffer.alloc(64),
  ]) {
    const peers = await Promise.all(Array.from({ length: 20 }, () => RawPeer.to(board.port)));
    for (const peer of peers) peer.socket.write(bytes);
    for (const peer of peers) {
      await peer.take(GREETING_BYTES);
      texts.push((await peer.message())?.head['text']);
      t.is(await peer.message(), undefined);
    }
    t.deepEqual(board.connections(), []);
  }
  t.is(texts.length, 100);
  for (const text of texts) t.regex(String(text), /^invalid handshake message: /);
  t.true(peakBytes(board.board.pid!) - before < 64 << 20, `${peakBytes(board.board.pid!) - before} bytes`);
  const stranger = await RawPeer.to(board.port);
  const text = 'the token is not that of the board (--board-token)';
  t.deepEqual(await stranger.hello('another token of many characters'), { do: 'refused', text });

  // A full board reports it, also to a program.
  const peer = await admitted(t, board);
  const words = ['forward-device', '--board', board.address, '--board-token', board.token, '--', 'true'];
  const full = await atoll(words);
  t.regex(String(full.stderr), /it serves 1 programs already, the maximum \(atoll board --connections\)/);
  t.is(full.exitCode, 125);

  // The kernel probes a vanished peer: its timer is that of keepalive (proc_net_tcp: tr is 2).
  const { localPort } = peer.socket;
  const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
  const rows = readFileSync('/proc/net/tcp', 'latin1').split('\n');
  const row = rows.find((line) => line.includes(`:${hex(board.port)} 0100007F:${hex(localPort!)} 01`));
  t.regex(row!, /^\s*\d+: \S+ \S+ 01 \S+ 02:/);
  peer.socket.destroy();
  t.deepEqual(await untilNone(board.connections), []);
  await admitted(t, board);
});

test('a board removes its own stale socket, and nothing else', async (t) => {
  const folder = scratchFolder(t);
  const options = { token: '', platform: undefined, devices: ['/dev/zero'], anyRequest: false, most: 1, log: () => {} };
  const at = (name: string) => listen({ is: 'unix', path: join(folder, name) }, options);
  writeFileSync(join(folder, 'thesis.txt'), 'years of work');
  await t.throwsAsync(at('thesis.txt'), { message: /the path exists and is not a socket; it is not removed/ });
  t.is(readFileSync(join(folder, 'thesis.txt'), 'utf8'), 'years of work');
  await t.throwsAsync(at('.'), { message: /is not a socket/ });
  await t.throwsAsync(at('missing/socket'), { message: /cannot listen/ });
  await t.throwsAsync(at('x'.repeat(110)), { message: /a path of \d+ bytes/ });
  await t.throwsAsync(listen({ is: 'unix', path: '' }, options), { message: /a path of 0 bytes/ });

  // As loose as it gets: the socket's mode does not come from it.
  const umask = process.umask(0);
  t.teardown(() => process.umask(umask));
  const first = await at('socket');
  t.is(process.umask(), 0);
  t.is(statSync(join(folder, 'socket')).mode & 0o777, 0o600);
  await t.throwsAsync(at('socket'), { message: /another board or server listens on it already/ });
  const peer = new RawPeer(connect(join(folder, 'socket')));
  t.is((await peer.take(GREETING_BYTES))?.length, GREETING_BYTES);
  peer.socket.destroy();
  first.close();

  // The remains of a killed board: the name of a socket without a listener.
  const leave =
    "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
  spawnSync(process.execPath, ['-e', leave, join(folder, 'stale')]);
  t.true(statSync(join(folder, 'stale')).isSocket());
  const second = await at('stale');
  t.is(statSync(join(folder, 'stale')).mode & 0o777, 0o600);
  second.close();
});

test('the token of a file that others can read or write is no secret', async (t) => {
  const file = join(scratchFolder(t), 'token');
  writeFileSync(file, 'a token of more than sixteen characters\n');
  for (const mode of [0o644, 0o640, 0o620, 0o602]) {
    chmodSync(file, mode);
    const { stderr, exitCode } = await atoll([
      'board',
      '--listen',
      '127.0.0.1:0',
      '--board-token',
      file,
      ...DEVICE_OPTIONS,
    ]);
    t.regex(String(stderr), new RegExp(`can be read or written by others \\(mode 0${mode.toString(8)}\\)`));
    t.is(exitCode, 125);
  }
  const endless = await atoll([
    'forward-device',
    '--board',
    'tcp:127.0.0.1:1',
    '--board-token',
    '/dev/zero',
    '--',
    'true',
  ]);
  t.is(endless.exitCode, 125);
});
