// Questions to the thread that runs launches, and their replies. Each wait has a limit: the thread may be busy, or not
// exist.

import { AtollError } from '../util/errors.js';
import type { BrowserQuestion, BrowserReply, MonitorRequest } from './protocol.js';

const REPLY_TIMEOUT_MS = 10_000;
/** Questions without a reply; more are refused. */
const MAX_OPEN = 64;

type ReplyHandler = (reply: BrowserReply | undefined) => void;

export class Questions {
  private readonly open = new Map<number, ReplyHandler>();
  private latest = 0;

  /** @param send passes a question on; @returns whether there will be a reply */
  constructor(private readonly send: (question: BrowserQuestion) => boolean) {}

  /** @throws AtollError BAD_INPUT for what it refuses; HOST without a reply */
  async request(request: MonitorRequest): Promise<unknown> {
    const id = ++this.latest;
    if (this.open.size >= MAX_OPEN) throw new AtollError('HOST', 'too many questions are waiting for a reply');
    const reply = await new Promise<BrowserReply | undefined>((resolve) => {
      const timer = setTimeout(() => this.settle(id, undefined), REPLY_TIMEOUT_MS);
      timer.unref();
      this.open.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      if (!this.send({ id, ask: request })) this.settle(id, undefined);
    });
    if (!reply) throw new AtollError('HOST', 'no reply: nothing has been launched yet, or the simulator is busy');
    if ('error' in reply) throw new AtollError('BAD_INPUT', reply.error);
    return reply.body;
  }

  receive(reply: BrowserReply): void {
    this.settle(reply.id, reply);
  }

  /** There will be no replies any more. */
  close(): void {
    for (const id of [...this.open.keys()]) this.settle(id, undefined);
  }

  private settle(id: number, reply: BrowserReply | undefined): void {
    const settle = this.open.get(id);
    this.open.delete(id);
    settle?.(reply);
  }
}
