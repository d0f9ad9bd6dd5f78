// One program whose launches are compared: its memory objects, memory before the launch that runs, and the copy that
// others run over.

import { join } from 'node:path';
import { recordLaunch } from '../board/client/launch-recording.js';
import type { Evidence } from '../driver/core/processor/compilation-comparison.js';
import type { AllocationRecord } from '../driver/core/processor/messages.js';
import type { RemoteLaunch } from '../driver/core/processor/remote-executor.js';
import { Dispatcher } from '../emulator/dispatcher.js';
import type { Engine } from '../emulator/engine.js';
import type { GpuMemory } from '../emulator/memory.js';
import { MemoryShadow } from '../emulator/memory-shadow.js';
import type { Conventions } from '../launch/convention.js';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { MemoryCopy } from './memory-copy.js';
import type { PairedLaunch } from './paired-launch.js';
import type { Result } from './results.js';
import type { StrayRange } from './stray-writes.js';

/** Bytes of GPU memory of a program whose launches are compared. */
const MEMORY_LIMIT = 2 ** 30;

/** State that all guests of a run share. */
export interface LockstepContext {
  readonly createEngine: (memory: GpuMemory) => Engine;
  readonly conventions: Conventions;
  /** Folder for launches that differ. */
  readonly folder: string;
  /** Launches that were kept, by kernel and compilation: the first of each is. */
  readonly savedFiles: Set<string>;
  readonly say: (text: string) => void;
}

/** Launches that are kept of a run. */
const KEPT_LIMIT = 32;

export class LockstepGuest {
  readonly before = new MemoryShadow();
  private readonly allocations = new Map<number, AllocationRecord>();
  private copy: MemoryCopy | undefined;
  private dispatcher: Dispatcher | undefined;
  private original: GpuMemory | undefined;

  constructor(private readonly shared: LockstepContext) {}

  memory(allocation: AllocationRecord, allocated: boolean): void {
    if (allocated) this.allocations.set(allocation.address, allocation);
    else this.allocations.delete(allocation.address);
  }

  readonly allocationAt = (at: number): AllocationRecord | undefined => {
    for (const allocation of this.allocations.values())
      if (at >= allocation.address && at < allocation.address + allocation.requested) return allocation;
    return undefined;
  };

  /** A launch is about to begin. @returns whether memory could be kept */
  begin(memory: GpuMemory): boolean {
    this.original = memory;
    return this.before.take(memory, MEMORY_LIMIT);
  }

  /** Prepares the memory for another compilation, as it was before the launch. */
  place(): PairedLaunch {
    const { createEngine, conventions } = this.shared;
    this.copy ??= new MemoryCopy(required(this.original, 'memory of the guest'));
    const { memory } = this.copy;
    this.dispatcher ??= new Dispatcher(memory, createEngine(memory));
    return { memory, dispatcher: this.dispatcher, conventions };
  }

  /** The copy is what memory was before the launch. */
  restore(): void {
    this.place();
    required(this.copy, 'copy of the memory').update(this.before);
  }

  /** Memory to which a launch may write: its memory objects, and the driver's memory around its arguments. */
  around({ submission, kernel, memory }: RemoteLaunch, results: readonly Result[]): StrayRange[] {
    const { segment, printfBuffer } = submission.launch;
    const own = [segment, printfBuffer].flatMap((address) => {
      const at = address === 0n ? undefined : memory.space.translate(address);
      const allocation = at === undefined ? undefined : this.allocationAt(at);
      return allocation ? [{ address: allocation.address, size: allocation.requested }] : [];
    });
    const at = memory.space.translate(segment);
    if (at !== undefined) own.push({ address: at, size: kernel.convention.segmentBytes });
    return [...results, ...own];
  }

  /** Keeps the launch that differs; undefined where one like it is kept, or nothing can be. */
  keep(what: RemoteLaunch, compilation: string, limit: number): Evidence | undefined {
    const { savedFiles, folder, say } = this.shared;
    const { kernel, submission } = what;
    const origin = kernel.about?.origin;
    const name = `${kernel.name} ${compilation}`;
    if (origin?.type !== 'source' || savedFiles.has(name) || savedFiles.size >= KEPT_LIMIT) return undefined;
    savedFiles.add(name);
    const file = join(folder, `${savedFiles.size}.atoll`);
    try {
      const before = { regions: this.before.regions, pages: new Map(this.before.pages()) };
      recordLaunch(file, what, before, [...this.allocations.values()]);
      return { file, origin, device: submission.device, launch: submission.launch, lds: kernel.lds, limit };
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      say(`kernel ${kernel.name}: the launch is not recorded: ${error.message}`);
      return undefined;
    }
  }

  close(): void {
    this.dispatcher?.close();
    this.dispatcher = undefined;
    this.copy = undefined;
  }
}
