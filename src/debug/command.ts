// Interface of a command of the debugger's prompt, and functions that commands share.

import type { NonEmptyList } from '../util/required.js';
import type { AnyPrompt, CallPrompt, Decision, Prompt } from './prompt.js';
import { refuse } from './refuse.js';

export interface DebugCommand {
  /** The first is its name, the others are short for it. */
  readonly names: NonEmptyList<string>;
  readonly usage: string;
  readonly help: string;
  /** Maximum number of words; absent where it reads them as one text. */
  readonly most?: number;
  /** An empty line does it again. */
  readonly repeats?: boolean;
  readonly run: (prompt: Prompt, args: readonly string[]) => Decision | undefined;
  /** Action where the program is stopped in a call, and no kernel is; absent for commands that need a kernel. */
  readonly atCall?: (prompt: CallPrompt, args: readonly string[]) => Decision | undefined;
}

/** The command with a check of its number of words: an unused word is an error of the user. */
export function counted(command: DebugCommand): DebugCommand {
  const { names, usage, most, run, atCall } = command;
  if (most === undefined) return command;
  const check = (args: readonly string[]): void => {
    if (args.length > most) refuse(`${names[0]}: '${args.slice(most).join(' ')}' is unexpected; write ${usage}`);
  };
  return {
    ...command,
    run: (prompt, args) => {
      check(args);
      return run(prompt, args);
    },
    ...(atCall && {
      atCall: (prompt: CallPrompt, args: readonly string[]) => {
        check(args);
        return atCall(prompt, args);
      },
    }),
  };
}

export function printAll({ writeLine }: AnyPrompt, lines: readonly string[]): undefined {
  for (const line of lines) writeLine(line);
  return undefined;
}

export function moving(prompt: Prompt, decision: Decision): Decision {
  const hint = prompt.canGoBack ? ', reverse-stepi goes back' : '';
  return prompt.faulted ? refuse(`the kernel has faulted: continue reports the fault to the program${hint}`) : decision;
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
