// Facts about instructions from the tables of their instruction set.

import { classOf } from '../isa/classes.js';
import { neverGoesOn } from '../isa/control.js';
import { decode } from '../isa/decode.js';
import { isVector } from '../isa/evaluate.js';
import type { Instruction } from '../isa/instruction.js';
import { isaNamed } from '../isa/isas.js';
import { isBranch } from '../isa/syntax.js';
import { type CountedCode, type Describe, VGPR_BANKS } from './code-facts.js';
import { vgprUsesOf } from './observe/vgprs.js';

/** The instruction that begins at a word; undefined where there is none. */
export function instructionAt({ isa, code }: CountedCode, word: number): Instruction | undefined {
  const decoded = decode(isaNamed(isa), code ?? [], word);
  return decoded.ok ? decoded.instruction : undefined;
}

export const describeInstruction: Describe = (code, word) => {
  const instruction = instructionAt(code, word);
  if (!instruction) return undefined;
  const { def, size, fields } = instruction;
  const own = classOf(def);
  const isValu = own === 'valu';
  const { goesElsewhere, isAuxiliary } = def.isa.rules;
  return {
    size,
    class: own,
    vector: isVector(def),
    jump: own === 'branch' && neverGoesOn(def),
    stays: goesElsewhere ? !goesElsewhere(instruction) : isBranch(def) && fields['simm16'] === 0,
    auxiliary: isAuxiliary?.(instruction) ?? false,
    cycles: isValu ? def.isa.valuCycles(def) : 0,
    // Only read when it is needed.
    get conflicts() {
      return isValu ? bankConflicts(instruction) : 0;
    },
  };
};

/** Registers that an instruction reads beyond the first one of each bank. */
function bankConflicts(instruction: Instruction): number {
  const { reads } = vgprUsesOf(instruction);
  return reads.length - new Set(reads.map((register) => register % VGPR_BANKS)).size;
}
