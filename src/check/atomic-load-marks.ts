// Atomics that read and change nothing, in kernels that are built for a check: a mark stands before each, since its
// machine code may be the same as that of a volatile load (src/compiler/passes/atomic-load-marks.ts).

import { CHECK_MARKS } from '../abi/check-marks.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import { nopOperand } from './copy-marks.js';
import { WAVES_BITS } from './race-access.js';

export const isAtomicLoadMark = (instruction: Instruction): boolean =>
  nopOperand(instruction) === CHECK_MARKS.atomicLoad;

/** True if an instruction may be the one after a mark: saves and reloads of registers may come in between. */
export const followsMark = ({ def: { encoding, semantics }, fields }: Instruction): boolean =>
  encoding.unit === 'lds' ||
  (encoding.unit === 'vectorMemory' &&
    (fields['glc'] === 1 || semantics.some((statement) => statement.kind === 'atomic')));

/** A suspended work-group continues with other Wavefront objects. */
const keyOf = ({ workGroup, index }: Wavefront): number => workGroup.number * 2 ** WAVES_BITS + index;

export class AtomicLoadMarks {
  /** Wavefronts that have executed a mark, and not yet what it stands before. */
  private readonly pending = new Set<number>();

  launch(): void {
    this.pending.clear();
  }

  mark(w: Wavefront): void {
    this.pending.add(keyOf(w));
  }

  /** At an instruction that may follow a mark. @returns whether it does */
  take(w: Wavefront): boolean {
    return this.pending.size > 0 && this.pending.delete(keyOf(w));
  }
}
