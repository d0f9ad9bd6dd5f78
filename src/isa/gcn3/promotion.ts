// The other encodings of VOP1, VOP2 and VOPC: VOP3, SDWA (parts of registers) and DPP (registers of other lanes).
// Sources: "AMD Vega Instruction Set Architecture", "Microcode Formats"; which instructions have them: LLVM's
// disassembler.

import { vop3Twins } from '../common/promotion.js';
import { Definition, type InstructionDef } from '../define.js';
import type { PromotedFormat } from '../isa.js';
import { visitExpressions } from '../language/trees.js';
import { layoutOf } from '../layout.js';
import { otherLanes } from './dpp.js';
import type { Generation } from './generation.js';
import { partsOfRegisters } from './sdwa.js';

/** VOPC keeps its opcode, VOP2 adds 0x100, VOP1 0x140. */
const OPCODE_BASE = { VOPC: 0, VOP2: 0x100, VOP1: 0x140 } as const;

/** Operands are single registers (a mask of lanes is none of them), and the result is the destination alone. */
function isNarrow(def: InstructionDef): boolean {
  if (def.slots.includes('K') || def.scalar.length > 0 || def.traits.whole) return false;
  const { slots } = layoutOf(def);
  return slots.length > 1 && slots.every(({ shape, name }) => shape.mask || shape.dwords === 1 || name === 'SDST');
}

/** v_movrels and similar instructions, whose registers are displaced by M0. */
function isDisplaced({ semantics }: InstructionDef): boolean {
  let isFound = semantics.some((statement) => statement.kind === 'writeRelative');
  visitExpressions(semantics, (ex) => {
    isFound ||= ex.kind === 'relative';
  });
  return isFound;
}

const readsResult = (def: InstructionDef): boolean =>
  layoutOf(def).slots.some(({ name, shape }) => name === 'D' && shape.read);

function promote(def: InstructionDef, format: string, semantics: () => InstructionDef['semantics']): InstructionDef {
  const { isa, name, opcode, meaning, dwords, scalar, traits } = def;
  const own = { isa, name, format, opcode, meaning, dwords, scalar, traits, promotedFrom: def } as const;
  return new Definition(own, { slots: () => def.slots, semantics, support: () => def.support });
}

const hasVop3 = (def: InstructionDef): boolean => def.scalar.length === 0 && !def.traits.onlyShort;
const hasOthers = (def: InstructionDef): boolean => isNarrow(def) && !isDisplaced(def);

type Semantics = InstructionDef['semantics'];

/** All derived encodings of instructions. */
export function promotionsOf({ gfx9 }: Generation): Readonly<Record<string, PromotedFormat>> {
  const others =
    (suffix: string, has: (def: InstructionDef) => boolean, change: (semantics: Semantics) => Semantics) =>
    (format: string): readonly [string, PromotedFormat] => {
      const name = `${format}_${suffix}`;
      const make: PromotedFormat['make'] = (def) =>
        has(def) ? promote(def, name, () => change(def.semantics)) : undefined;
      return [name, { of: [format], opcode: ({ opcode }) => opcode, make }];
    };
  // GFX9 has no SDWA of instructions that add to their destination.
  const parts = others('SDWA', (def) => hasOthers(def) && !(gfx9 && readsResult(def)), partsOfRegisters);
  const lanes = others('DPP', hasOthers, otherLanes);
  return {
    VOP3: vop3Twins(OPCODE_BASE, hasVop3),
    ...Object.fromEntries([...['VOP1', 'VOP2', 'VOPC'].map(parts), ...['VOP1', 'VOP2'].map(lanes)]),
  };
}
