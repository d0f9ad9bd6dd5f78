// Regions of /dev/kfd that are not memory: registers at its start, then a GPU's doorbells at each multiple of 4 GiB.

import { openSync } from 'node:fs';
import { TRIPWIRE_BYTES, type Tripwire } from '../../host/tripwire.js';
import { elementOf, lastOf } from '../../util/required.js';
import type { BellFile } from './aql/doorbell-wait.js';
import type { Agent } from './chips.js';

export const MMIO_OFFSET = 0n;
/** Pages of doorbells, 8 bytes each. */
const DOORBELLS_SIZE = 8192;

export const doorbellOffset = ({ node }: Agent): bigint => BigInt(node) << 32n;

/** The pages of one open of /dev/kfd. */
export class Doorbells {
  readonly tripwire: Tripwire;
  /** Bytes of the file. */
  readonly end: number;

  /** @param fd of the file, as long as that is open @param pid of the ringing process */
  constructor(
    private readonly fd: number,
    agents: readonly Agent[],
    private readonly pid: number,
  ) {
    this.end = Number(doorbellOffset(lastOf(agents, 'agent'))) + DOORBELLS_SIZE;
    this.tripwire = {
      from: Number(doorbellOffset(elementOf(agents, 0, 'agent'))),
      word: new SharedArrayBuffer(TRIPWIRE_BYTES),
    };
  }

  /** For the thread that polls queues: its descriptor may stay when the file's own has been closed. */
  share(): BellFile {
    return { fd: openSync(`/proc/self/fd/${this.fd}`, 'r+'), tripwire: this.tripwire, pid: this.pid };
  }
}
