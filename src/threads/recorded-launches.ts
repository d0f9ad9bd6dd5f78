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
  private readonly memoryStates = new Map<number, HostMemoryState>();
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

  /** @param checkedState the memory state of the guest that a check keeps */
  onHostEvent(session: number, event: HostEvent, checkedState: HostMemoryState | undefined): void {
    if (!checkedState) this.toldBy(session).take(event);
  }

  private toldBy(session: number): HostMemoryState {
    let state = this.memoryStates.get(session);
    if (!state) this.memoryStates.set(session, (state = new HostMemoryState({ writes: true })));
    return state;
  }

  begun(
    session: number,
    launch: LaunchDescriptor,
    { kernel, memory, submission }: ObservedLaunch,
    checkedState: HostMemoryState | undefined,
  ): void {
    const at = memory.space.translate(submission.launch.segment);
    const segment = at ?? 0;
    this.segments.set(session, segment);
    this.before.set(session, this.findings.different);
    const contextOf = (): RecordedContext => {
      const { where, arguments: all, globalOffset, launcher, allocations } = this.launchContexts.of(launch);
      return {
        arguments: all,
        debug: where.info,
        segment: { address: segment, bytes: at === undefined ? 0 : kernel.convention.segmentBytes },
        globalOffset,
        launcher,
        allocations: allocations(),
        history: (checkedState ?? this.toldBy(session)).history(segment, launch.codeAddress),
      };
    };
    for (const recorder of this.recorders) recorder.begin(session, launch, memory, contextOf);
  }

  ended(session: number, launch: LaunchDescriptor, memory: GpuMemory, failure: string | undefined): void {
    const hasFindings = this.findings.different > (this.before.get(session) ?? 0);
    for (const recorder of this.recorders) recorder.ended(session, launch, memory, failure, hasFindings);
    // What it has written is unknown.
    this.memoryStates.get(session)?.launched(this.segments.get(session) ?? 0);
  }

  left(session: number): void {
    this.memoryStates.delete(session);
    this.segments.delete(session);
    this.before.delete(session);
    for (const recorder of this.recorders) recorder.left(session);
  }

  close(): void {
    for (const recorder of this.recorders) recorder.close();
  }
}
