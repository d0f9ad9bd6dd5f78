// Comparison of the memory after a replayed launch with its recording.

import { PAGE_SIZE } from '../abi/memory-map.js';
import type { GpuMemory } from '../emulator/memory.js';
import { required } from '../util/required.js';
import type { Recording } from './layout.js';
import { changedPages } from './pages.js';

export interface MemoryComparison {
  /** Bytes that are not what the recording says. */
  readonly different: number;
  /** GPU address of the first of them, and both values. */
  readonly first: { readonly address: bigint; readonly recorded: number; readonly now: number } | undefined;
}

export function compareMemory(memory: GpuMemory, { regions, before, after }: Recording): MemoryComparison {
  const expected = new Map([...before, ...after]);
  let different = 0;
  let first: MemoryComparison['first'];
  for (const [page, now] of changedPages(memory, regions, expected)) {
    const recorded = expected.get(page);
    for (let byte = 0; byte < PAGE_SIZE; byte++) {
      if (now[byte] === (recorded?.[byte] ?? 0)) continue;
      different++;
      const address = memory.space.addressOf(page * PAGE_SIZE + byte);
      first ??= { address, recorded: recorded?.[byte] ?? 0, now: required(now[byte], 'byte') };
    }
  }
  return { different, first };
}
