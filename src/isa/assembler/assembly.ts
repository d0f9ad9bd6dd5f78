// Result of assembling a source.

import type { Instruction } from '../instruction.js';

/** A line that cannot be assembled, or whose meaning is doubtful. */
export interface AssemblyProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
  readonly text: string;
}

/** The result of a source line. */
export interface AssembledLine {
  readonly line: number;
  /** Byte offset from the start of the code. */
  readonly offset: number;
  /** Size in bytes. */
  readonly size: number;
  /** Absent for data. */
  readonly instruction?: Instruction;
}

export interface Assembly {
  /** The code, and behind it the other sections that are loaded (.rodata). */
  readonly words: Uint32Array;
  /** Byte offsets of labels in the words. */
  readonly labels: ReadonlyMap<string, number>;
  readonly lines: readonly AssembledLine[];
  readonly problems: readonly AssemblyProblem[];
  /** Lines that are assembled, as by other assemblers, but whose meaning is doubtful. */
  readonly warnings: readonly AssemblyProblem[];
}
