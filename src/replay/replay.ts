// Runs a recorded launch again, without its program.

import { PAGE_SIZE } from '../abi/memory-map.js';
import { AddressSpace } from '../emulator/address-space.js';
import { Dispatcher } from '../emulator/dispatcher.js';
import type { Engine } from '../emulator/engine.js';
import { describeFault } from '../emulator/faults.js';
import { GpuMemory } from '../emulator/memory.js';
import type { Recording } from './layout.js';
import { changedPages, restore } from './pages.js';

export interface Replayed {
  readonly failure: string | undefined;
  /** Bytes that are not what the recording says. */
  readonly different: number;
  /** GPU address of the first of them, and both values. */
  readonly first: { readonly address: bigint; readonly recorded: number; readonly now: number } | undefined;
}

const SLICE = 1_000_000;

function compare(memory: GpuMemory, { regions, before, after }: Recording): Pick<Replayed, 'different' | 'first'> {
  const expected = new Map([...before, ...after]);
  let different = 0;
  let first: Replayed['first'];
  for (const [page, now] of changedPages(memory, regions, expected)) {
    const recorded = expected.get(page);
    for (let byte = 0; byte < PAGE_SIZE; byte++) {
      if (now[byte] === (recorded?.[byte] ?? 0)) continue;
      different++;
      const address = memory.space.addressOf(page * PAGE_SIZE + byte);
      first ??= { address, recorded: recorded?.[byte] ?? 0, now: now[byte]! };
    }
  }
  return { different, first };
}

/** @param createEngine what executes it */
export function replay(recording: Recording, createEngine: (memory: GpuMemory) => Engine): Replayed {
  const memory = GpuMemory.create(new AddressSpace(recording.base));
  restore(memory, recording.regions, recording.before);
  const dispatcher = new Dispatcher(memory, createEngine(memory));
  try {
    const dispatch = dispatcher.start(recording.launch);
    let outcome = dispatch.run(SLICE);
    while (outcome === 'budget') outcome = dispatch.run(SLICE);
    const failure = outcome === 'fault' ? describeFault(dispatch.fault!) : undefined;
    return { failure, ...compare(memory, recording) };
  } finally {
    dispatcher.close();
  }
}
