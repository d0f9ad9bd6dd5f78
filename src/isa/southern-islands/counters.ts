// The counters of s_waitcnt.

import type { Counter } from '../common/symbols.js';

export const COUNTERS: readonly Counter[] = [
  { name: 'vmcnt', places: [[0, 4]] },
  { name: 'expcnt', places: [[4, 3]] },
  { name: 'lgkmcnt', places: [[8, 4]] },
];
