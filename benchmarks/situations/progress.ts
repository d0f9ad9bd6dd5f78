// How far a long measurement is, and how long the rest will take: on a terminal one line that is written over,
// elsewhere a line for each program.

/** Wipes the line of a terminal. */
const BACK = '\r\x1b[K';
const BAR = 24;

const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;

export class SituationProgress {
  private done = 0;
  private seconds = 0;

  /**
   * @param count programs in all
   * @param usual seconds that one takes as far as is known before any has been measured
   */
  constructor(
    private readonly count: number,
    private readonly usual: number,
    private readonly stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
  ) {}

  begins(program: string, situation?: string): void {
    const { stream, done, count } = this;
    if (!stream.isTTY && situation !== undefined) return;
    const full = Math.floor((BAR * done) / count);
    const bar = stream.isTTY ? `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ` : '';
    const text = `${bar}${done + 1} of ${count}: ${program}${situation === undefined ? '' : `, ${situation}`}; about ${minutes(this.left)} left`;
    stream.write(stream.isTTY ? `${BACK}${text}` : `${text}\n`);
  }

  /** @param seconds that it took; undefined when it failed, which is no estimate for others */
  ended(seconds: number | undefined): void {
    this.done++;
    this.seconds += seconds ?? this.mean;
  }

  close(): void {
    if (this.stream.isTTY) this.stream.write(BACK);
  }

  /** Seconds. */
  get left(): number {
    return this.mean * (this.count - this.done);
  }

  private get mean(): number {
    return this.done === 0 ? this.usual : this.seconds / this.done;
  }
}
