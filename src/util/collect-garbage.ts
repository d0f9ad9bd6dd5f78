// A garbage collection at a moment of our choice: V8 puts one off in threads that sleep outside of their event loops,
// whose heaps then grow. 3,000 opens of /dev/kfd end at 290 MB and with 260 new mappings without it, at 155 MB and with
// 70 with it; it costs 0.3 ms of processor time an open.

let collect: (() => void) | undefined;

/** Collects all garbage of this thread, which takes some milliseconds. */
export function collectGarbage(): void {
  if (!collect) {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    // Contexts that are made from then on have the function.
    collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
  }
  collect();
}

/** Sessions whose end leaves enough garbage for a collection. */
const SESSIONS = 128;

/** Counts ended sessions of one thread. */
export class SessionGarbage {
  private ended = 0;

  constructor(private readonly collect = collectGarbage) {}

  add(): void {
    this.ended++;
  }

  /** Collects what has come together, if that is much. @returns whether it has */
  collectIfMuch(): boolean {
    if (this.ended < SESSIONS) return false;
    this.ended = 0;
    this.collect();
    return true;
  }
}
