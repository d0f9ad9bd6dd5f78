// Context of a recorded launch beside the data for hardware: arguments, source, memory of the program and the launching
// call, so that instruments have the same data as in the run.

import type { Size3 } from '../emulator/launch.js';
import type { AllocationLog } from '../launch/allocation-log.js';
import type { KernelArgument } from '../launch/argument.js';
import type { NamedAllocation } from '../launch/nearest-allocation.js';
import type { DebugInfo } from '../source/debug-info.js';

export interface RecordedContext {
  readonly arguments: readonly KernelArgument[];
  readonly debug: DebugInfo;
  /** Memory that the host has filled for the launch; 0 bytes if unknown. */
  readonly segment: { readonly address: number; readonly bytes: number };
  readonly globalOffset: Size3;
  /** `clEnqueueNDRangeKernel call 3`; undefined where calls are not counted. */
  readonly launcher: string | undefined;
  readonly allocations: readonly NamedAllocation[];
  /** Memory objects, and what has been written; undefined where the program's library does not report them. */
  readonly history: AllocationLog | undefined;
}

/** As text of a file. */
export function contextText({ debug, allocations, ...plain }: RecordedContext): string {
  return JSON.stringify({
    ...plain,
    debug: { ...debug, sources: [...debug.sources] },
    allocations: allocations.map((each) => ({ ...each, address: String(each.address) })),
  });
}
