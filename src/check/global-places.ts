// Addresses of atomics in global memory as the instruction has them: the hardware rounds them down to the size of the
// access.

import { VGPR_WORDS, WORD } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction, Operand } from '../isa/instruction.js';

/** Addressing of global memory by an atomic. */
export interface GlobalAtomic {
  readonly bytes: number;
  /** Scalar parts of the address: the base of its resource, and an offset. */
  readonly scalars: readonly Operand[];
  /** The VGPR that is added; undefined for none. */
  readonly register: number | undefined;
  readonly offset: number;
}

/** Undefined for other instructions, and for records that are found by their index. */
export function globalAtomic({ def, operands, fields }: Instruction): GlobalAtomic | undefined {
  const atomic = def.semantics.find((statement) => statement.kind === 'atomic' && statement.space === 'global');
  const { SRSRC, SOFFSET, VADDR, ADDR, SADDR } = operands;
  if (atomic?.kind !== 'atomic' || fields['idxen']) return undefined;
  // Flat addresses, or an offset to a scalar one: what is above the low words changes no remainder.
  if (ADDR?.kind === 'vgpr' && def.encoding.unit === 'vectorMemory')
    return {
      bytes: atomic.bits / 8,
      scalars: SADDR?.kind === 'scalar' ? [SADDR] : [],
      register: ADDR.index,
      offset: fields['offset'] ?? 0,
    };
  if (!SRSRC) return undefined;
  const displaced = fields['addr64'] || fields['offen'];
  return {
    bytes: atomic.bits / 8,
    scalars: SOFFSET ? [SRSRC, SOFFSET] : [SRSRC],
    register: displaced && VADDR?.kind === 'vgpr' ? VADDR.index : undefined,
    offset: fields['offset'] ?? 0,
  };
}

/**
 * True if a load is one of C++'s atomics, as far as machine code shows: compilers for chips with flat addresses make
 * these, and volatile ones, bypass the first cache (glc).
 */
export const isAtomicLoad = ({ def, fields, operands }: Instruction): boolean =>
  fields['glc'] === 1 &&
  def.encoding.unit === 'vectorMemory' &&
  !operands['SRSRC'] &&
  !def.semantics.some((statement) => statement.kind === 'atomic');

/** The first active lane whose address is no multiple of the size of the atomic; -1 for none. */
export function misalignedLane(w: Wavefront, { bytes, scalars, register, offset }: GlobalAtomic): number {
  let base = offset;
  for (const operand of scalars) {
    if (operand.kind === 'scalar') base += w.u[WORD.scalars + operand.index]!;
    else if (operand.kind === 'const') base += operand.bits;
  }
  const { lanes, exec } = w.layout;
  for (let lane = 0; lane < lanes; lane++) {
    if (((w.u[exec + (lane >>> 5)]! >>> (lane & 31)) & 1) === 0) continue;
    const at = register === undefined ? base : base + w.u[VGPR_WORDS * register + lane]!;
    if (at % bytes !== 0) return lane;
  }
  return -1;
}
