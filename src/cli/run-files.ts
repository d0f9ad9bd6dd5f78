// The files that a run writes for whoever started it: what is wrong with one is said before the program starts.

import { appendFileSync, writeFileSync } from 'node:fs';
import { AtollError, describeError } from '../util/errors.js';
import { writeError } from './output.js';

export const cannotWrite = (what: string, file: string, error: unknown): AtollError =>
  new AtollError(
    'HOST',
    `cannot write ${what} ${file}: ${(error as Error).message}`,
    'is there room, and the right to write?',
  );

/** A file that is to be written later: what is wrong with it is said before the program starts. */
export function createEmpty(file: string, what: string): void {
  try {
    writeFileSync(file, '');
  } catch (error) {
    throw cannotWrite(what, file, error);
  }
}

/** Takes a line of ours at a time. */
export function openLog(file: string | undefined): (text: string) => void {
  if (file === undefined) return (text) => writeError(`atoll: ${text}\n`);
  createEmpty(file, 'the log');
  let complete = true;
  return (text) => {
    try {
      appendFileSync(file, `${text}\n`);
    } catch (error) {
      // A full disk is no reason to end the program.
      if (complete) writeError(`atoll: ${describeError(cannotWrite('the log', file, error))}\n`);
      complete = false;
    }
  };
}
