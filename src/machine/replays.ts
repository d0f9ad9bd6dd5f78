// Recorded launches in the place of a program: each gets memory of its own, as it was, and is launched by the control
// plane. Whatever watches a run watches them.

import type { ProcessorEvent, SessionMessage } from '../driver/core/processor/messages.js';
import { AddressSpace } from '../emulator/address-space.js';
import { GpuMemory } from '../emulator/memory.js';
import { DEFAULT_ISA } from '../isa/isas.js';
import { notesOf } from '../launch/allocation-log.js';
import { explainFault } from '../launch/fault-text.js';
import { compareMemory, type MemoryComparison } from '../replay/compare.js';
import type { Recording } from '../replay/layout.js';
import { kernelLaunch, loadedCode } from '../replay/loaded.js';
import { restore } from '../replay/pages.js';
import { AtollError } from '../util/errors.js';

export interface ReplayResult {
  /** Why the launch did not end well. */
  readonly failure: string | undefined;
  /** Memory beside the recording; requested once, while the recording is there. */
  readonly compare: () => MemoryComparison;
}

export interface ReplayOptions {
  /** Reports of programs about their memory are needed. */
  readonly hostEvents: boolean;
  /** Names of the instruction sets of the launches. */
  readonly isas: readonly string[];
}

/** The threads that execute. */
interface Threads {
  post(message: SessionMessage): void;
  removed(session: number): Promise<void>;
}

interface PendingReplay {
  readonly recording: Recording;
  readonly end: (failure: string | undefined) => void;
  readonly fail: (error: Error) => void;
}

/** Each launch is in a program of its own. */
const PROGRAM = 1;

export class Replays {
  private readonly waiting = new Map<number, PendingReplay>();
  private threads: Threads | undefined;
  private sessions = 0;
  private hasQuit = false;

  constructor(private readonly options: ReplayOptions) {}

  /** Chips for which threads have to load more than usual, by LLVM's names. */
  get chips(): readonly string[] {
    return this.options.isas.filter((name) => name !== DEFAULT_ISA.name);
  }

  attach(threads: Threads): void {
    this.threads = threads;
  }

  /**
   * Runs a launch again.
   * @returns undefined when the debugger has ended it
   * @throws AtollError INTERNAL when the thread that executes has died
   */
  async run(recording: Recording): Promise<ReplayResult | undefined> {
    const { threads } = this;
    if (!threads) throw new AtollError('INTERNAL', 'there are no threads for recorded launches');
    if (this.hasQuit) return undefined;
    // There are no guests beside: numbers are as those of contexts.
    const session = ++this.sessions;
    const memory = GpuMemory.create(new AddressSpace(recording.base));
    restore(memory, recording.regions, recording.before);
    const ended = new Promise<string | undefined>((end, fail) => this.waiting.set(session, { recording, end, fail }));
    for (const message of this.messages(session, memory, recording)) threads.post(message);
    let failure: string | undefined;
    try {
      failure = await ended;
    } finally {
      this.waiting.delete(session);
    }
    threads.post({ type: 'session-removed', session });
    await threads.removed(session);
    return this.hasQuit ? undefined : { failure, compare: () => compareMemory(memory, recording) };
  }

  private *messages(session: number, memory: GpuMemory, recording: Recording): Generator<SessionMessage> {
    const { launch, launchContext } = recording;
    yield { type: 'session-added', session, memory: memory.share(), queue: undefined };
    yield { type: 'program-added', session, program: PROGRAM, kernels: [loadedCode(recording)] };
    if (this.options.hostEvents && launchContext.history) {
      const { codeAddress, kernel: name } = launch;
      const end = {
        name,
        codeAddress,
        arguments: launchContext.arguments,
        debug: launchContext.debug,
        segment: launchContext.segment.address,
      };
      for (const note of notesOf(launchContext.history, end)) yield { type: 'host-event', session, note };
    }
    const { launcher, allocations } = launchContext;
    const snapshot = { launcher, allocations };
    const order = { program: PROGRAM, kernel: 0, device: 0, launch: kernelLaunch(recording), snapshot };
    yield { type: 'launch', session, launch: 1n, order };
  }

  /** A fault of a launch that was recorded, with what is known about it. */
  explained(event: ProcessorEvent): ProcessorEvent {
    const recording = event.type === 'launch-failed' ? this.waiting.get(event.session) : undefined;
    if (event.type !== 'launch-failed' || !event.details || !recording) return event;
    const { debug, arguments: all, allocations, launcher } = recording.recording.launchContext;
    const lines = explainFault(event.details, { debug, signature: { arguments: all } }, allocations, launcher);
    return { ...event, text: [event.text, ...lines].join('\n') };
  }

  receive(event: ProcessorEvent): void {
    if (event.type === 'launch-ended') this.waiting.get(event.session)?.end(event.failure);
  }

  /** The debugger has been ended. */
  quit(): void {
    this.hasQuit = true;
    for (const { end } of this.waiting.values()) end(undefined);
  }

  /** Nothing more will be executed. */
  lose(): void {
    for (const { fail } of this.waiting.values())
      fail(new AtollError('INTERNAL', 'the thread that executes the launch has ended unexpectedly'));
  }
}
