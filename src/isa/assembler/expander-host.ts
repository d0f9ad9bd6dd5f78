// Interface of the expansion of macros and conditions to the assembler.

import type { AssemblyLine } from './source.js';

/** Functions of the assembler that the expander calls. */
export interface ExpanderHost {
  /** The value of an expression where the source is now; the reason when it has none. */
  number(text: string): bigint | string;
  isDefined(name: string): boolean;
  problem(line: AssemblyLine, message: string): void;
}
