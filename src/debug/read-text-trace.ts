// Reads the text form of a trace.

import { required } from '../util/required.js';
import type { PositionedRead } from './read-binary-trace.js';
import type { TraceReader, TraceStep } from './trace-steps.js';

const PIECE = 1 << 16;
/**
 * `k #1 (0, 0, 0) w2 0x40000010 +0x10 7e020280 v_mov_b32_e32 v1, 0`: the address differs between runs that do the same.
 */
const HEADER = /^(.* #\d+ \(\d+, \d+, \d+\) w\d+) 0x[0-9a-f]+ (\+0x[0-9a-f]+ .*)$/;
const EFFECT = /^ {4}(in|out) +(.*)$/;
/** Remarks that say what a run did; others are about the source. */
const RUN_REMARK = /^# (launch|GPU fault|the trace ends)/;

function* linesOf(readAt: PositionedRead): Generator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let offset = 0; ; ) {
    const piece = readAt(offset, PIECE);
    if (piece.length === 0) break;
    offset += piece.length;
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = required(lines.pop(), 'line');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function stepOf(lines: readonly string[]): TraceStep {
  const [head, ...effects] = lines as [string, ...string[]];
  const match = HEADER.exec(head);
  const texts = (kind: string): string[] =>
    effects.flatMap((line) => {
      const [, label, text] = EFFECT.exec(line) ?? [];
      return label === kind && text !== undefined ? [text] : [];
    });
  const same = [match ? `${match[1]} ${match[2]}` : head, ...effects].join('\n');
  return { same, wave: match?.[1], shown: () => lines, before: texts('in'), after: texts('out') };
}

export class TextTraceReader implements TraceReader {
  readonly form = 'text';
  launch = 'no launch';

  constructor(private readonly readAt: PositionedRead) {}

  *steps(): Generator<TraceStep> {
    let lines: string[] = [];
    for (const line of linesOf(this.readAt)) {
      if (line.startsWith('    ')) {
        lines.push(line);
        continue;
      }
      if (lines.length > 0) yield stepOf(lines);
      lines = [];
      if (line.startsWith('# launch')) this.launch = line.slice(2);
      if (!line.startsWith('#') || RUN_REMARK.test(line)) lines = [line];
    }
    if (lines.length > 0) yield stepOf(lines);
  }
}
