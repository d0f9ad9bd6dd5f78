// Memory mappings of this process, of which Linux allows so many. Where V8 gets none it ends the process, and all
// guests with it.

import { readFileSync } from 'node:fs';

/** Default of Linux, for systems that do not show the limit. */
const USUAL_LIMIT = 65_530;
/** Left to V8, to threads, and to the few that each guest has in any case. */
const RESERVED = 16_384;

/** vm.max_map_count. */
function kernelLimit(): number {
  try {
    return Number(readFileSync('/proc/sys/vm/max_map_count', 'latin1')) || USUAL_LIMIT;
  } catch {
    return USUAL_LIMIT;
  }
}

/** A guest's share of the mappings. */
export interface MappingShare {
  mappings: number;
}

export class Mappings {
  private used = 0;
  private readonly most: number;

  constructor(most?: number) {
    this.most = most ?? Math.max(kernelLimit() - RESERVED, kernelLimit() >> 1);
  }

  /** Takes more of them for a guest. False when it has as many as are left for all others, so that none takes all. */
  take(share: MappingShare, count: number): boolean {
    if (share.mappings + count > this.most - this.used - count) return false;
    this.used += count;
    share.mappings += count;
    return true;
  }

  give(share: MappingShare, count: number): void {
    this.used -= count;
    share.mappings -= count;
  }
}
