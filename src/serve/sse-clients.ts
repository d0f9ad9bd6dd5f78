// Connected browsers: each gets whole states, one at a time. A slow reader gets fewer of them; none are queued.

import type { ServerResponse } from 'node:http';

export const MAX_BROWSERS = 16;
/** A browser that has not taken a state for so long is let go. */
const BACKPRESSURE_TIMEOUT_MS = 30_000;

interface SseClient {
  readonly response: ServerResponse;
  /** The state that it has got last. */
  last: string;
  /** When it had room last, by performance.now(). */
  roomAt: number;
}

export class SseClients {
  private readonly members = new Set<SseClient>();

  /** @param changed called when a client connects or disconnects */
  constructor(private readonly changed: () => void) {}

  get size(): number {
    return this.members.size;
  }

  /** @returns false when there are too many */
  join(response: ServerResponse): boolean {
    if (this.members.size >= MAX_BROWSERS) return false;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    const member: SseClient = { response, last: '', roomAt: performance.now() };
    this.members.add(member);
    response.on('error', () => {});
    response.once('close', () => {
      this.members.delete(member);
      this.changed();
    });
    this.changed();
    return true;
  }

  /** @param state as JSON; a client without room for it waits for the next one */
  show(state: string): void {
    const now = performance.now();
    for (const member of this.members) {
      if (member.response.writableLength > 0) {
        if (now - member.roomAt > BACKPRESSURE_TIMEOUT_MS) member.response.destroy();
        continue;
      }
      member.roomAt = now;
      if (member.last === state) continue;
      member.last = state;
      member.response.write(`data: ${state}\n\n`);
    }
  }

  /** The last state, for each. Resolves when all have it, or will not. */
  async close(state: string, timeoutMs: number): Promise<void> {
    const ends = [...this.members].map(
      ({ response }) =>
        new Promise<void>((resolve) => {
          response.once('close', resolve);
          response.end(`data: ${state}\n\n`, () => resolve());
        }),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([Promise.all(ends), late]);
    clearTimeout(timer);
  }
}
