// Launches whose queue is suspended: their wavefronts stand still on all threads, each between two instructions, and
// continue where they are when the queue runs again. Launches of other queues run meanwhile.

import { MAX_CONCURRENT_LAUNCHES } from '../../../emulator/state.js';
import { needsLargeScratch } from '../../../emulator/wavefronts.js';
import { required } from '../../../util/required.js';
import type { GuestContext } from './guest-context.js';
import type { ActiveLaunch, LaunchPreemption } from './launch-slot.js';
import type { WorkerPool } from './worker-pool.js';

export class Preemption {
  /** @param overlaps whether launches of one guest may run side by side */
  constructor(
    private readonly pool: WorkerPool,
    private readonly overlaps: () => boolean,
  ) {}

  /** Lets a launch stand still or continue, as its queue does. @returns whether it stands still */
  holds(served: GuestContext, running: ActiveLaunch): boolean {
    const { submission, team, nativeShare, ended, failure } = running;
    const isOver = ended && (team?.members.finished ?? true) && (nativeShare?.finished ?? true);
    if (!submission.suspended || failure !== undefined || isOver) {
      this.resume(running);
      return false;
    }
    const preempted = running.preempted ?? this.begin(served, running);
    if (!preempted) return false;
    if (!preempted.saved) this.save(running, preempted);
    return true;
  }

  private begin(served: GuestContext, running: ActiveLaunch): LaunchPreemption | undefined {
    const refusal = this.refusal(served, running);
    if (refusal !== undefined) {
      running.submission.refuse?.(refusal);
      return undefined;
    }
    const preempted = { sinceNs: process.hrtime.bigint(), saved: false };
    running.preempted = preempted;
    if (running.team) this.pool.suspend(running.team, true);
    return preempted;
  }

  /** Why the launch cannot stand still while others run. */
  private refusal({ runnings }: GuestContext, { dispatch }: ActiveLaunch): string | undefined {
    if (!this.overlaps() || !dispatch.saved) return 'kernels are observed, so that they run one after the other';
    if (needsLargeScratch(dispatch.launch)) return 'its work-groups have more than 8 MiB of private memory';
    const most = MAX_CONCURRENT_LAUNCHES - 1;
    if (runnings.filter(({ preempted }) => preempted).length >= most)
      return `${most} queues whose kernels have begun are suspended, which is the maximum`;
    return undefined;
  }

  /** Passes the state on as soon as all threads stand still. */
  private save(running: ActiveLaunch, preempted: LaunchPreemption): void {
    const { team, nativeShare, dispatch, ended, submission } = running;
    if (nativeShare && !nativeShare.halt()) return;
    const helpers = team ? this.pool.savedGroups(team) : (nativeShare?.savedGroups ?? []);
    if (!helpers) return;
    preempted.saved = true;
    submission.saved?.({
      launch: dispatch.launch,
      groups: [...(ended ? [] : required(dispatch.saved?.(), 'state of the launch')), ...helpers],
    });
  }

  /** The launch continues, or ends: the time between is not its own. */
  resume(running: ActiveLaunch): void {
    const { preempted, team } = running;
    if (!preempted) return;
    running.preempted = undefined;
    running.startNs += process.hrtime.bigint() - preempted.sinceNs;
    if (team) this.pool.suspend(team, false);
  }
}
