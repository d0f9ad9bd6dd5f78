// Finding of a check, as plain data: it crosses threads, and is the source of text, JSON and SARIF.

import type { Size3 } from '../emulator/launch.js';
import type { SourcePosition } from '../source/debug-info.js';

/** Every kind of finding, and what it is in one sentence. */
export const KINDS = {
  'out-of-bounds': 'An access outside of its buffer, sub-buffer, image, local memory or private memory.',
  'use-after-free': 'An access to a memory object that the program has released.',
  'forbidden-access':
    'A write to a memory object made with CL_MEM_READ_ONLY, or a read of one made with CL_MEM_WRITE_ONLY.',
  uninitialised: 'An address, a branch or a result depends on memory that has not been written.',
  race: 'Two work-items access the same memory, at least one of them writes, and no synchronisation orders them.',
  'divergent-barrier': 'Not all work-items of a work-group reach a barrier, or they reach different ones.',
  residency:
    'Work-groups wait for others that cannot be resident on the chip at the same time: on hardware the launch hangs.',
  'unaligned-atomic': 'An atomic whose address is not a multiple of its size.',
  misaligned: 'An access whose address is not a multiple of what its instruction in HSAIL declares (`align`).',
  'non-uniform': 'Work-items differ where an instruction in HSAIL requires or declares that they do not (`width`).',
  'stack-overflow': 'Calls are nested deeper, or allocations are larger, than private memory permits.',
  'bad-call': 'An indirect call of what is no function of the program with the arguments of the call.',
  'mixed-atomic': 'An atomic and an ordinary access to the same memory that no synchronisation orders.',
  nan: 'The result of an operation on numbers is NaN.',
  'division-by-zero': 'An integer division by zero.',
} as const;

export type FindingKind = keyof typeof KINDS;

/** Kinds that are checked on request only: correct programs do this too. */
export const OPTIONAL_KINDS: readonly FindingKind[] = ['nan', 'division-by-zero'];

export interface FindingWorkItem {
  readonly group: Size3;
  /** Position in the work-group; absent for what a wavefront does once for all its work-items. */
  readonly local?: Size3;
  readonly wavefront: number;
  readonly lane?: number;
}

/** An instruction of a kernel, and where in the source that is. */
export interface FindingLocation {
  /** Bytes from the start of the kernel's code. */
  readonly offset: number;
  readonly instruction: string;
  readonly source?: SourcePosition;
  /** The line, and a caret below the column, where the source is known. */
  readonly excerpt?: readonly string[];
  /** Functions around the instruction, the innermost first, each with the place in it: calls that were inlined. */
  readonly stack?: readonly (SourcePosition & { readonly name: string })[];
}

export interface Finding {
  readonly kind: FindingKind;
  /** Number of the finding in this run, from 1. */
  readonly number: number;
  /** Number of occurrences; the first one is described. */
  readonly count: number;
  readonly kernel: string;
  /** Description of the defect, in a sentence without place. */
  readonly message: string;
  readonly place: FindingLocation;
  readonly workItem?: FindingWorkItem;
  /** The other side of a race; the other work-item, where work-items part. */
  readonly other?: { readonly place: FindingLocation; readonly workItem: FindingWorkItem; readonly does: string };
  /** Affected memory. */
  readonly memory?: {
    readonly space: 'global' | 'local' | 'private' | 'image';
    readonly address: number;
    readonly bytes: number;
  };
  /** The memory object, in words. */
  readonly object?: string;
  /** The call that launched the kernel. */
  readonly launch: string;
}

/** A finding before it is numbered. */
export type UnnumberedFinding = Omit<Finding, 'number' | 'count'>;
