// The texts of a program's modules, for entries that are numbered through all of them.

import { fileNameFor, type HsailSource } from './source-text.js';

/** A line of a file, from 1 on. */
export interface HsailLine {
  readonly file: string;
  readonly line: number;
}

interface Part {
  readonly source: HsailSource;
  /** Added to the offsets of the module's own entries. */
  readonly base: number;
}

export class ProgramSources {
  /** By the name of the file. */
  readonly texts = new Map<string, string>();
  private readonly lines = new Map<number, HsailLine>();
  /** Offsets in their own modules. */
  private readonly offsets = new Map<number, number>();

  constructor(parts: readonly Part[]) {
    for (const { source, base } of parts) {
      const file = fileNameFor(this.texts, source.name, source.text);
      for (const [offset, line] of source.lines) {
        this.lines.set(offset + base, { file, line });
        this.offsets.set(offset + base, offset);
      }
    }
  }

  /** @param entry offset in hsa_code; undefined where the entry stands in no line */
  lineOf(entry: number): HsailLine | undefined {
    return this.lines.get(entry);
  }

  /** The offset of an entry in its own module. */
  offsetOf(entry: number): number {
    return this.offsets.get(entry) ?? entry;
  }
}
