// Instructions without effect by which kernels that are built for a check say where asynchronous copies begin, end, and
// are waited for (prelude.h of src/compiler/library).

import { CHECK_MARKS } from '../abi/check-marks.js';
import type { Instruction } from '../isa/instruction.js';

export type CopyMark = 'begins' | 'ends' | 'awaited';

const MARKS: Readonly<Record<number, CopyMark>> = {
  [CHECK_MARKS.copyBegins]: 'begins',
  [CHECK_MARKS.copyEnds]: 'ends',
  [CHECK_MARKS.copyAwaited]: 'awaited',
};

const waits = ({ def }: Instruction): boolean =>
  def.semantics.some((statement) => statement.kind === 'effect' && statement.name === 'nop');

/** Undefined for all but `s_nop`. */
export const nopOperand = (instruction: Instruction): number | undefined =>
  waits(instruction) ? (instruction.fields['simm16'] ?? 0) & 0xffff : undefined;

export const copyMark = (instruction: Instruction): CopyMark | undefined => MARKS[nopOperand(instruction) ?? 0];

/** Asynchronous copies of a work-group. Waiting for one of them counts as waiting for all. */
export class CopyOrder {
  private readonly wavefronts = new Set<number>();
  private isAwaited = false;
  /** Copies before this epoch have been waited for. */
  private first = 0;

  take(wavefront: number, mark: CopyMark): void {
    if (mark === 'begins') this.wavefronts.add(wavefront);
    else if (mark === 'ends') this.wavefronts.delete(wavefront);
    else this.isAwaited = true;
  }

  /** All wavefronts have met at a barrier. */
  meet(epoch: number): void {
    if (this.isAwaited) this.first = epoch;
    this.isAwaited = false;
  }

  has(wavefront: number): boolean {
    return this.wavefronts.size > 0 && this.wavefronts.has(wavefront);
  }

  isOpen(epoch: number): boolean {
    return epoch >= this.first;
  }
}
