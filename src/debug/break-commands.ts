// Commands about where to stop: breakpoints with filters and conditions, watched memory.

import { elementsNamed, isArgument } from './arguments.js';
import { breakpointText, type WaveFilter } from './breakpoints.js';
import { type DebugCommand, refuse } from './command.js';
import { conditionOf } from './condition.js';
import { hitConditionOf } from './hit-condition.js';
import { placeHere } from './moving-commands.js';
import { parseKernelPlace, placeText } from './places.js';
import { countOf, numberOf, type Prompt } from './prompt.js';
import { type Watchpoint, watchText } from './watchpoints.js';

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
  const condition = args.indexOf('if');
  const [text = '', ...filters] = condition < 0 ? args : args.slice(0, condition);
  const here = /^(\+|0x|\d|L[0-9a-f]{4})/.test(text);
  const where = here
    ? { kernel: stopped.workGroup.launch.kernel, place: placeHere(prompt, text) }
    : parseKernelPlace(text);
  const filter = waveFilter(filters);
  const asked = condition < 0 ? undefined : args.slice(condition + 1).join(' ');
  const only = asked === undefined ? {} : { condition: conditionOf(asked, prompt.selected, prompt.storyOf) };
  const added = breakpoints.add(where, { ...filter, ...only });
  const line =
    where.place.kind === 'line' ? prompt.story.where.nextLine(where.place.file, where.place.line) : undefined;
  const moved =
    line === undefined || where.place.kind !== 'line' || line === where.place.line ? '' : `, line ${line} has code`;
  prompt.say(`breakpoint ${added.number} at ${placeText(added)}${moved}`);
  return undefined;
}

function ignoreHits({ breakpoints, say }: Prompt, [number = '', count]: readonly string[]): undefined {
  const breakpoint = breakpoints.all.find((each) => String(each.number) === number);
  if (!breakpoint)
    return refuse(
      number === '' ? 'ignore takes a breakpoint and a number of hits' : `there is no breakpoint ${number}`,
    );
  breakpoint.when = hitConditionOf(`> ${breakpoint.hits + countOf(count, 1)}`);
  say(breakpointText(breakpoint));
  return undefined;
}

function listBreakpoints({ breakpoints, watchpoints, say }: Prompt): undefined {
  for (const breakpoint of breakpoints.all) say(breakpointText(breakpoint));
  for (const watch of watchpoints.all) say(watchText(watch));
  if (breakpoints.all.length + watchpoints.all.length === 0) say('no breakpoints');
  return undefined;
}

function deleteBreakpoints({ breakpoints, watchpoints }: Prompt, [number]: readonly string[]): undefined {
  if (number === undefined) {
    breakpoints.clear();
    watchpoints.clear();
  } else if (!/^\d+$/.test(number) || !(breakpoints.delete(Number(number)) || watchpoints.delete(Number(number))))
    refuse(`there is no breakpoint ${number}`);
  return undefined;
}

/** What is to be watched: elements of an argument, `lds offset [bytes]`, or `address [bytes]`. */
export function watchFor(
  prompt: Prompt,
  args: readonly string[],
): Pick<Watchpoint, 'space' | 'start' | 'size' | 'text'> {
  const text = args.join(' ');
  if (isArgument(prompt, text) && !/^lds\s/.test(text)) {
    const { space, start, count, type } = elementsNamed(prompt, text);
    return { space, start, size: count * type.size, text };
  }
  const lds = args[0] === 'lds';
  const [where, bytes] = lds ? args.slice(1) : args;
  if (where === undefined) return refuse('watch takes an element (a[5]), an address, or lds and an offset');
  return { space: lds ? 'lds' : 'memory', start: numberOf(prompt, where), size: countOf(bytes, 4), text };
}

function addWatch(prompt: Prompt, args: readonly string[], on: Watchpoint['on']): undefined {
  const what = watchFor(prompt, args);
  const added = prompt.watchpoints.add({ ...what, on, number: prompt.breakpoints.nextNumber() });
  prompt.say(`watchpoint ${watchText(added)}`);
  return undefined;
}

export const BREAK_COMMANDS: readonly DebugCommand[] = [
  {
    names: ['break', 'b'],
    usage: 'break [place|kernel[:place]|file:line] [group n] [wave n] [if condition]',
    help: 'stop there; a condition holds in some lane (v0 == 5 && lane > 3, gid0 == 7); without a place: list them',
    run: addBreakpoint,
  },
  {
    names: ['watch'],
    usage: 'watch element|address [bytes]|lds offset [bytes]',
    help: 'stop behind instructions that write there: a[5], a[0..7], s[2:3]+0x10 4, lds 64',
    run: (prompt, args) => addWatch(prompt, args, 'write'),
  },
  {
    names: ['rwatch'],
    usage: 'rwatch element|address [bytes]|lds offset [bytes]',
    help: 'the same for reads',
    run: (prompt, args) => addWatch(prompt, args, 'read'),
  },
  {
    names: ['awatch'],
    usage: 'awatch element|address [bytes]|lds offset [bytes]',
    help: 'the same for both',
    run: (prompt, args) => addWatch(prompt, args, 'access'),
  },
  {
    names: ['delete', 'd'],
    usage: 'delete [n]',
    help: 'forget breakpoint or watchpoint n, or all',
    run: deleteBreakpoints,
  },
  {
    names: ['ignore'],
    usage: 'ignore n [hits]',
    help: 'breakpoint n does not stop at its next hits (1)',
    run: ignoreHits,
  },
  { names: ['breakpoints', 'bl'], usage: 'breakpoints', help: 'list the breakpoints', run: listBreakpoints },
];
