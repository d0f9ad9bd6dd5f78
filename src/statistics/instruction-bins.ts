// Frequencies by a number: bins of a histogram, for each instruction and for several.

/** Frequency of each value. */
export type Bins = ReadonlyMap<number, number>;

/** Bins for each word where an instruction begins. */
export class InstructionBins {
  private readonly bins = new Map<number, Map<number, number>>();

  add(word: number, bin: number, times: number): void {
    let own = this.bins.get(word);
    if (!own) this.bins.set(word, (own = new Map()));
    own.set(bin, (own.get(bin) ?? 0) + times);
  }

  of(word: number): Bins | undefined {
    return this.bins.get(word);
  }
}

/** Several as one, in the order of their numbers, without those of which there is nothing. */
export function sumOfBins(all: Iterable<Bins>): Bins {
  const sum = new Map<number, number>();
  for (const bins of all) for (const [bin, times] of bins) sum.set(bin, (sum.get(bin) ?? 0) + times);
  return new Map([...sum].filter(([, times]) => times !== 0).sort(([one], [other]) => one - other));
}
