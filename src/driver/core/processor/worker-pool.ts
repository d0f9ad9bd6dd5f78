// Help for large launches: executor threads that take work-groups of a dispatch beside the command processor.

import type { MessagePort } from 'node:worker_threads';
import { Counts, type CountValues } from '../../../emulator/counts.js';
import type { GroupCursor } from '../../../emulator/cursor.js';
import { describeFault, type GpuFault } from '../../../emulator/faults.js';
import type { LaunchDescriptor } from '../../../emulator/launch.js';
import type { SharedGpuMemory } from '../../../emulator/memory.js';
import type { SavedGroup } from '../../../emulator/saved-groups.js';
import type { SuspendedGroup } from '../../../emulator/suspended-group.js';
import type { TraceSpan } from '../../../util/trace-spans.js';
import { workerThreads } from '../../../util/worker-threads.js';
import { WorkerTeamMembers } from './team-members.js';

/** A session whose dispatches an executor may join later: it prepares for them while it has nothing else to do. */
export interface PrepareCommand {
  readonly type: 'meet';
  readonly session: number;
  readonly memory: SharedGpuMemory;
}

/** Commands for an executor. */
export type WorkerCommand =
  | PrepareCommand
  | {
      /** A kernel that is launched for the first time: what its work-groups need may be made ready. */
      readonly type: 'prepare';
      readonly session: number;
      readonly launch: LaunchDescriptor;
    }
  | {
      readonly type: 'join';
      readonly team: number;
      readonly session: number;
      readonly launch: LaunchDescriptor;
      /** The shared cursor of the dispatch: work-groups in all, at a time, counter. */
      readonly total: number;
      readonly batch: number;
      readonly cursor: SharedArrayBuffer;
      /** Of TeamMembers. */
      readonly members: SharedArrayBuffer;
    }
  | {
      /** A kernel is worth translating: one executor does it for all threads. */
      readonly type: 'translate';
      readonly session: number;
      readonly launch: LaunchDescriptor;
      readonly part: readonly number[] | undefined;
    }
  | {
      /** All stand still, but for what is cancelled, or continue. Said again when something is cancelled meanwhile. */
      readonly type: 'hold';
      readonly on: boolean;
    }
  | {
      /** The part in one launch stands still, or continues. */
      readonly type: 'suspend';
      readonly team: number;
      /** Number of the suspension, which the reply has. */
      readonly round: number;
      readonly on: boolean;
    }
  | {
      readonly type: 'forget';
      readonly session: number;
      /** A word from which each member takes one when it has nothing of the session any more. */
      readonly left: SharedArrayBuffer;
    };

/** Report of an executor that leaves a team; it is posted before the executor leaves. */
export interface WorkerReport {
  readonly team: number;
  readonly counts: CountValues;
  readonly fault: GpuFault | undefined;
  /** A defect of ours that ended its work. */
  readonly defect: string | undefined;
  /** Trace spans of its thread, if there is a listener. */
  readonly trace?: ThreadTrace;
}

/** Report of an executor that is paused: its work-groups, by team. */
export interface SuspendedGroups {
  readonly resting: readonly { readonly team: number; readonly groups: readonly SuspendedGroup[] }[];
}

/** Report of an executor whose part in a launch stands still; it may have none. */
export interface SavedTeamGroups {
  readonly savedTeam: number;
  readonly round: number;
  readonly groups: readonly SavedGroup[];
}

/** Trace spans of one thread. */
export interface ThreadTrace {
  /** The thread: its slice of the engine region. */
  readonly unit: number;
  readonly happenings: readonly TraceSpan[];
}

/** Words of an executor's control memory: bumped for every order; 1 when it has to end; 1 when it has started. */
export const EXECUTOR_WORD = { orders: 0, stop: 1, ready: 2 } as const;
export const EXECUTOR_WORDS = 3;

/** One end of the connection to an executor. */
export interface PoolWorker {
  readonly port: MessagePort;
  /** See EXECUTOR_WORD. */
  readonly control: SharedArrayBuffer;
}

/** The executors' part in one dispatch. */
export class WorkerTeam {
  readonly counts = new Counts();
  /** Text of the first fault or defect that a member met. */
  failure: string | undefined;
  /** The fault, where it was one. */
  fault: GpuFault | undefined;
  /** Members that have executed work-groups. */
  helpers = 0;
  /** Number of suspensions. */
  round = 0;
  /** Reports of executors in the last suspension. */
  readonly saved = new Map<PoolWorker, readonly SavedGroup[]>();

  /** @param addressees executors with the request to take part */
  constructor(
    readonly id: number,
    readonly members: WorkerTeamMembers,
    readonly addressees: readonly PoolWorker[],
  ) {}

  add({ counts, fault, defect }: WorkerReport): void {
    this.counts.add(counts);
    if (counts.workGroups > 0) this.helpers++;
    if (this.failure !== undefined) return;
    this.fault = fault;
    this.failure = fault ? describeFault(fault) : defect;
  }
}

export class WorkerPool {
  private readonly members: PoolWorker[] = [];
  private readonly sessions = new Map<number, PrepareCommand>();
  private readonly teams = new Map<number, WorkerTeam>();
  /** Sessions of which members still have something, with the words that say how many. */
  private readonly leaving = new Map<number, Int32Array>();
  private count = 0;
  private translations = 0;
  private isPaused = false;
  /** Reports of paused members. */
  private readonly rests = new Map<PoolWorker, SuspendedGroups['resting']>();

  /**
   * @param wake wakes one waiter of a futex word
   * @param passOn takes what happened in the threads of executors
   */
  constructor(
    private readonly wake: (view: Uint8Array, byteOffset: number) => void,
    private readonly passOn: (trace: ThreadTrace) => void = () => {},
  ) {}

  /** True if there is an executor that is ready. */
  get ready(): boolean {
    return this.readyMembers.length > 0;
  }

  private get readyMembers(): PoolWorker[] {
    return this.members.filter(({ control }) => Atomics.load(new Int32Array(control), EXECUTOR_WORD.ready) !== 0);
  }

  enlist(member: PoolWorker): void {
    this.members.push(member);
    for (const order of this.sessions.values()) this.order(order, [member]);
    if (this.isPaused) this.order({ type: 'hold', on: true }, [member]);
  }

  /** Members stand still, or continue. What is cancelled while they stand still they leave when this is said again. */
  hold(on: boolean): void {
    this.isPaused = on;
    this.rests.clear();
    this.order({ type: 'hold', on }, this.members);
  }

  /** The work-groups of a team whose members stand still, as far as they have said so. */
  resting(team: WorkerTeam): readonly SuspendedGroup[] {
    this.receive();
    return [...this.rests.values()].flat().flatMap((rest) => (rest.team === team.id ? rest.groups : []));
  }

  /** A session begins. */
  meet(session: number, memory: SharedGpuMemory): void {
    const order: PrepareCommand = { type: 'meet', session, memory };
    this.sessions.set(session, order);
    this.order(order, this.members);
  }

  /** A kernel is launched that may be shared later. */
  prepare(session: number, launch: LaunchDescriptor): void {
    this.order({ type: 'prepare', session, launch }, this.readyMembers);
  }

  /** Has a kernel translated by one executor, each in its turn; false when none is ready. */
  translate(session: number, launch: LaunchDescriptor, part: readonly number[] | undefined): boolean {
    const ready = this.readyMembers;
    const member = ready[this.translations % ready.length];
    if (!member) return false;
    this.translations++;
    this.order({ type: 'translate', session, launch, part }, [member]);
    return true;
  }

  /** Lets every executor that is ready take work-groups of a dispatch until none is left. */
  join(session: number, launch: LaunchDescriptor, cursor: GroupCursor): WorkerTeam {
    const team = new WorkerTeam(++this.count, new WorkerTeamMembers(), this.readyMembers);
    this.teams.set(team.id, team);
    const { total, batch, buffer } = cursor;
    const members = team.members.buffer;
    this.order(
      { type: 'join', team: team.id, session, launch, total, batch, cursor: buffer, members },
      team.addressees,
    );
    return team;
  }

  /** The executors' part in one launch stands still, or continues. */
  suspend(team: WorkerTeam, on: boolean): void {
    team.saved.clear();
    if (on) team.round++;
    this.order({ type: 'suspend', team: team.id, round: team.round, on }, team.addressees);
  }

  /** State of a suspended team's work-groups; undefined until all of it stands still. */
  savedGroups(team: WorkerTeam): readonly SavedGroup[] | undefined {
    this.receive();
    return team.saved.size === team.addressees.length ? [...team.saved.values()].flat() : undefined;
  }

  /** Takes in the reports of a finished team. */
  collect(team: WorkerTeam): void {
    this.receive();
    this.teams.delete(team.id);
  }

  /** Takes in what members have said. */
  private receive(): void {
    const { receiveMessageOnPort } = workerThreads();
    for (const member of this.members) {
      const { port } = member;
      for (let message = receiveMessageOnPort(port); message; message = receiveMessageOnPort(port)) {
        const report = message.message as WorkerReport | SuspendedGroups | SavedTeamGroups;
        if ('resting' in report) this.rests.set(member, report.resting);
        else if ('savedTeam' in report) this.keep(member, report);
        else {
          this.teams.get(report.team)?.add(report);
          if (report.trace) this.passOn(report.trace);
        }
      }
    }
  }

  private keep(member: PoolWorker, { savedTeam, round, groups }: SavedTeamGroups): void {
    const team = this.teams.get(savedTeam);
    if (team?.round === round) team.saved.set(member, groups);
  }

  /** No member keeps anything of the session. Only when none of its teams is at work. */
  forget(session: number): void {
    this.sessions.delete(session);
    const left = new SharedArrayBuffer(4);
    const word = new Int32Array(left);
    word[0] = this.members.length;
    this.leaving.set(session, word);
    this.order({ type: 'forget', session, left }, this.members);
  }

  /** True if there are sessions that all members have dropped since the request. */
  get hasForgotten(): boolean {
    for (const word of this.leaving.values()) if (Atomics.load(word, 0) === 0) return true;
    return false;
  }

  /** These sessions, each once. */
  takeForgotten(): number[] {
    const left = [...this.leaving].flatMap(([session, word]) => (Atomics.load(word, 0) === 0 ? session : []));
    for (const session of left) this.leaving.delete(session);
    return left;
  }

  private order(order: WorkerCommand, to: readonly PoolWorker[]): void {
    for (const { port, control } of to) {
      port.postMessage(order);
      Atomics.add(new Int32Array(control), EXECUTOR_WORD.orders, 1);
      this.wake(new Uint8Array(control), 0);
    }
  }
}
