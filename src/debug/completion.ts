// Completions of the Tab key at the prompt: commands, and their arguments where the kernel is stopped.

import type { SourceType } from '../source/variables.js';
import { COMMANDS, INFO_WORDS } from './commands.js';
import type { NamedWords } from './known-words.js';
import type { Prompt } from './prompt.js';
import { typesOf, visibleVariables } from './variables/lookup.js';

/** A limit for kernels with very many lines. */
const MAX_PLACES = 4096;
const PLACE_COMMANDS: readonly string[] = ['break', 'tbreak', 'list', 'until', 'advance'];
const CALLS: readonly string[] = ['launch', 'error'];

const numbered = (bank: string, count: number): string[] => Array.from({ length: count }, (_, k) => `${bank}${k}`);

/** `s`, and of structures `s.a`, too. */
function namesOf(name: string, type: SourceType | undefined): string[] {
  return type?.kind === 'struct' ? [name, ...type.members.map((member) => `${name}.${member.name}`)] : [name];
}

export function knownWords(prompt: Prompt): NamedWords {
  const { selected, launchContext } = prompt;
  const { launch } = selected.workGroup;
  const types = typesOf(prompt);
  const variables = visibleVariables(prompt).flatMap(({ variable: { name, type } }) => namesOf(name, types[type]));
  const registers = [...numbered('v', launch.vgprs), ...numbered('s', launch.sgprs), ...SPECIAL];
  const names = launchContext.arguments.flatMap(({ name }) => (name === '' ? [] : [name]));
  const lines = launchContext.where.info.lines.map(({ file, line }) => `${file.replace(/^.*\//, '')}:${line}`);
  return {
    values: [...new Set([...variables, ...names, ...registers])],
    places: [...new Set([launch.kernel, ...lines])].slice(0, MAX_PLACES),
  };
}

const SPECIAL: readonly string[] = ['exec', 'vcc', 'scc', 'm0', 'mode', 'trapsts', 'pc'];

function wordsBehind(command: string, names: NamedWords): readonly string[] {
  if (command === 'info') return INFO_WORDS;
  if (command === 'help') return COMMANDS.map(({ names: [name] }) => name);
  return PLACE_COMMANDS.includes(command) ? [...names.places, ...CALLS] : names.values;
}

/** The command that a word begins; itself where several do, or none. */
function commandOf(word: string): string {
  const plain = word.replace(/\/.*$/, '');
  const exact = COMMANDS.find(({ names }) => names.includes(plain));
  const begun = COMMANDS.filter(({ names: [name] }) => name.startsWith(plain));
  return (exact ?? (begun.length === 1 ? begun[0] : undefined))?.names[0] ?? plain;
}

/** @returns what the line's last word may be, and that word */
export function completions(line: string, named: NamedWords): [string[], string] {
  const [command = '', ...behind] = line.trimStart().split(/\s+/);
  if (behind.length === 0) {
    const names = [...COMMANDS.map(({ names: [name] }) => name), 'help'];
    return [names.filter((name) => name.startsWith(command)), command];
  }
  const last = line.replace(/^.*[\s*&[\](=,]/s, '');
  return [wordsBehind(commandOf(command), named).filter((word) => word.startsWith(last)), last];
}
