// The command processor: takes packets from the rings of all guests in turn and executes them, a slice of time each.

import { constants } from 'node:os';
import { RING_ENTRIES, SIGNAL_COUNT } from '../../abi/schema.js';
import { Counters } from '../../emulator/counters.js';
import type { DispatchOutcome } from '../../emulator/dispatcher.js';
import type { Engine } from '../../emulator/engine.js';
import { describeFault } from '../../emulator/faults.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { Probe } from '../../emulator/probes.js';
import { AtollError, describeError } from '../../util/errors.js';
import { ClStatus } from '../cl-status.js';
import type { Channel, Futex, PacketValues } from './channel.js';
import type { Crew } from './crew.js';
import type { CrewMessage, LaunchReport, ProcessorEvent, SessionMessage } from './messages.js';
import type { Observer } from './observer.js';
import { type Running, Served } from './served.js';

/** Wave-instructions after which the other guests get their turn and cancellation is looked at. */
const SLICE = 20_000;
/** Nanoseconds that a launch runs alone before executors are asked: less would not pay for telling them. */
const ALONE_NS = 2_000_000n;
/** Nanoseconds from which a launch is shared at once, when the last one of its kernel lets expect that it takes so long. */
const EXPECTED_NS = 500_000;
/**
 * Nanoseconds of work that executors could share, done or foreseen for the launch that runs, from which they are started: about what
 * their start costs. A program that does less never pays for them.
 */
const START_NS = 20_000_000;

export interface ProcessorOptions {
  readonly createEngine: (memory: GpuMemory, probe: Probe | undefined) => Engine;
  readonly futex: Futex;
  readonly crew: Crew;
  /** Watches what is executed; launches then have no executors. */
  readonly observer?: Observer | undefined;
  /** Executors that may be asked for. */
  readonly executors: number;
  /** Milliseconds that one kernel may take; undefined for no limit. */
  readonly timeoutMs?: number | undefined;
  readonly emit: (event: ProcessorEvent) => void;
  /** Delivers the messages that were sent until now, through `receive`. */
  readonly catchUp: () => void;
}

export class Processor {
  readonly #sessions = new Map<number, Served>();
  #crewWanted = false;
  /** Time spent on slices that executors could have taken a part of. */
  #shareableNs = 0;

  constructor(private readonly options: ProcessorOptions) {}

  /** Doorbells to wait on. */
  get channels(): Channel[] {
    return [...this.#sessions.values()].map((served) => served.channel);
  }

  receive(message: SessionMessage | CrewMessage): void {
    switch (message.do) {
      case 'enlist':
        this.options.crew.enlist(message.member);
        return;
      case 'addSession': {
        const { session, memory } = message;
        const { createEngine, futex, observer, crew } = this.options;
        this.#sessions.set(session, new Served(session, memory, createEngine, futex, observer?.probe(session)));
        crew.meet(session, memory);
        return;
      }
      case 'removeSession':
        this.#leave(message.session);
        return;
      case 'addProgram':
        this.#sessions.get(message.session)?.programs.set(message.program, message.kernels);
        return;
      case 'removeProgram':
        this.#sessions.get(message.session)?.release(message.program);
        return;
    }
  }

  /** Whether a guest is still there. */
  serves(session: number): boolean {
    return this.#sessions.get(session)?.leaving === false;
  }

  /** Whether this thread can do something for some guest. */
  get busy(): boolean {
    for (const served of this.#sessions.values()) if (served.ready) return true;
    return false;
  }

  /** Milliseconds until a launch that executors still work on is late; -1 when there is nothing to watch. */
  get patience(): number {
    const limit = this.options.timeoutMs;
    if (limit === undefined) return -1;
    const starts = [...this.#sessions.values()].flatMap(({ running }) => (running ? [running.startNs] : []));
    if (starts.length === 0) return -1;
    const oldest = starts.reduce((least, start) => (start < least ? start : least));
    return Math.max(1, limit - Number(process.hrtime.bigint() - oldest) / 1e6);
  }

  /** Gives every guest one slice. */
  step(): void {
    for (const served of this.#sessions.values()) {
      if (!served.running && served.hasPacket) this.#begin(served);
      if (served.running) this.#continue(served, served.running);
      if (served.leaving && !served.running) this.#remove(served);
    }
  }

  /** Everything ends; nothing is executed any more. */
  close(): void {
    for (const served of this.#sessions.values()) served.close();
  }

  /** Looks at launches that only executors still work on. */
  watch(): void {
    for (const { running } of this.#sessions.values()) {
      if (running?.ended && !running.failure && this.#late(running)) this.#stop(running, this.#timeoutText(running));
    }
  }

  #leave(session: number): void {
    const served = this.#sessions.get(session);
    if (!served) return this.options.emit({ do: 'sessionRemoved', session });
    served.leaving = true;
    if (served.running) this.#stop(served.running, 'the program has ended');
  }

  #remove(served: Served): void {
    this.#sessions.delete(served.session);
    served.close();
    this.options.crew.forget(served.session);
    this.options.observer?.left?.(served.session);
    this.options.emit({ do: 'sessionRemoved', session: served.session });
  }

  #begin(served: Served): void {
    if (served.channel.waiting > RING_ENTRIES) {
      served.lost = true;
      served.channel.lose(constants.errno.EIO);
      const text = 'the ring indices are inconsistent: device lost for this guest';
      this.options.emit({ do: 'fault', session: served.session, signal: 0, text });
      return;
    }
    const packet = served.channel.take();
    // The message about a program leaves before the guest hears of it, but its packet may overtake our last look at the messages.
    if (!served.knows(packet.program)) this.options.catchUp();
    // Among them may be the guest's end, which stops only what runs already.
    if (served.leaving) return;
    // A guest that exits releases its programs with launches still in the ring: nobody waits for these.
    if (served.released.has(packet.program)) return this.#end(served, packet);
    try {
      served.start(packet, process.hrtime.bigint());
    } catch (error) {
      return this.#fail(served, packet, describeError(error));
    }
    const running = served.running!;
    if (this.options.executors > 0 && served.expectedNs(running) >= EXPECTED_NS) this.#join(served, running);
  }

  #continue(served: Served, running: Running): void {
    if (!running.ended) this.#advance(served, running);
    if (!running.ended || !(running.team?.finished ?? true)) return;
    if (running.team) this.options.crew.collect(running.team);
    served.running = undefined;
    const failure = running.failure ?? running.team?.failure;
    if (failure === undefined) this.#complete(served, running);
    else this.#fail(served, running.packet, failure);
  }

  /** One slice of our own part. */
  #advance(served: Served, running: Running): void {
    let outcome: DispatchOutcome;
    try {
      outcome = running.dispatch.run(SLICE);
    } catch (error) {
      // A defect of ours must not take the other guests with it.
      const defect = error instanceof AtollError ? describeError(error) : (error as Error).stack;
      this.#stop(running, `defect of Atoll: ${defect}`);
      return;
    }
    if (outcome === 'breakpoint' || (outcome === 'fault' && this.options.observer)) {
      if (!this.#observed(served, running)) return;
      if (outcome === 'breakpoint') return;
    }
    if (outcome === 'budget') {
      if (this.#late(running)) this.#stop(running, this.#timeoutText(running));
      else this.#callCrew(served, running);
      return;
    }
    running.ended = true;
    if (outcome === 'fault') running.failure = describeFault(running.dispatch.fault!);
    else if (outcome !== 'done' && !running.team)
      running.failure ??= `kernel ${running.dispatch.launch.kernel} was ${outcome}`;
  }

  /** Lets the observer look at a stop. Says whether the guest is still served. */
  #observed(served: Served, running: Running): boolean {
    const decision = this.options.observer?.stopped?.(served.session, running.dispatch) ?? 'continue';
    if (decision !== 'quit') return decision === 'continue';
    // The guest is about to be killed: were its launch to end, it would see that and go on.
    served.lost = true;
    served.running = undefined;
    return false;
  }

  /** Ends our part, and makes the executors end theirs. */
  #stop(running: Running, failure: string): void {
    running.dispatch.cancel();
    running.failure ??= failure;
    running.ended = true;
  }

  #callCrew(served: Served, running: Running): void {
    const { executors } = this.options;
    const now = process.hrtime.bigint();
    if (executors === 0 || running.team) return;
    this.#wantCrew(running, now);
    if (now - running.startNs >= ALONE_NS) this.#join(served, running);
  }

  /** Has executors started when what they could share, of this launch and of those before it, is worth that. */
  #wantCrew(running: Running, now: bigint): void {
    const { cursor, dispatch } = running;
    if (this.#crewWanted || cursor.total === 1) return;
    const { workGroups } = dispatch.counters;
    running.begun ??= { ns: now, groups: workGroups };
    const { begun } = running;
    const spent = Number(now - begun.ns);
    // Work-groups take as long as those before them, or as the first one until now.
    const left = (spent / Math.max(1, workGroups - begun.groups)) * (cursor.total - cursor.taken);
    if (this.#shareableNs + spent + left < START_NS) return;
    this.#crewWanted = true;
    this.options.emit({ do: 'crewWanted' });
  }

  #join(served: Served, running: Running): void {
    const { crew } = this.options;
    if (crew.size > 0) running.team = crew.join(served.session, served.shared, running.dispatch.launch, running.cursor);
  }

  #late({ startNs }: Running): boolean {
    const limit = this.options.timeoutMs;
    return limit !== undefined && process.hrtime.bigint() - startNs > BigInt(Math.round(limit * 1e6));
  }

  #timeoutText({ dispatch }: Running): string {
    return `kernel ${dispatch.launch.kernel} stopped after ${this.options.timeoutMs} ms (--timeout)\n${dispatch.describe()}`;
  }

  #complete(served: Served, running: Running): void {
    const { packet } = running;
    const endNs = process.hrtime.bigint();
    if (running.begun) this.#shareableNs += Number(endNs - running.begun.ns);
    served.learn(running, endNs, running.team ? this.options.crew.size + 1 : 1);
    // The report leaves first: whoever sees the completion may end the process.
    this.options.emit({ do: 'launched', report: reportOf(served.session, running, endNs) });
    served.channel.end(packet.signal, ClStatus.SUCCESS, endNs);
  }

  #fail(served: Served, packet: PacketValues, text: string): void {
    // A guest that has left hears nothing more, and nobody asks why its last kernel stopped.
    if (served.leaving) return;
    this.options.emit({ do: 'fault', session: served.session, signal: packet.signal % SIGNAL_COUNT, text });
    this.#end(served, packet);
  }

  /** Tells the guest that a launch has failed. */
  #end(served: Served, packet: PacketValues): void {
    served.channel.end(packet.signal, ClStatus.OUT_OF_RESOURCES, process.hrtime.bigint());
  }
}

function reportOf(session: number, { packet, dispatch, team, startNs }: Running, endNs: bigint): LaunchReport {
  const { launch } = dispatch;
  const sum = new Counters();
  sum.add(dispatch.counters);
  if (team) sum.add(team.counters);
  return {
    session,
    signal: packet.signal,
    kernel: launch.kernel,
    device: packet.device,
    globalSize: launch.globalSize as [number, number, number],
    localSize: launch.localSize as [number, number, number],
    counters: sum.values,
    startNs,
    endNs,
  };
}
