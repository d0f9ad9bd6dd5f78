// Data of a launch that has ended with a fault, for the fault's explanation.

import { launchLayout } from '../../../emulator/state-layout.js';
import type { FaultDetails } from '../../../launch/fault-text.js';
import type { GuestContext } from './guest-context.js';
import type { ActiveLaunch } from './launch-slot.js';

/**
 * Details of the fault that has ended a launch. They include the segment: the guest may use its memory again at once.
 */
export function faultDetails(
  { memory }: GuestContext,
  { submission, kernel, dispatch, team, nativeShare, failure }: ActiveLaunch,
): FaultDetails | undefined {
  const fault = dispatch.fault ?? (failure === undefined ? (team?.fault ?? nativeShare?.fault) : undefined);
  if (!fault) return undefined;
  const { launch, origin } = submission;
  const start = memory.space.translate(launch.segment) ?? 0;
  const segment = Uint8Array.from(memory.u8.subarray(start, start + kernel.convention.segmentBytes));
  const place = { entry: kernel.entry - kernel.code.address, size: kernel.code.size, lds: kernel.lds };
  const { lanes } = launchLayout(kernel);
  return { fault, launch, lanes, segment, place, name: submission.name, ...origin };
}
