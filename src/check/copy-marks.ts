// Instructions without effect by which kernels that are built for a check say where asynchronous copies begin, end, and are waited for
// (prelude.h of src/compiler/library).

import type { Instruction } from '../isa/instruction.js';

export type CopyMark = 'begins' | 'ends' | 'awaited';

/** Constants that compilers do not use: they count wait states. */
const MARKS: Readonly<Record<number, CopyMark>> = { 42753: 'begins', 42754: 'ends', 42755: 'awaited' };

const waits = ({ def }: Instruction): boolean =>
  def.semantics.some((statement) => statement.do === 'effect' && statement.name === 'nop');

export const copyMark = (instruction: Instruction): CopyMark | undefined =>
  waits(instruction) ? MARKS[(instruction.fields['simm16'] ?? 0) & 0xffff] : undefined;
