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

interface RecordedThread {
  readonly calls: readonly RecordedCall[];
  /** Index of the next expected call. */
  place: number;
}

/** The calls of each thread in their order. */
export class StrictSequence implements Sequence {
  private readonly threads: readonly RecordedThread[];
  /** Threads of the recording, by those of the program: each is given one when it first asks. */
  private readonly bound = new Map<number, RecordedThread>();

  constructor(recording: DeviceRecording) {
    const threads = new Map<number, RecordedCall[]>();
    for (const call of askedCalls(recording)) {
      const calls = threads.get(call.thread);
      if (calls) calls.push(call);
      else threads.set(call.thread, [call]);
    }
    this.threads = [...threads.values()].map((calls) => ({ calls, place: 0 }));
  }

  match(live: LiveCall): Match {
    const thread = this.threadOf(live);
    if (thread === undefined)
      return { is: 'departure', expected: undefined, difference: 'the recording has fewer threads with requests' };
    const skipped: RecordedCall[] = [];
    let { place } = thread;
    let expected = thread.calls[place];
    while (!isWait(live) && expected && isWait(expected)) {
      skipped.push(expected);
      expected = thread.calls[++place];
    }
    if (!expected) return { is: 'departure', expected, difference: 'the recording has no more calls of this thread' };
    const text = difference(live, expected);
    if (text !== undefined) return { is: 'departure', expected, difference: text };
    thread.place = place + 1;
    return { is: 'call', call: expected, skipped };
  }

  next(tid: number): RecordedCall | undefined {
    const thread = this.bound.get(tid);
    return thread?.calls[thread.place];
  }

  skip(tid: number): void {
    const thread = this.bound.get(tid);
    if (thread) thread.place++;
  }

  left(): RecordedCall[] {
    return this.threads.flatMap(({ calls, place }) => calls.slice(place).filter((call) => !isWait(call)));
  }

  /** The first thread that began with this call, or else the first that is not matched yet. */
  private threadOf(live: LiveCall): RecordedThread | undefined {
    const expected = this.bound.get(live.tid);
    if (expected !== undefined) return expected;
    const boundThreads = new Set(this.bound.values());
    const free = this.threads.filter((thread) => !boundThreads.has(thread));
    const begins = ([first]: readonly RecordedCall[]): boolean => !!first && difference(live, first) === undefined;
    const thread = free.find(({ calls }) => begins(calls)) ?? free[0];
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
