// Passes the events of the processor threads to their receivers: instruments, the debugger's terminal, the launch list.

import { defaultCacheDir } from '../compiler/cache/cache-place.js';
import type { NamedWords } from '../debug/known-words.js';
import type { LaunchReport, ProcessorEvent } from '../driver/core/processor/messages.js';
import type { ThreadTrace } from '../driver/core/processor/worker-pool.js';
import { type Instrument, type TimelineSink, timelineOf } from '../instruments/instrument.js';
import { BackgroundCompiler } from '../kernels/background-compiler.js';
import { subscribe } from '../util/trace-spans.js';
import { WorkClock } from '../util/work-clock.js';
import { LaunchList } from './launch-list.js';
import type { MachineOptions } from './machine-options.js';
import type { UserMessages } from './user-messages.js';

/** The parts of the machine that events need. */
export interface EventContext {
  readonly options: MachineOptions;
  readonly instruments: readonly Instrument[];
  readonly messages: UserMessages;
  /** Set if the numbers of launches are kept. */
  readonly keepsAccount: boolean;
  /** Sends a line for the debugger to the processor thread. */
  readonly answer: (line: string | undefined) => void;
  /** Ends the programs at once. */
  readonly quit: () => void;
}

type EventOf<Type extends ProcessorEvent['type']> = Extract<ProcessorEvent, { readonly type: Type }>;
type Receivers = { readonly [Type in ProcessorEvent['type']]?: (event: EventOf<Type>) => void };

export class EventRouter {
  readonly launches = new LaunchList();
  /** Kernels of which clang makes machine code in the background. */
  readonly compilations = new WorkClock();
  /** A requested output is incomplete. */
  lacking = false;
  private compiler: BackgroundCompiler | undefined;
  private readonly receivers: Receivers;
  private readonly timeline: TimelineSink | undefined;

  constructor(private readonly context: EventContext) {
    this.timeline = timelineOf(context.instruments);
    if (this.timeline) subscribe((span) => this.timeline?.happened(span));
    this.receivers = { ...this.launchReceivers(), ...this.instrumentReceivers(), ...this.userReceivers() };
  }

  receive(event: ProcessorEvent): void {
    (this.receivers[event.type] as ((event: ProcessorEvent) => void) | undefined)?.(event);
  }

  private launchReceivers(): Receivers {
    const { keepsAccount, messages } = this.context;
    const note = (reports: readonly LaunchReport[]): void => (keepsAccount ? this.note(reports) : undefined);
    return {
      'launches-finished': ({ reports }) => note(reports),
      'launch-counts': ({ report }) => note([report]),
      'launch-failed': ({ text }) => messages.repeats.log(text),
      'session-lost': ({ text }) => messages.repeats.log(text),
      'session-closed': () => messages.repeats.end(),
      'native-code-needed': ({ kernel }) => this.compileInBackground(kernel),
    };
  }

  private instrumentReceivers(): Receivers {
    const { instruments } = this.context;
    const named = (instrument: string) => instruments.find(({ name }) => name === instrument);
    return {
      'instrument-message': ({ instrument, message }) => named(instrument)?.receive?.(message),
      'instrument-result': ({ instrument, result }) => named(instrument)?.collect?.(result),
      'spans-recorded': ({ trace }) => this.noteSpans(trace),
      'output-incomplete': ({ text }) => this.lack(text),
    };
  }

  private userReceivers(): Receivers {
    const { options, messages, answer, quit } = this.context;
    const { terminal, onReply } = options;
    return {
      text: ({ text }) => messages.write(text),
      'command-needed': ({ words }) => terminal?.request(answer, words as NamedWords | undefined),
      'debug-adapter-message': (event) => terminal?.editor?.send(event.answer),
      quit,
      'monitor-reply': ({ reply }) => onReply?.(reply),
    };
  }

  private note(launches: readonly LaunchReport[]): void {
    for (const launch of launches) {
      this.launches.add(launch);
      this.context.options.onLaunch?.(launch);
    }
  }

  private noteSpans({ unit, happenings }: ThreadTrace): void {
    for (const span of happenings) this.timeline?.happened(span, unit);
  }

  private compileInBackground(kernel: string): void {
    const { report, settings } = this.context.options;
    const { cacheDir = defaultCacheDir(), clang, verbose } = settings;
    const onFailure = (text: string): void => {
      if (verbose) report(`a kernel is not compiled to machine code: ${text}`);
    };
    this.compiler ??= new BackgroundCompiler({ cacheDir, clang, onFailure, clock: this.compilations });
    this.compiler.request(kernel);
  }

  private lack(text: string): void {
    this.lacking = true;
    this.context.messages.write(`atoll: ${text}\n`);
  }

  close(): void {
    this.compiler?.close();
  }
}
