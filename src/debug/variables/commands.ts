// Commands about variables of the source: info, lane, display; and what print shows of them.

import { VGPR_WORDS, WORD } from '../../emulator/state.js';
import { AtollError, describeError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import { isArgument } from '../arguments.js';
import { type DebugCommand, printAll } from '../command.js';
import { type PrintFormat, withFormat } from '../print-format.js';
import type { Prompt } from '../prompt.js';
import { refuse } from '../refuse.js';
import { changeVariable } from './change.js';
import { evaluatePath, laneOf, rootOf, typesOf, variableNamed, visibleVariables } from './lookup.js';
import { LEFT_OUT, UNKNOWN, valueText } from './text.js';

const LANES_SUFFIX = /^(.*?)\s*@\s*(lanes|\d+)$/;
const LINE_WIDTH = 110;

const RANGE = /^(.*)\[\s*(\d+)\s*\.\.\s*(\d+)\s*\]$/;
const MAX_SHOWN = 256;

function pathText(prompt: Prompt, path: string, lane: number, format?: PrintFormat): string {
  const [, array, first, last] = RANGE.exec(path) ?? [];
  if (array !== undefined) {
    const count = Math.min(Number(last) - Number(first) + 1, MAX_SHOWN);
    if (count < 1) return refuse(`'${path}': the first index must not exceed the last`);
    const one = (k: number): string => pathText(prompt, `${array}[${Number(first) + k}]`, lane, format);
    return `{${Array.from({ length: count }, (_, k) => one(k)).join(', ')}}`;
  }
  const value = evaluatePath(prompt, path, lane);
  const types = typesOf(prompt);
  if (value === 'unknown') return UNKNOWN;
  const text = valueText(types, types[value.type], value.value, { format });
  return value.launched ? `${text}  (value at the launch)` : text;
}

const isActive = ({ selected }: Prompt, lane: number): boolean => ((selected.exec >> BigInt(lane)) & 1n) !== 0n;

/** The value of a variable in one lane. */
export const variableText = (prompt: Prompt, path: string): string => pathText(prompt, path, laneOf(prompt));

/**
 * True if a text names a variable. Of the kernel's own arguments more is available than the compiler's locations:
 * elements of buffers by their number and ranges of them, and values that no register holds any more.
 */
export function isVariable(prompt: Prompt, text: string): boolean {
  const [, path = text, lanes] = LANES_SUFFIX.exec(text) ?? [];
  const name = rootOf(path);
  const variable = name === undefined ? undefined : variableNamed(prompt, name);
  if (!variable) return false;
  const { selected, launchContext } = prompt;
  const frames = launchContext.where.at(selected.pc - selected.workGroup.launch.codeAddress) ?? [];
  const isKernels =
    variable.level === frames.length - 1 &&
    variable.variable.parameter &&
    isArgument(prompt, required(name, 'name of the variable'));
  if (lanes !== undefined || !isKernels) return true;
  const types = typesOf(prompt);
  const type = types[variable.variable.type];
  if (type?.kind !== 'pointer') return path !== name || !NO_VALUES.includes(variableText(prompt, path));
  // Elements of buffers know numbers and registers.
  const index = /\[\s*([A-Za-z_]\w*)/.exec(path)?.[1];
  if (index !== undefined && variableNamed(prompt, index)) return true;
  const isPlain = /^\w+\s*(?:\[.*\])?$/.test(path.trim());
  return !isPlain || types[type.target]?.kind === 'struct';
}
const NO_VALUES: readonly string[] = [LEFT_OUT, UNKNOWN];

/** A lane in which there is no such value, because of an index or a pointer that are its own, says so. */
function laneText(prompt: Prompt, path: string, lane: number, format?: PrintFormat): string {
  try {
    return pathText(prompt, path, lane, format);
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    return `<${describeError(error)}>`;
  }
}

/** `[0-15] 3  [16] 5`: lanes side by side with the same value together. */
function laneCells(prompt: Prompt, path: string, format?: PrintFormat): string[] {
  const groups: { readonly first: number; last: number; readonly text: string }[] = [];
  for (let lane = 0; lane < prompt.selected.layout.lanes; lane++) {
    if (!isActive(prompt, lane)) continue;
    const text = laneText(prompt, path, lane, format);
    const latest = groups.at(-1);
    if (latest?.text === text && latest.last === lane - 1) latest.last = lane;
    else groups.push({ first: lane, last: lane, text });
  }
  return groups.map(({ first, last, text }) => `[${first === last ? first : `${first}-${last}`}] ${text}`);
}

function wrapped(cells: readonly string[]): string[] {
  const lines: string[] = [];
  for (const cell of cells) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + cell.length + 2 <= LINE_WIDTH) lines[lines.length - 1] = `${last}  ${cell}`;
    else lines.push(cell);
  }
  return lines;
}

/** Output of `print` for a variable. @throws AtollError BAD_INPUT */
export function variableLines(prompt: Prompt, text: string, format?: PrintFormat): string[] {
  const [, path = text, lanes] = LANES_SUFFIX.exec(text) ?? [];
  if (lanes === 'lanes') {
    const [first = 'no lane is active', ...rest] = wrapped(laneCells(prompt, path, format));
    return [`${path} = ${first}`, ...rest.map((line) => `  ${line}`)];
  }
  const lane = lanes === undefined ? laneOf(prompt) : laneNumber(prompt, lanes);
  const off = isActive(prompt, lane) ? '' : '  (the lane is inactive)';
  return [`${path} = ${pathText(prompt, path, lane, format)}${off}`];
}

const registerName = (word: number): string =>
  word < WORD.scalars ? `v${Math.floor(word / VGPR_WORDS)}[${word % VGPR_WORDS}]` : `s${word - WORD.scalars}`;

/** `print &a[5]`: where a variable is, in one lane. @throws AtollError BAD_INPUT where it has no address */
export function addressLines(prompt: Prompt, text: string): string[] {
  const [, path = text, named] = LANES_SUFFIX.exec(text) ?? [];
  const lane = named === undefined || named === 'lanes' ? laneOf(prompt) : laneNumber(prompt, named);
  const target = evaluatePath(prompt, path, lane);
  if (target === 'unknown') return refuse(`${path} is ${UNKNOWN.slice(1, -1)}`);
  const storages = target.value.homes
    .filter(({ start }) => start <= 0)
    .map(({ start, storage }) => ({ start, storage }));
  const [home] = storages;
  if (!home)
    return refuse(
      `${path} has no location: ${target.value.validity.includes(1) ? 'it is computed' : LEFT_OUT.slice(1, -1)}`,
    );
  const { start, storage } = home;
  if ('word' in storage) return refuse(`${path} is in a register, which has no address: ${registerName(storage.word)}`);
  return [`&${path} = ${storage.space} 0x${(storage.address - start).toString(16)}`];
}

/**
 * `set path [@lane|@lanes] = value`; the answer is what `print` says then.
 * @throws AtollError BAD_INPUT
 */
export function setVariable(prompt: Prompt, text: string, value: string): string[] {
  const [, path = text, named] = LANES_SUFFIX.exec(text) ?? [];
  const every = Array.from({ length: prompt.selected.layout.lanes }, (_, lane) => lane).filter((lane) =>
    isActive(prompt, lane),
  );
  const one = (): number => (named === undefined ? laneOf(prompt) : laneNumber(prompt, named));
  changeVariable(prompt, path, value, named === 'lanes' ? every : [one()]);
  return variableLines(prompt, text);
}

function laneNumber({ selected }: Prompt, text: string): number {
  return /^\d+$/.test(text) && Number(text) < selected.layout.lanes ? Number(text) : refuse(`there is no lane ${text}`);
}

/** Why nothing is known of variables, and what helps. */
export const NO_VARIABLES = 'the kernel was built without variables: --debug-variables, or -ggdb in its options';

/** Variables of the functions here, or their parameters. @throws AtollError BAD_INPUT where nothing is known of them */
export function infoVariables(prompt: Prompt, parameters: boolean): undefined {
  const { where } = prompt.launchContext;
  if (!where.info.types) return refuse(NO_VARIABLES);
  const frames = where.at(prompt.selected.pc - prompt.selected.workGroup.launch.codeAddress) ?? [];
  const all = visibleVariables(prompt).filter(({ variable }) => variable.parameter === parameters);
  const lines = frames.flatMap(({ name }, level) => {
    const own = all.filter((each) => each.level === level);
    const head = frames.length > 1 && own.length > 0 ? [`${name}:`] : [];
    return [...head, ...own.map(({ variable }) => ownText(prompt, variable.name, level))];
  });
  return printAll(prompt, lines.length > 0 ? lines : [`no ${parameters ? 'arguments' : 'variables'} here`]);
}

/** A variable that an inner function hides by its name is said to be hidden: `print` would show the other one. */
function ownText(prompt: Prompt, name: string, level: number): string {
  return variableNamed(prompt, name)?.level === level
    ? `${name} = ${variableText(prompt, name)}`
    : `${name} is hidden here`;
}

function chooseLane(prompt: Prompt, [text]: readonly string[]): undefined {
  if (text !== undefined) prompt.lane = laneNumber(prompt, text);
  const lane = laneOf(prompt);
  prompt.writeLine(`lane ${lane}${isActive(prompt, lane) ? '' : ', which is inactive'}`);
  return undefined;
}

function display(prompt: Prompt, args: readonly string[]): undefined {
  const line = args.join(' ');
  const { rest: text } = withFormat(line);
  if (text === '') return printAll(prompt, displayLines(prompt));
  if (rootOf(LANES_SUFFIX.exec(text)?.[1] ?? text) === undefined) refuse(`'${text}' is not a variable`);
  // An expression without a value now would fail at each stop.
  variableLines(prompt, ...partsOf(line));
  prompt.displays.push(line);
  return printAll(prompt, displayLines(prompt).slice(-1));
}

function undisplay({ displays }: Prompt, [number]: readonly string[]): undefined {
  if (number === undefined) displays.length = 0;
  else if (/^\d+$/.test(number) && Number(number) >= 1 && Number(number) <= displays.length)
    displays.splice(Number(number) - 1, 1);
  else refuse(`there is no display ${number}`);
  return undefined;
}

function partsOf(display: string): [text: string, format: PrintFormat | undefined] {
  const { rest, format } = withFormat(display);
  return [rest, format];
}

/** Output of `display` at each stop: `1: x = 7`. */
export function displayLines(prompt: Prompt): string[] {
  return prompt.displays.flatMap((text, i) => {
    try {
      return variableLines(prompt, ...partsOf(text)).map((line) => `${i + 1}: ${line}`);
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      return [`${i + 1}: ${describeError(error)}`];
    }
  });
}

export const VARIABLE_COMMANDS: readonly DebugCommand[] = [
  {
    names: ['lane'],
    most: 1,
    usage: 'lane [n]',
    help: 'whose variables are shown until execution continues',
    run: chooseLane,
  },
  {
    names: ['display'],
    usage: 'display[/x|d|u|o|t|f] [variable [@lane|@lanes]]',
    help: 'show it now and at each stop',
    run: display,
  },
  { names: ['undisplay'], most: 1, usage: 'undisplay [n]', help: 'remove display n, or all', run: undisplay },
];
