// The check in the processor thread: a probe for each program, and the findings of all.

import { type CheckOptions, KernelCheck } from '../../check/checker.js';
import { Findings } from '../../check/findings.js';
import type { HostMemoryState } from '../../check/host-memory-state.js';
import { resourcesOf } from '../../driver/core/processor/launch-accounting.js';
import type { LaunchDescriptor } from '../../emulator/launch.js';
import type { Probe } from '../../emulator/probes.js';
import type { HostEvent } from '../../launch/host-event.js';
import { residentGroups } from '../../statistics/occupancy.js';
import { required } from '../../util/required.js';
import type { InstrumentWorker, StartedLaunch, WorkerHost } from '../instrument.js';

class CheckWorker implements InstrumentWorker {
  private readonly findings: Findings;
  /** By program. */
  private readonly checks = new Map<number, KernelCheck>();

  constructor(
    private readonly options: CheckOptions,
    private readonly host: WorkerHost,
  ) {
    this.findings = new Findings((finding) => host.post(finding));
  }

  probe(session: number): Probe {
    const { launchContexts, computeUnits } = this.host;
    const residentsOf = (launch: LaunchDescriptor, device: number): number =>
      residentGroups(resourcesOf(launch), computeUnits[device] ?? required(computeUnits[0], 'device'));
    const residency = computeUnits.length > 0 ? residentsOf : undefined;
    const check = new KernelCheck(this.options, this.findings, launchContexts, residency);
    this.checks.set(session, check);
    return check;
  }

  onHostEvent(session: number, event: HostEvent): void {
    this.checks.get(session)?.onHostEvent(event);
  }

  begun(session: number, _kernel: string, { launch, memory, submission }: StartedLaunch): void {
    const segment = memory.space.translate(submission.launch.segment) ?? 0;
    this.checks.get(session)?.launching(launch, segment, submission.device);
  }

  ended(session: number): void {
    this.checks.get(session)?.ended();
  }

  defects(): number {
    return this.findings.different;
  }

  hostMemory(session: number): HostMemoryState | undefined {
    return this.checks.get(session)?.hostMemory;
  }

  left(session: number): void {
    this.end(this.checks.get(session));
    this.checks.delete(session);
    this.findings.flush();
  }

  close(): void {
    for (const check of this.checks.values()) this.end(check);
    this.findings.flush();
    if (this.findings.dropped > 0) this.host.say(`${this.findings.dropped} more findings were dropped`);
  }

  /** Reports the findings of the last launch, and the cost of the limit of shadow memory. */
  private end(check: KernelCheck | undefined): void {
    check?.ended();
    if (check && check.forgotten > 0)
      this.host.say(
        `${check.forgotten} pages of shadow memory were evicted: races there may be missed (--shadow-memory)`,
      );
  }
}

export const createWorker = (options: unknown, host: WorkerHost): InstrumentWorker =>
  new CheckWorker(options as CheckOptions, host);
