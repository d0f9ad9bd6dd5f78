// A board that listens: starts a process for each connection.

import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { AtollError } from '../util/errors.js';
import { type Given, startConnection } from './start.js';

export interface ListenOptions extends Given {
  /** Connections at the same time; more are turned away. */
  readonly most: number;
  /** A line for the log. */
  readonly say: (text: string) => void;
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
  throw new AtollError('BAD_OPTION', `'${text}' is no address to listen on`, 'HOST:PORT, :PORT, or unix:PATH');
}

class Connections {
  private count = 0;
  private number = 0;

  constructor(private readonly options: ListenOptions) {}

  take(socket: Socket): void {
    const { most, say } = this.options;
    const from = socket.remoteAddress ?? 'this machine';
    socket.on('error', () => {});
    if (this.count >= most) {
      say(`a connection from ${from} is turned away: there are ${most} already`);
      socket.destroy();
      return;
    }
    socket.setNoDelay(true);
    const number = ++this.number;
    this.count++;
    say(`connection ${number} from ${from}`);
    const child = startConnection(socket, this.options);
    const end = (): void => {
      this.count--;
      say(`connection ${number} has ended`);
    };
    child.once('exit', end);
    child.once('error', (error) => {
      say(`connection ${number} cannot be served: ${error.message}`);
      this.count--;
    });
    // The process has it: here only this copy goes.
    socket.destroy();
  }
}

/** @returns the server once it listens @throws AtollError HOST when it cannot */
export function listen(address: ListenAddress, options: ListenOptions): Promise<Server> {
  const connections = new Connections(options);
  const server = createServer({ pauseOnConnect: true }, (socket) => connections.take(socket));
  if (address.is === 'unix') rmSync(address.path, { force: true });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new AtollError('HOST', `the board cannot listen: ${error.message}`)));
    const ready = (): void => {
      if (address.is === 'unix') chmodSync(address.path, 0o600);
      resolve(server);
    };
    if (address.is === 'unix') server.listen(address.path, ready);
    else server.listen(address.port, address.host, ready);
  });
}
