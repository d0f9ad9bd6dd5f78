// Records launches: with their contexts, and with what programs have reported of their memory.

import type { Findings } from '../check/findings.js';
import { HostMemoryState } from '../check/host-memory-state.js';
import type { ObservedLaunch } from '../driver/core/processor/observer.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { HostEvent } from '../launch/host-event.js';
import type { LaunchContexts } from '../launch/launch-context.js';
import type { RecordedContext } from '../replay/recorded-context.js';
import { Recorder, type RecordOptions } from '../replay/recorder.js';
import type { ExitStatusText } from '../util/exit-status-text.js';

export class RecordedLaunches {
  private readonly recorders: readonly Recorder[];
  /** By guest; of those that are checked the check knows more. */
  private readonly told = new Map<number, HostMemoryState>();
  /** Where the arguments of a guest's launch are. */
  private readonly segments = new Map<number, number>();
  /** Findings before the launch of each guest. */
  private readonly before = new Map<number, number>();

  constructor(
    options: readonly RecordOptions[],
    private readonly launchContexts: LaunchContexts,
    private readonly findings: Findings,
    words: ExitStatusText,
  ) {
    this.recorders = options.map((each) => new Recorder(each, words));
  }

  /** @param known the memory state of the guest that a check keeps */
  noted(session: number, note: HostEvent, known: HostMemoryState | undefined): void {
    if (!known) this.toldBy(session).take(note);
  }

  private toldBy(session: number): HostMemoryState {
    let told = this.told.get(session);
    if (!told) this.told.set(session, (told = new HostMemoryState({ writes: true })));
    return told;
  }

  begun(
    session: number,
    launch: LaunchDescriptor,
    { kernel, memory, submission }: ObservedLaunch,
    known: HostMemoryState | undefined,
  ): void {
    const at = memory.space.translate(submission.launch.segment);
    const segment = at ?? 0;
    this.segments.set(session, segment);
    this.before.set(session, this.findings.different);
    const tell = (): RecordedContext => {
      const { where, arguments: all, globalOffset, launcher, allocations } = this.launchContexts.of(launch);
      return {
        arguments: all,
        debug: where.info,
        segment: { address: segment, bytes: at === undefined ? 0 : kernel.convention.segmentBytes },
        globalOffset,
        launcher,
        allocations: allocations(),
        history: (known ?? this.toldBy(session)).history(segment, launch.codeAddress),
      };
    };
    for (const recorder of this.recorders) recorder.begin(session, launch, memory, tell);
  }

  ended(session: number, launch: LaunchDescriptor, memory: GpuMemory, failure: string | undefined): void {
    const found = this.findings.different > (this.before.get(session) ?? 0);
    for (const recorder of this.recorders) recorder.ended(session, launch, memory, failure, found);
    // What it has written is unknown.
    this.told.get(session)?.launched(this.segments.get(session) ?? 0);
  }

  left(session: number): void {
    this.told.delete(session);
    this.segments.delete(session);
    this.before.delete(session);
    for (const recorder of this.recorders) recorder.left(session);
  }

  close(): void {
    for (const recorder of this.recorders) recorder.close();
  }
}
