// The packages: each is installed where nothing else of the project is, and runs a program.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { release, root } from '../../src/util/paths.js';
import { scratchFolder } from '../cli/atoll.js';

const UNPRIVILEGED = 65534;
const PROGRAM = join(root, 'build/benchmarks/MatrixMultiplication');

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(command: readonly string[], options: { uid?: number; cwd?: string; env?: NodeJS.ProcessEnv } = {}): Ran {
  const env = { PATH: process.env['PATH'], ...options.env };
  const { uid } = options;
  const identity = uid === undefined ? {} : { uid, gid: uid };
  return spawnSync(command[0]!, command.slice(1), { encoding: 'utf8', cwd: options.cwd, env, ...identity });
}

const output = scratchFolder({ teardown: (clean) => test.after.always('remove the packages', clean) });
let packages: Readonly<Record<'npm' | 'deb', string>>;

test.before('make the packages', (t) => {
  t.timeout(280_000);
  const script = join(root, 'src/setup/package.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--output', output], {
    cwd: root,
    encoding: 'utf8',
  });
  t.is(status, 0, stderr);
  const [npm, deb] = stdout.trim().split('\n');
  packages = { npm: npm!, deb: deb! };
});

/** Checks of an installation in any folder. */
function check(t: ExecutionContext, atoll: string, place: string): void {
  const home = join(scratchFolder(t), 'home');
  mkdirSync(home);
  const env = { HOME: home };
  t.is(start([atoll, '--version'], { env }).stdout, `${release}\n`);
  const ran = start([atoll, 'run', '--', PROGRAM, '--verify', '--quiet'], { env, cwd: home });
  t.is(ran.status, 0, ran.stderr);
  t.regex(ran.stdout, /^Passed!$/m);
  t.is(ran.stderr, '');
  t.is(start([atoll, 'isa', 'v_add_f32'], { env }).status, 0);

  // A user that may not write into it.
  const stranger = scratchFolder(t);
  chmodSync(stranger, 0o777);
  const closed = join(place, 'build/runtime');
  const cache = { HOME: stranger, ATOLL_CACHE_DIR: join(stranger, 'cache') };
  rmSync(join(closed, 'vendors'), { recursive: true });
  chmodSync(closed, 0o555);
  const theirs = start([atoll, 'run', '--', PROGRAM, '--verify', '--quiet'], {
    // Modes do not keep root from anything.
    ...(process.getuid!() === 0 ? { uid: UNPRIVILEGED } : {}),
    env: cache,
    cwd: stranger,
  });
  t.is(theirs.status, 0, theirs.stderr);
  t.regex(theirs.stdout, /^Passed!$/m);
  t.false(existsSync(join(closed, 'vendors')));
  chmodSync(closed, 0o755);

  rmSync(join(place, 'build/Release/atoll_native.node'));
  const broken = start([atoll, 'run', '--', 'true'], { env });
  t.is(broken.status, 125);
  t.regex(broken.stderr, /^atoll: the native addon cannot be loaded \(.*\)\n.*install Atoll again.*\n$/);
}

test('installed by npm', (t) => {
  t.timeout(280_000);
  const prefix = scratchFolder(t);
  chmodSync(prefix, 0o755);
  const install = ['npm', 'install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync(install[0]!, [...install.slice(1), packages.npm], { encoding: 'utf8' });
  t.is(status, 0, stderr);
  t.true(readFileSync(join(prefix, 'share/man/man1/atoll.1'), 'utf8').startsWith('.TH ATOLL 1'));
  check(t, join(prefix, 'bin/atoll'), join(prefix, 'lib/node_modules/atoll-gpu'));
});

test('installed by dpkg', (t) => {
  t.timeout(280_000);
  const folder = scratchFolder(t);
  t.is(start(['dpkg-deb', '--extract', packages.deb, folder]).status, 0);
  const field = (name: string): string => start(['dpkg-deb', '--field', packages.deb, name]).stdout.trim();
  t.deepEqual(['Package', 'Version', 'Architecture'].map(field), ['atoll', release, 'amd64']);
  t.regex(field('Depends'), /libc6 \(>= 2\.\d+\), .*clang-\d+ \| .*libclc-\d+/);
  t.deepEqual(readdirSync(join(folder, 'usr/share')).sort(), ['bash-completion', 'doc', 'fish', 'man', 'zsh']);
  check(t, join(folder, 'usr/bin/atoll'), join(folder, 'usr/lib/atoll'));
});

test('package: contains only files with a source', (t) => {
  const { stdout } = start(['tar', '-tzf', packages.npm]);
  const all = stdout.split('\n').filter((path) => path.startsWith('package/dist/src/'));
  // AssemblyScript makes it of all that stands beside it.
  const core = 'package/dist/src/timing/core/core.wasm';
  t.true(all.includes(core));
  const compiled = all.filter((path) => path !== core);
  t.true(compiled.length > 300);
  for (const path of compiled) {
    t.regex(path, /\.c?js$/);
    t.notThrows(() => readFileSync(join(root, path.replace('package/dist/', '').replace(/js$/, 'ts'))), path);
  }
});
