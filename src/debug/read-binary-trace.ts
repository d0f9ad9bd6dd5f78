// Reads the binary form of a trace.

import { decode } from '../isa/decode.js';
import type { Isa } from '../isa/isa.js';
import { DEFAULT_ISA, isaNamed } from '../isa/isas.js';
import { isaOfCode } from '../isa/load-isa.js';
import { printInstruction } from '../isa/print.js';
import { AtollError } from '../util/errors.js';
import {
  HEADER_BYTES,
  KIND,
  KIND_SHIFT,
  RECORD_BYTES,
  type TracedLaunch,
  VERSION,
  WAVE_SHIFT,
  WORD_MASK,
} from './binary-trace.js';
import { hex, hex32 } from './numbers.js';
import type { TraceReader, TraceStep } from './trace-steps.js';

/** Gives the bytes of a file from a place on; fewer at its end. */
export type PositionedRead = (offset: number, length: number) => Buffer;

const PIECE = 1 << 20;
/** JSON of a launch has its code in it. */
const MAX_TEXT = 1 << 28;

export class BinaryTraceReader implements TraceReader {
  readonly form = 'binary';
  launch = 'no launch';
  private isa: Isa = DEFAULT_ISA;
  private code: Uint32Array = new Uint32Array(0);
  private group = 0;

  /** @throws AtollError BAD_INPUT for another version */
  constructor(
    private readonly file: string,
    private readonly readAt: PositionedRead,
  ) {
    const version = readAt(0, HEADER_BYTES).readUInt32LE(8);
    if (version !== VERSION) throw this.damage(8, `version ${version}, expected ${VERSION}`);
  }

  *steps(): Generator<TraceStep> {
    for (let offset = HEADER_BYTES; ; ) {
      const piece = this.readAt(offset, PIECE);
      const whole = piece.length - (piece.length % RECORD_BYTES);
      if (whole === 0) {
        if (piece.length > 0) throw this.damage(offset, 'the trace is truncated');
        return;
      }
      let at = 0;
      while (at < whole) {
        const [first, second] = [piece.readUInt32LE(at), piece.readUInt32LE(at + 4)];
        const kind = first >>> KIND_SHIFT;
        at += RECORD_BYTES;
        if (kind === KIND.instruction || kind === KIND.skipped) yield this.instruction(kind, first, second);
        else if (kind === KIND.group) this.group = second;
        else if (kind === KIND.end) yield textStep(`the trace ends after ${second} wave-instructions (--trace-count)`);
        else {
          const text = this.text(kind, offset + at, second);
          yield text;
          // The text may lie behind this piece.
          offset += at + second + (-second & (RECORD_BYTES - 1));
          at = -1;
          break;
        }
      }
      if (at >= 0) offset += whole;
    }
  }

  private text(kind: number, offset: number, length: number): TraceStep {
    if ((kind !== KIND.launch && kind !== KIND.fault) || length > MAX_TEXT)
      throw this.damage(offset - RECORD_BYTES, `there is no record of kind ${kind}`);
    const bytes = this.readAt(offset, length);
    if (bytes.length < length) throw this.damage(offset, 'the trace is truncated');
    const text = bytes.toString();
    if (kind === KIND.fault) return textStep(text);
    const { code, launch, guest, kernel, isa, globalSize, localSize } = this.described(text, offset);
    try {
      this.isa = isaOfCode(isa) ?? isaNamed(isa);
    } catch (error) {
      throw this.damage(offset, (error as Error).message);
    }
    if (code !== '') {
      const words = Buffer.from(code, 'base64');
      this.code = Uint32Array.from({ length: words.length >> 2 }, (_, n) => words.readUInt32LE(4 * n));
    }
    this.launch = `launch ${launch} of guest ${guest}: kernel ${kernel}, global size ${globalSize.join(' ')}, local size ${localSize.join(' ')}`;
    return textStep(this.launch);
  }

  private described(text: string, offset: number): TracedLaunch {
    try {
      return JSON.parse(text) as TracedLaunch;
    } catch {
      throw this.damage(offset, 'a launch is not described by JSON');
    }
  }

  private instruction(kind: number, first: number, digest: number): TraceStep {
    const [word, wave] = [first & WORD_MASK, (first >>> WAVE_SHIFT) & 15];
    const { group } = this;
    const shown = (): string[] => {
      const skipped = kind === KIND.skipped ? 'skipped by MODE' : `digest of its effects ${hex32(digest)}`;
      return [`work-group ${group} w${wave} +${hex(4 * word)}  ${this.printed(word)}`, `    ${skipped}`];
    };
    // All that is compared, in one number that is exact: 32 bits, and the kind with place and wavefront in 32 more.
    const same = `${first} ${digest} ${group}`;
    return { same, wave: `${group} ${wave}`, shown, before: [], after: [] };
  }

  private printed(word: number): string {
    const decoded = decode(this.isa, this.code, word);
    return decoded.ok ? printInstruction(decoded.instruction) : '(unknown code)';
  }

  private damage(offset: number, what: string): AtollError {
    return new AtollError('BAD_INPUT', `${this.file}, offset ${offset}: ${what}`, 'write the trace again');
  }
}

const textStep = (text: string): TraceStep => ({
  same: text,
  wave: undefined,
  shown: () => [text],
  before: [],
  after: [],
});
