// Finding the file to execute, and what a failed start means, by the rules of execvp(3) and the shells.
import { constants } from 'node:os';
import { delimiter } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { AtollError } from '../util/errors.js';
import { startStages } from './wire.js';

/** The search path of execvp(3) when PATH is not set. */
const defaultPath = '/bin:/usr/bin';

/** Paths to try in order. A name with a slash is taken as it is. */
export function executableCandidates(file: string, path: string | undefined): string[] {
  if (file.includes('/')) return [file];
  return (path ?? defaultPath).split(delimiter).map((folder) => (folder === '' ? `./${file}` : `${folder}/${file}`));
}

function describeErrno(error: number): string {
  const known = getSystemErrorMap().get(-error);
  return known ? `${known[1]} (${known[0]})` : `errno ${error}`;
}

/** The error for a guest that could not be started; `stage` and `error` as the addon reports them. */
export function startError(stage: number, error: number, file: string, directory: string): AtollError {
  const reason = describeErrno(error);
  switch (stage) {
    case startStages.exec:
      if (error === constants.errno.ENOENT || error === constants.errno.ENOTDIR) {
        const hint = 'Check the name, PATH, and for a script the interpreter in its first line.';
        return new AtollError('GUEST_NOT_FOUND', `cannot run ${file}: ${reason}`, hint);
      }
      return new AtollError(
        'GUEST_NOT_EXECUTABLE',
        `cannot run ${file}: ${reason}`,
        'Check its permissions and format.',
      );
    case startStages.directory:
      return new AtollError('HOST', `cannot enter the working directory ${directory}: ${reason}`);
    case startStages.seize:
      return new AtollError('HOST', `ptrace is refused: ${reason}`, 'In a container, allow ptrace (CAP_SYS_PTRACE).');
    case startStages.filter:
      return new AtollError(
        'HOST',
        `the seccomp filter is refused: ${reason}`,
        'The kernel needs CONFIG_SECCOMP_FILTER.',
      );
    case startStages.listener:
      return new AtollError('HOST', `seccomp notifications are refused: ${reason}`, 'Use the trace back end.');
    default:
      return new AtollError('HOST', `cannot start ${file}: ${reason}`);
  }
}
