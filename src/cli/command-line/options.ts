// Command-line flags from the options of src/config/config.ts.

import { type Command, Option } from 'commander';
import { flagOf, RUN_OPTIONS, variableOf } from '../../config/config.js';
import type { OptionSpec } from '../../util/option-spec.js';

function toFlag(key: string, spec: OptionSpec): Option {
  const name = flagOf(key);
  const short = spec.short === undefined ? '' : `-${spec.short}, `;
  if (spec.kind !== 'flag') {
    const value = spec.value ?? 'value';
    const option = new Option(`--${name} ${spec.implied ? `[${value}]` : `<${value}>`}`, describe(key, spec));
    // Only for help and completions; values are checked together with the other sources of options
    // (src/config/config.ts).
    if (spec.choices) option.argChoices = [...spec.choices];
    return option;
  }
  return spec.default === true
    ? new Option(`--no-${name}`, `do not ${spec.text} [${variableOf(key)}=0]`)
    : new Option(`${short}--${name}`, describe(key, spec));
}

function describe(key: string, spec: OptionSpec): string {
  const preset = spec.default !== undefined && spec.kind !== 'flag' ? `, default ${String(spec.default)}` : '';
  return `${spec.text}${preset} [${variableOf(key)}]`;
}

/** Options of a run that apply to recorded launches as well. */
export const REPLAY_OPTIONS: readonly string[] = Object.entries<OptionSpec>(RUN_OPTIONS)
  .filter(([, { onReplay }]) => onReplay)
  .map(([key]) => key);

/** Heading in commands that have further options. */
const CORE = 'Options of every run:';

/** Adds options of `atoll run` to a command: those without a group first, the others by their headings. */
export function runOptions(command: Command, keys: readonly string[] = Object.keys(RUN_OPTIONS)): Command {
  const core = command.options.length > 0 ? CORE : undefined;
  const selected = Object.entries<OptionSpec>(RUN_OPTIONS).filter(([key]) => keys.includes(key));
  const ordered = selected.toSorted(([, a], [, b]) => Number(a.group !== undefined) - Number(b.group !== undefined));
  for (const [key, spec] of ordered) {
    const [option, group] = [toFlag(key, spec), spec.group ?? core];
    command.addOption(group === undefined ? option : option.helpGroup(group));
  }
  return command;
}

const specs: Record<string, OptionSpec> = RUN_OPTIONS;
/** The commands with these options. */
const TAKING: ReadonlySet<string> = new Set(['run', 'check', 'debug', 'record', 'replay', 'verify', 'serve', 'config']);
const byFlag = new Map(Object.entries(specs).map(([key, spec]) => [`--${flagOf(key)}`, spec]));

/**
 * The command line with the implied values of options without one: the word after such an option is never its value,
 * but the program or the next option.
 * @param argv of this process
 * @param atoll the command line, for the further options of its commands
 */
export function withImplied(argv: readonly string[], atoll: Command): string[] {
  const words = [...argv];
  // Other commands have different options of the same names.
  if (!TAKING.has(words[2] ?? '')) return words;
  const options = atoll.commands.find((command) => command.name() === words[2])?.options ?? [];
  for (let at = 3; ; at++) {
    const word = words[at];
    if (!word?.startsWith('-') || word === '--') return words;
    const spec = byFlag.get(word);
    if (spec?.implied !== undefined) words[at] += `=${spec.implied}`;
    else if (options.some((option) => option.required && [option.short, option.long].includes(word))) at++;
  }
}
