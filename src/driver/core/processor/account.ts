// The numbers of launches that are over, for a control plane that keeps account of them.

import { Counts } from '../../../emulator/counts.js';
import { initialMode, type LaunchDescriptor } from '../../../emulator/launch.js';
import { type Happening, isHeard, tell } from '../../../util/happenings.js';
import type { Running } from './lane.js';
import type { LaunchReport, ProcessorEvent } from './messages.js';
import type { Observer } from './observer.js';
import type { Served } from './served.js';
import type { Spectator } from './spectator.js';

/** Each message wakes the control plane's thread, in whose place an executor could run: nobody waits for it, so it can wait. */
const REPORTS_AT_ONCE = 1000;

export class Account {
  /** Finished launches of which the control plane has not heard. */
  private reports: LaunchReport[] = [];

  /** @param kept whether the control plane wants to hear of every launch in the end */
  constructor(
    private readonly kept: boolean,
    private readonly emit: (event: ProcessorEvent) => void,
    private readonly observer: Observer | undefined,
    private readonly spectator: Spectator | undefined,
  ) {}

  ended(served: Served, running: Running, endNs: bigint): void {
    if (isHeard()) tell(happeningOf(served, running, endNs));
    const { session } = served;
    this.spectator?.ended(session, running, endNs, { simulated: this.observer?.simulated?.(session) });
    if (!this.kept) return;
    this.reports.push(this.reportOf(served, running, endNs));
    if (this.reports.length >= REPORTS_AT_ONCE) this.send();
  }

  /** A launch did not end well. */
  failed(served: Served, running: Running, failure: string): void {
    const endNs = process.hrtime.bigint();
    if (isHeard()) tell(happeningOf(served, running, endNs, { failure }));
    this.spectator?.ended(served.session, running, endNs, { failure });
    if (!this.kept) return;
    const report = { ...this.reportOf(served, running, endNs), failure };
    this.emit({ do: 'failed', report });
  }

  private reportOf(served: Served, running: Running, endNs: bigint): LaunchReport {
    const observations = this.observer?.collected?.(served.session);
    return { ...reportOf(served, running, endNs), ...(observations ? { observations } : {}) };
  }

  send(): void {
    if (this.reports.length > 0) this.emit({ do: 'launched', reports: this.reports });
    this.reports = [];
  }
}

/** A launch for the timeline. */
function happeningOf(served: Served, running: Running, endNs: bigint, more: Happening['details'] = {}): Happening {
  const { startNs, dispatch, submission, prepared, cursor } = running;
  const { kernel, globalSize, localSize } = dispatch.launch;
  const details = {
    guest: served.session,
    device: submission.device,
    sequence: Number(submission.sequence),
    globalSize: globalSize.join(' '),
    localSize: localSize.join(' '),
    workGroups: cursor.total,
    preparationNs: served.preparation.translationNs - prepared.translationNs,
    ...more,
  };
  return { category: 'launch', name: kernel, startNs, endNs, details };
}

function reportOf(served: Served, running: Running, endNs: bigint): LaunchReport {
  const { submission, dispatch, team, assistance, startNs, prepared } = running;
  const { translationNs, compilationNs } = served.preparation;

  const { launch } = dispatch;
  const sum = new Counts();
  sum.add(dispatch.counts.values);
  if (team) sum.add(team.counts.values);
  if (assistance) sum.add(assistance.counts.values);
  return {
    session: served.session,
    kernel: launch.kernel,
    device: submission.device,
    globalSize: launch.globalSize as [number, number, number],
    localSize: launch.localSize as [number, number, number],
    counts: sum.values,
    isa: launch.isa,
    mode: initialMode(launch),
    code: launch.code,
    resources: resourcesOf(launch),
    startNs,
    endNs,
    ...(dispatch.traffic ? { traffic: dispatch.traffic } : {}),
    ...(dispatch.compilations ? { compilations: dispatch.compilations } : {}),
    preparation: {
      translationNs: translationNs - prepared.translationNs,
      compilationNs: compilationNs - prepared.compilationNs,
    },
  };
}

const resourcesOf = ({ vgprs, sgprs, ldsBytes, scratchBytesPerLane, localSize, isa }: LaunchDescriptor) => ({
  vgprs,
  sgprs,
  ldsBytes,
  scratchBytes: scratchBytesPerLane,
  workItems: localSize[0] * localSize[1] * localSize[2],
  isa,
});
