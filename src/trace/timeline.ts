// The timeline of one run: calls and commands of guests' threads, and what the simulator does for them. Spans come from
// many places and are written at once; their number is bounded.

import type { CallEnd, CallSink } from '../driver/core/services.js';
import type { ExitStatusText } from '../util/exit-status-text.js';
import type { TraceSpan } from '../util/trace-spans.js';
import { commandName } from './command-names.js';
import { Rows } from './rows.js';
import { TimelineFile } from './timeline-file.js';
import type { Details, TraceSlice } from './writer.js';

export interface TimelineOptions {
  readonly file: string;
  /** Most spans. */
  readonly limit: number;
  readonly words: ExitStatusText;
}

/**
 * Nesting of calls in one thread: callbacks make calls, hardly any of them in turn. A guest can write what it likes.
 */
const DEEPEST = 64;

const rowOf = ({ category, details }: TraceSpan, unit: number | undefined): string => {
  if (category === 'launch') return `launches of guest ${details?.['guest'] ?? 0}`;
  if (category === 'stage') return `${details?.['graph']}: ${details?.['node']} on ${details?.['unit']}`;
  if (category === 'work-groups') return unit ? `executor ${unit}` : 'processor';
  return category === 'memory' ? 'pages' : category === 'build' ? 'builds' : 'compiler processes';
};

export class Timeline implements CallSink {
  private readonly file: TimelineFile;
  private readonly rows: Rows;
  private readonly startNs = process.hrtime.bigint();
  /** Calls that threads have begun and not ended, by session and thread. */
  private readonly open = new Map<number, Map<string, CallEnd[]>>();
  private written = 0;
  private dropped = 0;

  /** @throws AtollError BAD_OPTION when the file cannot be written */
  constructor(private readonly options: TimelineOptions) {
    this.file = new TimelineFile(options.file, options.words.lacks);
    this.rows = new Rows({
      group: (group) => this.file.write((writer) => writer.group(group)),
      track: (track) => this.file.write((writer) => writer.track(track)),
    });
  }

  /** Something of ours is over. @param unit the thread that executes work-groups, 0 for the processor thread */
  happened(span: TraceSpan, unit?: number): void {
    if (this.isFull()) return;
    const [startNs, endNs] = [this.since(span.startNs), this.since(span.endNs)];
    const track = this.rows.own(rowOf(span, unit), startNs, endNs);
    const { category, name, details = {} } = span;
    this.span({ track, category, name, startNs, endNs, details });
  }

  took(session: number, end: CallEnd): void {
    const threads = this.threadsOf(session);
    const key = `${end.process} ${end.thread}`;
    const begun = threads.get(key) ?? [];
    if (end.begins) {
      if (begun.length === 0) threads.set(key, begun);
      if (begun.length < DEEPEST) begun.push(end);
      return;
    }
    const begin = begun.pop();
    // Threads come and go without a word.
    if (begun.length === 0) threads.delete(key);
    if (begin) this.call(begin, end.timeNs, {});
  }

  lost(count: number): void {
    this.dropped += count;
  }

  /** Closes the calls that the session's threads have not ended. */
  left(session: number): void {
    const now = process.hrtime.bigint();
    for (const begun of this.open.get(session)?.values() ?? [])
      for (const begin of begun.reverse()) this.call(begin, now, { unfinished: 1 });
    this.open.delete(session);
  }

  /** Spans that the file has or gets from calls that have not ended, and spans beyond the limit. */
  get counts(): { readonly spans: number; readonly dropped: number } {
    let unfinished = 0;
    for (const threads of this.open.values()) for (const begun of threads.values()) unfinished += begun.length;
    const spans = Math.min(this.written + unfinished, this.options.limit);
    return { spans, dropped: this.dropped + this.written + unfinished - spans };
  }

  /** The file could take everything so far. */
  get isComplete(): boolean {
    return this.file.isOpen;
  }

  /** The run is over. @param about what is to be said of it */
  finish(about: Details): void {
    const { dropped, written, options } = this;
    for (const session of [...this.open.keys()]) this.left(session);
    if (dropped > 0 && this.file.isOpen)
      options.words.say(`the trace has the first ${written} spans; ${dropped} more were dropped (--trace-spans)`);
    this.file.finish({ ...about, clock_monotonic_start_ns: String(this.startNs), spans: written, dropped });
  }

  /** The run did not begin. */
  discard(): void {
    this.file.discard();
  }

  private threadsOf(session: number): Map<string, CallEnd[]> {
    let threads = this.open.get(session);
    if (!threads) this.open.set(session, (threads = new Map()));
    return threads;
  }

  private call({ process, thread, timeNs, name, command, bytes }: CallEnd, endNs: bigint, more: Details): void {
    if (this.isFull()) return;
    const track = this.rows.thread(process, thread);
    const what = command === 0 ? { category: 'call', name } : { category: 'command', name: commandName(command) };
    const details = bytes > 0n ? { bytes: Number(bytes), ...more } : more;
    this.span({ ...what, track, startNs: this.since(timeNs), endNs: this.since(endNs), details });
  }

  private isFull(): boolean {
    if (this.written < this.options.limit) return false;
    this.dropped++;
    return true;
  }

  private span(span: TraceSlice): void {
    this.written++;
    this.file.write((writer) => writer.span(span));
  }

  private since(timeNs: bigint): number {
    return Number(timeNs - this.startNs);
  }
}
