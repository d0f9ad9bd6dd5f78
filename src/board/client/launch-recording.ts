// Writes the recording of a launch whose results differ between two devices or two compilations.

import { callText, describeMemory } from '../../driver/atoll/api-calls.js';
import type { AllocationRecord } from '../../driver/core/processor/messages.js';
import type { RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import type { Region } from '../../emulator/page-regions.js';
import { changedPages, type RecordedPages } from '../../replay/pages.js';
import type { RecordedContext } from '../../replay/recorded-context.js';
import { RecordingWriter } from '../../replay/writer.js';
import { NO_DEBUG_INFO } from '../../source/debug-info.js';

/** GPU memory when a launch began. */
export interface MemoryBefore {
  readonly regions: readonly Region[];
  readonly pages: RecordedPages;
}

function contextOf(
  { memory, kernel, submission }: RemoteLaunch,
  allocations: readonly AllocationRecord[],
): RecordedContext {
  const segment = memory.space.translate(submission.launch.segment);
  return {
    arguments: kernel.about?.arguments ?? [],
    debug: kernel.about?.debug ?? NO_DEBUG_INFO,
    segment: { address: segment ?? 0, bytes: segment === undefined ? 0 : kernel.convention.segmentBytes },
    globalOffset: submission.launch.globalOffset,
    launcher: callText(submission.origin.call),
    allocations: describeMemory({ all: [...allocations], lately: [] }, memory.space),
    history: undefined,
  };
}

/**
 * Writes the recording of a launch that is over: GPU memory is as the launch has left it.
 * @throws AtollError HOST naming the file, LIMIT where memory is more than a recording holds
 */
export function recordLaunch(
  file: string,
  what: RemoteLaunch,
  { regions, pages: before }: MemoryBefore,
  allocations: readonly AllocationRecord[],
): void {
  const { launch, memory } = what;
  const launchContext = contextOf(what, allocations);
  const after = changedPages(memory, regions, before);
  const writer = new RecordingWriter(file);
  writer.add({ launch, launchContext, base: memory.space.base, regions, before, after, failure: undefined });
  writer.finish();
}
