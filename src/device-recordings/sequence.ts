// Match of the program's present call with a call of the recording, which answers it.

import { difference, isSameRequest, type LiveCall } from './live-call.js';
import type { DeviceRecording, RecordedCall } from './reader.js';

/** Closing is not answered, but done. */
const isUnanswered = ({ name }: RecordedCall): boolean => name === 'close';
/** Recorded for their effect on memory: how long a program polls before it sleeps varies, and so does its end. */
const LOOKS = ['futex', 'munmap', 'exit_group'];
export const isWait = ({ name }: { readonly name: string }): boolean => LOOKS.includes(name);

export type Match =
  | { readonly is: 'call'; readonly call: RecordedCall; readonly skipped: readonly RecordedCall[] }
  /** @property expected what the recording has in its place; undefined when it has nothing more */
  | { readonly is: 'departure'; readonly expected: RecordedCall | undefined; readonly difference: string };

export interface Sequence {
  match(live: LiveCall): Match;
  /** Next expected call of the thread. */
  next(tid: number): RecordedCall | undefined;
  /** Its next call, which is a wait, has been seen to. */
  skip(tid: number): void;
  /** Calls that the program has not made. */
  left(): RecordedCall[];
}

const askedCalls = ({ calls }: DeviceRecording): RecordedCall[] => calls.filter((call) => !isUnanswered(call));

/** The calls of each thread in their order. */
export class StrictSequence implements Sequence {
  private readonly threads: RecordedCall[][];
  private readonly places: number[];
  /** Threads of the recording, by those of the program: each is given one when it first asks. */
  private readonly bound = new Map<number, number>();

  constructor(recording: DeviceRecording) {
    const threads = new Map<number, RecordedCall[]>();
    for (const call of askedCalls(recording)) {
      const calls = threads.get(call.thread);
      if (calls) calls.push(call);
      else threads.set(call.thread, [call]);
    }
    this.threads = [...threads.values()];
    this.places = this.threads.map(() => 0);
  }

  match(live: LiveCall): Match {
    const thread = this.threadOf(live);
    if (thread === undefined)
      return { is: 'departure', expected: undefined, difference: 'the recording has fewer threads with requests' };
    const skipped: RecordedCall[] = [];
    const calls = this.threads[thread]!;
    let place = this.places[thread]!;
    while (!isWait(live) && calls[place] && isWait(calls[place]!)) skipped.push(calls[place++]!);
    const expected = calls[place];
    if (!expected) return { is: 'departure', expected, difference: 'the recording has no more calls of this thread' };
    const text = difference(live, expected);
    if (text !== undefined) return { is: 'departure', expected, difference: text };
    this.places[thread] = place + 1;
    return { is: 'call', call: expected, skipped };
  }

  next(tid: number): RecordedCall | undefined {
    const thread = this.bound.get(tid);
    return thread === undefined ? undefined : this.threads[thread]![this.places[thread]!];
  }

  skip(tid: number): void {
    const thread = this.bound.get(tid);
    if (thread !== undefined) this.places[thread]!++;
  }

  left(): RecordedCall[] {
    return this.threads.flatMap((calls, thread) => calls.slice(this.places[thread]).filter((call) => !isWait(call)));
  }

  /** The first thread that began with this call, or else the first that is not matched yet. */
  private threadOf(live: LiveCall): number | undefined {
    const expected = this.bound.get(live.tid);
    if (expected !== undefined) return expected;
    const boundThreads = new Set(this.bound.values());
    const free = this.threads.map((_, thread) => thread).filter((thread) => !boundThreads.has(thread));
    const thread = free.find((each) => difference(live, this.threads[each]![0]!) === undefined) ?? free[0];
    if (thread !== undefined) this.bound.set(live.tid, thread);
    return thread;
  }
}

/** Any call that asks the same of the node, in whatever order. */
export class TolerantSequence implements Sequence {
  private readonly calls: RecordedCall[];

  constructor(recording: DeviceRecording) {
    this.calls = askedCalls(recording);
  }

  match(live: LiveCall): Match {
    const alike = this.calls.filter((call) => isSameRequest(live, call));
    const call = alike.find((each) => difference(live, each) === undefined) ?? alike[0];
    if (!call)
      return {
        is: 'departure',
        expected: undefined,
        difference: 'the recording has no such unanswered request',
      };
    this.calls.splice(this.calls.indexOf(call), 1);
    return { is: 'call', call, skipped: [] };
  }

  next(): RecordedCall | undefined {
    return this.calls[0];
  }

  skip(): void {
    this.calls.shift();
  }

  left(): RecordedCall[] {
    return [];
  }
}
