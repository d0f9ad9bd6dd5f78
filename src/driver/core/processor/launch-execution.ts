// The execution of launches on the processor thread: from the queue to the report of the end.

import { describeFault } from '../../../emulator/faults.js';
import type { FaultDetails } from '../../../launch/fault-text.js';
import { AtollError, describeError } from '../../../util/errors.js';
import { required } from '../../../util/required.js';
import { failureOf } from './failure.js';
import { faultDetails } from './fault-details.js';
import type { GuestContext } from './guest-context.js';
import type { GuestGuard } from './guest-guard.js';
import type { LaunchAccounting } from './launch-accounting.js';
import type { ActiveLaunch, LaunchSlot } from './launch-slot.js';
import type { PauseController } from './pause-controller.js';
import type { Preemption } from './preemption.js';
import type { ProcessorOptions } from './processor-options.js';
import type { LaunchQueue, Submission } from './queue.js';
import type { LaunchRun } from './remote-executor.js';
import type { Sharing } from './sharing.js';
import type { TimeLimit } from './time-limit.js';

/** The parts of the processor that launches use. */
export interface LaunchServices {
  readonly options: ProcessorOptions;
  readonly account: LaunchAccounting;
  readonly sharing: Sharing;
  readonly standstill: PauseController;
  readonly preemption: Preemption;
  readonly limit: TimeLimit;
  readonly guard: GuestGuard;
}

/** Details of a failed launch, beside the reason. */
interface LaunchFailure {
  readonly details?: FaultDetails | undefined;
  /** Its kernel was being executed. */
  readonly stopped?: boolean;
}

/** Why a launch without a waiting guest did not end. */
export const STILL_RUNNING = 'still running when the program ended';
const RELEASED = 'its program has been released';

export class LaunchExecution {
  private readonly options: ProcessorOptions;
  private readonly account: LaunchAccounting;
  private readonly sharing: Sharing;
  private readonly standstill: PauseController;
  private readonly preemption: Preemption;
  private readonly limit: TimeLimit;
  private readonly guard: GuestGuard;

  constructor({ options, account, sharing, standstill, preemption, limit, guard }: LaunchServices) {
    this.options = options;
    this.account = account;
    this.sharing = sharing;
    this.standstill = standstill;
    this.preemption = preemption;
    this.limit = limit;
    this.guard = guard;
  }

  /** Takes a launch from a queue and starts it in a slot. */
  begin(served: GuestContext, lane: LaunchSlot, queue: LaunchQueue): void {
    const { damage } = queue;
    if (damage !== undefined) return this.guard.lose(served, damage);
    const submission = this.guard.guarded(served, undefined, () => queue.take());
    if (!submission) return;
    // Messages of the guest that precede its launch.
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
    this.options.observer?.begun?.(served.session, running.dispatch.launch, {
      kernel,
      memory: served.memory,
      submission,
    });
    // Events that have been reported survive an end of the process before the kernel is compiled.
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

  /** One slice of a launch, and its end when nothing is left. */
  continue(served: GuestContext, lane: LaunchSlot, running: ActiveLaunch): void {
    if (!running.ended) this.advance(served, lane, running);
    running.nativeShare?.step();
    if (!running.ended || !(running.team?.members.finished ?? true) || !(running.nativeShare?.finished ?? true)) return;
    if (running.team) this.options.pool.collect(running.team);
    lane.running = undefined;
    const failure = running.failure ?? running.team?.failure ?? running.nativeShare?.failure;
    this.options.observer?.ended?.(served.session, running.dispatch.launch, failure);
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
    if (outcome === 'failed') return this.stop(running, required(running.dispatch.failure, 'failure of the launch'));
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
    if (outcome === 'fault') running.failure = describeFault(required(running.dispatch.fault, 'fault of the launch'));
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
    this.preemption.resume(running);
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
