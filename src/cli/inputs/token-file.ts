// The file with the token of a board: a secret that other users can neither read nor replace.

import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';

/** Bytes of a first line at most: a device may supply bytes without end. */
const LINE_LIMIT = 4096;
const MIN_LENGTH = 16;
/** Group and others, reading and writing. */
const BY_OTHERS = 0o066;

/** Files and pipes: `--board-token <(command)` is private, too. */
function firstLine(file: string): { readonly text: string; readonly stats: Stats } {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    throw new AtollError('HOST', `the token of the board cannot be read: ${(error as Error).message}`);
  }
  try {
    const stats = fstatSync(fd);
    const bytes = Buffer.alloc(LINE_LIMIT);
    let filled = 0;
    for (let count = 1; count > 0 && filled < LINE_LIMIT && !bytes.includes(10); filled += count)
      count = readSync(fd, bytes, filled, LINE_LIMIT - filled, null);
    return { text: required(bytes.toString('utf8', 0, filled).split('\n')[0], 'line').trim(), stats };
  } catch (error) {
    throw new AtollError('HOST', `the token of the board cannot be read: ${(error as Error).message}`);
  } finally {
    closeSync(fd);
  }
}

/**
 * The token in a file: its first line.
 * @throws AtollError HOST for a file without a token, or accessible to other users
 */
export function readToken(file: string): string {
  const { text, stats } = firstLine(file);
  if (stats.uid !== 0 && stats.uid !== process.geteuid?.())
    throw new AtollError(
      'HOST',
      `${file} belongs to user ${stats.uid}: its token is not used`,
      'use a file that belongs to you',
    );
  if ((stats.mode & BY_OTHERS) !== 0)
    throw new AtollError(
      'HOST',
      `${file} can be read or written by others (mode 0${(stats.mode & 0o777).toString(8)}): its token is not secret`,
      `create another token in a file of mode 0600: (umask 077; head -c 24 /dev/urandom | base64 >NEW)`,
    );
  if (text.length >= MIN_LENGTH) return text;
  throw new AtollError(
    'HOST',
    `${file} contains no token of at least ${MIN_LENGTH} characters`,
    `make one: (umask 077; head -c 24 /dev/urandom | base64 >${file})`,
  );
}
