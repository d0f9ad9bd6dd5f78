// Keeps a launch whose results differ, as `atoll record` does: memory before it and after it here.

import { PAGE_SIZE } from '../../abi/memory-map.js';
import { callText, describeMemory } from '../../driver/atoll/api-calls.js';
import type { AllocationRecord } from '../../driver/core/processor/messages.js';
import type { RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import { regionsOf } from '../../emulator/page-regions.js';
import { changedPages, type RecordedPages } from '../../replay/pages.js';
import type { RecordedContext } from '../../replay/recorded-context.js';
import { RecordingWriter } from '../../replay/writer.js';
import { NO_DEBUG_INFO } from '../../source/debug-info.js';
import { describeError } from '../../util/errors.js';

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
 * @returns what became of it, in words
 */
export function recordDifference(
  file: string,
  { launch, memory, kernel, submission }: RemoteLaunch,
  before: readonly BytesBefore[],
  allocations: readonly AllocationRecord[],
): string {
  try {
    const regions = regionsOf(memory);
    const pages = changedPages(memory, regions, new Map());
    for (const each of before) putBack(pages, each);
    const after = changedPages(memory, regions, pages);
    const segment = memory.space.translate(submission.launch.segment);
    const launchContext: RecordedContext = {
      arguments: kernel.about?.arguments ?? [],
      debug: kernel.about?.debug ?? NO_DEBUG_INFO,
      segment: { address: segment ?? 0, bytes: segment === undefined ? 0 : kernel.convention.segmentBytes },
      globalOffset: submission.launch.globalOffset,
      launcher: callText(submission.origin.call),
      allocations: describeMemory({ all: [...allocations], lately: [] }, memory.space),
      history: undefined,
    };
    const writer = new RecordingWriter(file);
    writer.add({ launch, launchContext, base: memory.space.base, regions, before: pages, after, failure: undefined });
    writer.finish();
    return `recorded: atoll replay ${file}`;
  } catch (error) {
    return `not recorded: ${describeError(error)}`;
  }
}
