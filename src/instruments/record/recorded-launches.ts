// Records launches: with their contexts, and with what programs have reported of their memory.

import { HostMemoryState } from '../../check/host-memory-state.js';
import type { LaunchDescriptor } from '../../emulator/launch.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { HostEvent } from '../../launch/host-event.js';
import type { RecordedContext } from '../../replay/recorded-context.js';
import { Recorder, type RecordOptions } from '../../replay/recorder.js';
import type { InstrumentWorker, StartedLaunch, WorkerHost } from '../instrument.js';

/** The running launch of a program. */
interface OpenLaunch {
  readonly memory: GpuMemory;
  /** Address of its arguments. */
  readonly segment: number;
  /** Defects that instruments had reported before it. */
  readonly defects: number;
}

export class RecordedLaunches implements InstrumentWorker {
  private readonly recorder: Recorder;
  /** By program, where no instrument follows its memory more closely. */
  private readonly memories = new Map<number, HostMemoryState>();
  /** By program. */
  private readonly open = new Map<number, OpenLaunch>();

  constructor(
    options: RecordOptions,
    private readonly host: WorkerHost,
  ) {
    this.recorder = new Recorder(options, host);
  }

  onHostEvent(session: number, event: HostEvent): void {
    if (!this.followed(session)) this.ownMemory(session).take(event);
  }

  /** The memory of a program as another instrument follows it. */
  private followed(session: number): HostMemoryState | undefined {
    for (const worker of this.host.workers()) {
      const memory = worker.hostMemory?.(session);
      if (memory) return memory;
    }
    return undefined;
  }

  private ownMemory(session: number): HostMemoryState {
    let memory = this.memories.get(session);
    if (!memory) this.memories.set(session, (memory = new HostMemoryState({ writes: true })));
    return memory;
  }

  private defectCount(): number {
    let count = 0;
    for (const worker of this.host.workers()) count += worker.defects?.() ?? 0;
    return count;
  }

  begun(session: number, _name: string, { launch, kernel, memory, submission }: StartedLaunch): void {
    const at = memory.space.translate(submission.launch.segment);
    const segment = at ?? 0;
    this.open.set(session, { memory, segment, defects: this.defectCount() });
    const contextOf = (): RecordedContext => {
      const { where, arguments: all, globalOffset, launcher, allocations } = this.host.launchContexts.of(launch);
      return {
        arguments: all,
        debug: where.info,
        segment: { address: segment, bytes: at === undefined ? 0 : kernel.convention.segmentBytes },
        globalOffset,
        launcher,
        allocations: allocations(),
        history: (this.followed(session) ?? this.ownMemory(session)).history(segment, launch.codeAddress),
      };
    };
    this.recorder.begin(session, launch, memory, contextOf);
  }

  settled(session: number, launch: LaunchDescriptor, failure: string | undefined): void {
    const open = this.open.get(session);
    if (!open) return;
    this.recorder.ended(session, launch, open.memory, failure, this.defectCount() > open.defects);
    // The written memory is unknown.
    this.memories.get(session)?.launched(open.segment);
  }

  left(session: number): void {
    this.memories.delete(session);
    this.open.delete(session);
    this.recorder.left(session);
  }

  result(): number {
    return this.recorder.count;
  }

  close(): void {
    this.recorder.close();
  }
}
