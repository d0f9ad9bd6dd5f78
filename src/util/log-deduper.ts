// Lines for a person from what a guest may do a million times: the first of each kind, then how often it came.

/** Lines of one kind that are passed on as they are. */
const SHOWN = 5;
/** Maximum number of kinds: a guest can make more of them than are useful. */
const KINDS = 100;
const OTHERS = '';

interface LogKind {
  count: number;
  /** The last count that was reported. */
  reported: number;
  readonly first: string;
}

/** Two lines are of one kind when they differ in numbers only. */
const kindOf = (text: string): string => text.replace(/0x[0-9a-f]+|\d+/g, '#');

export class LogDeduper {
  private readonly kinds = new Map<string, LogKind>();

  constructor(private readonly report: (text: string) => void) {}

  log(text: string): void {
    const kind = this.kind(text);
    kind.count++;
    if (kind.count > SHOWN && !isPowerOfTen(kind.count)) return;
    kind.reported = kind.count;
    this.report(kind.count > SHOWN ? `${text}\n(repeated ${kind.count} times)` : text);
  }

  /** Says how often came what has not been said each time, and begins anew. */
  end(): void {
    for (const { count, reported, first } of this.kinds.values()) {
      if (count > reported) this.report(`${first}\n(repeated ${count} times)`);
    }
    this.kinds.clear();
  }

  private kind(text: string): LogKind {
    const key = kindOf(text);
    const existing = this.kinds.get(key) ?? (this.kinds.size >= KINDS ? this.kinds.get(OTHERS) : undefined);
    if (existing) return existing;
    const isOther = this.kinds.size >= KINDS;
    const kind: LogKind = { count: 0, reported: 0, first: isOther ? 'messages of many other kinds' : text };
    this.kinds.set(isOther ? OTHERS : key, kind);
    return kind;
  }
}

const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count));
