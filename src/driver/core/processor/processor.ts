// The command processor: takes launches from the queues of all guests in turn and executes them, a slice of time each.

import { constants } from 'node:os';
import type { Engine } from '../../../emulator/engine.js';
import { describeFault } from '../../../emulator/faults.js';
import type { GpuMemory } from '../../../emulator/memory.js';
import type { Probe } from '../../../emulator/probes.js';
import type { FaultDetails } from '../../../launch/fault-text.js';
import { SessionGarbage } from '../../../util/collect-garbage.js';
import { AtollError, describeError } from '../../../util/errors.js';
import { FailedCalls } from './failed-calls.js';
import { failureOf } from './failure.js';
import { faultDetails } from './fault-details.js';
import { GuestContext } from './guest-context.js';
import { LaunchAccounting } from './launch-accounting.js';
import type { ActiveLaunch, LaunchSlot } from './launch-slot.js';
import type { SessionMessage, WorkerPoolMessage } from './messages.js';
import { PauseController } from './pause-controller.js';
import type { ProcessorOptions, TranslateElsewhere } from './processor-options.js';
import type { Doorbell, LaunchQueue, Submission } from './queue.js';
import type { LaunchRun } from './remote-executor.js';
import { Sharing } from './sharing.js';
import { TimeLimit } from './time-limit.js';

export class Processor {
  private readonly sessions = new Map<number, GuestContext>();
  private readonly sharing: Sharing;
  private readonly account: LaunchAccounting;
  private readonly standstill: PauseController;
  private readonly limit: TimeLimit;
  private readonly failedCalls: FailedCalls;
  private readonly garbage = new SessionGarbage();

  constructor(private readonly options: ProcessorOptions) {
    this.account = new LaunchAccounting(options.keepsAccount, options.emit, options.observer, options.monitor);
    this.standstill = new PauseController(options.pool);
    this.limit = new TimeLimit(options.timeoutMs);
    this.sharing = new Sharing(options);
    this.failedCalls = new FailedCalls(options);
  }

  /** Whether launches of one guest may run side by side: observers need one after the other. */
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

  /** Whether a guest is still there. */
  serves(session: number): boolean {
    return this.sessions.get(session)?.leaving === false;
  }

  /** Whether this thread can do something for some guest. */
  get busy(): boolean {
    if (this.options.pool.hasForgotten) return true;
    for (const served of this.sessions.values()) {
      const ready = this.guarded(served, false, () => served.ready);
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
    return this.standstill.isPaused ? -1 : this.limit.untilLate(this.runs.map(({ running }) => running));
  }

  /** Gives every guest one slice. */
  step(): void {
    this.notifyForgotten();
    this.attend();
    for (const served of this.sessions.values()) {
      const { isPaused } = this.standstill;
      const queue = isPaused ? undefined : this.guarded(served, undefined, () => served.nextQueue);
      if (queue) this.begin(served, served.freeLane, queue);
      for (const lane of served.lanes)
        if (lane.running && (!isPaused || lane.running.ended)) this.continue(served, lane, lane.running);
      if (served.leaving && served.runnings.length === 0) this.remove(served);
    }
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
      for (const queue of served.lost ? [] : served.queues) this.guarded(served, undefined, () => queue.attend?.());
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
        if (running.submission.abandoned) this.stop(running, ABANDONED);
        else if (!isPaused && running.ended && this.limit.isOver(running)) this.stop(running, this.limit.text(running));
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
    for (const running of served.runnings) this.stop(running, 'the program has ended');
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

  /** A defect of ours that shows in the queue of one guest must not take the other guests with it. */
  private guarded<T>(served: GuestContext, otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.lose(served, failureOf(error));
      return otherwise;
    }
  }

  private begin(served: GuestContext, lane: LaunchSlot, queue: LaunchQueue): void {
    const { damage } = queue;
    if (damage !== undefined) return this.lose(served, damage);
    const submission = this.guarded(served, undefined, () => queue.take());
    if (!submission) return;
    // What the guest said before it launched.
    if (queue.handlesMessagesFirst || this.options.observer?.onHostEvent || this.options.elsewhere)
      this.options.catchUp();
    let kernel: ReturnType<Submission['find']>;
    try {
      kernel = this.find(served, submission);
    } catch (error) {
      return this.fail(served, submission, describeError(error));
    }
    // Among them may be the guest's end, which stops only what runs already.
    if (served.leaving) return;
    const startNs = process.hrtime.bigint();
    submission.begin(startNs);
    // A guest that exits releases its programs with launches still in the ring: their results are not used.
    if (kernel === 'released') return submission.end(RELEASED, process.hrtime.bigint());
    let running: ActiveLaunch;
    try {
      if (!kernel) throw new AtollError('BAD_INPUT', `packet names ${submission.name}, which is not loaded`);
      running = served.start(lane, submission, kernel, startNs);
    } catch (error) {
      return this.fail(served, submission, describeError(error));
    }
    this.options.monitor?.begun(served.session, running);
    const segment = served.memory.space.translate(submission.launch.segment) ?? 0;
    const { launch } = running.dispatch;
    this.options.observer?.launching?.(served.session, launch, segment, served.memory, submission.device);
    this.options.observer?.begun?.(served.session, running.dispatch.launch, {
      kernel,
      memory: served.memory,
      submission,
    });
    // What is reported already is not lost when the process has to end before the kernel is compiled.
    if (this.sharing.begin(served, running) === 'new') this.account.send();
  }

  private find({ programs }: GuestContext, submission: Submission): ReturnType<Submission['find']> {
    const kernel = submission.find(programs);
    if (kernel !== undefined) return kernel;
    // The message about a program leaves before the guest gets its reply, but its packet may overtake the last check of
    // messages.
    this.options.catchUp();
    return submission.find(programs);
  }

  /** A guest has written garbage into its queue. */
  private lose(served: GuestContext, damage: string): void {
    served.lost = true;
    for (const queue of served.queues) queue.lose(constants.errno.EIO);
    const text = `${damage}: device lost for this guest`;
    this.options.emit({ type: 'session-lost', session: served.session, text });
  }

  private continue(served: GuestContext, lane: LaunchSlot, running: ActiveLaunch): void {
    if (!running.ended) this.advance(served, lane, running);
    running.nativeShare?.step();
    if (!running.ended || !(running.team?.members.finished ?? true) || !(running.nativeShare?.finished ?? true)) return;
    if (running.team) this.options.pool.collect(running.team);
    lane.running = undefined;
    const failure = running.failure ?? running.team?.failure ?? running.nativeShare?.failure;
    this.options.observer?.ended?.(served.session, running.dispatch.launch, served.memory, failure);
    if (failure === undefined) this.complete(served, running);
    else {
      this.account.failed(served, running, served.leaving ? STILL_RUNNING : failure);
      this.fail(served, running.submission, failure, { details: faultDetails(served, running), stopped: true });
    }
  }

  /** One slice of our own part. */
  private advance(served: GuestContext, lane: LaunchSlot, running: ActiveLaunch): void {
    let outcome: ReturnType<LaunchRun['run']>;
    try {
      outcome = running.slices.run(running.dispatch);
    } catch (error) {
      // A defect of ours must not take the other guests with it.
      this.stop(running, failureOf(error));
      return;
    }
    if (outcome === 'failed') return this.stop(running, running.dispatch.failure!);
    if (outcome === 'breakpoint' || (outcome === 'fault' && this.options.observer)) {
      if (!this.observed(served, lane, running)) return;
      if (outcome === 'breakpoint') return;
    }
    if (outcome === 'budget') {
      const stuck = this.options.observer?.stuck?.(served.session);
      if (stuck !== undefined) this.stop(running, stuck);
      else if (this.limit.isOver(running)) this.stop(running, this.limit.text(running));
      else this.sharing.look(served, running);
      return;
    }
    this.endOwnPart(running);
    if (outcome === 'fault') running.failure = describeFault(running.dispatch.fault!);
    else if (outcome !== 'done' && !running.team && !running.nativeShare)
      running.failure ??= `kernel ${running.dispatch.launch.kernel} was ${outcome}`;
  }

  /** Lets the observer look at a stop. Says whether what has stopped continues. */
  private observed(served: GuestContext, lane: LaunchSlot, running: ActiveLaunch): boolean {
    const decision = this.options.observer?.stopped?.(served.session, running.dispatch) ?? 'continue';
    if (decision === 'restart') {
      served.restart(lane, running);
      return false;
    }
    if (decision !== 'quit') return decision === 'continue';
    // The guest is about to be killed: were its launch to end, it would see that and continue.
    served.lost = true;
    lane.running = undefined;
    return false;
  }

  /** Ends a launch, which fails: our part, and the executors' as soon as they see it. */
  stop(running: ActiveLaunch, failure: string): void {
    running.dispatch.cancel();
    running.failure ??= failure;
    this.endOwnPart(running);
    this.standstill.cancelled();
  }

  private endOwnPart(running: ActiveLaunch): void {
    running.ended = true;
    running.team?.members.close();
  }

  private complete(served: GuestContext, running: ActiveLaunch): void {
    const endNs = process.hrtime.bigint();
    this.sharing.ended(running, endNs);
    served.learn(running, endNs, 1 + (running.team?.helpers ?? running.nativeShare?.helpers ?? 0));
    // The report leaves first: the process may end as soon as the completion is visible.
    this.account.ended(served, running, endNs);
    const simulated = this.options.observer?.simulated?.(served.session)?.nanoseconds;
    // Profiling events show the time of the chip or board that measured it.
    const { traffic } = running.dispatch;
    const took = simulated ?? traffic?.shownNs ?? traffic?.deviceNs;
    if (took === undefined) running.submission.end(undefined, endNs);
    else running.submission.end(undefined, running.startNs + BigInt(Math.round(took)), { isShown: true });
  }

  private fail(
    served: GuestContext,
    submission: Submission,
    text: string,
    { details, stopped }: LaunchFailure = {},
  ): void {
    // A guest that has left gets no messages, and the stop of its last kernel needs no reason.
    if (served.leaving) return;
    const { signal, sequence, abandoned } = submission;
    if (!abandoned)
      this.options.emit({ type: 'launch-failed', session: served.session, signal, sequence, text, details });
    submission.end(text, process.hrtime.bigint(), { fault: details?.fault, stopped });
  }
}

/** What there is to say of a launch that fails, beside why. */
interface LaunchFailure {
  readonly details?: FaultDetails | undefined;
  /** Its kernel was being executed. */
  readonly stopped?: boolean;
}

/** Why a launch without a waiting guest did not end. */
const STILL_RUNNING = 'still running when the program ended';
const ABANDONED = 'its queue was destroyed';
const RELEASED = 'its program has been released';
