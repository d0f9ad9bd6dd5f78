// Comparison of a program's writes into memory mapped from a device with its recorded writes.

import { readSync } from 'node:fs';
import type { RecordedImage } from './recorded-image.js';

const WORD = 4;
const WIDE = 8;
const PAGE = 4096;

/** A word that a program has written otherwise. */
export interface MemoryDifference {
  readonly file: number;
  readonly offset: number;
  readonly recorded: number;
  readonly now: number;
}

export interface WrittenMemory {
  readonly file: number;
  readonly fd: number;
  /** Memory as it was at the last look of the recording. */
  readonly image: RecordedImage;
  /** Words that had changed until the next look, by offset. */
  readonly changed: ReadonlyMap<number, number>;
  readonly isAddress: (value: bigint) => boolean;
}

export class ProgramWrites {
  /** Words that are not compared any more, by file. */
  private readonly ignored = new Map<number, Set<number>>();

  /**
   * @param isApart of the file's words, those that programs count in, and those that programs and devices write in turn
   */
  constructor(private readonly isApart: (offset: number) => boolean) {}

  ignore(file: number, offset: number): void {
    const words = this.ignored.get(file) ?? new Set<number>();
    this.ignored.set(file, words.add(offset));
  }

  /** The first word in pages that have changed in the recording until then; each is reported once. */
  difference({ file, fd, image, changed, isAddress }: WrittenMemory): MemoryDifference | undefined {
    const ignored = this.ignored.get(file);
    const now = Buffer.alloc(PAGE);
    for (const start of new Set([...image.pageOffsets(), ...[...changed.keys()].map((at) => at - (at % PAGE))])) {
      const page = image.page(start);
      now.fill(0, readSync(fd, now, 0, PAGE, start));
      if (now.equals(page)) continue;
      const was = Buffer.from(page.buffer, page.byteOffset, page.length);
      for (let at = 0; at < PAGE; at += WORD) {
        const [before, word] = [was.readUInt32LE(at), now.readUInt32LE(at)];
        const offset = start + at;
        // Unchanged: what the recording has there may be the device's doing.
        if (word === before || word === changed.get(offset) || this.isApart(offset) || ignored?.has(offset)) continue;
        this.ignore(file, offset);
        if (isAddress(now.readBigUInt64LE(at - (at % WIDE)))) continue;
        return { file, offset, recorded: changed.get(offset) ?? before, now: word };
      }
    }
    return undefined;
  }
}
