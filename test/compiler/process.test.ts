// How external programs are run where little is left of what they need.

import { execFileSync } from 'node:child_process';
import test from 'ava';

const moduleUrl = (path: string): string => new URL(`../../src/${path}`, import.meta.url).href;

/** What a script prints that runs with a limit of the shell's. */
function underLimit(limit: string, ...script: readonly string[]): string {
  const command = `ulimit ${limit}; exec "$0" --input-type=module -e "$1"`;
  return execFileSync('sh', ['-c', command, process.execPath, script.join('\n')], { encoding: 'utf8' });
}

const USE_UP_DESCRIPTORS = 'try { for (;;) (await import("node:fs")).openSync("/dev/null"); } catch {}';

const LOAD_RUN = `const { run } = await import('${moduleUrl('compiler/process.js')}');`;
const RUN_TRUE = `
  const result = run('true', [], { cwd: '/', wallMs: 600_000, cpuSeconds: 600, memoryBytes: 2 ** 60 });
  console.log(await result.then(({ status }) => 'status ' + status, ({ code, message }) => code + ': ' + message));`;

test('hard limits that are lower than those for a program are kept', (t) => {
  t.is(underLimit('-t 100', LOAD_RUN, RUN_TRUE), 'status 0\n');
});

test('a program that cannot be started for want of descriptors is an error', (t) => {
  const said = underLimit('-n 64', LOAD_RUN, USE_UP_DESCRIPTORS, RUN_TRUE);
  t.regex(said, /^HOST: cannot run true: .*EMFILE\n$/);
});

test('the same in the background: the kernel stays as it is', (t) => {
  const said = underLimit(
    '-n 64',
    `const { BackgroundCompiler } = await import('${moduleUrl('background-compiler.js')}');`,
    USE_UP_DESCRIPTORS,
    "const onFailure = (text) => console.log('failed: ' + text);",
    "new BackgroundCompiler({ cacheDir: '/nonexistent', clang: undefined, onFailure }).want('kernel');",
  );
  t.regex(said, /^failed: .*EMFILE\n$/);
});
