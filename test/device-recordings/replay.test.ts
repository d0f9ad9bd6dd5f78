// Programs with real devices, recorded, and the same programs where these are not: the recording answers.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { atoll, compile, scratchFolder } from '../cli/atoll.js';
import { guestProgram } from '../host/guests.js';
import { sumsOfLaunches } from './sums.js';

const MAIN = join(root, 'dist/src/cli/main.js');
const program = guestProgram('real-devices');
const RANDOM = '/dev/urandom';

const record = (file: string, argv: readonly string[], flags: readonly string[] = []) =>
  atoll(['record-device', ...flags, '-o', file, '--', program, ...argv]);
const replay = (file: string, argv: readonly string[], flags: readonly string[] = []) =>
  atoll(['replay-device', ...flags, file, '--', program, ...argv]);
const fileFor = (t: ExecutionContext): string => join(scratchFolder(t), 'x.dev');

const isRoot = process.getuid?.() === 0;
const CASES: readonly (readonly string[])[] = [
  ['random', '/dev/random'],
  ['zero', '/dev/zero'],
  ['terminal'],
  ['selects'],
  ['threads', RANDOM],
  ['inherited', RANDOM],
  ['missing', '/dev/nowhere'],
  ...(isRoot && existsSync('/dev/net/tun') ? [['tunnel', '/dev/net/tun']] : []),
];

test('a 32-bit program: structures, pieces and offsets as it has them', async (t) => {
  const file = fileFor(t);
  const narrow = guestProgram('real-devices', 'i386');
  for (const what of ['terminal', 'selects', 'zero']) {
    const argv = ['--', narrow, what, '/dev/zero'];
    const recorded = await atoll(['record-device', '-o', file, ...argv]);
    const replayed = await atoll(['replay-device', file, ...argv]);
    t.is(recorded.exitCode, 0, String(recorded.stderr));
    t.deepEqual([replayed.stderr, replayed.stdout, replayed.exitCode], ['', recorded.stdout, 0], what);
  }
});

const canMount =
  isRoot &&
  spawnSync('unshare', ['--mount', 'mount', '--bind', '/dev/urandom', '/dev/zero'], { stdio: 'ignore' }).status === 0;

(canMount ? test : test.skip)('a program in another mount namespace, which has the device elsewhere', async (t) => {
  const file = fileFor(t);
  const script = 'mount --bind /dev/urandom /dev/zero && exec "$0" random /dev/zero';
  const argv = ['--', 'unshare', '--mount', 'sh', '-c', script, program];
  const recorded = await atoll(['record-device', '--device', RANDOM, '-o', file, ...argv]);
  t.is(recorded.exitCode, 0, String(recorded.stderr));
  t.regex(String(recorded.stdout), /^number 1:9$/m);
  const replayed = await replay(file, ['random', '/dev/zero']);
  t.deepEqual([replayed.stderr, replayed.stdout, replayed.exitCode], ['', recorded.stdout, 0]);
});

for (const argv of CASES)
  test(`${argv.join(' ')}: replayed as recorded`, async (t) => {
    const file = fileFor(t);
    const recorded = await record(file, argv, argv[0] === 'missing' ? ['--device', argv[1]!] : []);
    const replayed = await replay(file, argv);
    t.is(recorded.exitCode, argv[0] === 'missing' ? 3 : 0, String(recorded.stderr));
    t.is(replayed.stderr, '');
    t.is(replayed.stdout, recorded.stdout);
    t.is(replayed.exitCode, recorded.exitCode);
  });

(isRoot && existsSync('/dev/loop-control') ? test : test.skip)(
  'a loop device with a file behind it: replayed as recorded, also where the file is another one now',
  async (t) => {
    const [file, backing] = [fileFor(t), join(scratchFolder(t), 'backing')];
    writeFileSync(backing, Buffer.alloc(4096, 'atoll---'));
    const argv = ['loop', '/dev/loop-control', backing];
    const recorded = await record(file, argv);
    // A kernel without such devices, or without a free one, records that error.
    if (String(recorded.stdout).includes('set 0'))
      t.regex(String(recorded.stdout), /status 0 'atoll' flags 4, size 4096\nread 8: 61 74 6f 6c 6c 2d 2d 2d$/);
    else t.log(`no loop device can be made here: ${recorded.stdout}`);
    writeFileSync(backing, 'gone');
    const replayed = await replay(file, argv);
    t.deepEqual([replayed.stderr, replayed.stdout, replayed.exitCode], ['', recorded.stdout, recorded.exitCode]);
  },
);

test('epoll of a device is not recorded: reported at the recording, and at the refusal', async (t) => {
  const file = fileFor(t);
  const recorded = await record(file, ['epolls']);
  t.is(recorded.stdout, 'epoll ok');
  t.regex(
    String(recorded.stderr),
    /\/dev\/ptmx: waits by epoll are not recorded, and atoll replay-device refuses them/,
  );
  const replayed = await replay(file, ['epolls']);
  t.is(replayed.stdout, 'epoll Operation not permitted');
  t.regex(String(replayed.stderr), /\/dev\/ptmx: epoll is refused \(EPERM\) for devices .*; use poll or select/);
});

test('random numbers are new without a recording, and old where the node is known by a name that does not exist', async (t) => {
  const file = fileFor(t);
  const [first, other] = [await record(file, ['random', RANDOM]), await record(fileFor(t), ['random', RANDOM])];
  t.not(first.stdout, other.stdout);
  const replayed = await replay(file, ['random', '/dev/nowhere'], ['--node', `${RANDOM}=/dev/nowhere`]);
  t.is(replayed.stdout, first.stdout);
  t.is(replayed.exitCode, 0);
});

test('a replay is strict: the first departure is named by file, offset and call, and the program gets an error', async (t) => {
  const file = fileFor(t);
  await record(file, ['random', RANDOM]);
  const { stderr, stdout, exitCode } = await replay(file, ['swapped', RANDOM]);
  t.regex(
    String(stderr),
    /x\.dev, offset \d+: call 2 is ioctl\(\/dev\/urandom, RNDGETENTCNT\); the program makes read\(\/dev\/urandom, 8 bytes\): another request/,
  );
  t.regex(String(stdout), /^read -1:/);
  t.is(exitCode, 1);
});

test('replay: a missing call is a departure, unless departures are tolerated', async (t) => {
  const file = fileFor(t);
  await record(file, ['random', RANDOM]);
  const { stderr, exitCode } = await replay(file, ['nothing']);
  t.regex(
    String(stderr),
    /call 1 is open\(\/dev\/urandom, flags 0x0\); the program has ended without this call, and 5 more/,
  );
  t.is(exitCode, 1);
  const tolerated = await replay(file, ['nothing'], ['--tolerant']);
  t.is(tolerated.stderr, '');
  t.is(tolerated.exitCode, 0);
});

test('replay: writes into mapped memory are compared, and noted where departures are tolerated', async (t) => {
  const file = fileFor(t);
  await record(file, ['zero', '/dev/zero']);
  const { stderr, stdout, exitCode } = await replay(file, ['zero', '/dev/zero', '34']);
  t.regex(
    String(stderr),
    /x\.dev, offset \d+: call \d is read\(\/dev\/zero, 4 bytes\); the program has written into mapped memory at 12: recorded 0x21, now 0x22$/,
  );
  t.regex(String(stdout), /memory 34 44/, 'the program goes on');
  t.is(exitCode, 1);
  const noted = await replay(file, ['zero', '/dev/zero', '34'], ['--tolerant']);
  t.regex(String(noted.stderr), /at 12: recorded 0x21, now 0x22$/);
  t.is(noted.exitCode, 0);
});

test('tolerated is another order, and no request that was never recorded', async (t) => {
  const file = fileFor(t);
  const recorded = await record(file, ['random', RANDOM]);
  const { stderr, stdout, exitCode } = await replay(file, ['swapped', RANDOM], ['--tolerant']);
  t.is(stderr, '');
  t.is(exitCode, 0);
  const lines = String(recorded.stdout).split('\n');
  t.deepEqual(String(stdout).split('\n'), [lines[2], lines[1]]);
  const other = await replay(file, ['inherited', RANDOM], ['--tolerant']);
  t.regex(
    String(other.stderr),
    /the program makes read\(\/dev\/urandom, 8 bytes\): the recording has no such unanswered request/,
  );
  t.is(other.exitCode, 1);
});

test('a crashing program leaves a recording up to the crash', async (t) => {
  const file = fileFor(t);
  const recorded = await record(file, ['crash', RANDOM]);
  const replayed = await replay(file, ['crash', RANDOM]);
  t.is(recorded.signal, 'SIGABRT');
  t.is(replayed.signal, 'SIGABRT');
  t.is(replayed.stdout, recorded.stdout);
});

test('files that are none are refused before the program starts, and options by name', async (t) => {
  const file = fileFor(t);
  writeFileSync(file, 'something else, and long enough');
  const { stderr, stdout, exitCode } = await replay(file, ['nothing']);
  t.regex(String(stderr), /x\.dev, offset 0: not a recording of a device/);
  t.is(stdout, '');
  t.is(exitCode, 125);
  await record(file, ['random', RANDOM]);
  t.regex(
    String((await replay(file, ['nothing'], ['--node', '/dev/x=/dev/y'])).stderr),
    /--node: \/dev\/x is not in the recording/,
  );
  t.regex(String((await replay(file, ['nothing'], ['--node', 'x'])).stderr), /--node: 'x' is not of the form/);
});

test('a recording that cannot be written leaves nothing, and the program continues', async (t) => {
  const folder = scratchFolder(t);
  // A limit of the size of files is a disk that is full; the program reads more than fits.
  const script =
    'trap "" XFSZ; ulimit -f 8; exec "$0" "$1" record-device -o "$2" -- head -c 3000000 /dev/urandom | wc -c; exit 0';
  const { stdout, stderr } = await execa('bash', ['-c', script, process.execPath, MAIN, join(folder, 'x.dev')], {
    reject: false,
  });
  t.is(stdout, '3000000');
  t.regex(String(stderr), /cannot write the recording .*x\.dev: EFBIG/);
  t.deepEqual(readdirSync(folder), []);
});

const RUNTIME = join(root, 'build/runtime/x86_64');
const LAUNCHES = 3;
const COMPUTES = sumsOfLaunches(LAUNCHES);

test("an OpenCL program under an outer Atoll: the recording of its device takes the device's place", async (t) => {
  const guest = compile(t, COMPUTES);
  const file = fileFor(t);
  const inner = [process.execPath, MAIN, 'record-device', '--device', '/dev/atoll0', '-o', file, '--', guest];
  const recorded = await atoll(['run', '--debuggable', '--', ...inner]);
  t.is(recorded.exitCode, 0, String(recorded.stderr));
  t.is(String(recorded.stdout).match(/^sum [1-9]\d*$/gm)?.length, LAUNCHES);
  const replayed = await atoll(['replay-device', file, '--', guest], { env: { LD_LIBRARY_PATH: RUNTIME } });
  t.is(replayed.stderr, '');
  // Times of commands are in memory that they were recorded in, too.
  t.is(replayed.stdout, recorded.stdout);
  t.is(replayed.exitCode, 0);
});

test('memory that a program waits for in vain ends it, in bounded time', async (t) => {
  const file = fileFor(t);
  const guest = compile(t, COMPUTES);
  const inner = [process.execPath, MAIN, 'record-device', '--device', '/dev/atoll0', '-o', file, '--', guest];
  await atoll(['run', '--debuggable', '--', ...inner]);
  // One launch more than was recorded.
  const longer = compile(t, sumsOfLaunches(LAUNCHES + 1));
  const { stderr, exitCode, signal } = await atoll(['replay-device', file, '--', longer], {
    env: { LD_LIBRARY_PATH: RUNTIME },
  });
  t.regex(
    String(stderr),
    /the program deviates from .*x\.dev, .*the program is ended: (its number of requests differs|it waits for memory)/,
  );
  t.true(exitCode !== 0 || signal !== undefined);
});
