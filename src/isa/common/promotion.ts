// The 64-bit (VOP3) forms of VOP1, VOP2 and VOPC instructions: same semantics, more operands.

import { memberOf } from '../../util/required.js';
import { Definition, type InstructionDef } from '../define.js';
import type { PromotedFormat } from '../isa.js';
import { type Ex, operand, type Stmt, withArguments } from '../language/expr.js';
import { visitExpressions } from '../language/trees.js';

/** The offset of the opcode, by format. */
type Bases = Readonly<Record<string, number>>;

/** VOP3 as a format of promoted instructions. @param has whether an instruction may have one */
export const vop3Twins = (bases: Bases, has: (def: InstructionDef) => boolean = () => true): PromotedFormat => ({
  of: Object.keys(bases),
  opcode: (def) => memberOf(bases, def.format, 'first opcode') + def.opcode,
  make: (def) => (has(def) ? vop3Twin(def, bases) : undefined),
});

/**
 * The VOP3 form of a definition, or undefined when there is none: VOP3 has no room for a literal (v_madmk_f32,
 * v_madak_f32).
 */
function vop3Twin(def: InstructionDef, bases: Bases): InstructionDef | undefined {
  const base = bases[def.format];
  if (base === undefined || def.slots.includes('K')) return undefined;
  const { isa, name, meaning, dwords, scalar, traits } = def;
  const own = {
    isa,
    name,
    format: 'VOP3',
    opcode: base + def.opcode,
    meaning,
    dwords,
    scalar,
    traits,
    promotedFrom: def,
  } as const;
  const writesCarry = (): boolean => def.semantics.some((part) => part.kind === 'mask' && part.slot === 'VCC');
  return new Definition(own, {
    slots: () => [
      ...def.slots.flatMap((slot) => (slot === 'D' && writesCarry() ? ['D', 'SDST'] : [slot])),
      ...(readsVccLane(def) ? ['S2'] : []),
    ],
    semantics: () => (writesCarry() || readsVccLane(def) ? def.semantics.map(withExplicitCarry()) : [...def.semantics]),
    support: () => def.support,
  });
}

function readsVccLane(def: InstructionDef): boolean {
  let isFound = false;
  visitExpressions(def.semantics, (ex) => {
    isFound ||= ex.kind === 'special' && ex.name === 'VCCLANE';
  });
  return isFound;
}

/** In VOP3 the carry-in is S2 and the carry-out is SDST. Shared nodes remain shared. */
function withExplicitCarry(): (statement: Stmt) => Stmt {
  const carryIn = operand('S2').lane;
  const done = new Map<Ex, Ex>();
  const rewrite = (ex: Ex): Ex => {
    const rewritten = done.get(ex);
    if (rewritten) return rewritten;
    let result = ex;
    if (ex.kind === 'special' && ex.name === 'VCCLANE') result = carryIn;
    else if (ex.kind === 'op' || ex.kind === 'call') result = withArguments(ex, ex.args.map(rewrite));
    done.set(ex, result);
    return result;
  };
  return (statement) => {
    if (statement.kind === 'mask')
      return Object.freeze({
        ...statement,
        slot: statement.slot === 'VCC' ? 'SDST' : statement.slot,
        value: rewrite(statement.value) as Ex<'b1'>,
      });
    if (statement.kind !== 'write') return statement;
    const when = statement.when && (rewrite(statement.when) as Ex<'b1'>);
    return Object.freeze({ ...statement, value: rewrite(statement.value), when });
  };
}
