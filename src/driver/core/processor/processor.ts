// The command processor: takes launches from the queues of all guests in turn and executes them, a slice of time each.

import type { Engine } from '../../../emulator/engine.js';
import type { GpuMemory } from '../../../emulator/memory.js';
import type { Probe } from '../../../emulator/probes.js';
import { SessionGarbage } from '../../../util/collect-garbage.js';
import { FailedCalls } from './failed-calls.js';
import { GuestContext } from './guest-context.js';
import { GuestGuard } from './guest-guard.js';
import { LaunchAccounting } from './launch-accounting.js';
import { LaunchExecution, STILL_RUNNING } from './launch-execution.js';
import type { ActiveLaunch, LaunchSlot } from './launch-slot.js';
import type { SessionMessage, WorkerPoolMessage } from './messages.js';
import { PauseController } from './pause-controller.js';
import { Preemption } from './preemption.js';
import type { ProcessorOptions, TranslateElsewhere } from './processor-options.js';
import type { Doorbell, LaunchQueue } from './queue.js';
import { Sharing } from './sharing.js';
import { TimeLimit } from './time-limit.js';

/** Nanoseconds for which launches of one command follow each other without a look at other guests. */
const SLICE_NS = 300_000n;

export class Processor {
  private readonly sessions = new Map<number, GuestContext>();
  private readonly sharing: Sharing;
  private readonly account: LaunchAccounting;
  private readonly standstill: PauseController;
  private readonly preemption: Preemption;
  private readonly limit: TimeLimit;
  private readonly failedCalls: FailedCalls;
  private readonly garbage = new SessionGarbage();
  private readonly guard: GuestGuard;
  private readonly launches: LaunchExecution;

  constructor(private readonly options: ProcessorOptions) {
    this.account = new LaunchAccounting(options.keepsAccount, options.emit, options.observer, options.monitor);
    this.standstill = new PauseController(options.pool);
    this.preemption = new Preemption(options.pool, () => this.overlaps);
    this.limit = new TimeLimit(options.timeoutMs);
    this.sharing = new Sharing(options);
    this.failedCalls = new FailedCalls(options);
    this.guard = new GuestGuard(options.emit);
    const { account, standstill, preemption, limit, sharing, guard } = this;
    this.launches = new LaunchExecution({ options, account, standstill, preemption, limit, sharing, guard });
  }

  /** True if launches of one guest may run side by side: observers need one after the other. */
  private get overlaps(): boolean {
    const { observer, compared, elsewhere } = this.options;
    return !observer && !compared && !elsewhere;
  }

  /** Doorbells to wait on. */
  get doorbells(): Doorbell[] {
    // Those of guests that have gone are not waited for: of the others there are no more than one wait takes.
    return [...this.sessions.values()].flatMap(({ leaving, queues }) =>
      leaving ? [] : queues.flatMap(({ doorbell }) => doorbell ?? []),
    );
  }

  receive(message: SessionMessage | WorkerPoolMessage): void {
    switch (message.type) {
      case 'worker-ready':
        this.options.pool.enlist(message.member);
        return;
      case 'session-added':
        this.addSession(message);
        return;
      case 'memory':
        this.options.observer?.memory?.(message.session, message.allocation, message.allocated);
        this.options.monitor?.memory(message.session, message.allocation, message.allocated);
        this.options.elsewhere?.memory(message.session, message.allocation, message.allocated);
        return;
      case 'range-allocated':
        this.sessions.get(message.session)?.fresh.add(message);
        return;
      case 'session-removed':
        this.leave(message.session);
        return;
      case 'host-event':
        this.options.observer?.onHostEvent?.(message.session, message.note);
        return;
      case 'call-failed':
        this.failedCalls.add(message.session, message.failed);
        return;
      case 'program-added':
        this.sessions.get(message.session)?.programs.add(message.program, message.kernels);
        return;
      case 'program-removed':
        this.sessions.get(message.session)?.programs.release(message.program);
        this.options.elsewhere?.programGone(message.session, message.program);
        return;
      case 'queue':
        for (const queue of this.sessions.get(message.session)?.queues ?? []) queue.receive?.(message.word);
        return;
      case 'launch':
        this.sessions.get(message.session)?.direct.push(message.launch, message.order);
        return;
    }
  }

  private addSession(message: Extract<SessionMessage, { readonly type: 'session-added' }>): void {
    const { session, memory } = message;
    const { createEngine, observer, pool } = this.options;
    const translate: TranslateElsewhere = (launch, part) =>
      pool.translate(session, launch, part) || this.sharing.wantExecutor();
    const create = (gpu: GpuMemory, probe: Probe | undefined): Engine => createEngine(gpu, probe, translate);
    const own = { createEngine: create, probe: observer?.probe(session), overlaps: this.overlaps };
    this.sessions.set(session, new GuestContext(message, { ...this.options, ...own }));
    pool.meet(session, memory);
  }

  /** True if a guest is still present. */
  serves(session: number): boolean {
    return this.sessions.get(session)?.leaving === false;
  }

  /** True if this thread has work for some guest. */
  get busy(): boolean {
    if (this.options.pool.hasForgotten) return true;
    for (const served of this.sessions.values()) {
      const ready = this.guard.guarded(served, false, () => served.ready);
      if (ready && this.standstill.lets(served)) return true;
    }
    return false;
  }

  /** Launches that are begun and not over, with their guests. */
  get runs(): readonly { readonly served: GuestContext; readonly running: ActiveLaunch }[] {
    return [...this.sessions.values()].flatMap((served) => served.runnings.map((running) => ({ served, running })));
  }

  /** All launches stand still, or continue: the time between is not theirs. */
  hold(on: boolean): void {
    this.standstill.hold(on, this.runs);
  }

  /** Spends a moment without work on what makes later work shorter; false when there is nothing of that kind either. */
  useMoment(): boolean {
    if (this.garbage.collectIfMuch()) return true;
    for (const { fresh } of this.sessions.values()) {
      if (!fresh.waiting) continue;
      fresh.step();
      return true;
    }
    return false;
  }

  /** Milliseconds until something has to be looked at again; -1 when there is nothing. */
  get pollMs(): number {
    const waits = [...this.sessions.values()].flatMap(({ queues }) => queues.flatMap(({ pollMs }) => pollMs ?? []));
    const late = this.untilLate;
    return waits.length === 0 ? late : Math.min(...waits, late < 0 ? Number.POSITIVE_INFINITY : late);
  }

  /** Milliseconds until a launch that executors still work on is late; -1 when there is nothing to watch. */
  private get untilLate(): number {
    const runnings = this.runs.flatMap(({ running }) => (running.preempted ? [] : running));
    return this.standstill.isPaused ? -1 : this.limit.untilLate(runnings);
  }

  /** Gives every guest one slice. */
  step(): void {
    this.notifyForgotten();
    this.attend();
    for (const served of this.sessions.values()) {
      const { isPaused } = this.standstill;
      const queue = isPaused ? undefined : this.guard.guarded(served, undefined, () => served.nextQueue);
      if (queue) this.launches.begin(served, served.freeLane, queue);
      for (const lane of served.lanes)
        if (lane.running && (!isPaused || lane.running.ended)) this.advance(served, lane, lane.running);
      if (queue?.continues) this.goOn(served, queue);
      if (served.leaving && served.runnings.length === 0) this.remove(served);
    }
  }

  /** The next launches of a command, as long as they are short: a slice in all. */
  private goOn(served: GuestContext, queue: LaunchQueue): void {
    const untilNs = process.hrtime.bigint() + SLICE_NS;
    while (queue.continues && !served.lost && !served.leaving && served.isIdle) {
      const lane = served.freeLane;
      this.launches.begin(served, lane, queue);
      if (lane.running) this.advance(served, lane, lane.running);
      if (this.standstill.isPaused || process.hrtime.bigint() >= untilNs) return;
    }
  }

  private advance(served: GuestContext, lane: LaunchSlot, running: ActiveLaunch): void {
    if (!this.preemption.holds(served, running)) this.launches.continue(served, lane, running);
  }

  /** Everything ends; nothing is executed any more. */
  close(): void {
    this.account.send();
    this.options.nativeWorkers?.close();
    for (const served of this.sessions.values()) {
      for (const running of served.runnings) this.account.failed(served, running, STILL_RUNNING);
      served.close();
    }
  }

  private attend(): void {
    for (const served of this.sessions.values())
      for (const queue of served.lost ? [] : served.queues)
        this.guard.guarded(served, undefined, () => queue.attend?.());
  }

  /**
   * Looks at what waits for the observer, at launches that only executors still work on, and at those that are
   * abandoned.
   */
  watch(): void {
    this.attend();
    this.failedCalls.attend(
      (session) => this.serves(session),
      (session) => this.giveUp(session),
    );
    const { isPaused } = this.standstill;
    for (const { runnings } of this.sessions.values())
      for (const running of runnings) {
        if (running.failure) continue;
        if (running.submission.abandoned) this.launches.stop(running, ABANDONED);
        else if (!isPaused && running.ended && !running.preempted && this.limit.isOver(running))
          this.launches.stop(running, this.limit.text(running));
      }
  }

  /** A guest is about to be killed: were one of its launches to end, it would see that and continue. */
  private giveUp(session: number): void {
    const served = this.sessions.get(session);
    if (!served) return;
    served.lost = true;
    for (const lane of served.lanes) {
      lane.running?.nativeShare?.abandon();
      lane.running = undefined;
    }
  }

  private leave(session: number): void {
    const served = this.sessions.get(session);
    if (!served) {
      this.options.emit({ type: 'session-closed', session });
      return this.options.emit({ type: 'session-released', session });
    }
    served.leaving = true;
    for (const running of served.runnings) this.launches.stop(running, 'the program has ended');
  }

  /** Ends a launch, which fails. */
  stop(running: ActiveLaunch, failure: string): void {
    this.launches.stop(running, failure);
  }

  private remove(served: GuestContext): void {
    this.sessions.delete(served.session);
    served.close();
    this.options.pool.forget(served.session);
    this.options.observer?.left?.(served.session);
    this.options.monitor?.left(served.session);
    this.options.elsewhere?.left(served.session);
    this.garbage.add();
    this.options.emit({ type: 'session-closed', session: served.session });
    this.notifyForgotten();
  }

  private notifyForgotten(): void {
    for (const session of this.options.pool.takeForgotten()) this.options.emit({ type: 'session-released', session });
  }
}

const ABANDONED = 'its queue was destroyed';
