// The HTTP server of a live view: the page, a stream of states, and a few requests. It listens on this machine only by
// default.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AtollError, describeError } from '../util/errors.js';
import { isOwnHost, sameToken } from './access.js';
import { livePage } from './page.js';
import { type BrowserRequest, parseRequest } from './requests.js';
import { MAX_BROWSERS, SseClients } from './sse-clients.js';

const MAX_CONNECTIONS = 4 * MAX_BROWSERS;
/** Bytes of a request's body. */
const LONGEST = 4096;
const NOTHING = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

export interface ListenAt {
  readonly host: string;
  readonly port: number;
}

export interface LiveServerOptions {
  readonly at: ListenAt;
  /** Browsers come or go. */
  readonly onClients: (size: number) => void;
  /** @throws AtollError for what does not work */
  readonly onRequest: (request: BrowserRequest) => Promise<unknown>;
}

/** No script, style or address that is not the page's own; no other page around it. */
const policyOf = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export class LiveServer {
  readonly clients: SseClients;
  private readonly token = randomBytes(24).toString('base64url');
  private readonly server: Server;
  private listens: ListenAt;

  private constructor(private readonly options: LiveServerOptions) {
    this.listens = options.at;
    this.clients = new SseClients(() => options.onClients(this.clients.size));
    this.server = createServer((request, response) => void this.handle(request, response));
    this.server.maxConnections = MAX_CONNECTIONS;
  }

  /** @throws AtollError HOST when nothing can listen there */
  static async open(options: LiveServerOptions): Promise<LiveServer> {
    const own = new LiveServer(options);
    const { host, port } = options.at;
    await new Promise<void>((resolve, reject) => {
      own.server.once('error', (error) =>
        reject(
          new AtollError(
            'HOST',
            `cannot listen on ${host}:${port}: ${error.message}`,
            'choose another port with --listen',
          ),
        ),
      );
      own.server.listen(port, host, resolve);
    });
    own.listens = { host, port: (own.server.address() as AddressInfo).port };
    return own;
  }

  get url(): string {
    const { host, port } = this.listens;
    const name = host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${port}/?token=${this.token}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    if (!isOwnHost(request.headers.host, this.listens)) return refuse(response, 421, 'this server has another name');
    const url = URL.parse(request.url ?? '', 'http://atoll');
    if (!url || !sameToken(url.searchParams.get('token') ?? '', this.token))
      return refuse(response, 403, 'use the whole address that atoll serve has printed: it contains a token');
    const { method } = request;
    if (method === 'GET' && url.pathname === '/') return sendPage(response);
    if (method === 'GET' && url.pathname === '/states') {
      if (!this.clients.join(response)) refuse(response, 503, `${MAX_BROWSERS} browsers are connected already`);
      return;
    }
    if (method === 'POST' && url.pathname === '/ask') return this.answer(request, response);
    refuse(response, 404, 'not found');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const parsed = text === undefined ? undefined : parseRequest(text);
    if (!parsed) return refuse(response, 400, 'this is not a request');
    try {
      const body = await this.options.onRequest(parsed);
      response.writeHead(200, { ...NOTHING, 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? null));
    } catch (error) {
      refuse(response, error instanceof AtollError ? 409 : 500, describeError(error));
    }
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...NOTHING, connection: 'close' });
  response.end(`${text}\n`);
}

function sendPage(response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policyOf(nonce),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(livePage(nonce));
}

/** Undefined for one that is too long, or never complete. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > LONGEST) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts).toString();
}
