// Files that people name: whole or not at all, and nothing but a file gives its place to another one.

import { lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AtollError } from './errors.js';

/** True if a name can be given to another file: devices, pipes and symbolic links (/dev/stdout) are written through. */
export function isReplaceable(file: string): boolean {
  const status = lstatSync(file, { throwIfNoEntry: false });
  return status === undefined || status.isFile();
}

/** Before something that cannot be written through is written. @throws Error for what is there and is no file */
export function refuseOther(file: string): void {
  if (!isReplaceable(file)) throw new Error('it is not a regular file');
}

/** True if it was only created to test whether it can be. */
const isEmpty = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.size === 0;

/**
 * Has a file made under another name, and gives it its own when it is finished.
 * @throws what `make` throws, and the error of the system; an older file is there then
 */
export function makeWhole(file: string, make: (temporary: string) => void): void {
  refuseOther(file);
  const next = `${file}.${process.pid}.tmp`;
  try {
    make(next);
    renameSync(next, file);
  } catch (error) {
    // SQLite has a file beside its own.
    for (const left of [next, `${next}-journal`]) rmSync(left, { force: true });
    if (isEmpty(file)) rmSync(file, { force: true });
    throw error;
  }
}

/** Without the right to make files beside it, a file is written in place. */
const NO_RIGHT: readonly (string | undefined)[] = ['EACCES', 'EPERM', 'EROFS'];

/** Writes a file in the place of an older one, when all of it is there. @throws as `makeWhole` */
export function writeWhole(file: string, content: string | Uint8Array): void {
  if (!isReplaceable(file)) return writeFileSync(file, content);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  try {
    makeWhole(file, (next) => writeFileSync(next, content, mode === undefined ? {} : { mode }));
  } catch (error) {
    if (!NO_RIGHT.includes((error as NodeJS.ErrnoException).code)) throw error;
    writeFileSync(file, content);
  }
}

/** The error for an output of a run. @param what the output, in words that precede its name */
export const cannotWrite = (what: string, file: string, error: unknown): AtollError =>
  new AtollError(
    'HOST',
    `cannot write ${what} ${file}: ${(error as Error).message}`,
    'check free space and permissions',
  );

/** Writes an output of a run atomically. @param what as of {@link cannotWrite} @throws AtollError HOST */
export function writeOutput(file: string, what: string, content: string | Uint8Array): void {
  try {
    writeWhole(resolve(file), content);
  } catch (error) {
    throw cannotWrite(what, file, error);
  }
}
