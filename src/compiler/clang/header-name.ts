// Names of embedded headers as names of files, which not every name can be.

import { AtollError } from '../../util/errors.js';

const SHOWN = 60;
const PROBLEMS: Readonly<Record<string, string>> = {
  EISDIR: 'is the name of a folder',
  EEXIST: 'is the name of a folder, of another header or of a file of Atoll',
  ENOTDIR: 'has another header as a parent folder',
  ENAMETOOLONG: 'exceeds the maximum length of file names',
};

/** The reason why a file of a build cannot be written, without the internal folder name. @param code of the system */
export function headerNameError(name: string, code = 'unknown error'): AtollError {
  const shown = name.length > SHOWN ? `${name.slice(0, SHOWN)}...' (${name.length} characters)` : `${name}'`;
  const problem = PROBLEMS[code];
  if (problem) return new AtollError('BAD_INPUT', `the header name '${shown} ${problem}`);
  return new AtollError('HOST', `the file '${shown} of a build cannot be written: ${code}`, 'check TMPDIR');
}
