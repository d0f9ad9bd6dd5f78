// The snapshot of Node's heap that bin/atoll starts for plain runs (src/setup/snapshot.mjs): it is used, and behaves as the modules do.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { CACHE_HOOK, OWN_HOOK, scratchFolder, updateBundle } from './atoll.js';

const LAUNCHER = join(root, 'bin/atoll');
const SNAPSHOT = join(root, 'dist/bundle/run.snapshot');
const VECTOR_ADD = join(root, 'build/benchmarks/VectorAdd');
/** A guest that tells what its parent was started with. */
const WHO = ['sh', '-c', "tr '\\0' ' ' </proc/$PPID/cmdline; exit 7"];
/** A copy that is told from the others by nothing but its start. */
const WITHOUT = { ATOLL_BUNDLE: '0' };

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): Run {
  const { NODE_OPTIONS: _, ...own } = process.env;
  const options = { encoding: 'utf8', cwd, env: { ...own, ...env }, timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(LAUNCHER, args, options);
  return { status, stdout, stderr };
}

test.before('it is up to date', updateBundle);

test('a plain run is restored from it, others start from bundle and modules', (t) => {
  const { status, stdout } = run(['run', '--', ...WHO]);
  t.deepEqual([status, stdout.includes(` --snapshot-blob ${SNAPSHOT} `)], [7, true], stdout);
  for (const [args, env] of [
    [[], WITHOUT],
    [['--device', 'vega10'], {}],
    [['--engine=interp', '--trace-isa', join(scratchFolder(t), 'trace')], {}],
  ] as const) {
    const other = run(['run', ...args, '--', ...WHO], env);
    t.deepEqual([other.status, other.stdout.includes('--snapshot-blob')], [7, false], other.stderr);
  }
});

test('V8 takes the code caches of its threads, with those of Node itself, and of what tells of a run', (t) => {
  const hook = join(scratchFolder(t), 'hook.cjs');
  writeFileSync(hook, `{ ${CACHE_HOOK} }\n{ ${OWN_HOOK} }`);
  const flags = ['--expose-internals', '--require', hook, '--snapshot-blob', SNAPSHOT];
  const args = [...flags, 'atoll', 'run', '--summary', '--', VECTOR_ADD, '-q'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  t.is(status, 0, stderr);
  const threads = [...stderr.matchAll(/^(\d+) (\d+)$/gm)].map(([, taken, compiled]) => [
    Number(taken),
    Number(compiled),
  ]);
  t.true(threads.length > 0, stderr);
  for (const [taken, compiled] of threads) t.true(compiled! * 4 < taken!, `Node's own modules: ${stderr}`);
  for (const name of ['processor-thread', 'run-accounts']) t.regex(stderr, new RegExp(`^${name}.code taken$`, 'm'));
  t.notRegex(stderr, / refused$/m);
});

for (const [name, args] of Object.entries({
  'a program with a device': ['run', '--', VECTOR_ADD, '-q', '-e'],
  'a program that is not there': ['run', '--', './no-such-program'],
  'an unknown option': ['run', '--no-such-option', '--', 'true'],
  'a bad value': ['run', '--engine', 'none', '--', 'true'],
  'the help': ['run', '--help'],
  'a death by signal': ['run', '--', 'sh', '-c', 'kill -TERM $$'],
  'a trace, which it does not do': ['run', '--trace-isa', '/no/such/folder/trace', '--', 'true'],
}))
  test(`snapshot and modules agree on ${name}`, (t) => {
    t.deepEqual(run(args), run(args, WITHOUT));
  });

test('a run in a folder that was removed starts its program there', (t) => {
  const folder = join(scratchFolder(t), 'gone');
  mkdirSync(folder);
  const script = `rmdir '${folder}'; exec '${LAUNCHER}' run -- sh -c 'readlink /proc/self/cwd'`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  t.deepEqual([status, stdout], [0, `${folder} (deleted)\n`], stderr);
  t.throws(() => rmdirSync(folder), { code: 'ENOENT' });
});

interface SnapshotFile {
  keepCodeCaches(bytes: Buffer, wanted: ReadonlySet<string>): Buffer;
}

test('code of Node is kept for wanted modules only; what is no snapshot is refused, with the place', async (t) => {
  const { keepCodeCaches } = (await import(join(root, 'src/setup/snapshot-file.mjs'))) as SnapshotFile;
  const bytes = readFileSync(SNAPSHOT);
  const kept = keepCodeCaches(bytes, new Set(['fs', 'internal/errors']));
  t.true(kept.length < bytes.length);
  t.deepEqual(keepCodeCaches(kept, new Set(['fs', 'internal/errors'])), kept);
  t.true(keepCodeCaches(kept, new Set(['fs'])).length < kept.length);
  t.throws(() => keepCodeCaches(kept.subarray(0, -1), new Set()), { message: /behind offset \d+: another layout/ });
  t.throws(() => keepCodeCaches(kept.subarray(0, 1000), new Set()), { message: /beyond the end/ });
  const other = Buffer.from(kept);
  other.write('9', 13);
  t.throws(() => keepCodeCaches(other, new Set()), { message: /offset 5: a snapshot of Node 94/ });
});
