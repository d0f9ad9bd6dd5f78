// The work of an executor thread: takes part in dispatches, a slice each in turn, and reports when nothing is left to
// take.

import { Counts } from '../../../emulator/counts.js';
import { GroupCursor } from '../../../emulator/cursor.js';
import type { Dispatch } from '../../../emulator/dispatch.js';
import { Dispatcher } from '../../../emulator/dispatcher.js';
import type { Engine } from '../../../emulator/engine.js';
import { GpuMemory } from '../../../emulator/memory.js';
import type { MakeScheduler } from '../../../emulator/scheduler.js';
import { restOf } from '../../../emulator/suspended-group.js';
import { scratchPlaces } from '../../../emulator/wavefronts.js';
import { SessionGarbage } from '../../../util/collect-garbage.js';
import { failureOf } from './failure.js';
import { WorkerTeamMembers } from './team-members.js';
import { Slices } from './time-slices.js';
import type { PrepareCommand, SavedTeamGroups, SuspendedGroups, WorkerCommand, WorkerReport } from './worker-pool.js';

type JoinCommand = Extract<WorkerCommand, { type: 'join' }>;

interface ExecutorShare {
  readonly team: number;
  readonly session: number;
  readonly members: WorkerTeamMembers;
  readonly dispatch: Dispatch;
  readonly slices: Slices;
  /** It stands still, until it is cancelled. */
  suspended: boolean;
}

export interface ExecutorOptions {
  readonly createEngine: (memory: GpuMemory) => Engine;
  readonly scheduler?: MakeScheduler | undefined;
  /** Its slice of the engine region; the command processor has 0. */
  readonly unit: number;
  readonly report: (report: WorkerReport) => void;
  /** It stands still. */
  readonly rest: (rest: SuspendedGroups) => void;
  /** Its part in a launch stands still. */
  readonly saved: (saved: SavedTeamGroups) => void;
  /** An executor has left a team: threads that wait for that may check. */
  readonly left: () => void;
}

export class Executor {
  private readonly dispatchers = new Map<number, Dispatcher>();
  private parts: ExecutorShare[] = [];
  private readonly garbage = new SessionGarbage();
  private worked = false;
  /** It stands still, but for what has been cancelled. */
  private isPaused = false;

  constructor(private readonly options: ExecutorOptions) {}

  get busy(): boolean {
    return this.parts.some((share) => this.mayRun(share));
  }

  /** True also for a cancelled dispatch that stands still: it is left. */
  private mayRun({ dispatch, suspended }: ExecutorShare): boolean {
    return dispatch.cancelled || !(this.isPaused || suspended);
  }

  /** True if it has left a team since the last call. */
  takeWorked(): boolean {
    const worked = this.worked;
    this.worked = false;
    return worked;
  }

  receive(order: WorkerCommand): void {
    switch (order.type) {
      case 'forget':
        this.forget(order.session, new Int32Array(order.left));
        return;
      case 'meet':
        this.meet(order);
        return;
      case 'prepare':
        this.prepare(order);
        return;
      case 'translate':
        this.translate(order);
        return;
      case 'join':
        this.join(order);
        return;
      case 'hold':
        this.hold(order.on);
        return;
      case 'suspend':
        this.suspend(order);
    }
  }

  private suspend({ team, round, on }: Extract<WorkerCommand, { type: 'suspend' }>): void {
    const share = this.parts.find((part) => part.team === team);
    if (share) share.suspended = on;
    if (!on) return;
    this.options.saved({ savedTeam: team, round, groups: share?.dispatch.saved() ?? [] });
    this.options.left();
  }

  private hold(on: boolean): void {
    this.isPaused = on;
    if (!on) return;
    const resting = this.parts.map(({ team, dispatch }) => ({ team, groups: dispatch.groups.map(restOf) }));
    this.options.rest({ resting });
  }

  /** Gives every dispatch one slice. */
  step(): void {
    this.parts = this.parts.filter((share) => {
      if (!this.mayRun(share)) return true;
      const { team, members, dispatch, slices } = share;
      try {
        if (slices.run(dispatch) === 'budget') return true;
        this.leave(team, members, dispatch, undefined);
      } catch (error) {
        dispatch.cancel();
        this.leave(team, members, dispatch, error);
      }
      return false;
    });
  }

  /** Work of a session that has ended is cancelled, not waited for. */
  private forget(session: number, left: Int32Array): void {
    this.parts = this.parts.filter(({ team, members, dispatch, session: of }) => {
      if (of !== session) return true;
      dispatch.cancel();
      this.leave(team, members, dispatch, undefined);
      return false;
    });
    this.dispatchers.delete(session);
    Atomics.sub(left, 0, 1);
    this.options.left();
    this.garbage.add();
    this.garbage.collectIfMuch();
  }

  private meet({ session, memory }: PrepareCommand): void {
    const opened = GpuMemory.open(memory);
    const dispatcher = new Dispatcher(opened, this.options.createEngine(opened), {
      unit: this.options.unit,
      scheduler: this.options.scheduler,
    });
    this.dispatchers.set(session, dispatcher);
  }

  /** An error here occurs again at the launch of the kernel, which reports it. */
  private prepare({ session, launch }: Extract<WorkerCommand, { type: 'prepare' }>): void {
    try {
      this.dispatchers.get(session)?.warm(launch);
    } catch {}
  }

  /** An error here occurs again in the requesting thread, after its timeout. */
  private translate({ session, launch, part }: Extract<WorkerCommand, { type: 'translate' }>): void {
    try {
      this.dispatchers.get(session)?.translate(launch, part);
    } catch {}
  }

  /** Takes part if there still is something to do once the kernel is ready. */
  private join({ team, session, launch, total, batch, cursor, members: word }: JoinCommand): void {
    const members = new WorkerTeamMembers(word);
    const dispatcher = this.dispatchers.get(session);
    if (!dispatcher || members.closed || this.options.unit >= scratchPlaces(launch)) return;
    let dispatch: Dispatch | undefined;
    let failure: unknown;
    try {
      dispatcher.warm(launch);
      dispatch = dispatcher.startAnew(launch, new GroupCursor(total, batch, cursor));
    } catch (error) {
      failure = error;
    }
    if (!members.enter()) return;
    if (dispatch) this.parts.push({ team, session, members, dispatch, slices: new Slices(), suspended: false });
    else this.leave(team, members, undefined, failure);
  }

  private leave(team: number, members: WorkerTeamMembers, dispatch: Dispatch | undefined, error: unknown): void {
    const { values } = dispatch?.counts ?? new Counts();
    const defect = error === undefined ? undefined : failureOf(error);
    this.options.report({
      team,
      counts: values,
      fault: dispatch?.fault,
      defect,
    });
    this.worked = true;
    members.leave();
    this.options.left();
  }
}
