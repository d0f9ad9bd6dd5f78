// A plain command line is understood as the parser of options understands it.

import test from 'ava';
import { Command } from 'commander';
import { givenFlags } from '../../src/cli/command-line/explicit-options.js';
import { withImplied } from '../../src/cli/command-line/options.js';
import { runCommand } from '../../src/cli/commands/run/guest-commands.js';
import { plainRun } from '../../src/cli/fast-path-args.js';
import { flagOf, type OptionSpec, RUN_OPTIONS } from '../../src/config/config.js';

/** What the parser makes of it: program and arguments, and the flags that were given. */
function parsed(words: readonly string[]): { argv: readonly string[]; flags: Record<string, unknown> } | undefined {
  let found: { argv: readonly string[]; flags: Record<string, unknown> } | undefined;
  const atoll = new Command('atoll').enablePositionalOptions().exitOverride();
  atoll.configureOutput({ writeErr: () => {}, writeOut: () => {} });
  runCommand(atoll, async (argv, flags) => {
    found = { argv, flags: givenFlags(flags) };
  });
  for (const command of atoll.commands) command.exitOverride();
  try {
    atoll.parse(withImplied(['node', 'atoll', 'run', ...words], atoll));
  } catch {
    return undefined;
  }
  return found;
}

const WORDS = [
  '--',
  'prog',
  '',
  '-',
  '-x',
  '-g',
  '--stats',
  '--stats=all',
  '--stats=',
  '--help',
  '--device',
  'tahiti',
  '--no-cache',
  '--cache',
];

test('what is understood without the parser is what the parser says: program, arguments and options', (t) => {
  const lines = [[], ...WORDS.flatMap((a) => [[a], ...WORDS.flatMap((b) => [[a, b], ...WORDS.map((c) => [a, b, c])])])];
  const plain = lines.flatMap((words) => {
    const found = plainRun(words);
    return found ? [{ words, found }] : [];
  });
  t.true(plain.length > 800);
  for (const { words, found } of plain)
    t.deepEqual(parsed(words), { ...found, flags: givenFlags(found.flags) }, JSON.stringify(words));
});

test('every option of a run is understood with and without the parser alike', (t) => {
  for (const [key, spec] of Object.entries<OptionSpec>(RUN_OPTIONS)) {
    const name = `--${spec.kind === 'flag' && spec.default === true ? 'no-' : ''}${flagOf(key)}`;
    const ways = spec.kind === 'flag' ? [[name]] : [[`${name}=1=2`], spec.implied === undefined ? [name, '1'] : [name]];
    for (const way of [...ways, ...(spec.short ? [[`-${spec.short}`]] : [])])
      for (const words of [
        [...way, 'prog', '--stats'],
        ['--engine=jit', ...way, '--', 'prog'],
      ]) {
        const found = plainRun(words);
        t.truthy(found, words.join(' '));
        t.deepEqual(parsed(words), found && { ...found }, words.join(' '));
      }
  }
});

test('what is no option, what lacks its value, and lines without a program are left to the parser', (t) => {
  for (const words of [
    [],
    ['--'],
    ['--stats'],
    ['--stats='],
    ['--engine'],
    ['--engine', '--', 'prog'],
    ['--summary=1', 'prog'],
    ['--cache', 'prog'],
    ['--nonsense', 'prog'],
    ['--help', 'prog'],
    ['-gx', 'prog'],
    ['-', 'prog'],
  ])
    t.is(plainRun(words), undefined, words.join(' '));
});
