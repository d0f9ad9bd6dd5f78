// Distinct lines, and cycles of the banks of LDS, of one access of an instruction: quickly, without an allocation.

/** Entries of the table, a power of two: more than four times the lines that an instruction touches. */
const ENTRIES = 4096;
/** 64 lanes, up to 16 places of up to two lines. */
const MAX_LINES = 64 * 16 * 2;
const GOLDEN = 0x9e37_79b1;

/** Lines in the order in which they come, each once. */
export class LineSet {
  readonly lines = new Uint32Array(MAX_LINES);
  count = 0;
  private readonly table = new Uint32Array(ENTRIES);
  private readonly stamps = new Uint32Array(ENTRIES);
  private stamp = 0;
  private last = -1;

  clear(): void {
    this.count = 0;
    this.last = -1;
    if (++this.stamp < 2 ** 32) return;
    this.stamps.fill(0);
    this.stamp = 1;
  }

  add(line: number): void {
    if (line === this.last) return;
    this.last = line;
    const { table, stamps, stamp } = this;
    let at = Math.imul(line, GOLDEN) >>> 20;
    for (; stamps[at] === stamp; at = (at + 1) % ENTRIES) if (table[at] === line) return;
    stamps[at] = stamp;
    table[at] = line;
    this.lines[this.count++] = line;
  }

  /** Lines one behind the other that are not in the set. */
  fill(first: number, last: number): void {
    for (let line = first; line <= last; line++) this.lines[this.count++] = line;
  }
}

const BANKS = 32;
/** Words of LDS, and of what is addressed beyond it. */
const WORDS = 2 ** 14;

/** As LdsBanks (src/emulator/lds-banks.ts), which is the reference. */
export class BankCycles {
  cycles = 0;
  ideal = 0;
  private readonly stamps = new Uint32Array(WORDS);
  private readonly perBank = new Uint8Array(BANKS);
  private stamp = 0;
  private distinct = 0;
  private most = 0;

  clear(): void {
    this.cycles = this.ideal = 0;
  }

  beginHalf(): void {
    this.perBank.fill(0);
    this.distinct = this.most = 0;
    if (++this.stamp < 2 ** 32) return;
    this.stamps.fill(0);
    this.stamp = 1;
  }

  add(word: number): void {
    const at = word % WORDS;
    if (this.stamps[at] === this.stamp) return;
    this.stamps[at] = this.stamp;
    this.distinct++;
    const count = ++this.perBank[at % BANKS]!;
    if (count > this.most) this.most = count;
  }

  endHalf(): void {
    this.cycles += this.most;
    this.ideal += Math.ceil(this.distinct / BANKS);
  }
}
