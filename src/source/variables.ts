// Variables of the source as plain data: their types, and where they are while the kernel executes. DWARF's own terms.

import type { CodeRange } from './debug-info.js';

/** A member of a structure or union. */
export interface SourceMember {
  readonly name: string;
  /** Index in `DebugInfo.types`. */
  readonly type: number;
  /** Bytes from the beginning of the structure. */
  readonly offset: number;
}

/** Of global and constant memory, and of what a pointer's type does not say; the work-group's; the work-item's own. */
export const ADDRESS_SPACES = ['global', 'local', 'private'] as const;
export type VariableSpace = (typeof ADDRESS_SPACES)[number];

/** LLVM's and, in clang before 19, clang's numbers of address spaces in DWARF; global memory has none. */
const DWARF_SPACES: ReadonlyMap<number, VariableSpace> = new Map([
  [1, 'private'],
  [5, 'private'],
  [2, 'local'],
  [3, 'local'],
]);

export const addressSpace = (number: number | undefined): VariableSpace =>
  (number === undefined ? undefined : DWARF_SPACES.get(number)) ?? 'global';

/** Types refer to others by their index in `DebugInfo.types`: structures may hold pointers to themselves. */
export type SourceType =
  | { readonly kind: 'signed' | 'unsigned' | 'float'; readonly name: string; readonly size: number }
  | { readonly kind: 'pointer'; readonly size: number; readonly target: number; readonly space: VariableSpace }
  /** `counts` from the outermost dimension on; 0 where it is not known. `vector`: float4 and the like. */
  | {
      readonly kind: 'array' | 'vector';
      readonly size: number;
      readonly element: number;
      readonly counts: readonly number[];
    }
  | { readonly kind: 'struct'; readonly name: string; readonly size: number; readonly members: readonly SourceMember[] }
  /** A type without a displayed value: `void`, bit fields, functions. */
  | { readonly kind: 'opaque'; readonly name: string };

/** Location of a variable in a stretch of code. */
export interface VariableLocation extends CodeRange {
  /**
   * A DWARF location expression as hexadecimal digits. It stands alone: addresses are in it (DW_OP_addr), and what
   * counted from the frame counts from a register (DW_OP_bregx) or, in kernels, whose frame is the beginning of private
   * memory, from 0. Empty where there is a place that only a linker knows.
   */
  readonly expression: string;
}

export interface SourceVariable {
  readonly name: string;
  /** Index in `DebugInfo.types`. */
  readonly type: number;
  readonly parameter: boolean;
  /** Of the block that it belongs to; absent: the whole function. */
  readonly block?: readonly CodeRange[];
  /** Nowhere else is it anywhere: the compiler has left it out. */
  readonly locations: readonly VariableLocation[];
}
