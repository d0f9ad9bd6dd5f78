// The help: commands by purpose, options of a run by core and instruments.

import test from 'ava';
import { CommandGroup } from '../../../src/cli/command-line/command-group.js';
import { COMMANDS } from '../../../src/cli/commands.js';
import { program } from '../../../src/cli/program.js';
import { describeCommand } from '../../../src/cli/shell/commands.js';
import { flagOf, RUN_OPTIONS } from '../../../src/config/config.js';
import type { OptionSpec } from '../../../src/util/option-spec.js';

/** Entries under each heading of a help text: the first word of each. */
function sections(help: string): Map<string, string[]> {
  const entriesByHeading = new Map<string, string[]>();
  let entries: string[] = [];
  for (const line of help.split('\n')) {
    if (/^\S.*:$/.test(line)) entriesByHeading.set(line, (entries = []));
    const [, entry] = /^ {2}(\S+)/.exec(line) ?? [];
    if (entry !== undefined) entries.push(entry);
  }
  return entriesByHeading;
}

test('commands stand under six purposes, each under one', async (t) => {
  const atoll = await program();
  const entriesByHeading = sections(atoll.helpInformation());
  const purposes = [...entriesByHeading.keys()].filter((heading) => heading !== 'Options:' && heading !== 'Commands:');
  t.deepEqual(purposes, Object.values(CommandGroup));
  const listed = purposes.map((purpose) => entriesByHeading.get(purpose)!);
  for (const names of listed) t.deepEqual(names, names.toSorted());
  t.deepEqual(
    listed.flat().sort(),
    Object.keys(COMMANDS).filter((name) => name !== 'sweep-task'),
  );
});

test('the help of a run has a short core, and each other option under the heading of its group', async (t) => {
  const { commands } = await program('run');
  const entriesByHeading = sections(commands[0]!.helpInformation());
  const core = entriesByHeading.get('Options:')!;
  t.true(core.length <= 17, core.join());
  for (const [key, spec] of Object.entries<OptionSpec>(RUN_OPTIONS)) {
    const flag = `--${spec.kind === 'flag' && spec.default === true ? 'no-' : ''}${flagOf(key)}`;
    const word = spec.short === undefined ? flag : `-${spec.short},`;
    t.true(entriesByHeading.get(spec.group ?? 'Options:')?.includes(word), key);
  }
});

test('a command is defined alone where it is named, and as it is among all', async (t) => {
  const all = describeCommand(await program());
  for (const name of ['run', 'check', 'isa', 'bench']) {
    const { commands } = describeCommand(await program(name));
    t.deepEqual(commands, [all.commands.find(({ path }) => path[0] === name)!]);
  }
});

test('a chip is named by --device everywhere; the names that commands had before are aliases of it', async (t) => {
  const { commands } = describeCommand(await program());
  const naming = { isa: '--gpu', disasm: '--gpu', asm: '--gpu', exec: '--gpu', time: '--chip', calibrate: '--chip' };
  for (const [name, alias] of Object.entries(naming)) {
    const { options } = commands.find(({ path }) => path[0] === name)!;
    t.is(options.find(({ short }) => short === alias)?.long, '--device', name);
  }
  t.false(commands.flatMap(({ options }) => options).some(({ long }) => long === '--gpu' || long === '--chip'));
});
