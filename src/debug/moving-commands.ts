// Commands that let the kernel continue, or go back: by instruction, line, wavefront, barrier, work-group.

import { type DebugCommand, moving, movingSelected } from './command.js';
import { addressesOf, parseCodePlace, type SourceLocation } from './locations.js';
import { countOf, type Decision, type Prompt, type ReverseStep } from './prompt.js';
import { refuse } from './refuse.js';
import type { ReplayGoal } from './replay.js';
import type { LineMark } from './stops.js';

/** A place in the kernel that has stopped, at which an instruction begins. */
export function placeHere(prompt: Prompt, text: string): SourceLocation {
  const place = parseCodePlace(text);
  const { launch } = prompt.stopped.workGroup;
  const addresses = addressesOf(place, launch, prompt.launchContext.where);
  if (addresses.length === 0)
    refuse(
      prompt.launchContext.where.isKnown
        ? `there is no code for line ${text}`
        : 'the kernel was built without -g: no lines',
    );
  if (!addresses.every((address) => prompt.listing.startsAt(prompt.stopped, address)))
    refuse(`no instruction begins at ${text}`);
  return place;
}

/** Position of the selected wavefront. */
function currentMark({ selected, launchContext }: Prompt): LineMark {
  const place = launchContext.where.at(selected.pc - selected.workGroup.launch.codeAddress);
  return place
    ? { line: `${place[0].file}:${place[0].line}`, depth: place.length }
    : { line: `${selected.pc}`, depth: 0 };
}

const byLine = (prompt: Prompt, n: string | undefined, over: boolean): Decision =>
  movingSelected(
    prompt,
    prompt.launchContext.where.isKnown
      ? { kind: 'line', over, left: countOf(n, 1), from: currentMark(prompt) }
      : { kind: 'step', left: countOf(n, 1) },
  );

function finish(prompt: Prompt): Decision {
  const { depth } = currentMark(prompt);
  return depth < 2 ? refuse('no call was inlined here') : movingSelected(prompt, { kind: 'out', depth });
}

function back(prompt: Prompt, goal: ReplayGoal): ReverseStep {
  if (!prompt.canGoBack)
    refuse('the launch may write to more memory than can be saved for reverse execution (256 MiB)');
  return { kind: 'back', goal };
}

const positionOf = ({ selected }: Prompt): { group: number; wave: number } => ({
  group: selected.workGroup.number,
  wave: selected.index,
});

const FORWARD: readonly DebugCommand[] = [
  {
    names: ['step', 's'],
    most: 1,
    usage: 'step [n]',
    help: 'go to the next line of the selected wavefront, n times; without source lines: execute n instructions',
    repeats: true,
    run: (prompt, [n]) => byLine(prompt, n, false),
  },
  {
    names: ['next', 'n'],
    most: 1,
    usage: 'next [n]',
    help: 'the same, over inlined functions',
    repeats: true,
    run: (prompt, [n]) => byLine(prompt, n, true),
  },
  {
    names: ['stepi', 'si', 'nexti', 'ni'],
    most: 1,
    usage: 'stepi [n]',
    help: 'execute n instructions of the selected wavefront (1)',
    repeats: true,
    run: (prompt, [n]) => movingSelected(prompt, { kind: 'step', left: countOf(n, 1) }),
  },
  {
    names: ['finish', 'fin'],
    most: 0,
    usage: 'finish',
    help: 'continue to the end of the inlined function',
    run: finish,
  },
  {
    names: ['other', 'o'],
    most: 0,
    usage: 'other',
    help: 'continue until another wavefront executes',
    repeats: true,
    run: (prompt) => moving(prompt, { kind: 'other' }),
  },
  {
    names: ['barrier', 'ba'],
    most: 0,
    usage: 'barrier',
    help: 'continue until the work-group has passed its next barrier, or has ended',
    repeats: true,
    run: (prompt) => moving(prompt, { kind: 'barrier', passed: prompt.stopped.workGroup.barriers }),
  },
  {
    names: ['group', 'g'],
    most: 0,
    usage: 'group',
    help: 'continue to the next work-group',
    repeats: true,
    run: (prompt) => moving(prompt, { kind: 'group' }),
  },
  {
    names: ['until', 'u'],
    most: 1,
    usage: 'until place',
    help: 'continue until the selected wavefront is at a line, +offset, an address or a label',
    run: (prompt, [text = '']) => {
      const { launch } = prompt.stopped.workGroup;
      const addresses = addressesOf(placeHere(prompt, text), launch, prompt.launchContext.where);
      return movingSelected(prompt, { kind: 'until', addresses });
    },
  },
  {
    names: ['continue', 'c'],
    most: 0,
    usage: 'continue',
    help: 'continue to the next breakpoint',
    repeats: true,
    run: () => ({ kind: 'run' }),
    atCall: () => ({ kind: 'run' }),
  },
];

const BACK: readonly DebugCommand[] = [
  {
    names: ['reverse-stepi', 'rsi', 'reverse-nexti', 'rni'],
    most: 1,
    usage: 'reverse-stepi [n]',
    help: 'go back n instructions of the selected wavefront; manual changes are undone',
    repeats: true,
    run: (prompt, [n]) => back(prompt, { kind: 'instructions', ...positionOf(prompt), count: countOf(n, 1) }),
  },
  {
    names: ['reverse-step', 'rs', 'reverse-next', 'rn'],
    most: 0,
    usage: 'reverse-step',
    help: 'go back to the beginning of this line, or of the line before it',
    repeats: true,
    run: (prompt) => back(prompt, { kind: 'line', ...positionOf(prompt) }),
  },
  {
    names: ['reverse-continue', 'rc'],
    most: 0,
    usage: 'reverse-continue',
    help: 'go back to the latest breakpoint or watched access, or to the beginning of the launch',
    repeats: true,
    run: (prompt) => back(prompt, { kind: 'breakpoint' }),
  },
  {
    names: ['restart'],
    most: 0,
    usage: 'restart',
    help: 'go back to the beginning of the launch',
    run: (prompt) => back(prompt, { kind: 'beginning' }),
  },
];

export const MOVING_COMMANDS: readonly DebugCommand[] = [...FORWARD, ...BACK];
