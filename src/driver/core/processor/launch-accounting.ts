// The numbers of launches that are over, for a control plane that keeps account of them.

import { Counts } from '../../../emulator/counts.js';
import { initialMode, type LaunchDescriptor } from '../../../emulator/launch.js';
import { emit, hasListener, type TraceSpan } from '../../../util/trace-spans.js';
import type { GuestContext } from './guest-context.js';
import type { LaunchMonitor } from './launch-monitor.js';
import type { ActiveLaunch } from './launch-slot.js';
import type { LaunchReport, ProcessorEvent } from './messages.js';
import type { Observer } from './observer.js';

/**
 * Each message wakes the control plane's thread, in whose place an executor could run: no thread waits for reports, so
 * they are batched.
 */
const REPORTS_AT_ONCE = 1000;

export class LaunchAccounting {
  /** Finished launches that are not yet reported to the control plane. */
  private reports: LaunchReport[] = [];

  /** @param keepsReports whether every launch is reported to the control plane at the end */
  constructor(
    private readonly keepsReports: boolean,
    private readonly emit: (event: ProcessorEvent) => void,
    private readonly observer: Observer | undefined,
    private readonly monitor: LaunchMonitor | undefined,
  ) {}

  ended(served: GuestContext, running: ActiveLaunch, endNs: bigint): void {
    if (hasListener()) emit(spanOf(served, running, endNs));
    const { session } = served;
    this.monitor?.ended(session, running, endNs, { simulated: this.observer?.simulated?.(session) });
    if (!this.keepsReports) return;
    this.reports.push(this.reportOf(served, running, endNs));
    if (this.reports.length >= REPORTS_AT_ONCE) this.send();
  }

  /** A launch did not end well. */
  failed(served: GuestContext, running: ActiveLaunch, failure: string): void {
    const endNs = process.hrtime.bigint();
    if (hasListener()) emit(spanOf(served, running, endNs, { failure }));
    this.monitor?.ended(served.session, running, endNs, { failure });
    if (!this.keepsReports) return;
    const report = { ...this.reportOf(served, running, endNs), failure };
    this.emit({ type: 'launch-counts', report });
  }

  private reportOf(served: GuestContext, running: ActiveLaunch, endNs: bigint): LaunchReport {
    const observations = this.observer?.collected?.(served.session);
    return { ...reportOf(served, running, endNs), ...(observations ? { observations } : {}) };
  }

  send(): void {
    if (this.reports.length > 0) this.emit({ type: 'launches-finished', reports: this.reports });
    this.reports = [];
  }
}

/** A launch for the timeline. */
function spanOf(
  served: GuestContext,
  running: ActiveLaunch,
  endNs: bigint,
  more: TraceSpan['details'] = {},
): TraceSpan {
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

function reportOf(served: GuestContext, running: ActiveLaunch, endNs: bigint): LaunchReport {
  const { submission, dispatch, team, nativeShare, startNs, prepared } = running;
  const { translationNs, compilationNs } = served.preparation;

  const { launch } = dispatch;
  const sum = new Counts();
  sum.add(dispatch.counts.values);
  if (team) sum.add(team.counts.values);
  if (nativeShare) sum.add(nativeShare.counts.values);
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

/** Resources of a compute unit that the launch uses. */
export const resourcesOf = ({ vgprs, sgprs, ldsBytes, scratchBytesPerLane, localSize, isa }: LaunchDescriptor) => ({
  vgprs,
  sgprs,
  ldsBytes,
  scratchBytes: scratchBytesPerLane,
  workItems: localSize[0] * localSize[1] * localSize[2],
  isa,
});
