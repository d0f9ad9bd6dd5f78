// Files for which the disk has no room: each is there as a whole or not at all, its name is said, and the program runs all the same.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { atoll, compile, kernelProgram, scratchFolder } from './atoll.js';

const KERNEL = 'kernel void k(global int* p) { p[get_global_id(0)] = 42; }';
const MAIN = join(root, 'dist/src/cli/main.js');

/** A file system of so many KiB, of which all but some are in use, for one command in a mount namespace of its own. */
const SCRIPT = `mount -t tmpfs -o size=256k none "$0" && head -c "$((256 - $1))k" /dev/zero >"$0/filler" || exit 99
shift; "$@"; status=$?; rm "$0/filler"; echo "left: $(ls -A "$0")"; exit $status`;
/** Whoever is not root is root in a namespace of users, too. */
const UNSHARE = ['--mount', ...(process.getuid!() === 0 ? [] : ['--map-root-user'])];
const hasNamespaces = spawnSync('unshare', [...UNSHARE, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of Atoll whose files go to a folder where so many KiB are free. */
async function onFullDisk(folder: string, freeKiB: number, args: readonly string[]): Promise<Ended> {
  const command = ['sh', '-c', SCRIPT, folder, String(freeKiB), process.execPath, MAIN, ...args];
  const { exitCode, stdout, stderr } = await execa('unshare', [...UNSHARE, ...command], { reject: false });
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
test.before(() => {
  guest = compile({ teardown: (clean) => cleanups.push(clean) }, kernelProgram(KERNEL, 4096));
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
  t.regex(stderr, /is there room/);
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
    t.is(exitCode, 0, "the program's own");
    t.regex(
      stderr,
      new RegExp(`(there is no trace|cannot write the record(ing|s)) .*${name}: .*(ENOSPC|disk is full)`),
    );
  });

whole('a database of statistics', async (t) => {
  const { disk, file } = files(t);
  const args = ['run', '--stats', '--stats-sqlite', file('run.sqlite'), '--', guest];
  const { exitCode, stdout, stderr } = await onFullDisk(disk, 4, args);
  t.regex(stdout, RAN);
  t.regex(stdout, /^left: $/m);
  t.is(exitCode, 125);
  t.regex(stderr, /cannot write the statistics .*run\.sqlite: .*(disk is full|ENOSPC)\n.*room/);
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
