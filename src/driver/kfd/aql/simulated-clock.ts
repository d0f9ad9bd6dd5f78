// The time that the packets of a queue show. Launches may show another end than the moment at which we are done with
// them: that of a simulated chip. What waited behind such a launch would have been executed at that end, and so on
// until the queue is empty: only then does the host's clock hold again. A program's own measurements are of the
// simulated chip in this way, as long as it does not wait in between.

export class SimulatedClock {
  private shown: bigint | undefined;

  /** @param clock nanoseconds of the host */
  constructor(private readonly clock: () => bigint) {}

  /** The moment at which the packet at the head begins. @param hostNs when it begins for us */
  begin(hostNs = this.clock()): bigint {
    return this.shown ?? hostNs;
  }

  /** A packet is over. @param isShown whether the time is not of the host's clock */
  ended(endNs: bigint, isShown: boolean): void {
    this.shown = isShown || this.shown !== undefined ? endNs : undefined;
  }

  /** Nothing waits any more. */
  empty(): void {
    this.shown = undefined;
  }
}
