// A board that listens: lets peers in, and starts a process for each.

import { createServer, type Server, type Socket } from 'node:net';
import { AtollError } from '../util/errors.js';
import { Admissions } from './admissions.js';
import type { AdmittedClient, HandshakeSettings } from './server/handshake-server.js';
import { startConnection } from './start.js';
import { bindPrivately, makeWay } from './unix-socket.js';

export interface ListenOptions extends HandshakeSettings {
  /** Programs at the same time; more are turned away. */
  readonly most: number;
  /** A line for the log. */
  readonly log: (text: string) => void;
  readonly unprovenLimit?: number;
  readonly helloMs?: number;
}

export type ListenAddress =
  | { readonly is: 'unix'; readonly path: string }
  | { readonly is: 'tcp'; readonly host: string; readonly port: number };

const TCP = /^(?:tcp:)?(?:\[(?<v6>[^\]]+)\]|(?<host>[^:]*)):(?<port>\d{1,5})$/;

/** @throws AtollError BAD_OPTION */
export function listenAddress(text: string): ListenAddress {
  if (text.startsWith('unix:')) return { is: 'unix', path: text.slice('unix:'.length) };
  const { v6, host, port } = TCP.exec(text)?.groups ?? {};
  if (port !== undefined && Number(port) < 65536)
    return { is: 'tcp', host: v6 ?? (host || '127.0.0.1'), port: Number(port) };
  throw new AtollError('BAD_OPTION', `'${text}' is not an address to listen on`, 'HOST:PORT, :PORT, or unix:PATH');
}

const nameOf = (socket: Socket): string => socket.remoteAddress ?? 'this machine';

class Connections {
  private count = 0;
  private number = 0;
  readonly admissions: Admissions;

  constructor(private readonly options: ListenOptions) {
    this.admissions = new Admissions({
      ...options,
      take: (socket, admitted) => this.start(socket, admitted),
      turnedAway: (socket, reason) => options.log(`a connection from ${nameOf(socket)} is rejected: ${reason}`),
    });
  }

  private start(socket: Socket, admitted: AdmittedClient): void {
    const { most, log } = this.options;
    if (this.count >= most)
      throw new AtollError('LIMIT', `it serves ${most} programs already, the maximum (atoll board --connections)`);
    socket.setNoDelay(true);
    const number = ++this.number;
    this.count++;
    log(`connection ${number} from ${nameOf(socket)}`);
    const child = startConnection(socket, admitted);
    child.once('exit', () => {
      this.count--;
      log(`connection ${number} has ended`);
    });
    child.once('error', (error) => {
      log(`connection ${number} cannot be served: ${error.message}`);
      this.count--;
    });
    // The process has it: here only this copy goes.
    socket.destroy();
  }
}

/** @returns the server once it listens @throws AtollError HOST when it cannot */
export async function listen(address: ListenAddress, options: ListenOptions): Promise<Server> {
  const { admissions } = new Connections(options);
  const server = createServer((socket) => admissions.take(socket));
  if (address.is === 'unix') await makeWay(address.path);
  await new Promise<void>((resolve, reject) => {
    const cannot = (error: Error): void => reject(new AtollError('HOST', `the board cannot listen: ${error.message}`));
    server.once('error', cannot);
    server.once('listening', () => {
      server.off('error', cannot);
      resolve();
    });
    if (address.is === 'unix') bindPrivately(server, address.path);
    else server.listen(address.port, address.host);
  });
  // A connection that cannot be accepted (no descriptors are left) is not the end of the others.
  server.on('error', (error) => options.log(`a connection cannot be accepted: ${error.message}`));
  return server;
}
