// Who may speak to the server: those who know the token, and whose browser was not sent here under a foreign name (DNS
// rebinding).

import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time wherever the two differ, and however long they are. */
export const sameToken = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const HOST = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d+))?$/i;

/**
 * Whether a request may name this server so. An address cannot be bent to point here, a name can: only that of this
 * machine, and the one that the server was told to listen on, are let through.
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
