// Reads tokens one after another.

import type { AtollError } from '../../util/errors.js';
import { MAX_ALIGNMENT } from '../brig/enums.js';
import { integerValue } from './literals.js';
import { type HsailToken, type HsailTokenKind, syntaxError, tokenize } from './tokens.js';

export class TokenReader {
  private readonly tokens: readonly HsailToken[];
  private at = 0;
  /** Made at the first use. */
  private lineEnds: readonly number[] | undefined;

  constructor(private readonly text: string) {
    this.tokens = tokenize(text);
  }

  /** The token ahead; comments are skipped but where a statement begins. */
  peek(ahead = 0, comments = false): HsailToken {
    while (!comments && this.tokens[this.at]!.kind === 'comment') this.at++;
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  next(comments = false): HsailToken {
    const token = this.peek(0, comments);
    if (token.kind !== 'end') this.at++;
    return token;
  }

  skip(text: string): boolean {
    if (this.peek().text !== text) return false;
    this.next();
    return true;
  }

  expect(text: string): void {
    if (!this.skip(text)) throw this.error(`${JSON.stringify(text)} is expected instead of ${this.peek().text}`);
  }

  take(kind: HsailTokenKind): string {
    if (this.peek().kind !== kind) throw this.error(`a ${kind} is expected instead of ${this.peek().text}`);
    return this.next().text;
  }

  integer(): bigint {
    const text = this.take('number');
    if (!/^(?:0x[\da-f]+|\d+)$/i.test(text) || /^0\d*[89]/.test(text)) throw this.error(`${text} is no integer`);
    const value = integerValue(text);
    if (value >= 2n ** 64n) throw this.error(`${text} has more than 64 bits`, 1);
    return value;
  }

  /** Items between brackets, separated by commas; at least one. */
  list<T>(open: string, close: string, item: () => T): T[] {
    this.expect(open);
    const items = [item()];
    while (this.skip(',')) items.push(item());
    this.expect(close);
    return items;
  }

  /** `(16)` as an alignment code. */
  alignment(): number {
    this.expect('(');
    const code = Math.log2(Number(this.integer())) + 1;
    if (!Number.isInteger(code) || code < 1 || code > MAX_ALIGNMENT)
      throw this.error('an alignment is a power of two up to 256');
    this.expect(')');
    return code;
  }

  /** The place of the token that was read last. */
  get lastOffset(): number {
    return this.tokens[Math.max(this.at - 1, 0)]!.offset;
  }

  /** Number of the line of a place, from 1 on. */
  lineOf(offset: number): number {
    this.lineEnds ??= [...this.text.matchAll(/\n/g)].map(({ index }) => index);
    let [low, high] = [0, this.lineEnds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.lineEnds[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** An error at a place of the text. */
  errorAt(offset: number, problem: string): AtollError {
    return syntaxError(this.text, offset, problem);
  }

  /** An error at the token ahead, or at one that has been read. */
  error(problem: string, back = 0): AtollError {
    const { offset } = this.peek();
    return syntaxError(this.text, this.tokens[this.at - back]?.offset ?? offset, problem);
  }
}
