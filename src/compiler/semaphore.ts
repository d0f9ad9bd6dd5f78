// Lets a limited number of tasks run at once. Waiting tasks alternate between clients, in order of arrival within each;
// waiting can be cancelled.

export class Semaphore {
  private free: number;
  /** By client, the next one first. */
  private readonly waiting = new Map<unknown, (() => void)[]>();

  constructor(count: number) {
    this.free = count;
  }

  /**
   * Runs a task as soon as the limit permits.
   *
   * @param client number of the client that the task is for
   * @returns its result, or undefined if the signal was aborted before its start
   */
  async run<T>(signal: AbortSignal, task: () => Promise<T>, client?: unknown): Promise<T | undefined> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.queue(client).push(resolve));
    try {
      return signal.aborted ? undefined : await task();
    } finally {
      const next = this.next();
      if (next) next();
      else this.free++;
    }
  }

  private queue(client: unknown): (() => void)[] {
    const existing = this.waiting.get(client);
    const queue = existing ?? [];
    if (!existing) this.waiting.set(client, queue);
    return queue;
  }

  /** The first task of the next client; that client then becomes the last one. */
  private next(): (() => void) | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [client, queue] = first;
    const next = queue.shift();
    this.waiting.delete(client);
    if (queue.length > 0) this.waiting.set(client, queue);
    return next;
  }
}
