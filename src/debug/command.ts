// What a command of the debugger's prompt is, and what commands share.

import { AtollError } from '../util/errors.js';
import type { AnyPrompt, CallPrompt, Decision, Prompt } from './prompt.js';

export interface DebugCommand {
  /** The first is its name, the others are short for it. */
  readonly names: readonly string[];
  readonly usage: string;
  readonly help: string;
  /** An empty line does it again. */
  readonly repeats?: boolean;
  readonly run: (prompt: Prompt, args: readonly string[]) => Decision | undefined;
  /** Where the program stands still in a call, and no kernel does; absent where that makes no sense. */
  readonly atCall?: (prompt: CallPrompt, args: readonly string[]) => Decision | undefined;
}

export const refuse = (text: string): never => {
  throw new AtollError('BAD_INPUT', text);
};

export function sayAll({ say }: AnyPrompt, lines: readonly string[]): undefined {
  for (const line of lines) say(line);
  return undefined;
}

export function moving(prompt: Prompt, decision: Decision): Decision {
  const hint = prompt.canGoBack ? ', reverse-stepi goes back' : '';
  return prompt.faulted ? refuse(`the kernel has faulted: continue reports that to the program${hint}`) : decision;
}

/** A decision that the selected wavefront has to carry out. */
export function movingSelected(prompt: Prompt, decision: Decision): Decision {
  const { index, status } = prompt.selected;
  return status === 'ended' ? refuse(`wavefront ${index} has ended`) : moving(prompt, decision);
}

/** A line as words: the command, and what follows; `x/8dw a` is `x /8dw a`, as gdb has it. */
export function wordsOf(text: string): [string, ...string[]] {
  const [word = '', ...args] = text
    .trim()
    .replace(/^([a-z]+)(?=\/)/i, '$1 ')
    .split(/\s+/);
  return [word, ...args];
}
