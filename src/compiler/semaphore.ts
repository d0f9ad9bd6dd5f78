// Lets a limited number of tasks run at once, in the order in which they asked; waiting can be given up.

export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Runs a task when there is room.
   *
   * @returns its result, or undefined when the signal was aborted before it began
   */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T | undefined> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return signal.aborted ? undefined : await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
