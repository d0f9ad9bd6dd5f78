// The words of one wavefront, one after the other, over the chunks of a file.

import type { RecordFile } from './reader.js';
import { blockOf, countOf, EXEC_ALL, followers, TAG, TAG_NAMES, tagOf } from './words.js';

function bitsOf(word: number): number {
  let count = 0;
  for (let left = word >>> 0; left !== 0; left = (left & (left - 1)) >>> 0) count++;
  return count;
}

const NOTHING: Uint32Array = new Uint32Array(0);

export class RecordStream {
  private words: Uint32Array = NOTHING;
  private at = 0;
  private chunk = 0;
  private group = 0;
  private wavefront = 0;

  constructor(private readonly records: RecordFile) {}

  /** Begins with another wavefront; gives the word of its code where it starts. */
  open(group: number, wavefront: number): number {
    this.group = group;
    this.wavefront = wavefront;
    this.words = NOTHING;
    this.at = this.chunk = 0;
    return this.takeBlock();
  }

  /** Position at which execution continues. */
  takeBlock(): number {
    return blockOf(this.take(TAG.block));
  }

  /** Number of active lanes from now on. @param width those of a wavefront */
  takeExec(width: number): number {
    if (this.take(TAG.exec) === EXEC_ALL) return width;
    return bitsOf(this.next()) + bitsOf(this.next());
  }

  /** The first word of an access. */
  take(tag: number): number {
    const word = this.next();
    if (tagOf(word) !== tag)
      this.refuse(`a word of '${TAG_NAMES[tagOf(word)] ?? tagOf(word)}' where '${TAG_NAMES[tag]}' is expected`);
    return word;
  }

  /** Lines of an access, into an array. @returns how many */
  takeLines(head: number, count: number, lines: Float64Array, listed: boolean): number {
    if (listed) for (let n = 0; n < count; n++) lines[n] = this.next();
    else if (followers(head) > 0) {
      const first = this.next();
      const stride = count > 1 ? this.next() | 0 : 0;
      for (let n = 0; n < count; n++) lines[n] = first + n * stride;
    }
    return count;
  }

  /** Passes over the lines of an access. @returns how many there are */
  passLines(head: number): number {
    for (let n = followers(head); n > 0; n--) this.next();
    return countOf(head);
  }

  private next(): number {
    while (this.at === this.words.length) {
      if (this.chunk === this.records.chunks(this.group, this.wavefront)) this.refuse('its records end too early');
      this.words = this.records.chunk(this.group, this.wavefront, this.chunk++);
      this.at = 0;
    }
    return this.words[this.at++]!;
  }

  private refuse(text: string): never {
    this.records.refuse(0, `wavefront ${this.wavefront} of work-group ${this.group}: ${text}`);
  }
}
