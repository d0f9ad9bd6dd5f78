// A memory of its own for compilations, which is what the program's memory was before a launch.

import { PAGE_SIZE, SCRATCH_BASE, SCRATCH_SIZE } from '../abi/memory-map.js';
import { GpuMemory, PERMISSION } from '../emulator/memory.js';
import type { MemoryShadow } from '../emulator/memory-shadow.js';

export class MemoryCopy {
  readonly memory: GpuMemory;

  constructor(original: GpuMemory) {
    this.memory = GpuMemory.create(original.space);
  }

  /** It is what memory was, contents and permissions. */
  update(before: MemoryShadow): void {
    const { memory } = this;
    const allow = (permission?: number): void => {
      for (const region of before.regions)
        memory.setPages(region.page * PAGE_SIZE, region.count * PAGE_SIZE, permission ?? region.permission);
    };
    memory.pages.fill(PERMISSION.none);
    memory.setPages(SCRATCH_BASE, SCRATCH_SIZE, PERMISSION.readWrite);
    // Read-only memory of kernels is updated, too.
    allow(PERMISSION.readWrite);
    before.restore(memory);
    allow();
  }
}
