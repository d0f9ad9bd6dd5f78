// Debug information of one kernel's code: lines, functions and their call sites, texts. Plain data: it crosses threads
// and is part of images. Offsets are bytes from the beginning of the kernel's code.

import type { SourceType, SourceVariable } from './variables.js';

/** One row of the table that maps code to source. */
export interface SourceLine {
  /** Offset in the kernel's code; the row holds up to the next one. */
  readonly pc: number;
  readonly file: string;
  /** 1 and up. */
  readonly line: number;
  /** 1 and up; 0 where the compiler does not say. */
  readonly column: number;
  /** Place in the text that the compiler made of the source: HSAIL with lines of its own source (`loc`). */
  readonly intermediate?: Pick<SourceLine, 'file' | 'line'> | undefined;
}

/** A place in the source. */
export type SourcePosition = Omit<SourceLine, 'pc' | 'intermediate'>;

/** From `start` up to, and without, `end`. */
export interface CodeRange {
  readonly start: number;
  readonly end: number;
}

/** A function, or a call of one that was inlined. */
export interface SourceScope {
  /** Name of the function; empty where the compiler does not say. */
  readonly name: string;
  /** Position of the inlined call. */
  readonly call?: SourcePosition;
  readonly ranges: readonly CodeRange[];
  /**
   * Its parameters and variables, those of inner blocks behind those of outer ones; absent where they were not asked
   * for.
   */
  readonly variables?: readonly SourceVariable[];
  /** Calls inside of it. */
  readonly scopes: readonly SourceScope[];
}

export interface DebugInfo {
  /** Ascending by pc. */
  readonly lines: readonly SourceLine[];
  readonly scopes: readonly SourceScope[];
  /** Of variables, by index; absent where there are none. */
  readonly types?: readonly SourceType[];
  /** Texts of files that lines name, as far as the compiler has seen them: by name. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Of code that was built without. */
export const NO_DEBUG_INFO: DebugInfo = { lines: [], scopes: [], sources: new Map() };
