// Maximum number of builds in progress. A guest above its share waits in its call until one of its builds has ended;
// other guests do not.

/** Of one session. */
const MAX_BUILDS = 16;
/** Bytes of sources, in all sessions, from which no further build begins. */
const MAX_BYTES = 256 << 20;

interface QueuedBuild {
  readonly session: number;
  readonly goOn: () => void;
}

export class BuildQueue {
  private bytes = 0;
  /** By session. */
  private readonly counts = new Map<number, number>();
  private readonly waiting: QueuedBuild[] = [];

  hasRoom(session: number): boolean {
    return this.bytes < MAX_BYTES && (this.counts.get(session) ?? 0) < MAX_BUILDS;
  }

  /** Comes back when there may be room, in the order of asking, or when the session has been forgotten. */
  wait(session: number): Promise<void> {
    return new Promise((goOn) => this.waiting.push({ session, goOn }));
  }

  enter(session: number, bytes: number): void {
    this.bytes += bytes;
    this.counts.set(session, (this.counts.get(session) ?? 0) + 1);
  }

  leave(session: number, bytes: number): void {
    this.bytes -= bytes;
    const left = (this.counts.get(session) ?? 0) - 1;
    if (left > 0) this.counts.set(session, left);
    else this.counts.delete(session);
    const next = this.waiting.findIndex((one) => this.hasRoom(one.session));
    if (next >= 0) for (const build of this.waiting.splice(next, 1)) build.goOn();
  }

  /** The session has ended. */
  forget(session: number): void {
    const own = this.waiting.filter((one) => one.session === session);
    const others = this.waiting.filter((one) => one.session !== session);
    this.waiting.splice(0, this.waiting.length, ...others);
    for (const { goOn } of own) goOn();
  }
}
