// Properties of /dev/atoll0 that are needed before its driver is loaded.

import { DEVICE_PATH, IOCTL_TYPE, MAX_DEVICES } from '../../abi/device-file.js';
import type { DeviceNode } from '../../host/device.js';
import { AtollError } from '../../util/errors.js';

export const ATOLL_FACE = {
  path: DEVICE_PATH,
  /** A number of the local/experimental range of the kernel's devices.txt. */
  major: 240,
  minor: 0,
  requests: { type: IOCTL_TYPE },
} as const satisfies DeviceNode;

/** @throws AtollError BAD_OPTION for more chips than the protocol has room for */
export function checkChips({ length }: readonly unknown[]): void {
  if (length <= MAX_DEVICES) return;
  throw new AtollError('BAD_OPTION', `${length} devices exceed the limit`, `at most ${MAX_DEVICES} can be simulated`);
}
