// Bytes that a mapping copies between host and devices: the accesses of a run, replayed with the validity of each
// object on the host and on the devices, as the tracker of the runtime has them.

import type { ObjectAccess } from '../measured/measurement.js';

export interface MovedBytes {
  readonly toDevice: number;
  readonly toHost: number;
}

interface Validity {
  isOnHost: boolean;
  isOnDevice: boolean;
}

/** @param isOnDevice whether a node is executed on a device; the program (-1) is on the host */
export function movedBytes(accesses: readonly ObjectAccess[], isOnDevice: (node: number) => boolean): MovedBytes {
  const objects = new Map<number, Validity>();
  let [toDevice, toHost] = [0, 0];
  for (const [node, object, bytes, how] of accesses) {
    const validity = objects.get(object) ?? { isOnHost: true, isOnDevice: false };
    objects.set(object, validity);
    if (node >= 0 && isOnDevice(node)) {
      // Outputs are copied, too: a node may write a part of them.
      if (!validity.isOnDevice) toDevice += bytes;
      validity.isOnDevice = true;
      if (how !== 'r') validity.isOnHost = false;
    } else {
      if (!validity.isOnHost) toHost += bytes;
      validity.isOnHost = true;
      if (how !== 'r') validity.isOnDevice = false;
    }
  }
  return { toDevice, toHost };
}
