// Memory orders and scopes of HSAIL in LLVM's words.

import { MEMORY_ORDERS, MEMORY_SCOPES, spellingOf } from '../brig/enums.js';

const ORDERS: Readonly<Record<string, string>> = {
  none: 'monotonic',
  rlx: 'monotonic',
  scacq: 'acquire',
  screl: 'release',
  scar: 'acq_rel',
};
const SCOPES: Readonly<Record<string, string>> = {
  workitem: ' syncscope("singlethread")',
  wave: ' syncscope("wavefront")',
  wg: ' syncscope("workgroup")',
  agent: ' syncscope("agent")',
};

export const orderOf = (code: number): string => ORDERS[spellingOf(MEMORY_ORDERS, code) ?? 'none']!;
/** Empty for the whole system. */
export const scopeOf = (code: number): string => SCOPES[spellingOf(MEMORY_SCOPES, code) ?? 'system'] ?? '';

/** Of a load, and of a comparison that fails: nothing is written. */
export const loadOrder = (order: string): string =>
  order === 'acq_rel' ? 'acquire' : order === 'release' ? 'monotonic' : order;
export const storeOrder = (order: string): string =>
  order === 'acq_rel' ? 'release' : order === 'acquire' ? 'monotonic' : order;
