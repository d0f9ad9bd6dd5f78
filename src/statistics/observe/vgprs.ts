// The VGPRs that an instruction uses in active lanes.

import type { RegisterRange } from '../../isa/accesses.js';
import { effectsOf } from '../../isa/effects.js';
import type { Instruction } from '../../isa/instruction.js';

/** Registers by number, each once. */
export interface VgprUses {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Read or written. */
  readonly all: readonly number[];
  /** It may use others, too, whose numbers are computed. */
  readonly computed: boolean;
}

const cache = new WeakMap<Instruction, VgprUses>();

const registersOf = (ranges: readonly RegisterRange[]): number[] => [
  ...new Set(
    ranges.flatMap(({ bank, index, count }) =>
      bank === 'vgpr' ? Array.from({ length: count }, (_, n) => index + n) : [],
    ),
  ),
];

/** True if the old value of memory goes to a register: a field of an atomic decides it; true of all others. */
const keepsOld = ({ def, fields }: Instruction): boolean =>
  !def.semantics.some(
    (statement) => statement.kind === 'atomic' && statement.ret?.whenField && !fields[statement.ret.whenField],
  );

/** VGPRs of an instruction's operands; a register whose number is computed is not among them. */
export function vgprUsesOf(instruction: Instruction): VgprUses {
  let uses = cache.get(instruction);
  if (!uses) {
    const effects = effectsOf(instruction);
    const reads = registersOf(effects.reads);
    const writes = keepsOld(instruction) ? registersOf(effects.writes) : [];
    cache.set(
      instruction,
      (uses = { reads, writes, all: [...new Set([...reads, ...writes])], computed: effects.computedRegisters }),
    );
  }
  return uses;
}
