// Commands about where to stop: breakpoints with filters and conditions, watched memory.

import { groupTotal } from '../emulator/launch.js';
import { nearest } from '../util/name-suggestions.js';
import { required } from '../util/required.js';
import { elementsNamed, isArgument } from './arguments.js';
import { breakpointText, type WaveFilter } from './breakpoints.js';
import type { DebugCommand } from './command.js';
import { conditionOf } from './condition.js';
import { hitConditionOf } from './hit-condition.js';
import { memoryAt, readLds } from './inspect.js';
import { ANY_KERNEL, API_WORDS, isCalled, type KernelLocation, parseKernelPlace, placeText } from './locations.js';
import { placeHere } from './moving-commands.js';
import { type AnyPrompt, type CallPrompt, countOf, numberOf, type Prompt } from './prompt.js';
import { refuse } from './refuse.js';
import { isVariable } from './variables/commands.js';
import { evaluatePath, laneOf } from './variables/lookup.js';
import { type Watchpoint, watchText } from './watchpoints.js';

/** `group n` and `wave n` behind a place. */
function waveFilter(args: readonly string[]): WaveFilter {
  const filter: { group?: number; wave?: number } = {};
  for (let i = 0; i < args.length; i += 2) {
    const [word, value] = [required(args[i], 'word of the condition'), args[i + 1] ?? ''];
    if ((word !== 'group' && word !== 'wave') || !/^\d+$/.test(value))
      refuse(`'${word} ${value}' is neither group n nor wave n`);
    filter[word as 'group' | 'wave'] = Number(value);
  }
  return filter;
}

/** Text of a condition behind `if`. */
function conditionText(args: readonly string[]): string | undefined {
  const at = args.indexOf('if');
  if (at < 0) return undefined;
  return at + 1 < args.length
    ? args.slice(at + 1).join(' ')
    : refuse('the condition after if is missing, as in gid0 == 7');
}

const LIMITS: readonly string[] = ['group', 'wave', 'if'];

/** `launch sums` is the place `launch:sums`, and `error clCreateBuffer` is `error:clCreateBuffer`. */
function apiWords([word = '', what, ...rest]: readonly string[]): readonly string[] {
  const joined = API_WORDS.includes(word) && what !== undefined && !LIMITS.includes(what);
  return joined ? [`${word}:${what}`, ...rest] : [word, ...(what === undefined ? [] : [what]), ...rest];
}

/** The kernel that stands still, where one does. */
const kernelIn = (prompt: Prompt | CallPrompt): Prompt | undefined => ('stopped' in prompt ? prompt : undefined);

function placeOf(prompt: Prompt | CallPrompt, text: string): KernelLocation {
  if (!/^(\+|0x|\d|L[0-9a-f]{4})/.test(text)) return parseKernelPlace(text);
  const kernel =
    kernelIn(prompt) ?? refuse(`${text} needs a kernel, and none is stopped: name it, as in kernel:${text}`);
  return { kernel: kernel.stopped.workGroup.launch.kernel, place: placeHere(kernel, text) };
}

/**
 * Remarks on a place beside its name: the line that replaces one without code, and restrictions that the stopped launch
 * does not meet.
 */
function remark(prompt: Prompt, { kernel, place }: KernelLocation, { group, wave }: WaveFilter): string {
  const { launch } = prompt.stopped.workGroup;
  if (kernel !== ANY_KERNEL && !isCalled(launch.kernel, kernel)) {
    const [near] = nearest(kernel, [launch.kernel]);
    return near === undefined ? '' : `; did you mean ${near}?`;
  }
  const groups = groupTotal(launch);
  if (group !== undefined && group >= groups) return `; this launch has work-groups 0 to ${groups - 1}`;
  const waves = prompt.stopped.workGroup.wavefronts.length;
  if (wave !== undefined && wave >= waves) return `; this work-group has wavefronts 0 to ${waves - 1}`;
  if (place.kind !== 'line' || !prompt.launchContext.where.isKnown) return '';
  const line = prompt.launchContext.where.nextLine(place.file, place.line);
  if (line === undefined) return `; ${launch.kernel} has no code for that line`;
  return line === place.line ? '' : `, line ${line} has code`;
}

function addBreakpoint(prompt: Prompt | CallPrompt, args: readonly string[]): undefined {
  if (args.length === 0) return listBreakpoints(prompt);
  const condition = args.indexOf('if');
  const [text = '', ...filters] = apiWords(condition < 0 ? args : args.slice(0, condition));
  const where = placeOf(prompt, text);
  if (where.place.kind === 'error' && (filters.length > 0 || condition >= 0))
    refuse('a call has no work-groups and lanes: break error needs the name of a call or of an error');
  const filter = waveFilter(filters);
  const conditionOfArgs = conditionText(args);
  const kernel = kernelIn(prompt);
  const only =
    conditionOfArgs === undefined
      ? {}
      : { condition: conditionOf(conditionOfArgs, kernel?.selected, prompt.launchContextOf) };
  const added = prompt.breakpoints.add(where, { ...filter, ...only });
  prompt.writeLine(`breakpoint ${added.number} at ${placeText(added)}${kernel ? remark(kernel, where, filter) : ''}`);
  return undefined;
}

function ignoreHits({ breakpoints, watchpoints, writeLine }: AnyPrompt, words: readonly string[]): undefined {
  const [number = '', count] = words;
  const after = ({ hits }: { readonly hits: number }) => hitConditionOf(`> ${hits + countOf(count, 1)}`);
  const breakpoint = breakpoints.all.find((each) => String(each.number) === number);
  const watch = watchpoints.all.find((each) => String(each.number) === number);
  if (breakpoint) {
    breakpoint.when = after(breakpoint);
    writeLine(breakpointText(breakpoint));
  } else if (watch) {
    watch.when = after(watch);
    writeLine(watchText(watch));
  } else refuse(number === '' ? 'ignore needs a breakpoint and a number of hits' : `there is no breakpoint ${number}`);
  return undefined;
}

function listBreakpoints({ breakpoints, watchpoints, writeLine }: AnyPrompt): undefined {
  for (const breakpoint of breakpoints.all) writeLine(breakpointText(breakpoint));
  for (const watch of watchpoints.all) writeLine(watchText(watch));
  if (breakpoints.all.length + watchpoints.all.length === 0) writeLine('no breakpoints');
  return undefined;
}

function deleteBreakpoints({ breakpoints, watchpoints }: AnyPrompt, numbers: readonly string[]): undefined {
  if (numbers.length === 0) {
    breakpoints.clear();
    watchpoints.clear();
  }
  for (const number of numbers)
    if (!/^\d+$/.test(number) || !(breakpoints.delete(Number(number)) || watchpoints.delete(Number(number))))
      refuse(`there is no breakpoint ${number}`);
  return undefined;
}

/** A variable, or a part of one, that is in memory: `q[1].a`. */
function watchedVariable(prompt: Prompt, text: string): Pick<Watchpoint, 'space' | 'start' | 'size' | 'text'> {
  const typed = evaluatePath(prompt, text, laneOf(prompt));
  const homes = typed === 'unknown' ? [] : typed.value.homes;
  const [home] = homes;
  const storage = homes.length === 1 && home && !('word' in home.storage) ? home.storage : undefined;
  if (typed === 'unknown' || !storage || storage.space === 'private')
    return refuse(`${text} is not in memory that work-items share`);
  const start = storage.address - required(home, 'memory of the variable').start;
  return { space: storage.space === 'local' ? 'lds' : 'memory', start, size: typed.value.bytes.length, text };
}

/** Object to watch: elements of an argument, `lds offset [bytes]`, or `address [bytes]`. */
export function watchFor(
  prompt: Prompt,
  args: readonly string[],
): Pick<Watchpoint, 'space' | 'start' | 'size' | 'text'> {
  const text = args.join(' ');
  if (isArgument(prompt, text) && !/^lds\s/.test(text) && !isVariable(prompt, text)) {
    const { space, start, count, type } = elementsNamed(prompt, text);
    return { space, start, size: count * type.size, text };
  }
  if (isVariable(prompt, text)) return watchedVariable(prompt, text);
  const lds = args[0] === 'lds';
  const [where, bytes, ...more] = lds ? args.slice(1) : args;
  if (where === undefined || more.length > 0)
    return refuse('watch needs an element (a[5]), an address, or lds and an offset; then a number of bytes');
  const [start, size] = [numberOf(prompt, where), countOf(bytes, 4)];
  // Memory that no kernel has would never be touched.
  if (lds) readLds(prompt.selected, start, size);
  else memoryAt(prompt.selected, start, size);
  return { space: lds ? 'lds' : 'memory', start, size, text };
}

function addWatch(prompt: Prompt, args: readonly string[], on: Watchpoint['on']): undefined {
  const condition = args.indexOf('if');
  const what = watchFor(prompt, condition < 0 ? args : args.slice(0, condition));
  const conditionOfArgs = conditionText(args);
  const only =
    conditionOfArgs === undefined
      ? {}
      : { condition: conditionOf(conditionOfArgs, prompt.selected, prompt.launchContextOf) };
  const added = prompt.watchpoints.add({ ...what, ...only, on, number: prompt.breakpoints.nextNumber() });
  prompt.writeLine(`watchpoint ${watchText(added)}`);
  return undefined;
}

export const BREAK_COMMANDS: readonly DebugCommand[] = [
  {
    names: ['break', 'b'],
    usage: 'break [place|kernel[:place]|file:line|launch [kernel]|error [name]] [group n] [wave n] [if condition]',
    help: 'stop at a place; a condition holds in some lane (v0 == 5 && lane > 3, gid0 == 7); at launches; at calls of OpenCL that fail, by call or error; without a place: list them',
    run: addBreakpoint,
    atCall: addBreakpoint,
  },
  {
    names: ['watch'],
    usage: 'watch element|address [bytes]|lds offset [bytes] [if condition]',
    help: 'stop after instructions that write to it: a[5], a[0..7], s[2:3]+0x10 4, lds 64; the condition applies to the writing lane',
    run: (prompt, args) => addWatch(prompt, args, 'write'),
  },
  {
    names: ['rwatch'],
    usage: 'rwatch element|address [bytes]|lds offset [bytes] [if condition]',
    help: 'stop after instructions that read it',
    run: (prompt, args) => addWatch(prompt, args, 'read'),
  },
  {
    names: ['awatch'],
    usage: 'awatch element|address [bytes]|lds offset [bytes] [if condition]',
    help: 'stop after instructions that read or write it',
    run: (prompt, args) => addWatch(prompt, args, 'access'),
  },
  {
    names: ['delete', 'd'],
    usage: 'delete [n...]',
    help: 'delete breakpoint or watchpoint n, several, or all',
    run: deleteBreakpoints,
    atCall: deleteBreakpoints,
  },
  {
    names: ['ignore'],
    most: 2,
    usage: 'ignore n [hits]',
    help: 'breakpoint n does not stop at its next hits (1)',
    run: ignoreHits,
    atCall: ignoreHits,
  },
  {
    names: ['breakpoints', 'bl'],
    most: 0,
    usage: 'breakpoints',
    help: 'list the breakpoints',
    run: listBreakpoints,
    atCall: listBreakpoints,
  },
];
