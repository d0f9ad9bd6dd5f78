// What is kept of a launch that has ended with a fault, to explain the fault.

import { launchLayout } from '../../../emulator/state-layout.js';
import type { FaultDetails } from '../../../launch/fault-text.js';
import type { GuestContext } from './guest-context.js';
import type { ActiveLaunch } from './launch-slot.js';

/**
 * What is known of the fault that has ended a launch. The segment goes with it: the guest may use its memory again at
 * once.
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
