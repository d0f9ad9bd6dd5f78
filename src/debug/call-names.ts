// Names of what can fail on the program's side: calls of OpenCL, and its errors.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clErrorName, clErrorNames } from '../abi/cl-errors.js';
import { AtollError } from '../util/errors.js';
import { nearest } from '../util/name-suggestions.js';
import { runtimeFolders } from '../util/paths.js';

const MAX_SUGGESTED = 3;

let names: readonly string[] | undefined;

/** The calls that the library of programs exports, read off its names; empty where it has not been built. */
export function callNames(): readonly string[] {
  if (names) return names;
  const [folder] = runtimeFolders();
  const text = folder === undefined ? '' : readFileSync(join(folder, 'libOpenCL.so.1'), 'latin1');
  names = [...new Set(text.match(/(?<=\0)cl[A-Z]\w+(?=\0)/g))].sort();
  return names;
}

/**
 * A call or an error by its name or number: `clCreateBuffer`, `CL_INVALID_VALUE`, `-30`.
 * @throws AtollError BAD_OPTION with the nearest names, if it is neither
 */
export function callOrError(what: string): string {
  const named = /^-\d+$/.test(what) ? clErrorName(Number(what)) : what;
  const [calls, errors] = [callNames(), clErrorNames()];
  const isCall = calls.includes(named) || (calls.length === 0 && /^cl[A-Z]\w*$/.test(named));
  if (isCall || errors.includes(named)) return named;
  const near = nearest(named, [...calls, ...errors]).slice(0, MAX_SUGGESTED);
  const suggestions = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  throw new AtollError(
    'BAD_OPTION',
    `'${what}' is neither a call nor an error of OpenCL${suggestions}`,
    'write error, error:clCreateBuffer or error:CL_INVALID_VALUE',
  );
}
