// /dev/atoll0: every open is a session of its own.

import { DEVICE_PATH, IOCTL_TYPE } from '../abi/schema.js';
import type { Device, OpenRequest, VirtualFile } from '../host/device.js';
import { describeRequest } from './describe.js';
import type { Sessions } from './sessions.js';

export class AtollDevice implements Device {
  readonly path = DEVICE_PATH;
  /** A number of the local/experimental range of the kernel's devices.txt. */
  readonly major = 240;
  readonly minor = 0;
  readonly requests = { type: IOCTL_TYPE };
  readonly describe = describeRequest;

  constructor(private readonly sessions: Sessions) {}

  open(request: OpenRequest): VirtualFile | number {
    return this.sessions.open(request);
  }
}
