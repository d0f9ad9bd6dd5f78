// Commands that speak of the source: the stack of functions, lines of the program, arguments by name.

import { callLines } from '../launch/failed-call.js';
import { positionText, type SourceFrame } from '../source/locator.js';
import { argumentLines } from './arguments.js';
import { callers } from './callers.js';
import { type DebugCommand, printAll } from './command.js';
import type { CallPrompt, Prompt } from './prompt.js';

const frameText = (frame: SourceFrame, i: number): string =>
  `#${i}  ${frame.name || '(unnamed)'} at ${positionText(frame)}${i > 0 ? ' (inlined call)' : ''}`;

function backtrace(prompt: Prompt): undefined {
  const { selected, launchContext } = prompt;
  const place = launchContext.where.at(selected.pc - selected.workGroup.launch.codeAddress);
  const called = callers(selected, prompt.listing);
  if (!place) return printAll(prompt, called);
  return printAll(prompt, [...place.map(frameText), ...(called.length > 1 ? called : [])]);
}

/** Prints the thread of the program that has made the call, and its callers. */
function backtraceOfCall(prompt: CallPrompt): undefined {
  return printAll(prompt, callLines(prompt.failed));
}

export const SOURCE_COMMANDS: readonly DebugCommand[] = [
  {
    names: ['backtrace', 'bt', 'where'],
    most: 0,
    usage: 'backtrace',
    help: 'the functions here, inlined ones too; return addresses of s_swappc_b64 that are in SGPRs',
    run: backtrace,
    atCall: backtraceOfCall,
  },
  {
    names: ['arguments', 'args'],
    most: 0,
    usage: 'arguments',
    help: 'arguments of the launch: values, and buffers with their sizes',
    run: (prompt) => printAll(prompt, argumentLines(prompt)),
  },
];
