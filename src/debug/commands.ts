// The commands of the debugger's prompt: one row each; help, abbreviations and dispatch derive from the table.

import { readerOf } from '../isa/assembler/reader.js';
import type { Isa } from '../isa/isa.js';
import { AtollError } from '../util/errors.js';
import { breakpointText, type WaveFilter } from './breakpoints.js';
import { callers } from './callers.js';
import {
  maskLine,
  readLds,
  readMemory,
  registerText,
  scalarRegisters,
  typedRows,
  VALUE_TYPES,
  type ValueType,
  vectorRegisters,
  wavefrontLines,
} from './inspect.js';
import { addressOf, type CodePlace, parseCodePlace, parseKernelPlace, placeText } from './places.js';
import { countOf, type Decision, numberOf, type Prompt } from './prompt.js';
import { assign, isaOf, registerNamed } from './registers.js';

export interface DebugCommand {
  /** The first is its name, the others are short for it. */
  readonly names: readonly string[];
  readonly usage: string;
  readonly help: string;
  /** An empty line does it again. */
  readonly repeats?: boolean;
  readonly run: (prompt: Prompt, args: readonly string[]) => Decision | undefined;
}

const refuse = (text: string): never => {
  throw new AtollError('BAD_INPUT', text);
};

const isType = (text: string | undefined): text is ValueType =>
  (VALUE_TYPES as readonly (string | undefined)[]).includes(text);

/** Takes a type off the end of the arguments. */
function withType(args: readonly string[]): { readonly rest: readonly string[]; readonly type: ValueType } {
  const last = args.at(-1);
  return isType(last) ? { rest: args.slice(0, -1), type: last } : { rest: args, type: 'word' };
}

function moving(prompt: Prompt, decision: Decision): Decision {
  return prompt.faulted ? refuse('the kernel has faulted: continue reports that to the program') : decision;
}

/** A decision that the selected wavefront has to carry out. */
function movingSelected(prompt: Prompt, decision: Decision): Decision {
  const { index, status } = prompt.selected;
  return status === 'ended' ? refuse(`wavefront ${index} has ended`) : moving(prompt, decision);
}

function placeHere(prompt: Prompt, text: string): CodePlace {
  const place = parseCodePlace(text);
  const address = addressOf(place, prompt.stopped.workGroup.launch);
  return prompt.listing.startsAt(prompt.stopped, address) ? place : refuse(`no instruction begins at ${text}`);
}

/** `group n` and `wave n` behind a place. */
function waveFilter(args: readonly string[]): WaveFilter {
  const filter: { group?: number; wave?: number } = {};
  for (let i = 0; i < args.length; i += 2) {
    const [word, value] = [args[i]!, args[i + 1] ?? ''];
    if ((word !== 'group' && word !== 'wave') || !/^\d+$/.test(value))
      refuse(`'${word} ${value}' is not group n or wave n`);
    filter[word as 'group' | 'wave'] = Number(value);
  }
  return filter;
}

function addBreakpoint(prompt: Prompt, args: readonly string[]): undefined {
  const { breakpoints, stopped } = prompt;
  if (args.length === 0) return listBreakpoints(prompt);
  const [text, ...filters] = args as [string, ...string[]];
  const here = /^(\+|0x|\d|L[0-9a-f]{4})/.test(text);
  const where = here
    ? { kernel: stopped.workGroup.launch.kernel, place: placeHere(prompt, text) }
    : parseKernelPlace(text);
  const added = breakpoints.add(where, waveFilter(filters));
  prompt.say(`breakpoint ${added.number} at ${placeText(added)}`);
  return undefined;
}

function listBreakpoints({ breakpoints, say }: Prompt): undefined {
  for (const breakpoint of breakpoints.all) say(breakpointText(breakpoint));
  if (breakpoints.all.length === 0) say('no breakpoints');
  return undefined;
}

function deleteBreakpoints({ breakpoints }: Prompt, [number]: readonly string[]): undefined {
  if (number === undefined) breakpoints.clear();
  else if (!/^\d+$/.test(number) || !breakpoints.delete(Number(number))) refuse(`there is no breakpoint ${number}`);
  return undefined;
}

function sayAll({ say }: Prompt, lines: readonly string[]): undefined {
  for (const line of lines) say(line);
  return undefined;
}

function showRegisters(prompt: Prompt, args: readonly string[]): undefined {
  const { rest, type } = withType(args);
  const [bank = 's', lane] = rest;
  if (bank === 's') return sayAll(prompt, scalarRegisters(prompt.selected, type));
  if (bank !== 'v')
    return sayAll(
      prompt,
      [bank, ...rest.slice(1)].flatMap((name) => one(prompt, name, type)),
    );
  if (lane !== undefined && !(/^\d+$/.test(lane) && Number(lane) < 64)) refuse(`'${lane}' is no lane`);
  return sayAll(prompt, vectorRegisters(prompt.selected, lane === undefined ? undefined : Number(lane), type));
}

function one({ selected }: Prompt, name: string, type: ValueType): string[] {
  const place = registerNamed(isaOf(selected), name);
  const { vgprs } = selected.workGroup.launch;
  if (place.bank === 'vgpr' && place.index + place.count > vgprs)
    refuse(`${place.name}: the kernel has ${vgprs} VGPRs`);
  const mask = place.bank === 'scalar' && place.count === 2 && type === 'word' ? place.name.toUpperCase() : '';
  return mask === 'EXEC' || mask === 'VCC' ? [maskLine(selected, mask)] : registerText(selected, place, type);
}

function showMemory(prompt: Prompt, args: readonly string[], space: 'memory' | 'lds'): undefined {
  const { rest, type } = withType(args);
  if (rest.length < 1) refuse(`${space} takes an ${space === 'lds' ? 'offset' : 'address'}`);
  const size = type === 'word' ? 1 : type === 'f64' ? 8 : 4;
  const last = rest.at(-1)!;
  const counted = rest.length > 1 && /^\d+$/.test(last);
  const address = numberOf(prompt, (counted ? rest.slice(0, -1) : rest).join(' '));
  const bytes = size * countOf(counted ? last : undefined, type === 'word' ? 64 : 16);
  const read = space === 'lds' ? readLds : readMemory;
  return sayAll(prompt, typedRows(address, read(prompt.selected, address, Math.min(bytes, MOST_BYTES)), type));
}

/** More than anybody reads. */
const MOST_BYTES = 1 << 16;

function setRegister(prompt: Prompt, args: readonly string[]): undefined {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(args.join(' ')) ?? [];
  if (name === undefined) return refuse('set takes register = value');
  if (name.trim() === 'pc') {
    const address = addressOf(placeHere(prompt, value!.trim()), prompt.selected.workGroup.launch);
    prompt.selected.pc = address;
    return sayAll(prompt, prompt.listing.around(prompt.selected, address, 0, 0));
  }
  const plain = name.trim();
  one(prompt, plain, 'word');
  assign(prompt.selected, registerNamed(isaOf(prompt.selected), plain), value!);
  return sayAll(prompt, one(prompt, plain, 'word'));
}

function select(prompt: Prompt, [number]: readonly string[]): undefined {
  const wavefronts = prompt.stopped.workGroup.wavefronts;
  const chosen = number === undefined ? undefined : wavefronts[Number(number)];
  if (number !== undefined && !chosen) refuse(`the work-group has wavefronts 0 to ${wavefronts.length - 1}`);
  if (chosen) prompt.selected = chosen;
  return sayAll(prompt, wavefrontLines(prompt.selected));
}

function list(prompt: Prompt, [where, count]: readonly string[]): undefined {
  const numeric = where !== undefined && /^\d+$/.test(where);
  const lines = countOf(numeric ? where : count, 10);
  const { selected, listing } = prompt;
  const address =
    where === undefined || numeric ? selected.pc : addressOf(parseCodePlace(where), selected.workGroup.launch);
  return sayAll(prompt, listing.around(selected, address, Math.floor(lines / 2), Math.ceil(lines / 2)));
}

export const COMMANDS: readonly DebugCommand[] = [
  {
    names: ['step', 's', 'si'],
    usage: 'step [n]',
    help: 'execute n instructions of the selected wavefront (1)',
    repeats: true,
    run: (prompt, [n]) => movingSelected(prompt, { kind: 'step', left: countOf(n, 1) }),
  },
  {
    names: ['next', 'n'],
    usage: 'next',
    help: 'go on until another wavefront executes',
    repeats: true,
    run: (prompt) => moving(prompt, { kind: 'next' }),
  },
  {
    names: ['until', 'u'],
    usage: 'until place',
    help: 'go on until the selected wavefront is at +offset, an address or a label',
    run: (prompt, [text = '']) => {
      const address = addressOf(placeHere(prompt, text), prompt.stopped.workGroup.launch);
      return movingSelected(prompt, { kind: 'until', address });
    },
  },
  {
    names: ['continue', 'c'],
    usage: 'continue',
    help: 'go on to the next breakpoint',
    repeats: true,
    run: () => ({ kind: 'run' }),
  },
  {
    names: ['break', 'b'],
    usage: 'break [place|kernel[:place]] [group n] [wave n]',
    help: 'stop there; without a place: list the breakpoints',
    run: addBreakpoint,
  },
  { names: ['delete', 'd'], usage: 'delete [n]', help: 'forget breakpoint n, or all', run: deleteBreakpoints },
  { names: ['breakpoints', 'bl'], usage: 'breakpoints', help: 'list the breakpoints', run: listBreakpoints },
  { names: ['list', 'l'], usage: 'list [place] [n]', help: 'code around the pc or a place, n lines (10)', run: list },
  {
    names: ['registers', 'r'],
    usage: 'registers [s|v [lane]|names...] [type]',
    help: `scalar or vector registers, or some by name (s4, v[2:3], v1[7], exec); types: ${VALUE_TYPES.join(', ')}`,
    run: showRegisters,
  },
  {
    names: ['print', 'p'],
    usage: 'print register... [type]',
    help: 'registers by name, as with registers',
    run: (prompt, args) =>
      args.length === 0 ? refuse('print takes a register') : showRegisters(prompt, namesFirst(args)),
  },
  {
    names: ['exec', 'e'],
    usage: 'exec',
    help: 'draw EXEC, lane 0 first',
    run: (prompt) => prompt.say(maskLine(prompt.selected, 'EXEC')) as undefined,
  },
  {
    names: ['vcc'],
    usage: 'vcc',
    help: 'draw VCC',
    run: (prompt) => prompt.say(maskLine(prompt.selected, 'VCC')) as undefined,
  },
  {
    names: ['memory', 'm', 'x'],
    usage: 'memory address [n] [type]',
    help: 'n bytes (64) or elements (16) of GPU memory; an address may name registers: s[2:3]+0x10',
    run: (prompt, args) => showMemory(prompt, args, 'memory'),
  },
  {
    names: ['lds'],
    usage: 'lds offset [n] [type]',
    help: "the same of the work-group's local data share",
    run: (prompt, args) => showMemory(prompt, args, 'lds'),
  },
  {
    names: ['wavefront', 'w'],
    usage: 'wavefront [n]',
    help: 'wavefronts of the work-group and their barrier; with n: look at that one',
    run: select,
  },
  {
    names: ['set'],
    usage: 'set register = value',
    help: 'change a register (s4, v1[0-15], exec, scc, mode) or the pc; values: 7, -1, 1.5, lane*4',
    run: setRegister,
  },
  {
    names: ['backtrace', 'bt'],
    usage: 'backtrace',
    help: 'return addresses of s_swappc_b64 that stand in SGPRs',
    run: (prompt) => sayAll(prompt, callers(prompt.selected, prompt.listing)),
  },
  { names: ['detach'], usage: 'detach', help: 'go on without breakpoints', run: () => 'detach' },
  { names: ['quit', 'q'], usage: 'quit', help: 'kill the program', run: () => 'quit' },
];

/** `print s` and `print v` are no registers. */
function namesFirst(args: readonly string[]): readonly string[] {
  const [first] = args as [string];
  if (first === 's' || first === 'v') refuse(`'${first}' is no register`);
  return args;
}

export function helpLines(): string[] {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
  return COMMANDS.map(({ names, usage, help }) => {
    const short = names.length > 1 ? ` (${names.slice(1).join(', ')})` : '';
    return `${usage.padEnd(width)}  ${help}${short}`;
  });
}

/** The command of a name or of an unambiguous beginning of it. @throws AtollError BAD_INPUT */
export function commandNamed(word: string, isa: Isa): DebugCommand {
  const exact = COMMANDS.find(({ names }) => names.includes(word));
  if (exact) return exact;
  const found = COMMANDS.filter(({ names }) => names[0]!.startsWith(word));
  if (found.length === 1) return found[0]!;
  const register = readerOf(isa).parseRegister(word) ? `; print ${word} shows a register` : '';
  const names = found.map((command) => command.names[0]).join(', ');
  return refuse(
    found.length > 1 ? `'${word}' may be ${names}` : `there is no command '${word}'${register}; help lists them`,
  );
}
