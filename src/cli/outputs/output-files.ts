// The output files of a run: their errors are reported before the program starts.

import { appendFileSync, closeSync, lstatSync, openSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { describeError } from '../../util/errors.js';
import { cannotWrite, refuseOther } from '../../util/whole-file.js';
import { ExitStatus } from '../command-line/exit.js';
import { writeError } from '../command-line/output.js';

/** Creates a file that is written later, so that its errors are reported before the program starts. */
export function createEmpty(file: string, what: string): void {
  try {
    writeFileSync(file, '');
  } catch (error) {
    throw cannotWrite(what, file, error);
  }
  if (created.size === 0) process.once('exit', removeEmpty);
  created.add(file);
}

/** Checks that a file can be replaced later; an older one stays until then. */
export function checkPlace(file: string, what: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    refuseOther(file);
    closeSync(openSync(beside, 'wx', 0o600));
    rmSync(beside);
  } catch (error) {
    throw cannotWrite(what, file, error);
  }
}

const created = new Set<string>();

/** A failed run (program not found) leaves no empty files. */
function removeEmpty(exitStatus: number): void {
  if (!OWN_FAILURES.includes(exitStatus)) return;
  for (const file of created)
    try {
      const status = lstatSync(file);
      if (status.isFile() && status.size === 0) unlinkSync(file);
    } catch {
      // Already removed, or not removable.
    }
}

const OWN_FAILURES: readonly number[] = [
  ExitStatus.USAGE,
  ExitStatus.FAILED,
  ExitStatus.NOT_EXECUTABLE,
  ExitStatus.NOT_FOUND,
];

/**
 * Opens the log; the returned function writes one line.
 * @param onLack called once after a write error: further lines go to standard error
 */
export function openLog(file: string | undefined, onLack?: () => void): (text: string) => void {
  if (file === undefined) return (text) => writeError(`atoll: ${text}\n`);
  try {
    writeFileSync(file, '');
  } catch (error) {
    throw cannotWrite('the log', file, error);
  }
  let complete = true;
  return (text) => {
    if (complete)
      try {
        return appendFileSync(file, `${text}\n`);
      } catch (error) {
        // A full disk does not end the program.
        complete = false;
        writeError(`atoll: ${describeError(cannotWrite('the log', file, error))}\n`);
        onLack?.();
      }
    writeError(`atoll: ${text}\n`);
  };
}
