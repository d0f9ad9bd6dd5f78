// A command line without options is understood as the parser of options understands it.

import test from 'ava';
import { Command } from 'commander';
import { givenFlags } from '../../src/cli/given-flags.js';
import { plainRun } from '../../src/cli/plain-run.js';
import { runCommand } from '../../src/cli/run-command.js';

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
    atoll.parse(['node', 'atoll', 'run', ...words]);
  } catch {
    return undefined;
  }
  return found;
}

const WORDS = ['--', 'prog', '', '-', '-x', '--stats', '--help', '--device', 'tahiti', '--no-cache'];

test('where no option is given, program and arguments are those of the parser', (t) => {
  const lines = [[], ...WORDS.flatMap((a) => [[a], ...WORDS.flatMap((b) => [[a, b], ...WORDS.map((c) => [a, b, c])])])];
  const plain = lines.flatMap((words) => {
    const argv = plainRun(words);
    return argv ? [{ words, argv }] : [];
  });
  t.true(plain.length > 300);
  for (const { words, argv } of plain) t.deepEqual(parsed(words), { argv, flags: {} }, JSON.stringify(words));
});

test('options, and lines without a program, are left to the parser', (t) => {
  for (const words of [[], ['--'], ['-g', 'prog'], ['--summary', '--', 'prog'], ['-', 'prog']])
    t.is(plainRun(words), undefined);
});
