// Details of a GPU fault for the user beside its one sentence: source, work-item, memory, and the launching call. Only
// made when it happens.

import type { GpuFault } from '../emulator/faults.js';
import type { DebugInfo } from '../source/debug-info.js';
import { placeText, SourceLocator } from '../source/locator.js';
import type { KernelArgument } from './argument.js';
import type { KernelLaunch } from './convention.js';
import { type NamedAllocation, nearestText, pointerArguments } from './nearest-allocation.js';
import { workItemOf } from './work-item.js';

/** Data of a failed launch from the thread that executed it. Plain data: it crosses threads. */
export interface FaultDetails {
  readonly fault: GpuFault;
  readonly launch: KernelLaunch;
  /** Lanes of a wavefront. */
  readonly lanes: number;
  /** Contents of the launch's segment. */
  readonly segment: Uint8Array;
  /** Beginning of the kernel in its code, size of the code in bytes, and of the LDS that it declares. */
  readonly place: { readonly entry: number; readonly size: number; readonly lds: number };
  /** Text of the launch's request, where no call is counted. */
  readonly name: string;
  /** Handle of the program, and index of the kernel in it. */
  readonly program: number;
  readonly kernel: number;
  /** The call that requested the launch, as its device family counts them; 0 when it does not. */
  readonly call: number;
}

/** Known facts about the kernel. */
export interface ExplainedKernel {
  readonly debug: DebugInfo;
  readonly signature: { readonly arguments: readonly KernelArgument[] };
}

const size3 = (size: readonly number[]): string => `(${size.join(', ')})`;

/**
 * Lines to be put below the sentence.
 *
 * @param image the kernel; undefined when it is not known any more
 * @param launcher the API call that requested the launch
 */
export function explainFault(
  details: FaultDetails,
  image: ExplainedKernel | undefined,
  allocations: readonly NamedAllocation[],
  launcher: string | undefined,
): string[] {
  const { fault, launch } = details;
  const lines = image ? sourceLines(new SourceLocator(image.debug), fault.offset) : [];
  if (fault.lane !== undefined && fault.lane >= 0) {
    const place = { group: fault.workGroup, index: fault.wavefront, lanes: details.lanes };
    const { global, local } = workItemOf(launch, place, fault.lane, launch.globalOffset);
    lines.push(`  work-item ${size3(global)}, in its work-group ${size3(local)}`);
  }
  if (fault.address !== undefined) {
    const pointers = image ? pointerArguments(image.signature.arguments, details.segment) : [];
    const near = nearestText(fault.address, allocations, pointers);
    if (near !== undefined) lines.push(`  the address is ${near}`);
  }
  if (launcher !== undefined) lines.push(`  launched by ${launcher}`);
  return lines;
}

/** The place in words, the line and a caret; none where the compiler has not said. */
export function sourceLines(where: SourceLocator, offset: number): string[] {
  const place = where.at(offset);
  if (!place) return [];
  return [`  ${placeText(place)}`, ...where.excerpt(place[0]).map((line) => `    ${line}`)];
}
