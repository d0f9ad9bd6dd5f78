// The numbers of launches that are over, for a control plane that keeps account of them.

import { Counts } from '../../../emulator/counts.js';
import type { LaunchDescriptor } from '../../../emulator/launch.js';
import type { LaunchReport, ProcessorEvent } from './messages.js';
import type { Observer } from './observer.js';
import type { Running, Served } from './served.js';

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
  ) {}

  ended(served: Served, running: Running, endNs: bigint): void {
    if (!this.kept) return;
    this.reports.push(this.reportOf(served, running, endNs));
    if (this.reports.length >= REPORTS_AT_ONCE) this.send();
  }

  /** A launch did not end well. */
  failed(served: Served, running: Running, failure: string): void {
    if (!this.kept) return;
    const report = { ...this.reportOf(served, running, process.hrtime.bigint()), failure };
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

function reportOf(served: Served, running: Running, endNs: bigint): LaunchReport {
  const { submission, dispatch, team, startNs, prepared } = running;
  const { translationNs, compilationNs } = served.preparation;

  const { launch } = dispatch;
  const sum = new Counts();
  sum.add(dispatch.counts.values);
  if (team) sum.add(team.counts.values);
  return {
    session: served.session,
    kernel: launch.kernel,
    device: submission.device,
    globalSize: launch.globalSize as [number, number, number],
    localSize: launch.localSize as [number, number, number],
    counts: sum.values,
    isa: launch.isa,
    code: launch.code,
    resources: resourcesOf(launch),
    startNs,
    endNs,
    preparation: {
      translationNs: translationNs - prepared.translationNs,
      compilationNs: compilationNs - prepared.compilationNs,
    },
  };
}

const resourcesOf = ({ vgprs, sgprs, ldsBytes, scratchBytesPerLane, localSize: [x, y, z] }: LaunchDescriptor) => ({
  vgprs,
  sgprs,
  ldsBytes,
  scratchBytes: scratchBytesPerLane,
  workItems: x * y * z,
});
