// The counters of s_waitcnt.

import type { WaitCounter } from '../wave.js';

export const COUNTERS: readonly WaitCounter[] = [
  { name: 'vmcnt', places: [[0, 4]] },
  { name: 'expcnt', places: [[4, 3]] },
  { name: 'lgkmcnt', places: [[8, 4]] },
];
