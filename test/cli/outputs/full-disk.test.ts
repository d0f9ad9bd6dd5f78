// Files for which the disk has no room: each is there as a whole or not at all, its name is said, the program runs all
// the same, and where it succeeds the exit status shows that output is missing.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { execa } from 'execa';
import { buildFiles } from '../../../src/compiler/cache/build-cache.js';
import { root } from '../../../src/util/paths.js';
import { atoll, compile, kernelProgram, scratchFolder } from '../atoll.js';

const KERNEL = 'kernel void k(global int* p) { p[get_global_id(0)] = 42; }';
const MAIN = join(root, 'dist/src/cli/main.js');

/** A file system of so many KiB, of which all but some are in use, for one command in its own mount namespace. */
const SCRIPT = `mount -t tmpfs -o size=256k none "$0" && head -c "$((256 - $1))k" /dev/zero >"$0/filler" || exit 99
shift; "$@"; status=$?; rm "$0/filler"; echo "left: $(ls -A "$0")"; exit $status`;
/** Other users become root in a user namespace. */
const UNSHARE = ['--mount', ...(process.getuid!() === 0 ? [] : ['--map-root-user'])];
const hasNamespaces = spawnSync('unshare', [...UNSHARE, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of Atoll whose files go to a folder where so many KiB are free. */
async function onFullDisk(folder: string, freeKiB: number, args: readonly string[], env = {}): Promise<Ended> {
  const command = ['sh', '-c', SCRIPT, folder, String(freeKiB), process.execPath, MAIN, ...args];
  const { exitCode, stdout, stderr } = await execa('unshare', [...UNSHARE, ...command], { reject: false, env });
  return { exitCode, stdout, stderr };
}

function files(t: ExecutionContext): { readonly disk: string; readonly file: (name: string) => string } {
  const disk = join(scratchFolder(t), 'disk');
  mkdirSync(disk);
  return { disk, file: (name) => join(disk, name) };
}

const whole = hasNamespaces ? test : test.skip;
let guest = '';
const cleanups: (() => void)[] = [];
test.before(async () => {
  guest = compile({ teardown: (clean) => cleanups.push(clean) }, kernelProgram(KERNEL, 4096));
  // A build from the cache needs no temporary file.
  await atoll(['run', '--', guest]);
});
test.after.always(() => {
  for (const clean of cleanups) clean();
});
const RAN = /^read 0 value 42$/m;

whole('what is written at the end: each file is named', async (t) => {
  const { disk, file } = files(t);
  const names = { report: 'page.html', 'report-json': 'run.json', coverage: 'run.cov', 'stats-csv': 'run.csv' };
  const flags = Object.entries(names).flatMap(([flag, name]) => [`--${flag}`, file(name)]);
  const args = ['run', ...flags, '--stats', '--', guest];
  const { exitCode, stdout, stderr } = await onFullDisk(disk, 0, args);
  t.regex(stdout, RAN);
  t.regex(stdout, /^left: $/m);
  t.is(exitCode, 125);
  for (const name of Object.values(names)) t.regex(stderr, new RegExp(`cannot write .*${name}: ENOSPC`));
  t.regex(stderr, /check free space/);
});

for (const [name, freeKiB, flags] of [
  ['run.pftrace', 0, ['run', '--trace']],
  ['run.sqlite', 4, ['run', '--trace']],
  ['isa.txt', 4, ['run', '--trace-isa']],
  ['isa.bin', 4, ['run', '--trace-format', 'binary', '--trace-isa']],
  ['launch.rec', 0, ['record', '-o']],
  ['blocks.rec', 0, ['record', '--blocks', '-o']],
] as const)
  whole(`what is written while the program runs: ${name}`, async (t) => {
    const { disk, file } = files(t);
    const { exitCode, stdout, stderr } = await onFullDisk(disk, freeKiB, [...flags, file(name), '--', guest]);
    t.regex(stdout, RAN);
    t.regex(stdout, /^left: $/m);
    t.is(exitCode, 125);
    t.regex(
      stderr,
      new RegExp(`(the trace|cannot write the record(ing|s)) .*${name}( was not written)?: .*(ENOSPC|disk is full)`),
    );
  });

whole('a missing simulation of launches is reported', async (t) => {
  const { disk } = files(t);
  const json = join(scratchFolder(t), 'time.json');
  const args = ['run', '--timing', '--timing-json', json, '--', guest];
  const { exitCode, stdout, stderr } = await onFullDisk(disk, 0, args, { TMPDIR: disk });
  t.regex(stdout, RAN);
  t.is(exitCode, 125);
  t.regex(stderr, /no simulated time.*: ENOSPC/);
  t.deepEqual(JSON.parse(readFileSync(json, 'utf8')).launches, [{ kernel: 'k', time: null }]);
});

whole('lines of a log go to standard error', async (t) => {
  const { disk, file } = files(t);
  const { exitCode, stdout, stderr } = await onFullDisk(disk, 0, [
    'run',
    '--summary',
    '--log',
    file('log'),
    '--',
    guest,
  ]);
  t.regex(stdout, RAN);
  t.is(exitCode, 125);
  t.regex(stderr, /cannot write the log .*log: ENOSPC/);
  t.regex(stderr, /1 launch/);
});

whole('what the program has failed with stays', async (t) => {
  const { disk, file } = files(t);
  const failing = ['sh', '-c', '"$0"; exit 3', guest];
  for (const flags of [
    ['run', '--report-json', file('run.json'), '--report', file('run.html')],
    ['run', '--trace', file('run.pftrace')],
    ['check', '--json', file('found.json')],
    ['record', '-o', file('launch.rec')],
  ]) {
    const { exitCode, stdout, stderr } = await onFullDisk(disk, 0, [...flags, '--', ...failing]);
    t.regex(stdout, RAN);
    t.regex(stdout, /^left: $/m);
    t.is(exitCode, 3, flags.join(' '));
    t.regex(stderr, /ENOSPC/);
  }
});

whole('a recording that is run again', async (t) => {
  const { disk, file } = files(t);
  const recording = join(scratchFolder(t), 'launch.rec');
  t.is((await atoll(['record', '-o', recording, '--', guest])).exitCode, 0);
  const { exitCode, stdout, stderr } = await onFullDisk(disk, 0, ['replay', recording, '--trace-isa', file('isa.txt')]);
  t.regex(stdout, /equal to the recording/);
  t.is(exitCode, 125);
  t.regex(stderr, /the trace .*isa\.txt was not written: ENOSPC/);
});

whole('a database of statistics', async (t) => {
  const { disk, file } = files(t);
  const args = ['run', '--stats', '--stats-sqlite', file('run.sqlite'), '--', guest];
  const { exitCode, stdout, stderr } = await onFullDisk(disk, 4, args);
  t.regex(stdout, RAN);
  t.regex(stdout, /^left: $/m);
  t.is(exitCode, 125);
  t.regex(stderr, /cannot write the statistics .*run\.sqlite: .*(disk is full|ENOSPC)\n.*check free space/);
});

whole('a cache that is imported', async (t) => {
  const { disk, file } = files(t);
  const from = join(scratchFolder(t), 'cache');
  const binary = new Uint8Array(8 << 10);
  buildFiles(from).put('ab'.repeat(32), { header: { log: '', binaryType: 'executable', dependencies: [] }, binary });
  const archive = join(scratchFolder(t), 'cache.tgz');
  t.is((await atoll(['cache', '--dir', from, '--export', archive])).exitCode, 0);
  const { exitCode, stderr } = await onFullDisk(disk, 4, ['cache', '--dir', file('cache'), '--import', archive]);
  t.is(exitCode, 125);
  t.regex(stderr, /^atoll: cannot write to the cache .*: ENOSPC.*\n.*free space, and import the file again/m);
  t.notRegex(stderr, /^\s+at /m);
});

whole('findings', async (t) => {
  const { disk, file } = files(t);
  const args = ['check', '--json', file('a.json'), '--sarif', file('a.sarif'), '--', guest];
  const { exitCode, stdout, stderr } = await onFullDisk(disk, 0, args);
  t.regex(stdout, RAN);
  t.regex(stdout, /^left: $/m);
  t.is(exitCode, 125);
  for (const name of ['a.json', 'a.sarif']) t.regex(stderr, new RegExp(`cannot write the findings .*${name}: ENOSPC`));
});

whole('reports of coverage', async (t) => {
  const { disk, file } = files(t);
  const coverage = join(scratchFolder(t), 'run.cov');
  t.is((await atoll(['run', '--coverage', coverage, '--', guest])).exitCode, 0);
  const args = ['coverage', 'report', coverage, '--lcov', file('a.info'), '--html', file('a.html')];
  const { exitCode, stdout, stderr } = await onFullDisk(disk, 0, args);
  t.regex(stdout, /^left: $/m);
  t.is(exitCode, 125);
  for (const name of ['a.info', 'a.html']) t.regex(stderr, new RegExp(`cannot write .*${name}: ENOSPC`));
});
