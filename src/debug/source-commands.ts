// Commands that speak of the source: the stack of functions, lines of the program, arguments by name.

import { callLines } from '../launch/failed-call.js';
import { positionText, type SourceFrame } from '../source/where.js';
import { argumentLines } from './arguments.js';
import { callers } from './callers.js';
import { type DebugCommand, sayAll } from './command.js';
import { type CallPrompt, countOf, type Prompt } from './prompt.js';

const frameText = (frame: SourceFrame, i: number): string =>
  `#${i}  ${frame.name || '(unnamed)'} at ${positionText(frame)}${i > 0 ? ' (inlined call)' : ''}`;

function backtrace(prompt: Prompt): undefined {
  const { selected, story } = prompt;
  const place = story.where.at(selected.pc - selected.workGroup.launch.codeAddress);
  const called = callers(selected, prompt.listing);
  if (!place) return sayAll(prompt, called);
  return sayAll(prompt, [...place.map(frameText), ...(called.length > 1 ? called : [])]);
}

/** Which thread of the program has made the call, and from where. */
function backtraceOfCall(prompt: CallPrompt): undefined {
  return sayAll(prompt, callLines(prompt.failed));
}

/** Lines of the program around where the selected wavefront is; `=>` marks it. */
function source(prompt: Prompt, [count]: readonly string[]): undefined {
  const { selected, story } = prompt;
  const lines = countOf(count, 10);
  const place = story.where.at(selected.pc - selected.workGroup.launch.codeAddress);
  if (!place) {
    prompt.say(story.where.known ? 'no line belongs to this instruction' : 'the kernel was built without -g: no lines');
    return undefined;
  }
  const [{ file, line }] = place;
  const first = Math.max(1, line - Math.floor(lines / 2));
  const shown = Array.from({ length: lines }, (_, k) => first + k).flatMap((number) => {
    const text = story.where.text({ file, line: number });
    return text === undefined ? [] : [`${number === line ? '=>' : '  '} ${String(number).padStart(4)}  ${text}`];
  });
  return sayAll(prompt, [positionText(place[0]), ...shown]);
}

export const SOURCE_COMMANDS: readonly DebugCommand[] = [
  {
    names: ['backtrace', 'bt', 'where'],
    usage: 'backtrace',
    help: 'the functions here, inlined ones too; return addresses of s_swappc_b64 that stand in SGPRs',
    run: backtrace,
    atCall: backtraceOfCall,
  },
  { names: ['source', 'src'], usage: 'source [n]', help: 'lines of the program around this one (10)', run: source },
  {
    names: ['arguments', 'args'],
    usage: 'arguments',
    help: 'arguments of the launch: values, and buffers with their sizes',
    run: (prompt) => sayAll(prompt, argumentLines(prompt)),
  },
];
