// Debug records of values that LLVM describes as memory. clang describes a variable in private memory by its address
// and address space (DW_OP_constu 5, DW_OP_swap, DW_OP_xderef). When LLVM moves the variable to registers, the record
// of the value keeps the operations of memory, and a debugger would read the value as an address.

import { type IrPass, onText } from './pass.js';

/** `#dbg_value(i32 %x, !1, !DIExpression(...), !2)`, and the call that it was before LLVM 19. */
const VALUE_RECORD = /^ +(?:#dbg_value\(|(?:tail )?call void @llvm\.dbg\.value\().*$/gm;
const MEMORY_WORDS = /DW_OP_constu, \d+, DW_OP_swap, DW_OP_xderef(?:, )?/;

/** The text with such records corrected. Records of addresses (DW_OP_deref) are unchanged. */
function valuesWithoutMemory(text: string): string {
  if (!text.includes('DW_OP_xderef')) return text;
  return text.replace(VALUE_RECORD, (record) =>
    /DW_OP_deref\b/.test(record) ? record : record.replace(MEMORY_WORDS, '').replace(/, \)/g, ')'),
  );
}

export const debugValues: IrPass = {
  name: 'debug-values',
  affects: 'all',
  bug: 'DW_OP_xderef in records of values that mem2reg and SROA have moved to registers',
  run: onText(valuesWithoutMemory),
};
