// Completions and the manual page, by the shells and the formatter that people have.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { program } from '../../../src/cli/program.js';
import { allCommands, describeCommand } from '../../../src/cli/shell/commands.js';
import { bashCompletion, fishCompletion, zshCompletion } from '../../../src/cli/shell/completions.js';
import { manPage } from '../../../src/cli/shell/man-page.js';
import { atoll, scratchFolder } from '../atoll.js';

const COMMANDS = describeCommand(await program());

/** A script as a file, and the output of a shell that reads it first. */
function shellOutput(
  t: ExecutionContext,
  shell: string,
  text: string,
  question: (file: string) => readonly string[],
): string[] {
  const file = join(scratchFolder(t), '_atoll');
  writeFileSync(file, text);
  const { stdout, stderr, status } = spawnSync(shell, question(file), { encoding: 'utf8', cwd: scratchFolder(t) });
  t.is(status, 0, stderr);
  t.is(stderr, '');
  return stdout.split('\n').filter((line) => line !== '');
}

const QUESTIONS: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
  [['ru'], ['run']],
  [['bench', 'co'], ['compare']],
  [['run', '--eng'], ['--engine']],
  [
    ['run', '--engine', ''],
    ['interp', 'jit', 'native', 'oracle', 'wasm'],
  ],
  [
    ['run', '--verbose', '--backend', ''],
    ['auto', 'notify', 'trace'],
  ],
  [['bench', 'compare', '--met'], ['--metric']],
  [
    ['completions', ''],
    ['bash', 'fish', 'zsh'],
  ],
];

for (const [words, expected] of QUESTIONS) {
  const line = ['atoll', ...words];
  test(`${line.join(' ')}: bash`, (t) => {
    const script = (file: string): string =>
      `source ${file}; COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _atoll; printf '%s\\n' "\${COMPREPLY[@]}"`;
    t.deepEqual(
      shellOutput(t, 'bash', bashCompletion(COMMANDS), (file) => ['--norc', '-c', script(file)]).sort(),
      expected,
    );
  });

  test(`${line.join(' ')}: fish`, (t) => {
    const script = (file: string): string => `source ${file}; complete -C '${line.join(' ')}'`;
    const answers = shellOutput(t, 'fish', fishCompletion(COMMANDS), (file) => ['--no-config', '-c', script(file)]);
    t.deepEqual(answers.map((answer) => answer.split('\t')[0]).sort(), expected);
  });
}

test('bash completes the program behind -- and its files', (t) => {
  const script = (words: string): string =>
    `touch matrix.bin; COMP_WORDS=(atoll run --summary -- ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _atoll; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const answers = (words: string): string[] =>
    shellOutput(t, 'bash', bashCompletion(COMMANDS), (file) => ['--norc', '-c', `source ${file}; ${script(words)}`]);
  t.true(answers('tru').includes('true'));
  t.deepEqual(answers('cat matr'), ['matrix.bin']);
});

/** Commands whose arguments are a program and its own; of replay-device a file comes first. */
const STARTING = [
  'run',
  'check',
  'debug',
  'record',
  'record-device',
  'replay-device',
  'forward-device',
  'verify',
  'serve',
  'hpvm explore',
];

/** Commands that take device files, as often as they are named. */
const OF_DEVICES = ['record-device', 'forward-device', 'board'];

test('zsh takes every command with its options', (t) => {
  const script = (file: string): string => `
    _arguments() { print -rl -- "$@" | sed 's/^/argument /'; return 1 }
    _describe() { print -rl -- "\${(@P)2}" | sed 's/^/command /' }
    _files() { :; }
    _normal() { :; }
    state=command
    source ${file}
    for each in \${(k)functions[(I)_atoll*]}; do print "function $each"; $each || true; done`;
  // A parameter of zsh's own, by which it finds programs: hidden by one of ours, none is completed.
  t.notRegex(zshCompletion(COMMANDS), /local[^\n]* commands\b/);
  const lines = shellOutput(t, 'zsh', zshCompletion(COMMANDS), (file) => ['-f', '-c', script(file)]);
  for (const command of allCommands(COMMANDS)) {
    const start = lines.indexOf(`function ${['_atoll', ...command.path].join('_').replaceAll('-', '_')}`);
    t.not(start, -1, command.path.join(' '));
    const next = lines.findIndex((line, index) => index > start && line.startsWith('function '));
    const own = lines.slice(start + 1, next === -1 ? undefined : next);
    for (const { long, short, repeats } of command.options)
      for (const name of [long, short].filter((each) => each !== undefined))
        t.true(
          own.some((line) => line.startsWith(`argument ${repeats ? '*' : ''}${name}[`) || line.includes(`)${name}[`)),
          `${command.path.join(' ')} ${name}`,
        );
    const nodes = own.filter((line) => line.startsWith('argument *--device[') && line.endsWith(':node:_files'));
    t.is(nodes.length, OF_DEVICES.includes(command.path.join(' ')) ? 1 : 0, command.path.join(' '));
    const starts = STARTING.includes(command.path.join(' '));
    // Three colons: with two, the file before the program would be taken for it.
    t.is(own.includes('argument *:::program: _atoll_program'), starts, command.path.join(' '));
    t.is(own.includes('argument 1:file:_files'), command.path[0] === 'replay-device', command.path.join(' '));
  }
});

test('the manual page has every command and every option, and nothing that the formatter warns of', (t) => {
  const page = manPage(COMMANDS, '1.2.3', '2026-01-02');
  const file = join(scratchFolder(t), 'atoll.1');
  writeFileSync(file, page);
  const { stdout, stderr, status } = spawnSync('groff', ['-man', '-ww', '-Tascii', '-P-cbou', '-rLL=200n', file], {
    encoding: 'utf8',
  });
  t.deepEqual([status, stderr], [0, '']);
  for (const command of allCommands(COMMANDS)) {
    t.true(stdout.includes(['atoll', ...command.path].join(' ')));
    for (const { flags } of command.options) t.true(stdout.includes(flags), flags);
  }
  t.regex(stdout, /atoll 1\.2\.3\s+2026-01-02/);
});

test('the command prints the files of packages', async (t) => {
  const { stdout } = await atoll(['completions', 'fish'], { stripFinalNewline: false });
  t.is(stdout, fishCompletion(COMMANDS));
  const { exitCode, stderr } = await atoll(['completions', 'tcsh']);
  t.not(exitCode, 0);
  t.regex(String(stderr), /Allowed choices are bash, zsh, fish/);
});
