// Equal findings are one: the first is described, the others are counted.

import { positionText } from '../source/locator.js';
import type { Finding, FindingKind, FindingLocation, UnnumberedFinding } from './finding.js';

/** Different findings that are kept of a run; what comes after is only counted. */
const MAX_FINDINGS = 1000;

/** Key of equal findings: kind, kernel, instructions and memory object; not work-items, nor addresses. */
export interface FindingKey {
  readonly kind: FindingKind;
  readonly kernel: string;
  readonly pc: number;
  readonly otherPc?: number;
  readonly object?: number | string;
}

interface Entry {
  finding: Finding;
  counted: number;
}

export class Findings {
  private readonly entries = new Map<string, Entry>();
  /** Findings that were not kept. */
  dropped = 0;

  /** @param send called with each new finding, and at the end with those whose count has changed */
  constructor(private readonly send: (finding: Finding) => void) {}

  /** Different ones so far. */
  get different(): number {
    return this.entries.size;
  }

  /** Counts a finding. @param describe makes the first one's description @param count how often it was made */
  add({ kind, kernel, pc, otherPc = -1, object = 0 }: FindingKey, describe: () => UnnumberedFinding, count = 1): void {
    const key = `${kind} ${kernel} ${pc} ${otherPc} ${object}`;
    const existing = this.entries.get(key);
    if (existing) {
      existing.counted += count;
      return;
    }
    if (this.entries.size >= MAX_FINDINGS) {
      this.dropped += count;
      return;
    }
    const finding = { ...describe(), number: this.entries.size + 1, count };
    this.entries.set(key, { finding, counted: count });
    this.send(finding);
  }

  /** Sends what has been counted since. */
  flush(): void {
    for (const entry of this.entries.values()) {
      if (entry.counted === entry.finding.count) continue;
      entry.finding = { ...entry.finding, count: entry.counted };
      this.send(entry.finding);
    }
  }
}

/** `kernel.cl:12:5`, or the place in the code. */
export const placeText = ({ source, offset }: FindingLocation): string =>
  source ? positionText(source) : `+0x${offset.toString(16)}`;
