// Errors of linking a kernel, as sentences: undefined functions, recursion.

import type { LineTable } from '../../dwarf/line-table.js';
import { sourceName } from '../ir/symbol-names.js';
import type { LinkFailure } from './linker.js';

/** One sentence for each error of linking a kernel. */
export function describeLinkFailure(kernel: string, failure: LinkFailure, table: LineTable): string[] {
  const undefinedFunctions = [...failure.missing].map(([symbol, { user, section, offset }]) => {
    const where = user === kernel ? `kernel '${kernel}'` : `'${sourceName(user)}', called by kernel '${kernel}'`;
    const at = table.lineAt(section, offset);
    const place = at ? `${at.file}:${at.line}:${at.column}: ` : '';
    return `${place}error: undefined function or variable '${sourceName(symbol)}', needed by ${where}`;
  });
  if (failure.recursion.length === 0) return undefinedFunctions;
  const chain = failure.recursion.map(sourceName).join(' -> ');
  return [...undefinedFunctions, `error: recursion is not allowed in OpenCL C: ${chain} (kernel '${kernel}')`];
}
