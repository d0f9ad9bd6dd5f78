// The recording of a launch whose results differ on a board: memory before it is rebuilt from the buffers kept for the
// board, memory after it is that of this side.

import { PAGE_SIZE } from '../../abi/memory-map.js';
import type { AllocationRecord } from '../../driver/core/processor/messages.js';
import type { RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import { regionsOf } from '../../emulator/page-regions.js';
import { changedPages, type RecordedPages } from '../../replay/pages.js';
import { describeError } from '../../util/errors.js';
import { recordLaunch } from './launch-recording.js';

/** Bytes as they were before the launch, from an offset in memory on. */
export interface BytesBefore {
  readonly address: number;
  readonly bytes: Uint8Array;
}

function putBack(pages: RecordedPages, { address, bytes }: BytesBefore): void {
  for (let at = 0; at < bytes.length; ) {
    const page = Math.floor((address + at) / PAGE_SIZE);
    const inPage = (address + at) % PAGE_SIZE;
    const count = Math.min(PAGE_SIZE - inPage, bytes.length - at);
    let content = pages.get(page);
    if (!content) pages.set(page, (content = new Uint8Array(PAGE_SIZE)));
    content.set(bytes.subarray(at, at + count), inPage);
    at += count;
  }
}

/**
 * Writes the recording of a launch that is over here.
 * @param before the buffers that it may have changed
 * @returns the text that reports the file, or why there is none
 */
export function recordDifference(
  file: string,
  what: RemoteLaunch,
  before: readonly BytesBefore[],
  allocations: readonly AllocationRecord[],
): string {
  try {
    const regions = regionsOf(what.memory);
    const pages = changedPages(what.memory, regions, new Map());
    for (const each of before) putBack(pages, each);
    recordLaunch(file, what, { regions, pages }, allocations);
    return `recorded: atoll replay ${file}`;
  } catch (error) {
    return `not recorded: ${describeError(error)}`;
  }
}
