// What the expansion of macros and conditions needs of the assembler.

import type { AssemblyLine } from './source.js';

/** What the expander asks of the assembler. */
export interface ExpanderHost {
  /** The value of an expression where the source is now; the reason when it has none. */
  number(text: string): bigint | string;
  isDefined(name: string): boolean;
  problem(line: AssemblyLine, message: string): void;
}
