// The bundle: it is used, it behaves as the modules do, and V8 takes its code caches.

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { folderHash } from '../../src/compiler/own-sources.js';
import { root } from '../../src/util/paths.js';
import { scratchFolder, updateBundle } from './atoll.js';

const MAIN = join(root, 'dist/src/cli/main.js');
const LOADER = join(root, 'dist/bundle/loader.cjs');
const HOOK = `process.on('exit', () => process.stderr.write(Object.keys(require.cache).join('\\n')));`;

/** Reports for each script with a cache whether V8 refused it; workers read it too. */
const CACHE_HOOK = `const vm = require('node:vm');
const { writeSync } = require('node:fs');
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (this.cachedDataRejected !== undefined)
      writeSync(2, options.filename.split('/').at(-1) + (this.cachedDataRejected ? ' refused' : ' taken') + '\\n');
  }
};`;

/** A program that requests a device: the processor thread starts before the options are understood. */
const VECTOR_ADD = join(root, 'build/benchmarks/VectorAdd');

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (args: readonly string[], flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Run => {
  const options = { encoding: 'utf8', env: { ...process.env, ...env }, timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, MAIN, ...args], options);
  return { status, stdout, stderr };
};

test.before('the bundle is up to date', updateBundle);

test('all commands come from the bundle unless it is turned off', (t) => {
  const hook = join(scratchFolder(t), 'hook.cjs');
  writeFileSync(hook, HOOK);
  const flags = ['--require', hook];
  t.true(run(['run', '--', 'true'], flags).stderr.includes(LOADER));
  t.true(run(['config'], flags).stderr.includes(LOADER));
  t.false(run(['run', '--', 'true'], flags, { ATOLL_BUNDLE: '0' }).stderr.includes(LOADER));
});

/** The sources of a script of the bundle. */
const sourcesOf = (script: string): string => {
  const { sections } = JSON.parse(readFileSync(join(root, `dist/bundle/${script}.code.map`), 'utf8')) as {
    sections: { map: { sources: string[] } }[];
  };
  return sections.flatMap(({ map }) => map.sources).join('\n');
};

test('the scripts of a plain run have no instruction set, no decoder, no schemas, no instruments', (t) => {
  t.regex(sourcesOf('processor-thread'), /src\/isa\/southern-islands\/families\/\w+\.ts$/m);
  t.regex(sourcesOf('drivers'), /src\/driver\/atoll\/device\.ts$/m);
  const needless =
    /src\/isa\/southern-islands\/families\/|src\/isa\/decode\.ts$|\/zod\/|src\/threads\/instrumentation\.ts$/m;
  for (const script of ['main', 'run', 'drivers'])
    t.notRegex(sourcesOf(script), needless, `unnecessary module in ${script}`);
  t.notRegex(sourcesOf('processor-thread'), /\/zod\/|src\/threads\/instrumentation\.ts$|src\/driver\/kfd\//m);
});

test('a plain run loads only modules that a program without a device needs', (t) => {
  const hook = join(scratchFolder(t), 'hook.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeSync(2, process.moduleLoadList.join('\\n') + '\\n'));\n${CACHE_HOOK}`,
  );
  const { stderr } = run(['run', '--', 'true'], ['--require', hook]);
  t.regex(stderr, /^NativeModule vm$/m);
  // Cryptography takes 4 ms, threads and streams 2, processes 1.
  for (const module of ['crypto', 'worker_threads', 'child_process', 'stream', 'v8', 'fs/promises'])
    t.notRegex(stderr, new RegExp(`^NativeModule ${module}$`, 'm'), `who imports ${module}?`);
  t.deepEqual(stderr.match(/^.*\.code .*$/gm), ['main.code taken', 'run.code taken']);
});

test('neither a build nor a first launch waits until a thread has loaded cryptography of Node', (t) => {
  const hook = join(scratchFolder(t), 'hook.cjs');
  const report = "if (name === 'node:crypto') require('node:fs').writeSync(2, 'crypto is loaded\\n');";
  writeFileSync(
    hook,
    `const own = process.getBuiltinModule;
     process.getBuiltinModule = (name) => { ${report} return own.call(process, name); };`,
  );
  const { status, stderr } = run(['run', '--', VECTOR_ADD, '-q', '-x', '1000'], ['--require', hook]);
  t.is(status, 0, stderr);
  t.notRegex(stderr, /crypto is loaded/);
});

/** Modules that a run needs, with new file times. */
function copyTree(t: ExecutionContext): string {
  const folder = join(scratchFolder(t), 'copied tree');
  for (const path of [
    'package.json',
    'bin',
    'dist/src',
    'dist/bundle',
    'dist/tsconfig.tsbuildinfo',
    'build/Release',
    'build/runtime',
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('a copied tree starts from its bundle, with its code cache, until its modules have been compiled anew', (t) => {
  const tree = copyTree(t);
  const hook = join(tree, 'hook.cjs');
  writeFileSync(hook, `${HOOK}\n${CACHE_HOOK}`);
  const start = (): string =>
    spawnSync(process.execPath, ['--require', hook, join(tree, 'dist/src/cli/main.js'), 'run', '--', 'true'], {
      encoding: 'utf8',
    }).stderr;
  const first = start();
  t.true(first.includes(join(tree, 'dist/bundle/loader.cjs')), first);
  t.true(first.includes('run.code taken'), first);
  const record = join(tree, 'dist/tsconfig.tsbuildinfo');
  const compiled = readFileSync(record);
  compiled[compiled.length - 1]! ^= 1;
  writeFileSync(record, compiled);
  t.false(start().includes(join(tree, 'dist/bundle/loader.cjs')));
});

interface BundleScript {
  translatorModules(): string[];
  translatorHash(contentOf?: (file: string) => Uint8Array): string;
}

test('the name of kept kernels covers every module that translations depend on, and changes with each', async (t) => {
  const { translatorModules, translatorHash } = (await import(join(root, 'src/setup/bundle.mjs'))) as BundleScript;
  const modules = translatorModules();
  const contentOf = (file: string): Uint8Array => readFileSync(join(root, file));
  const hash = translatorHash();
  t.is(hash, translatorHash(contentOf));
  t.is(hash, readFileSync(join(root, 'dist/bundle/translator'), 'utf8'));
  const compiled = [
    'jit/engine/translation',
    'jit/native/operations',
    'kernels/kernel-compiler',
    'abi/memory-map',
    'emulator/state',
    'isa/table',
    'isa/gcn3/index',
    'statistics/describe-code',
    'util/errors',
  ];
  for (const changed of [...compiled.map((path) => `dist/src/${path}.js`), 'native/kernel_code.cc']) {
    t.true(modules.includes(changed), changed);
    const other = (file: string): Uint8Array =>
      file === changed ? Buffer.concat([contentOf(file), Buffer.from(' ')]) : contentOf(file);
    t.not(translatorHash(other), hash, changed);
  }
});

test('the code of front end and finalizer has the same hash in the bundle and in the modules', (t) => {
  const drivers = readFileSync(join(root, 'dist/bundle/drivers.code'), 'utf8');
  t.true(drivers.includes(folderHash()));
});

for (const [name, args] of Object.entries({
  'the status of a program': ['run', '--', 'sh', '-c', 'echo out; echo err >&2; exit 7'],
  'a bad value': ['run', '--engine', 'none', '--', 'true'],
  'findings without room': ['check', '--json', '/no/such/folder/findings', '--', VECTOR_ADD],
  'instructions of a later chip': ['isa', '--device', 'gfx900', 'v_add_u32'],
}))
  test(`bundle and modules agree on ${name}`, (t) => {
    t.deepEqual(run(args), run(args, [], { ATOLL_BUNDLE: '0' }));
  });

test('V8 takes the code caches of all three threads', (t) => {
  const hook = join(scratchFolder(t), 'hook.cjs');
  writeFileSync(hook, CACHE_HOOK);
  const program = [
    join(root, 'build/benchmarks/MatrixMultiplication'),
    '--quiet',
    '-x',
    '1024',
    '-y',
    '1024',
    '-z',
    '1024',
  ];
  // So long that the executor has started before the end, which comes soon where the kernel is kept as machine code of
  // clang.
  const flags = ['--workers', '2', '--no-native-code'];
  const { status, stderr } = run(['run', ...flags, '--', ...program], ['--require', hook]);
  t.is(status, 0, stderr);
  // Executors may start before the processor thread has read its cache: the threads write in any order.
  const lines = stderr.trim().split('\n');
  t.true(
    lines.every((line) => line.endsWith('.code taken')),
    stderr,
  );
  const scripts = ['main', 'run', 'drivers', 'processor-thread', 'executor-thread'];
  for (const script of scripts) t.true(lines.includes(`${script}.code taken`), stderr);
});

/** Prints how many of Node's own modules a thread had to compile when it begins. */
const OWN_HOOK = `const { internalBinding } = require('internal/test/binding');
const { isMainThread } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { compiledWithCache, compiledWithoutCache } = internalBinding('builtins').getCacheUsage();
if (!isMainThread) writeSync(2, compiledWithCache.size + ' ' + compiledWithoutCache.size + '\\n');`;

test('threads find the code caches of Node itself, also when machine code was kept and used', (t) => {
  const folder = scratchFolder(t);
  const hook = join(folder, 'hook.cjs');
  writeFileSync(hook, OWN_HOOK);
  const program = [
    join(root, 'build/benchmarks/MatrixMultiplication'),
    '--quiet',
    '-x',
    '512',
    '-y',
    '512',
    '-z',
    '512',
  ];
  const flags = ['--cache-dir', join(folder, 'cache'), '--workers', '2', '--no-native-code'];
  for (const time of ['first', 'second']) {
    const { status, stderr } = run(['run', ...flags, '--', ...program], ['--expose-internals', '--require', hook]);
    t.is(status, 0, stderr);
    const counts = stderr.split('\n').flatMap((line) => {
      const [, taken, compiled] = /^(\d+) (\d+)$/.exec(line) ?? [];
      return taken === undefined ? [] : [{ taken: Number(taken), compiled: Number(compiled) }];
    });
    t.true(counts.length > 0, stderr);
    // A thread that starts in the very moment in which another one reads V8's own functions compiles what it loads just
    // then.
    for (const { taken, compiled } of counts) t.true(compiled * 4 < taken, `${time} run: ${stderr}`);
  }
});

test('compiled kernels and their machine code are kept beside the builds, unless there is no cache', (t) => {
  const cacheDir = join(scratchFolder(t), 'cache');
  const program = [join(root, 'build/benchmarks/MatrixMultiplication'), '--quiet', '--verify'];
  const entries = (): readonly number[] => {
    const { stdout } = run(['cache', '--json', '--dir', cacheDir]);
    const { kernels, machineCode } = JSON.parse(stdout) as Record<string, { entries: number }>;
    return [kernels!.entries, machineCode!.entries];
  };
  // With machine code of clang, which a slow run has in the end, V8's would not be needed.
  const flags = ['--cache-dir', cacheDir, '--no-native-code'];
  t.is(run(['run', ...flags, '--no-cache', '--', ...program]).status, 0);
  t.deepEqual(entries(), [0, 0]);
  const pass = () => t.regex(run(['run', ...flags, '--', ...program]).stdout, /^Passed!$/m);
  pass();
  t.is(entries()[0], 1);
  // V8 optimises when it finds the time: on a busy machine a short run may end before.
  for (let more = 0; more < 20 && entries()[1] === 0; more++) pass();
  t.deepEqual(entries(), [1, 1]);
  pass();
  t.deepEqual(entries(), [1, 1]);
  const ofThisRun = (args: readonly string[]): string =>
    run(['cache', '--json', ...args], [], { ATOLL_CACHE_DIR: cacheDir }).stdout;
  t.is(ofThisRun([]), ofThisRun(['--dir', cacheDir]), 'without --dir it is the cache that a run would use');
  run(['cache', '--clear'], [], { ATOLL_CACHE_DIR: cacheDir });
  t.deepEqual(entries(), [0, 0]);
});

/** Another version of V8, to programs. */
const OTHER_V8_HOOK =
  "Object.defineProperty(process, 'versions', { value: Object.freeze({ ...process.versions, v8: '1.0.0' }) });";

test('machine code of kernels is kept only by the version of V8 that the tests run', (t) => {
  const folder = scratchFolder(t);
  const hook = join(folder, 'hook.cjs');
  writeFileSync(hook, OTHER_V8_HOOK);
  const size = ['-x', '512', '-y', '512', '-z', '512'];
  const program = [join(root, 'build/benchmarks/MatrixMultiplication'), '--quiet', ...size];
  const machineCodeEntries = (cacheDir: string, flags: readonly string[]): number => {
    const args = ['--cache-dir', cacheDir, '--no-native-code'];
    t.is(run(['run', ...args, '--', ...program], flags).status, 0);
    const { stdout } = run(['cache', '--json', '--dir', cacheDir]);
    return (JSON.parse(stdout) as { machineCode: { entries: number } }).machineCode.entries;
  };
  // How often a program has to run before V8 has optimised, on this machine at this time.
  let runs = 1;
  while (machineCodeEntries(join(folder, 'own'), []) === 0 && runs < 20) runs++;
  for (let n = 0; n < runs; n++) t.is(machineCodeEntries(join(folder, 'other'), ['--require', hook]), 0);
});

test('stack traces name the sources', (t) => {
  const script = `const { load } = require(${JSON.stringify(LOADER)}); load('processor-thread');`;
  const { stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  // The main thread has no data of a worker.
  t.regex(stderr, /at .*src\/threads\/processor-thread\.ts:\d+:\d+/);
});
