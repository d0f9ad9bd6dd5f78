// The commands of the debugger's prompt: one row each; help, abbreviations and dispatch derive from the table.

import type { Isa } from '../isa/isa.js';
import { readerOf } from '../isa/readers.js';
import { groupOf, lastOf } from '../util/required.js';
import { argumentValue, bufferStart, isArgument, setElement } from './arguments.js';
import { BREAK_COMMANDS } from './break-commands.js';
import { counted, type DebugCommand, printAll } from './command.js';
import { maskLine, readLds, readMemory, typedRows, VALUE_TYPES, type ValueType, wavefrontLines } from './inspect.js';
import { LIST_COMMANDS, showInstructions } from './list-commands.js';
import { addressesOf } from './locations.js';
import { MOVING_COMMANDS, placeHere } from './moving-commands.js';
import { print } from './print.js';
import { type CallPrompt, countOf, type Decision, numberOf, type Prompt } from './prompt.js';
import { refuse } from './refuse.js';
import { assign, isaOf, registerNamed } from './registers.js';
import { registerLines, showRegisters, withType } from './show-registers.js';
import { SOURCE_COMMANDS } from './source-commands.js';
import { infoVariables, isVariable, setVariable, VARIABLE_COMMANDS } from './variables/commands.js';

/** `/8dw`: how many, how they are shown, of how many bytes, in any order of the letters. */
const GDB_FORMAT = /^\/(\d*)([a-z]*)$/;
const GDB_TYPES: Readonly<Record<string, ValueType>> = {
  x: 'hex',
  d: 'int',
  u: 'uint',
  f: 'f32',
  fg: 'f64',
  b: 'word',
};

/** Arguments of `x/8dw address` as `memory address 8 int` has them. @throws AtollError BAD_INPUT */
function withoutFormat(args: readonly string[]): readonly string[] {
  const [, count = '', letters] = GDB_FORMAT.exec(args[0] ?? '') ?? [];
  if (letters === undefined) return args;
  const plain = [...letters.replace('w', '')].sort().reverse().join('');
  const type = Object.hasOwn(GDB_TYPES, plain || 'x') ? GDB_TYPES[plain || 'x'] : undefined;
  const named =
    type ??
    refuse(
      `'${args[0]}' is not supported: formats are x, d, u and f of words (w), f also of 8 bytes (g), b bytes, i instructions`,
    );
  return [...args.slice(1), count === '' ? '1' : count, named];
}

/**
 * A number, which may begin with a buffer's name: `a+16`. Registers may have gdb's `$`. @throws AtollError BAD_INPUT
 */
function addressNamed(prompt: Prompt, text: string): number {
  const plain = text.replace(/\$(?=\w)/g, '');
  const named = plain.replace(/^\s*([A-Za-z_]\w*)(?!\w|\[)/, (name) => String(bufferStart(prompt, name) ?? name));
  return numberOf(prompt, named);
}

/** `x/4i $pc` */
const INSTRUCTIONS = /^\/(\d*)i$/;

function showMemory(prompt: Prompt, args: readonly string[], space: 'memory' | 'lds'): undefined {
  const [, instructions] = (space === 'memory' && INSTRUCTIONS.exec(args[0] ?? '')) || [];
  if (instructions !== undefined)
    return showInstructions(prompt, addressNamed(prompt, args.slice(1).join(' ') || 'pc'), instructions || '1');
  const { rest, type } = withType(withoutFormat(args));
  if (rest.length < 1) refuse(`${space} takes an ${space === 'lds' ? 'offset' : 'address'}`);
  const size = type === 'word' ? 1 : type === 'f64' ? 8 : 4;
  const last = lastOf(rest, 'word of the command');
  const hasCount = rest.length > 1 && /^\d+$/.test(last);
  const address = addressNamed(prompt, (hasCount ? rest.slice(0, -1) : rest).join(' '));
  const bytes = size * countOf(hasCount ? last : undefined, type === 'word' ? 64 : 16);
  if (bytes > MAX_BYTES) refuse(`${bytes} bytes are too many: at most ${MAX_BYTES} are shown`);
  const read = space === 'lds' ? readLds : readMemory;
  return printAll(prompt, typedRows(address, read(prompt.selected, address, bytes), type));
}

/** A limit for output that is read by a person. */
const MAX_BYTES = 1 << 16;

function set(prompt: Prompt, args: readonly string[]): undefined {
  const match = /^(var(?:iable)?\s+)?([^=]+)=(.+)$/.exec(args.join(' '));
  if (!match) return refuse('set needs register = value');
  const [name, value] = [groupOf(match, 2), groupOf(match, 3).trim()];
  if (match[1] !== undefined || isVariable(prompt, name.trim()))
    return printAll(prompt, setVariable(prompt, name.trim(), value));
  return setPlace(prompt, name, value);
}

/** Sets a name that is no variable of the source. */
function setPlace(prompt: Prompt, name: string, value: string): undefined {
  if (isArgument(prompt, name)) {
    setElement(prompt, name, value);
    return printAll(prompt, argumentValue(prompt, name));
  }
  if (name.trim() === 'pc') {
    const place = placeHere(prompt, value);
    const [address = 0] = addressesOf(place, prompt.selected.workGroup.launch, prompt.launchContext.where);
    prompt.selected.pc = address;
    return printAll(prompt, prompt.listing.around(prompt.selected, address, 0, 0));
  }
  const plain = name.trim();
  registerLines(prompt, plain, 'word');
  assign(prompt.selected, registerNamed(isaOf(prompt.selected), plain), value);
  return printAll(prompt, registerLines(prompt, plain, 'word'));
}

function select(prompt: Prompt, [number]: readonly string[]): undefined {
  const wavefronts = prompt.stopped.workGroup.wavefronts;
  const chosen = number === undefined ? undefined : wavefronts[Number(number)];
  if (number !== undefined && !chosen) refuse(`the work-group has wavefronts 0 to ${wavefronts.length - 1}`);
  if (chosen) prompt.selected = chosen;
  return printAll(prompt, wavefrontLines(prompt.selected));
}

const LOOKING: readonly DebugCommand[] = [
  {
    names: ['registers', 'r'],
    usage: 'registers [s|v [lane]|names...] [type]',
    help: `scalar or vector registers, or some by name (s4, v[2:3], v1[7], exec); types: ${VALUE_TYPES.join(', ')}`,
    run: showRegisters,
  },
  {
    names: ['print', 'p'],
    usage:
      'print[/x|d|u|o|t|f] register... [type]|argument|element|[&]variable [@lane|@lanes]|image argument[[slice]] [> file.png]',
    help: 'registers by name, as with registers; arguments, elements of buffers, variables: n, a[5], a[0..7], s.x @lanes, a[i + 1], *p, &a[5]; images drawn',
    run: print,
  },
  {
    names: ['exec', 'e'],
    most: 0,
    usage: 'exec',
    help: 'show EXEC, lane 0 first',
    run: (prompt) => prompt.writeLine(maskLine(prompt.selected, 'EXEC')) as undefined,
  },
  {
    names: ['vcc'],
    most: 0,
    usage: 'vcc',
    help: 'draw VCC',
    run: (prompt) => prompt.writeLine(maskLine(prompt.selected, 'VCC')) as undefined,
  },
  {
    names: ['memory', 'm', 'x'],
    usage: 'memory address [n] [type]',
    help: 'n bytes (64) or elements (16) of GPU memory; an address may name registers and buffers: s[2:3]+0x10, a+16; x/8dw, x/4i $pc as with gdb',
    run: (prompt, args) => showMemory(prompt, args, 'memory'),
  },
  {
    names: ['lds'],
    usage: 'lds offset [n] [type]',
    help: "the same of the work-group's local data share",
    run: (prompt, args) => showMemory(prompt, args, 'lds'),
  },
  {
    names: ['wavefront', 'w', 'thread', 'threads'],
    most: 1,
    usage: 'wavefront [n]',
    help: 'wavefronts of the work-group and their barrier; with n: select one',
    run: select,
  },
  {
    names: ['set'],
    usage: 'set register|element|[variable] variable [@lane|@lanes] = value',
    help: 'change a register (s4, v1[0-15], exec, scc, mode), the pc, memory (a[5]), a variable; values: 7, -1, 1.5, lane*4',
    run: set,
  },
  {
    names: ['detach'],
    most: 0,
    usage: 'detach',
    help: 'continue without breakpoints',
    run: () => 'detach',
    atCall: () => 'detach',
  },
  { names: ['quit', 'q'], most: 0, usage: 'quit', help: 'kill the program', run: () => 'quit', atCall: () => 'quit' },
];

/** Subcommands of gdb's `info` that are commands of their own here. */
const INFO: readonly (readonly [what: string, command: string])[] = [
  ['locals', ''],
  ['args', ''],
  ['breakpoints', 'breakpoints'],
  ['watchpoints', 'breakpoints'],
  ['registers', 'registers'],
  ['threads', 'wavefront'],
  ['wavefronts', 'wavefront'],
  ['frame', 'backtrace'],
  ['stack', 'backtrace'],
  ['source', 'source'],
  ['line', 'source'],
  ['display', 'display'],
];

/** Arguments of `info`. */
export const INFO_WORDS: readonly string[] = INFO.map(([name]) => name);

function info(prompt: Prompt, [what = '', ...rest]: readonly string[]): Decision | undefined {
  const [match] = what === '' ? [] : INFO.filter(([name]) => name.startsWith(what));
  if (!match) return refuse(`info needs one of ${INFO_WORDS.join(', ')}`);
  const [name, command] = match;
  return command === '' ? infoVariables(prompt, name === 'args') : commandNamed(command).run(prompt, rest);
}

const INFO_COMMAND: DebugCommand = {
  names: ['info', 'i'],
  usage: 'info locals|args|breakpoints|registers|threads|frame|source|display',
  help: 'variables, or parameters, of the functions here (built with --debug-variables); the others as gdb has them',
  run: info,
};

export const COMMANDS: readonly DebugCommand[] = [
  ...MOVING_COMMANDS,
  ...BREAK_COMMANDS,
  ...SOURCE_COMMANDS,
  ...LIST_COMMANDS,
  INFO_COMMAND,
  ...VARIABLE_COMMANDS,
  ...LOOKING,
].map(counted);

/** Of one command, or of all. @throws AtollError BAD_INPUT for a name that none has */
export function helpLines(word?: string): string[] {
  const shown = word === undefined ? COMMANDS : [commandNamed(word)];
  const width = Math.max(...shown.map(({ usage }) => usage.length));
  return shown.map(({ names, usage, help }) => {
    const short = names.length > 1 ? ` (${names.slice(1).join(', ')})` : '';
    return `${usage.padEnd(width)}  ${help}${short}`;
  });
}

/**
 * Runs a command where the program stands still in a call. @throws AtollError BAD_INPUT where the command needs a
 * kernel
 */
export function runAtCall(prompt: CallPrompt, word: string, args: readonly string[]): Decision | undefined {
  const { names, atCall } = commandNamed(word);
  const able = COMMANDS.flatMap((command) => (command.atCall ? command.names[0] : []));
  const other = `no kernel is stopped: the program is in a failed call; available: ${able.join(', ')}`;
  return atCall ? atCall(prompt, args) : refuse(`${names[0]}: ${other}`);
}

/**
 * The command of a name or of an unambiguous beginning of it.
 * @param isa of the stopped kernel, as the word may be one of its registers
 * @throws AtollError BAD_INPUT
 */
export function commandNamed(word: string, isa?: Isa): DebugCommand {
  const exact = COMMANDS.find(({ names }) => names.includes(word));
  if (exact) return exact;
  const matches = COMMANDS.filter(({ names }) => names[0].startsWith(word));
  const [match, ...others] = matches;
  if (match && others.length === 0) return match;
  const register = isa && readerOf(isa).parseRegister(word) ? `; print ${word} shows a register` : '';
  const names = matches.map((command) => command.names[0]).join(', ');
  return refuse(
    matches.length > 1 ? `'${word}' may be ${names}` : `there is no command '${word}'${register}; help lists them`,
  );
}
