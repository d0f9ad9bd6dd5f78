// Lets a limited number of tasks run at once. Waiting tasks take turns by client, and within one in the order in which
// they asked; waiting can be given up.

export class Semaphore {
  private free: number;
  /** By client, whose turn is next first. */
  private readonly waiting = new Map<unknown, (() => void)[]>();

  constructor(count: number) {
    this.free = count;
  }

  /**
   * Runs a task when there is room.
   *
   * @param client number of the client that the task is for
   * @returns its result, or undefined when the signal was aborted before it began
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
    const known = this.waiting.get(client);
    const queue = known ?? [];
    if (!known) this.waiting.set(client, queue);
    return queue;
  }

  /** The first of the client whose turn it is; that client's next turn comes after all others'. */
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
