// An instruction while its text is read.

import type { InstructionDef } from '../define.js';
import type { Operand } from '../instruction.js';
import type { SymbolLookup } from './number-expression.js';

/** Context of a statement: its address, for branches, and the symbols. */
export interface ParseContext {
  /** Byte offset of the instruction from the start of the code. */
  readonly offset: number;
  readonly lookup: SymbolLookup;
  /** Takes what is assembled as other assemblers do it, but hardly means what it says. */
  readonly warn?: (message: string) => void;
}

/** Parts of an instruction while its text is read. */
export interface Draft {
  readonly def: InstructionDef;
  readonly context: ParseContext;
  readonly operands: Record<string, Operand>;
  readonly fields: Record<string, number>;
}
