// Memory of this machine, or of the container that this process is in.

import { totalmem } from 'node:os';

/** Bytes. Node says 0 where it does not know of a limit. */
export const machineMemory = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
