// State on which commands of the debugger work while kernels are stopped.

import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import { evaluateNumber } from '../isa/assembler/number-expression.js';
import type { FailedCall } from '../launch/failed-call.js';
import type { LaunchContext } from '../launch/launch-context.js';
import { AtollError } from '../util/errors.js';
import type { Breakpoints } from './breakpoints.js';
import type { Listing } from './inspect.js';
import { findRegister, isaOf, wordIndex } from './registers.js';
import type { ReplayGoal } from './replay.js';
import type { ResumeGoal } from './stops.js';
import type { Watchpoints } from './watchpoints.js';

/** Result of a command that ends the prompt. */
export type Decision = ResumeGoal | ReverseStep | 'detach' | 'quit' | 'restart';

/** To an earlier moment of the launch. */
export interface ReverseStep {
  readonly kind: 'back';
  readonly goal: ReplayGoal;
}

/** Prompt at any stop of the program. */
export interface AnyPrompt {
  readonly breakpoints: Breakpoints;
  readonly watchpoints: Watchpoints;
  /** Of the launch of any wavefront. */
  readonly launchContextOf: (wavefront: Wavefront) => LaunchContext;
  /** Expressions that `display` shows at each stop, of all guests. */
  readonly displays: string[];
  /** One line. */
  writeLine(text: string): void;
}

/** The program stands still in a call that has failed. */
export interface CallPrompt extends AnyPrompt {
  readonly failed: FailedCall;
}

/** A kernel stands still. */
export interface Prompt extends AnyPrompt {
  /** Of the launch. */
  readonly launchContext: LaunchContext;
  /** Set if the launch can be repeated. */
  readonly canGoBack: boolean;
  readonly listing: Listing;
  /** The wavefront that stopped. */
  readonly stopped: Wavefront;
  /** The wavefront that is looked at, and that `step` and `until` move. */
  selected: Wavefront;
  /** Lane whose variables are shown; undefined: the first active lane. */
  lane: number | undefined;
  /** After a fault nothing can continue. */
  readonly faulted: boolean;
}

const REGISTER_IN_TEXT = /\b(?:[sv]\[\d+:\d+\]|[sv]\d+)(?:\[\d+\])?|\b(?:vcc|exec|m0)\b/g;

/**
 * The value of a register in an expression, as an unsigned number; of vector registers the first lane that is named.
 */
function registerValue({ selected }: Prompt, text: string): string {
  const place = findRegister(isaOf(selected), text);
  if (typeof place === 'string') throw new AtollError('BAD_INPUT', place);
  const lane = place.bank === 'vgpr' ? place.lanes.toString(2).length - 1 : 0;
  if (place.bank === 'vgpr' && !place.someLanes)
    throw new AtollError('BAD_INPUT', `${text}: select a lane, as in ${place.name}[0]`);
  const words = Array.from({ length: place.count }, (_, k) => BigInt(stateWord(selected.u, wordIndex(place, k, lane))));
  return String(words.reduce((sum, word, k) => sum + (word << BigInt(32 * k)), 0n));
}

/**
 * An address or an offset: numbers, registers (`s[2:3]+0x10`, `v1[5]`, `pc`), the operators of the assembler.
 * @throws AtollError BAD_INPUT
 */
export function numberOf(prompt: Prompt, text: string): number {
  const plain = text.replace(REGISTER_IN_TEXT, (register) => registerValue(prompt, register));
  const result = evaluateNumber(plain, (name) =>
    name === 'pc' ? { value: BigInt(prompt.selected.pc), absolute: true } : undefined,
  );
  if (typeof result === 'string') throw new AtollError('BAD_INPUT', result);
  if (result.value < 0n || result.value > 0xffff_ffffn)
    throw new AtollError('BAD_INPUT', `${text}: 0x${result.value.toString(16)} is not an address`);
  return Number(result.value);
}

/** A count from the command line. @throws AtollError BAD_INPUT */
export function countOf(text: string | undefined, preset: number): number {
  if (text === undefined) return preset;
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && Number.isSafeInteger(count)) return count;
  throw new AtollError('BAD_INPUT', `'${text}' is not a count`);
}
