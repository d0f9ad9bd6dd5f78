// Debug records of values that LLVM (all versions) describes as memory. clang describes a variable in private memory by
// its address and address space (DW_OP_constu 5, DW_OP_swap, DW_OP_xderef). When LLVM moves the variable to registers,
// the record of the value keeps the operations of memory, and a debugger would read the value as an address.

import { mapValueExpressions } from '../ir/debug-records.js';
import type { IrPass } from './pass.js';

/** Operations of an address in an address space; the second is the number of the space. */
const MEMORY = ['DW_OP_constu', undefined, 'DW_OP_swap', 'DW_OP_xderef'] as const;
const ADDRESS = 'DW_OP_deref';

/** The expression without operations of memory. Those of addresses are unchanged. */
function withoutMemory(words: readonly string[]): readonly string[] {
  if (words.includes(ADDRESS)) return words;
  const at = words.findIndex((_, n) => MEMORY.every((word, k) => word === undefined || words[n + k] === word));
  return at < 0 ? words : words.toSpliced(at, MEMORY.length);
}

export const debugValues: IrPass = {
  name: 'debug-values',
  affects: 'all',
  bug: 'DW_OP_xderef in records of values that mem2reg and SROA have moved to registers',
  run: (module) => mapValueExpressions(module, withoutMemory),
};
