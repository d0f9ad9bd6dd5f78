// The command processor: takes packets from the rings of all guests in turn and executes them, a slice of time each.

import { constants } from 'node:os';
import { RING_ENTRIES, SIGNAL_COUNT } from '../../abi/schema.js';
import { Counters } from '../../emulator/counters.js';
import type { DispatchOutcome } from '../../emulator/dispatcher.js';
import type { Engine } from '../../emulator/engine.js';
import { describeFault } from '../../emulator/faults.js';
import type { LaunchDescriptor } from '../../emulator/launch.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { Probe } from '../../emulator/probes.js';
import type { Conventions } from '../../launch/convention.js';
import { AtollError, describeError } from '../../util/errors.js';
import { ClStatus } from '../cl-status.js';
import type { Channel, Futex, PacketValues } from './channel.js';
import type { Crew } from './crew.js';
import type { Populate } from './fresh-memory.js';
import type { CrewMessage, LaunchReport, ProcessorEvent, SessionMessage } from './messages.js';
import type { Observer } from './observer.js';
import { type Running, Served } from './served.js';

/** Nanoseconds of work, foreseen for the whole launch or for the rest of it, from which it is shared: less would not pay for telling. */
const WORTH_NS = 300_000;
/**
 * Nanoseconds of work that executors could share, done or foreseen for the launch that runs, from which they are started: about what
 * their start costs. A program that does less never pays for them.
 */
const START_NS = 20_000_000;

const REPORTS_AT_ONCE = 1000;

/** Has another thread translate a kernel, see `Engine.translate`; false when there is none that could. */
export type TranslateElsewhere = (launch: LaunchDescriptor, part: readonly number[] | undefined) => boolean;

export interface ProcessorOptions {
  readonly createEngine: (memory: GpuMemory, probe: Probe | undefined, translate: TranslateElsewhere) => Engine;
  /** Those of the loaders that there are. */
  readonly conventions: Conventions;
  readonly futex: Futex;
  readonly populate: Populate;
  readonly crew: Crew;
  /** Watches what is executed; launches then have no executors. */
  readonly observer?: Observer | undefined;
  /** Executors that may be asked for. */
  readonly executors: number;
  /** The control plane wants to hear of every launch in the end. */
  readonly keepsAccount: boolean;
  /** Milliseconds that one kernel may take; undefined for no limit. */
  readonly timeoutMs?: number | undefined;
  readonly emit: (event: ProcessorEvent) => void;
  /** Delivers the messages that were sent until now, through `receive`. */
  readonly catchUp: () => void;
}

export class Processor {
  private readonly sessions = new Map<number, Served>();
  private crewWanted = false;
  /** Time spent on slices that executors could have taken a part of. */
  private shareableNs = 0;
  /** Finished launches of which the control plane has not heard. */
  private reports: LaunchReport[] = [];

  constructor(private readonly options: ProcessorOptions) {}

  /** Doorbells to wait on. */
  get channels(): Channel[] {
    return [...this.sessions.values()].map((served) => served.channel);
  }

  receive(message: SessionMessage | CrewMessage): void {
    switch (message.do) {
      case 'enlist':
        this.options.crew.enlist(message.member);
        return;
      case 'addSession': {
        const { session, memory } = message;
        const { createEngine, futex, populate, observer, crew, conventions } = this.options;
        const translate: TranslateElsewhere = (launch, part) => crew.translate(session, launch, part);
        const create = (gpu: GpuMemory, probe: Probe | undefined): Engine => createEngine(gpu, probe, translate);
        this.sessions.set(session, new Served(message, create, futex, populate, observer?.probe(session), conventions));
        crew.meet(session, memory);
        return;
      }
      case 'allocated':
        this.sessions.get(message.session)?.fresh.add(message.address, message.size);
        return;
      case 'removeSession':
        this.leave(message.session);
        return;
      case 'addProgram':
        this.sessions.get(message.session)?.programs.set(message.program, message.kernels);
        return;
      case 'removeProgram':
        this.sessions.get(message.session)?.release(message.program);
        return;
    }
  }

  /** Whether a guest is still there. */
  serves(session: number): boolean {
    return this.sessions.get(session)?.leaving === false;
  }

  /** Whether this thread can do something for some guest. */
  get busy(): boolean {
    for (const served of this.sessions.values()) if (served.ready) return true;
    return false;
  }

  /** Spends a moment without work on what makes later work shorter; false when there is nothing of that kind either. */
  useMoment(): boolean {
    for (const { fresh } of this.sessions.values()) {
      if (!fresh.waiting) continue;
      fresh.step();
      return true;
    }
    return false;
  }

  /** Milliseconds until a launch that executors still work on is late; -1 when there is nothing to watch. */
  get patience(): number {
    const limit = this.options.timeoutMs;
    if (limit === undefined) return -1;
    const starts = [...this.sessions.values()].flatMap(({ running }) => (running ? [running.startNs] : []));
    if (starts.length === 0) return -1;
    const oldest = starts.reduce((least, start) => (start < least ? start : least));
    return Math.max(1, limit - Number(process.hrtime.bigint() - oldest) / 1e6);
  }

  /** Gives every guest one slice. */
  step(): void {
    for (const served of this.sessions.values()) {
      if (!served.running && served.hasPacket) this.begin(served);
      if (served.running) this.continue(served, served.running);
      if (served.leaving && !served.running) this.remove(served);
    }
  }

  /** Everything ends; nothing is executed any more. */
  close(): void {
    this.sendReports();
    for (const served of this.sessions.values()) {
      if (served.running) this.noteFailure(served, served.running, STILL_RUNNING);
      served.close();
    }
  }

  /** Looks at launches that only executors still work on. */
  watch(): void {
    for (const { running } of this.sessions.values()) {
      if (running?.ended && !running.failure && this.late(running)) this.stop(running, this.timeoutText(running));
    }
  }

  private leave(session: number): void {
    const served = this.sessions.get(session);
    if (!served) return this.options.emit({ do: 'sessionRemoved', session });
    served.leaving = true;
    if (served.running) this.stop(served.running, 'the program has ended');
  }

  private remove(served: Served): void {
    this.sessions.delete(served.session);
    served.close();
    this.options.crew.forget(served.session);
    this.options.observer?.left?.(served.session);
    this.options.emit({ do: 'sessionRemoved', session: served.session });
  }

  private begin(served: Served): void {
    if (served.channel.waiting > RING_ENTRIES) {
      served.lost = true;
      served.channel.lose(constants.errno.EIO);
      const text = 'the ring indices are inconsistent: device lost for this guest';
      this.options.emit({ do: 'lost', session: served.session, text });
      return;
    }
    const packet = served.channel.take();
    // The message about a program leaves before the guest hears of it, but its packet may overtake our last look at the messages.
    if (!served.knows(packet.program)) this.options.catchUp();
    // Among them may be the guest's end, which stops only what runs already.
    if (served.leaving) return;
    // A guest that exits releases its programs with launches still in the ring: nobody waits for these.
    if (served.released.has(packet.program)) {
      served.count(packet, process.hrtime.bigint());
      return this.end(served, packet);
    }
    try {
      served.start(packet, process.hrtime.bigint());
    } catch (error) {
      return this.fail(served, packet, describeError(error));
    }
    const running = served.running!;
    const expected = served.expectedNs(running);
    if (expected === undefined) {
      // What is reported already is not lost when the process has to end before the kernel is compiled.
      this.sendReports();
      this.announce(served, running);
    } else if (expected >= WORTH_NS) this.join(served, running);
  }

  /** A kernel runs for the first time: executors make it ready at the same time as this thread. */
  private announce({ session }: Served, { cursor, dispatch }: Running): void {
    const { crew } = this.options;
    if (cursor.total > 1 && crew.ready) crew.prepare(session, dispatch.launch);
  }

  private continue(served: Served, running: Running): void {
    if (!running.ended) this.advance(served, running);
    if (!running.ended || !(running.team?.members.finished ?? true)) return;
    if (running.team) this.options.crew.collect(running.team);
    served.running = undefined;
    const failure = running.failure ?? running.team?.failure;
    if (failure === undefined) this.complete(served, running);
    else {
      this.noteFailure(served, running, served.leaving ? STILL_RUNNING : failure);
      this.fail(served, running.packet, failure);
    }
  }

  /** One slice of our own part. */
  private advance(served: Served, running: Running): void {
    let outcome: DispatchOutcome;
    try {
      outcome = running.slices.run(running.dispatch);
    } catch (error) {
      // A defect of ours must not take the other guests with it.
      const defect = error instanceof AtollError ? describeError(error) : (error as Error).stack;
      this.stop(running, `defect of Atoll: ${defect}`);
      return;
    }
    if (outcome === 'breakpoint' || (outcome === 'fault' && this.options.observer)) {
      if (!this.observed(served, running)) return;
      if (outcome === 'breakpoint') return;
    }
    if (outcome === 'budget') {
      if (this.late(running)) this.stop(running, this.timeoutText(running));
      else this.callCrew(served, running);
      return;
    }
    this.endOwnPart(running);
    if (outcome === 'fault') running.failure = describeFault(running.dispatch.fault!);
    else if (outcome !== 'done' && !running.team)
      running.failure ??= `kernel ${running.dispatch.launch.kernel} was ${outcome}`;
  }

  /** Lets the observer look at a stop. Says whether the guest is still served. */
  private observed(served: Served, running: Running): boolean {
    const decision = this.options.observer?.stopped?.(served.session, running.dispatch) ?? 'continue';
    if (decision !== 'quit') return decision === 'continue';
    // The guest is about to be killed: were its launch to end, it would see that and go on.
    served.lost = true;
    served.running = undefined;
    return false;
  }

  /** Ends our part, and makes the executors end theirs. */
  private stop(running: Running, failure: string): void {
    running.dispatch.cancel();
    running.failure ??= failure;
    this.endOwnPart(running);
  }

  private endOwnPart(running: Running): void {
    running.ended = true;
    running.team?.members.close();
  }

  /** Has a launch shared when its rest is worth it, and executors started when that rest and the launches before it are. */
  private callCrew(served: Served, running: Running): void {
    const { cursor, dispatch, team } = running;
    if (this.options.executors === 0 || team || cursor.total === 1) return;
    const now = process.hrtime.bigint();
    const { workGroups } = dispatch.counters;
    running.begun ??= { ns: now, groups: workGroups };
    const { begun } = running;
    const spent = Number(now - begun.ns);
    // Work-groups take as long as those before them, or as the first one until now.
    const left = (spent / Math.max(1, workGroups - begun.groups)) * (cursor.total - cursor.taken);
    if (this.shareableNs + spent + left >= START_NS) this.wantCrew();
    if (left >= WORTH_NS) this.join(served, running);
  }

  private wantCrew(): void {
    if (this.crewWanted) return;
    this.crewWanted = true;
    this.options.emit({ do: 'crewWanted' });
  }

  private join({ session }: Served, running: Running): void {
    const { crew } = this.options;
    const { cursor, dispatch } = running;
    if (cursor.total > 1 && crew.ready) running.team = crew.join(session, dispatch.launch, cursor);
  }

  private late({ startNs }: Running): boolean {
    const limit = this.options.timeoutMs;
    return limit !== undefined && process.hrtime.bigint() - startNs > BigInt(Math.round(limit * 1e6));
  }

  private timeoutText({ dispatch }: Running): string {
    return `kernel ${dispatch.launch.kernel} stopped after ${this.options.timeoutMs} ms (--timeout)\n${dispatch.describe()}`;
  }

  private complete(served: Served, running: Running): void {
    const { packet } = running;
    const endNs = process.hrtime.bigint();
    if (running.begun) this.shareableNs += Number(endNs - running.begun.ns);
    served.learn(running, endNs, 1 + (running.team?.helpers ?? 0));
    // The report leaves first: whoever sees the completion may end the process.
    this.report(served, running, endNs);
    served.channel.end(packet.signal, ClStatus.SUCCESS, endNs);
  }

  /** Each message wakes the control plane's thread, in whose place an executor could run: where nobody waits for it, it can wait. */
  private report(served: Served, running: Running, endNs: bigint): void {
    if (!served.awaited && !this.options.keepsAccount) return;
    this.reports.push(reportOf(served, running, endNs));
    if (served.awaited || this.reports.length >= REPORTS_AT_ONCE) this.sendReports();
  }

  private noteFailure(served: Served, running: Running, failure: string): void {
    if (!this.options.keepsAccount) return;
    const report = { ...reportOf(served, running, process.hrtime.bigint()), failure };
    this.options.emit({ do: 'failed', report });
  }

  private sendReports(): void {
    if (this.reports.length > 0) this.options.emit({ do: 'launched', reports: this.reports });
    this.reports = [];
  }

  private fail(served: Served, packet: PacketValues, text: string): void {
    // A guest that has left hears nothing more, and nobody asks why its last kernel stopped.
    if (served.leaving) return;
    const { session, sequence } = served;
    this.options.emit({ do: 'fault', session, signal: packet.signal % SIGNAL_COUNT, sequence, text });
    this.end(served, packet);
  }

  /** Tells the guest that a launch has failed. */
  private end(served: Served, packet: PacketValues): void {
    served.channel.end(packet.signal, ClStatus.OUT_OF_RESOURCES, process.hrtime.bigint());
  }
}

/** Why a launch did not end that nobody waits for any more. */
const STILL_RUNNING = 'still running when the program ended';

function reportOf(served: Served, running: Running, endNs: bigint): LaunchReport {
  const { packet, dispatch, team, startNs, prepared } = running;
  const { translationNs, compilationNs } = served.preparation;

  const { launch } = dispatch;
  const sum = new Counters();
  sum.add(dispatch.counters);
  if (team) sum.add(team.counters);
  return {
    session: served.session,
    signal: packet.signal,
    kernel: launch.kernel,
    device: packet.device,
    globalSize: launch.globalSize as [number, number, number],
    localSize: launch.localSize as [number, number, number],
    counters: sum.values,
    startNs,
    endNs,
    preparation: {
      translationNs: translationNs - prepared.translationNs,
      compilationNs: compilationNs - prepared.compilationNs,
    },
  };
}
