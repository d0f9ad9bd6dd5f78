// Files in the working directory or in the cache decide neither the executed program nor the overwritten files.

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { FrontEnd } from '../../../src/compiler/front-end.js';
import { RUN_OPTIONS } from '../../../src/config/config.js';
import { sha256 } from '../../../src/util/hash.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../atoll.js';

const FILE = 'atoll.config.json';
const STRANGER = 12345;
const isRoot = process.getuid?.() === 0;
const SOURCE = 'kernel void k(global int* p) { p[get_global_id(0)] = 42; }';
const RUNS = 'build 0\nenqueue 0\nwait 0 execution 0\nread 0 value 42';

/**
 * Those that the configuration file may not set, as they must be: a new one that executes or overwrites is added
 * here.
 */
const KEPT_FROM = [
  'boardToken',
  'reportJson',
  'log',
  'trace',
  'report',
  'timingJson',
  'statsCsv',
  'statsSqlite',
  'coverage',
  'instrument',
  'traceIsa',
  'onFault',
  'breakCommands',
  'cacheDir',
  'clang',
];

test('options that execute or overwrite are not taken from the configuration file', async (t) => {
  const folder = scratchFolder(t);
  for (const key of KEPT_FROM) {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    writeFileSync(join(folder, FILE), JSON.stringify({ [key]: victim }));
    const { exitCode, stderr } = await run(['true'], [], { cwd: folder });
    t.is(exitCode, 64);
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    for (const word of [FILE, key, flag, 'ATOLL_']) t.true(String(stderr).includes(word), `${word}: ${String(stderr)}`);
    t.is(readFileSync(victim, 'utf8'), 'precious');
  }
  const withDefaults = Object.entries(RUN_OPTIONS).filter(([, spec]) => 'keptFrom' in spec);
  t.deepEqual(withDefaults.map(([key]) => key).sort(), [...KEPT_FROM].sort());
});

test('atoll config shows which options the file may set', async (t) => {
  const { stdout } = await atoll(['config', '--json']);
  const { options } = JSON.parse(String(stdout)) as { options: { option: string; inFile: boolean }[] };
  t.false(options.find(({ option }) => option === 'clang')!.inFile);
  t.true(options.find(({ option }) => option === 'device')!.inFile);
});

test('a configuration file that others can write is not used, with a word', async (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, FILE), '{"device": "capeverde"}');
  chmodSync(join(folder, FILE), 0o666);
  const { stdout, stderr } = await atoll(['config', '--json'], { cwd: folder });
  t.true(String(stdout).includes('"value": "tahiti"'));
  t.regex(String(stderr), /^atoll: atoll\.config\.json is writable by others: it is not used/);
  const program = await run(['true'], [], { cwd: folder });
  t.is(program.exitCode, 0);
  t.regex(String(program.stderr), /^atoll: atoll\.config\.json is writable by others/);
});

(isRoot ? test : test.skip)("a stranger's configuration file is not used, with a word (needs root)", async (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'mine.json'), '{"device": "capeverde"}');
  writeFileSync(join(folder, FILE), '{"device": "capeverde"}');
  chownSync(join(folder, FILE), STRANGER, STRANGER);
  const { stderr } = await run(['true'], [], { cwd: folder });
  t.regex(String(stderr), new RegExp(`^atoll: atoll\\.config\\.json belongs to user ${STRANGER}`));
});

test('a FIFO in the place of the configuration file does not block', async (t) => {
  const folder = scratchFolder(t);
  await execa('mkfifo', [join(folder, FILE)]);
  const { exitCode, stderr } = await run(['true'], [], { cwd: folder, timeout: 60_000 });
  t.is(exitCode, 125);
  t.regex(String(stderr), /atoll\.config\.json is not a regular file/);
});

test('a relative cache folder lies where Atoll was started, for everything that it starts', async (t) => {
  const guest = compile(t, kernelProgram(SOURCE));
  const folder = scratchFolder(t);
  for (const [flags, env] of [
    [[], { ATOLL_CACHE_DIR: 'by-variable' }],
    [['--cache-dir', 'by-flag'], {}],
  ] as const) {
    const { stdout, stderr } = await run([guest], flags, { cwd: folder, env });
    t.is(stdout, RUNS, String(stderr));
  }
  for (const name of ['by-variable', 'by-flag']) t.true(existsSync(join(folder, name, 'builds')));
});

test('an empty ATOLL_CACHE_DIR is none, and a relative XDG_CACHE_HOME is none', async (t) => {
  const guest = compile(t, kernelProgram(SOURCE));
  const folder = scratchFolder(t);
  const home = join(folder, 'home');
  mkdirSync(home);
  const env = { ATOLL_CACHE_DIR: '', XDG_CACHE_HOME: 'relative', HOME: home };
  const { stdout, stderr } = await run([guest], [], { cwd: folder, env });
  t.is(stdout, RUNS, String(stderr));
  t.deepEqual(readdirSync(folder), ['home']);
  t.true(existsSync(join(home, '.cache', 'atoll', 'builds')));
});

test('a cache that others can write is not used, with a word; the program runs', async (t) => {
  const guest = compile(t, kernelProgram(SOURCE));
  const cache = join(scratchFolder(t), 'cache');
  mkdirSync(cache);
  chmodSync(cache, 0o777);
  const env = { ATOLL_CACHE_DIR: cache };
  const { stdout, stderr } = await run([guest], [], { env });
  t.is(stdout, RUNS);
  t.regex(String(stderr), /^atoll: the cache on disk is not used: .*\/cache is writable by others/);
  t.deepEqual(readdirSync(cache), []);
  const cleared = await atoll(['cache', '--clear'], { env });
  t.is(cleared.exitCode, 125);
  t.regex(String(cleared.stderr), /the cache is not modified: .* is writable by others/);
});

/** A front end with its library in a new cache, and where that is. */
async function withLibrary(folder: string): Promise<{ readonly cacheDir: string; readonly library: string }> {
  const cacheDir = join(folder, 'cache');
  await buildIn(cacheDir);
  const [key] = readdirSync(join(cacheDir, 'library'));
  return { cacheDir, library: join(cacheDir, 'library', key!) };
}

async function buildIn(cacheDir: string, source = SOURCE, clang?: string) {
  const frontEnd = new FrontEnd({ cacheDir, ...(clang !== undefined && { clang }) });
  const result = await frontEnd.build({ kind: 'build', source: Buffer.from(source), options: '', device: 'tahiti' });
  await frontEnd.dispose();
  return result;
}

test('a damaged builtin library is made anew', async (t) => {
  const { cacheDir, library } = await withLibrary(scratchFolder(t));
  const builtins = join(library, 'builtins.bc');
  const whole = readFileSync(builtins);
  t.is(statSync(join(cacheDir, 'library')).mode & 0o777, 0o700);
  const wrong: (() => void)[] = [
    () => truncateSync(builtins, 1000),
    () => writeFileSync(builtins, Buffer.alloc(whole.length)),
    () => chmodSync(builtins, 0o666),
    () => writeFileSync(join(library, 'library.json'), '{}'),
  ];
  for (const [i, damage] of wrong.entries()) {
    damage();
    // Another source each time: a cached build needs no library.
    const { status, log } = await buildIn(cacheDir, `${SOURCE} // ${i}`);
    t.is(status, 'success', log);
    t.deepEqual(readFileSync(builtins), whole);
  }
});

test('atoll cache --clear removes everything, whatever it is', async (t) => {
  const { cacheDir } = await withLibrary(scratchFolder(t));
  await execa('mkfifo', [join(cacheDir, 'kernels')]);
  mkdirSync(join(cacheDir, 'crashes', 'one'), { recursive: true });
  const { exitCode, stderr } = await atoll(['cache', '--clear', '--dir', cacheDir]);
  t.is(exitCode, 0, String(stderr));
  t.deepEqual(readdirSync(cacheDir), []);
});

test('the report of a compiler crash follows no symbolic link', async (t) => {
  const folder = scratchFolder(t);
  const { cacheDir } = await withLibrary(folder);
  const crash = join(cacheDir, 'crashes', sha256(SOURCE).slice(0, 16));
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
  mkdirSync(crash, { recursive: true });
  symlinkSync(victim, join(crash, 'program.cl'));
  const clang = join(folder, 'clang');
  const real = (await new FrontEnd({ cacheDir }).toolchain()).toolchain!.clang;
  // Compiles the library as the real one does, and crashes with programs.
  writeFileSync(clang, `#!/bin/sh\ncase "$*" in *program.*) kill -SEGV $$ ;; *) exec '${real}' "$@" ;; esac\n`);
  chmodSync(clang, 0o755);
  const { log } = await buildIn(cacheDir, SOURCE, clang);
  t.regex(log, /was killed by SIGSEGV[\s\S]*source and options are kept in/);
  t.is(readFileSync(victim, 'utf8'), 'precious');
  t.is(readFileSync(join(crash, 'program.cl'), 'utf8'), SOURCE);
});

/** Files with a suffix below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Gives entries another body, with its right hash. */
function replaceBodies(folder: string): number {
  const paths = filesIn(folder);
  for (const path of paths) {
    const text = readFileSync(path, 'latin1');
    const header = text.slice(text.indexOf('\n') + 1, text.indexOf('\n', text.indexOf('\n') + 1) + 1);
    const rest = Buffer.concat([Buffer.from(header, 'latin1'), Buffer.from('no body of mine')]);
    writeFileSync(path, Buffer.concat([Buffer.from(`${sha256(rest)}\n`), rest]));
  }
  return paths.length;
}

test('builds and kernels with another body and its right hash are made anew', async (t) => {
  const guest = compile(t, kernelProgram(SOURCE));
  const cache = join(scratchFolder(t), 'cache');
  const flags = ['--cache-dir', cache, '--engine', 'wasm'];
  t.is((await run([guest], flags)).stdout, RUNS);
  for (const kind of ['builds', 'kernels']) {
    if (!existsSync(join(cache, kind))) continue; // Without a bundle, kernels are not kept.
    const before = filesIn(join(cache, kind)).map((path) => readFileSync(path, 'latin1'));
    t.true(replaceBodies(join(cache, kind)) > 0);
    const { stdout, stderr } = await run([guest], flags);
    t.is(stdout, RUNS, `${kind}: ${String(stderr)}`);
    t.is(stderr, '');
    t.deepEqual(
      filesIn(join(cache, kind)).map((path) => readFileSync(path, 'latin1')),
      before,
    );
  }
});

test('a FIFO in the place of a build does not block', async (t) => {
  const guest = compile(t, kernelProgram(SOURCE));
  const cache = join(scratchFolder(t), 'cache');
  t.is((await run([guest], ['--cache-dir', cache])).stdout, RUNS);
  const [build] = filesIn(join(cache, 'builds'));
  await execa('rm', [build!]);
  await execa('mkfifo', [build!]);
  const { stdout } = await run([guest], ['--cache-dir', cache], { timeout: 120_000 });
  t.is(stdout, RUNS);
  t.true(statSync(build!).isFile());
});
