// Keeps the contexts of launches for instruments.

import { callText, describeMemory } from '../driver/atoll/api-calls.js';
import type { AllocationRecord } from '../driver/core/processor/messages.js';
import type { ObservedLaunch } from '../driver/core/processor/observer.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { LoadedCode } from '../launch/code.js';
import { LaunchContexts } from '../launch/launch-context.js';
import { NO_DEBUG_INFO } from '../source/debug-info.js';
import { SourceLocator } from '../source/locator.js';

/** Maximum number of freed allocations that are remembered. */
const REMEMBERED = 64;

/** Allocations of a guest, by address, and recently freed ones. */
class GuestAllocations {
  readonly all = new Map<number, AllocationRecord>();
  lately: readonly AllocationRecord[] = [];

  change(allocation: AllocationRecord, allocated: boolean): void {
    const { address } = allocation;
    if (allocated) {
      this.all.set(address, allocation);
      const end = address + allocation.requested;
      this.lately = this.lately.filter((old) => old.address >= end || old.address + old.requested <= address);
      return;
    }
    const old = this.all.get(address);
    this.all.delete(address);
    if (old && old.purpose !== 0) this.lately = [old, ...this.lately].slice(0, REMEMBERED);
  }
}

export class LaunchObservers {
  readonly launchContexts = new LaunchContexts();
  private readonly memories = new Map<number, GuestAllocations>();
  private readonly wheres = new WeakMap<LoadedCode, SourceLocator>();

  memory(session: number, allocation: AllocationRecord, allocated: boolean): void {
    let guest = this.memories.get(session);
    if (!guest) this.memories.set(session, (guest = new GuestAllocations()));
    guest.change(allocation, allocated);
  }

  begun(session: number, launch: LaunchDescriptor, { kernel, memory, submission }: ObservedLaunch): void {
    const { launch: request, snapshot, origin } = submission;
    const { segment, globalOffset } = request;
    const start = memory.space.translate(segment) ?? 0;
    let where = this.wheres.get(kernel);
    if (!where) this.wheres.set(kernel, (where = new SourceLocator(kernel.about?.debug ?? NO_DEBUG_INFO)));
    this.launchContexts.note(launch, {
      where,
      arguments: kernel.about?.arguments ?? [],
      segment: memory.u8.slice(start, start + kernel.convention.segmentBytes),
      globalOffset,
      launcher: snapshot ? snapshot.launcher : callText(origin.call),
      allocations: () => {
        if (snapshot) return snapshot.allocations;
        const guest = this.memories.get(session);
        return guest ? describeMemory({ all: [...guest.all.values()], lately: guest.lately }, memory.space) : [];
      },
    });
  }

  left(session: number): void {
    this.memories.delete(session);
  }
}
