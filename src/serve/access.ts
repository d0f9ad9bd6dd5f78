// Access to the server: requests with the token, and not under a foreign host name (DNS rebinding).

import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time wherever the two differ, and however long they are. */
export const sameToken = (candidate: string, token: string): boolean =>
  timingSafeEqual(digest(candidate), digest(token));

const HOST = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d+))?$/i;

/**
 * True if the host name of a request is this server's. A name can be made to resolve to this machine, an address
 * cannot: only the names of this machine, and the one given to listen on, are accepted.
 */
export function isOwnHost(
  header: string | undefined,
  listens: { readonly host: string; readonly port: number },
): boolean {
  const { v6, name, port = '80' } = HOST.exec(header ?? '')?.groups ?? {};
  const host = (v6 ?? name)?.toLowerCase();
  if (host === undefined || Number(port) !== listens.port) return false;
  return isIP(host) !== 0 || host === 'localhost' || host === listens.host.toLowerCase();
}
