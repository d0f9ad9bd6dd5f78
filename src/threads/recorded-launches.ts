// Has launches recorded: with what their stories tell, and what programs have told of their memory.

import type { Findings } from '../check/findings.js';
import { ToldMemory } from '../check/told-memory.js';
import type { ObservedLaunch } from '../driver/core/processor/observer.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { ProgramNote } from '../launch/program-note.js';
import type { Stories } from '../launch/story.js';
import { Recorder, type RecordOptions } from '../replay/recorder.js';
import type { RecordedStory } from '../replay/story.js';
import type { OutcomeWords } from '../util/outcome.js';

export class RecordedLaunches {
  private readonly recorders: readonly Recorder[];
  /** By guest; of those that are checked the check knows more. */
  private readonly told = new Map<number, ToldMemory>();
  /** Where the arguments of a guest's launch are. */
  private readonly segments = new Map<number, number>();
  /** Findings before the launch of each guest. */
  private readonly before = new Map<number, number>();

  constructor(
    options: readonly RecordOptions[],
    private readonly stories: Stories,
    private readonly findings: Findings,
    words: OutcomeWords,
  ) {
    this.recorders = options.map((each) => new Recorder(each, words));
  }

  /** @param known what a check has heard of the guest */
  noted(session: number, note: ProgramNote, known: ToldMemory | undefined): void {
    if (!known) this.toldBy(session).take(note);
  }

  private toldBy(session: number): ToldMemory {
    let told = this.told.get(session);
    if (!told) this.told.set(session, (told = new ToldMemory({ writes: true })));
    return told;
  }

  begun(
    session: number,
    launch: LaunchDescriptor,
    { kernel, memory, submission }: ObservedLaunch,
    known: ToldMemory | undefined,
  ): void {
    const at = memory.space.translate(submission.launch.segment);
    const segment = at ?? 0;
    this.segments.set(session, segment);
    this.before.set(session, this.findings.different);
    const tell = (): RecordedStory => {
      const { where, arguments: all, globalOffset, launcher, allocations } = this.stories.of(launch);
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
    // Nobody has seen what it has written.
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
