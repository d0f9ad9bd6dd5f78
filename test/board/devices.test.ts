// Devices of a board, carried to programs that run elsewhere: as on the board's machine, and lost in bounded time.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { atoll, compile, scratchFolder } from '../cli/atoll.js';
import { sumsOfLaunches } from '../device-recordings/sums.js';
import { guestProgram } from '../host/guests.js';
import { BREAKS, brokenWay } from './broken-connection.js';
import { type Listening, listening } from './listening.js';

const program = guestProgram('real-devices');
const LOOPS =
  process.getuid?.() === 0 && existsSync('/dev/loop-control')
    ? ['/dev/loop-control', ...readdirSync('/dev').flatMap((name) => (/^loop\d+$/.test(name) ? [`/dev/${name}`] : []))]
    : [];
const DEVICE_OPTIONS = ['/dev/urandom', '/dev/zero', '/dev/ptmx', ...LOOPS].flatMap((path) => ['--device', path]);
const words = ({ address, token }: Listening, flags: readonly string[]): string[] => [
  'forward-device',
  ...['--board', address, '--board-token', token],
  ...flags,
  '--',
];
const forward = (board: Listening, argv: readonly string[], flags: readonly string[] = []) =>
  atoll([...words(board, flags), program, ...argv]);

test('calls wait, fail and are interrupted as on the machine that has the device; mappings that cannot be kept equal are refused', async (t) => {
  const board = await listening(t, DEVICE_OPTIONS);
  const [there, own] = await Promise.all([forward(board, ['waits']), execa(program, ['waits'])]);
  t.is(there.stderr, '');
  t.is(there.stdout, own.stdout);
  t.is(there.exitCode, 0);

  const [far, near] = await Promise.all([forward(board, ['selects']), execa(program, ['selects'])]);
  t.deepEqual([far.stderr, far.stdout, far.exitCode], ['', near.stdout, 0]);
  const refused = await forward(board, ['epolls']);
  t.is(refused.stdout, 'epoll Operation not permitted');
  t.regex(String(refused.stderr), /\/dev\/ptmx: epoll is refused \(EPERM\) for devices .*; use poll or select/);

  const random = await forward(board, ['random', '/dev/here'], ['--node', '/dev/urandom=/dev/here']);
  t.regex(
    String(random.stdout),
    /^number 1:9\nentropy 0 \d+\nread 8:( \w\w){8}\nreadv 6:( \w\w){6}\npoll 1 1\nunknown -1/,
  );
  t.is((await forward(board, ['threads', '/dev/urandom'])).exitCode, 0);
  t.regex(String((await forward(board, ['inherited', '/dev/urandom'])).stdout), /^(read 8:( \w\w){8}\n?){2}$/);

  const narrow = guestProgram('real-devices', 'i386');
  for (const what of ['waits', 'selects']) {
    const [narrowFar, narrowNear] = [await atoll([...words(board, []), narrow, what]), await execa(narrow, [what])];
    t.deepEqual([narrowFar.stderr, narrowFar.stdout, narrowFar.exitCode], ['', narrowNear.stdout, 0], what);
  }

  if (LOOPS.length > 0) {
    const loop = await forward(board, ['loop', '/dev/loop-control', program]);
    // The kernel selects a free loop device; the board does not offer one that would have to be created.
    if (!String(loop.stdout).startsWith('open '))
      t.regex(
        String(loop.stdout),
        /^\/dev\/loop\d+: status -1 No such device or address\nsize 0 \d+\nset -1 Inappropriate/,
      );
    if (String(loop.stdout).includes('set '))
      t.regex(String(loop.stderr), /LOOP_SET_FD is not forwarded: it refers to a file descriptor/);
  }

  const mapped = await forward(board, ['zero', '/dev/zero']);
  t.regex(String(mapped.stderr), /\/dev\/zero: its memory is not mapped: a copy could not be synchronised/);
  t.is(mapped.exitCode, 4);
});

test('forwarded devices: a missing one is an error before the program starts', async (t) => {
  const board = await listening(t, DEVICE_OPTIONS);
  const refused = async (flags: readonly string[], message: RegExp, status = 125): Promise<void> => {
    const { stderr, stdout, exitCode } = await forward(board, ['nothing'], flags);
    t.regex(String(stderr), message);
    t.is(stdout, '');
    t.is(exitCode, status);
  };
  await refused(['--device', '/dev/null'], /the board does not serve \/dev\/null.*it serves \/dev\/urandom, /s);
  await refused(['--node', '/dev/null=/dev/x'], /--node: \/dev\/null is not served by the board/, 64);
  await refused(['--board', 'there'], /--board: 'there' is not the address of a board/, 64);
  await refused(['--board', 'tcp:127.0.0.1:1'], /cannot be reached/);
  const token = join(scratchFolder(t), 'another');
  writeFileSync(token, 'another token of many characters\n', { mode: 0o600 });
  await refused(['--board-token', token], /the token is not that of the board/);
  await refused(['--board-token', program], /can be read or written by others \(mode 0755\)/);
  const kernels = await atoll(['run', '--engine', board.engine, '--board-token', board.token, '--', 'true']);
  t.regex(String(kernels.stderr), /it serves device files, not an OpenCL/);
});

/** A program that waits for a device, whose board is gone then. */
async function isLost(t: ExecutionContext, signal: NodeJS.Signals, message: RegExp): Promise<void> {
  const board = await listening(t, DEVICE_OPTIONS);
  const argv = [join(root, 'dist/src/cli/main.js'), ...words(board, ['--board-silence', '1']), program, 'forever'];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stderr.on('data', (bytes) => (err += String(bytes)));
  child.stdout.on('data', (bytes) => (out += String(bytes)));
  while (!out.includes('waits')) await once(child.stdout, 'data');
  const [connection] = board.connections();
  process.kill(connection!, signal);
  await once(child, 'close');
  // One that was only stopped is there yet.
  if (signal === 'SIGSTOP') process.kill(connection!, 'SIGKILL');
  t.is(out, 'waits\nread -1 Input/output error\nopen -1 Input/output error\n');
  t.regex(err, message);
}

test('a board that dies takes its devices along, and the program continues', (t) =>
  isLost(
    t,
    'SIGKILL',
    /the connection to the board is lost, and its devices are unavailable: it has closed the connection/,
  ));
test('a silent board takes its devices along, and the program continues', (t) =>
  isLost(
    t,
    'SIGSTOP',
    /the connection to the board is lost, and its devices are unavailable: no message for 1 seconds/,
  ));

test('a connection that breaks at any moment ends in a message, and the program in bounded time', async (t) => {
  const board = await listening(t, DEVICE_OPTIONS);
  const moments = [20, 150, 400, 700, 850, 1000].map((bytes, n) => ({ bytes, how: BREAKS[n % BREAKS.length]! }));
  const messages = await Promise.all(
    moments.map(async ({ bytes, how }) => {
      const way = await brokenWay(t, board.port, { bytes, how, milliseconds: 10 ** 9 });
      const address = way.engine.slice('opencl:'.length);
      const { stderr, exitCode } = await forward(
        { ...board, address },
        ['random', '/dev/urandom'],
        ['--board-silence', '1'],
      );
      t.true(way.isBroken(), `${bytes} bytes`);
      if (exitCode !== 125) t.regex(String(stderr), /the board is lost/, `${bytes} bytes, ${how}`);
      return String(stderr);
    }),
  );
  t.log(messages);
  t.true(messages.some((text) => text.includes('the board is lost')));
});

test("an OpenCL program with the device of another machine's Atoll: memory is in step at each call", async (t) => {
  const board = await listening(t, ['--device', '/dev/atoll0'], ['run', '--debuggable']);
  const guest = compile(t, sumsOfLaunches(3));
  const own = await atoll(['run', '--', guest]);
  const there = await atoll([...words(board, []), guest], {
    env: { LD_LIBRARY_PATH: join(root, 'build/runtime/x86_64') },
  });
  t.is(there.stderr, '');
  t.is(there.stdout, own.stdout);
  t.is(there.exitCode, 0);
});
