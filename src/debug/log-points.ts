// Breakpoints that say something and let the kernel continue: a text with values in braces, `item {gid0} has {in[3]}`.

import { AtollError } from '../util/errors.js';
import type { Breakpoint } from './breakpoints.js';
import { print } from './print.js';
import type { Prompt } from './prompt.js';

/** Limit of kept messages for a client that reads slowly. */
const MAX_MESSAGES = 10_000;

/** Output of `print` in one line, or its error message. */
function shownValue(prompt: Prompt, expression: string): string {
  const lines: string[] = [];
  try {
    print({ ...prompt, writeLine: (text) => lines.push(text) }, expression.trim().split(/\s+/));
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    return `<${error.message}>`;
  }
  return lines.map((line) => line.slice(line.indexOf('=') + 1).trim()).join(' ');
}

/**
 * Says what a breakpoint has to say of the wavefront that has met it: of the lane for which its condition holds, else
 * the first that is switched on.
 */
export function logTo(prompt: Prompt, breakpoint: Breakpoint): void {
  const { log = '', number, condition } = breakpoint;
  if (breakpoint.logged > MAX_MESSAGES) return;
  breakpoint.logged++;
  if (breakpoint.logged > MAX_MESSAGES)
    return prompt.writeLine(`breakpoint ${number} has printed ${MAX_MESSAGES} messages, and prints no more`);
  const lane = condition?.laneOf(prompt.selected);
  prompt.writeLine(
    log.replace(/\{([^{}]+)\}/g, (_, expression: string) => shownValue({ ...prompt, lane }, expression)),
  );
}
