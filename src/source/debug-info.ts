// What is known of the source of one kernel's code: lines, functions and their call sites, variables and where they are. Plain data: it
// crosses threads and travels in images. Offsets are bytes from the beginning of the kernel's code.

/** One row of the table that maps code to source. */
export interface SourceLine {
  /** Offset in the kernel's code; the row holds up to the next one. */
  readonly pc: number;
  readonly file: string;
  /** 1 and up. */
  readonly line: number;
  /** 1 and up; 0 where the compiler does not say. */
  readonly column: number;
}

/** A place in the source. */
export type SourcePosition = Omit<SourceLine, 'pc'>;

/** From `start` up to, and without, `end`. */
export interface CodeRange {
  readonly start: number;
  readonly end: number;
}

/** Where a variable is while the pc is in a range: a DWARF expression (DWARF 5, section 2.5), as hexadecimal digits. */
export interface VariablePlace extends CodeRange {
  readonly expression: string;
}

export interface SourceVariable {
  readonly name: string;
  readonly parameter: boolean;
  /** Index in {@link DebugInfo.types}. */
  readonly type: number;
  readonly places: readonly VariablePlace[];
}

/** A function, a call of one that was inlined, or a block with variables of its own. */
export interface SourceScope {
  /** Name of the function; absent for blocks. */
  readonly name?: string;
  /** Where the call stands that was inlined. */
  readonly call?: SourcePosition;
  readonly ranges: readonly CodeRange[];
  readonly variables: readonly SourceVariable[];
  /** Inner calls and blocks. */
  readonly scopes: readonly SourceScope[];
}

/** A member of a structure or union. Offset in bytes. */
export interface TypeMember {
  readonly name: string;
  readonly type: number;
  readonly offset: number;
}

/** A type of the source; `type` and `element` are indices in {@link DebugInfo.types}. Sizes in bytes. */
export type SourceType =
  | { readonly kind: 'float' | 'signed' | 'unsigned' | 'bool'; readonly name: string; readonly size: number }
  | { readonly kind: 'pointer'; readonly name: string; readonly size: number; readonly element: number | undefined }
  | {
      readonly kind: 'array' | 'vector';
      readonly name: string;
      readonly size: number;
      readonly element: number;
      readonly count: number;
    }
  | { readonly kind: 'struct'; readonly name: string; readonly size: number; readonly members: readonly TypeMember[] }
  | { readonly kind: 'unknown'; readonly name: string; readonly size: number };

export interface DebugInfo {
  /** Ascending by pc. */
  readonly lines: readonly SourceLine[];
  readonly scopes: readonly SourceScope[];
  readonly types: readonly SourceType[];
  /** Texts of files that lines name, as far as the compiler has seen them: by name. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Of code that was built without. */
export const NO_DEBUG_INFO: DebugInfo = { lines: [], scopes: [], types: [], sources: new Map() };
