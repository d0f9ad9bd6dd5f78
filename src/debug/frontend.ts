// The interface that gives the next command when kernels are stopped: a prompt, or an editor by its protocol.

import type { Dispatch } from '../emulator/dispatch.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { Breakpoint } from './breakpoints.js';
import type { NamedWords } from './known-words.js';
import type { CallPrompt, Decision, Prompt } from './prompt.js';
import type { StopCause } from './stops.js';

/** Input of a frontend: a line, the end of the input, or the end of the guest. */
export type Input = { readonly line: string } | 'end' | 'gone';

export interface DebugConsole {
  /** Text with its line ends. */
  write(text: string): void;
  /**
   * Waits for a command.
   * @param session the guest that stands still: its memory must not be touched after 'gone'
   * @param words that a person may have completed
   */
  readLine(session: number, words?: NamedWords): Input;
}

/** Kernels of a guest stand still. */
export interface Stop {
  readonly session: number;
  readonly dispatch: Dispatch;
  readonly prompt: Prompt;
  /** In words; empty after a step. */
  readonly reason: string;
  /** Cause of the stop, if not a step or a fault. */
  readonly cause: StopCause | undefined;
}

/** A thread of a guest stands still in a call that has failed. */
export interface CallStop {
  readonly session: number;
  readonly prompt: CallPrompt;
  readonly breakpoint: Breakpoint;
}

export interface Frontend {
  /** One line for the person. */
  writeLine(text: string): void;
  /** A launch is about to execute its first instruction. */
  beginning(group: WorkGroup): void;
  /** @returns how to continue; undefined when the guest is gone */
  attend(stop: Stop): Decision | undefined;
  /** The same for a call. */
  attendCall(stop: CallStop): Decision | undefined;
  /** Input of the user while kernels run. */
  receive?(line: string): void;
}
