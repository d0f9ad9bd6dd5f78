// Keeps a launch whose compilations differ, so that more compilations can run it.

import { callText, describeMemory } from '../driver/atoll/api-calls.js';
import type { AllocationRecord } from '../driver/core/processor/messages.js';
import type { RemoteLaunch } from '../driver/core/processor/remote-executor.js';
import type { MemoryShadow } from '../emulator/memory-shadow.js';
import { changedPages } from '../replay/pages.js';
import type { RecordedContext } from '../replay/recorded-context.js';
import { RecordingWriter } from '../replay/writer.js';
import { NO_DEBUG_INFO } from '../source/debug-info.js';

/**
 * Writes the recording of a launch that is over.
 * @param before memory when it began
 * @throws AtollError HOST naming the file, LIMIT where memory is more than a recording holds
 */
export function keepLaunch(
  file: string,
  { launch, memory, kernel, submission }: RemoteLaunch,
  before: MemoryShadow,
  allocations: readonly AllocationRecord[],
): void {
  const { regions } = before;
  const pages = new Map(before.pages());
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
  const after = changedPages(memory, regions, pages);
  const writer = new RecordingWriter(file);
  writer.add({ launch, launchContext, base: memory.space.base, regions, before: pages, after, failure: undefined });
  writer.finish();
}
