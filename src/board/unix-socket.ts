// The place of a board's Unix socket: what lies there is removed only when it is this user's own socket, at which
// nothing listens.

import { lstatSync, rmSync, type Stats } from 'node:fs';
import { connect, type Server } from 'node:net';
import { AtollError } from '../util/errors.js';

/** Of struct sockaddr_un, with its zero: a longer path would be cut off. */
const PATH_BYTES = 108;
/** No rights for group and others: a connection gives the use of the device. */
const PRIVATE_UMASK = 0o177;

const refuse = (path: string, text: string, hint: string): never => {
  throw new AtollError('HOST', `the board cannot listen on unix:${path}: ${text}`, hint);
};

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return refuse(path, (error as Error).message, 'choose a path in a folder that belongs to you');
  }
}

/** @returns undefined when something listens there, else the error of connect(2) */
const connectError = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });

/**
 * Removes a socket that a board of this user has left behind.
 * @throws AtollError HOST for anything else that is there
 */
export async function makeWay(path: string): Promise<void> {
  const bytes = Buffer.byteLength(path);
  if (bytes === 0 || bytes >= PATH_BYTES || path.includes('\0'))
    refuse(path, `a path of ${bytes} bytes`, `1 to ${PATH_BYTES - 1} bytes, without a zero`);
  const stats = statsOf(path);
  if (!stats) return;
  const another = 'choose another path, or remove it';
  if (!stats.isSocket()) refuse(path, 'the path exists and is not a socket; it is not removed', another);
  if (stats.uid !== process.geteuid?.()) refuse(path, `the socket belongs to user ${stats.uid}`, another);
  const error = await connectError(path);
  if (error === undefined) refuse(path, 'another board or server listens on it already', another);
  if (error !== 'ECONNREFUSED') refuse(path, `the socket cannot be inspected: ${error}`, another);
  // Another board may have taken the place meanwhile.
  if (statsOf(path)?.ino === stats.ino) rmSync(path);
}

/** The socket appears with the mode that it keeps: binding happens within the call. */
export function bindPrivately(server: Server, path: string): void {
  const before = process.umask(PRIVATE_UMASK);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
}
