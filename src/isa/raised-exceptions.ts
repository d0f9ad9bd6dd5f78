// Exceptions that an instruction of the vector unit raises, as statements that set bits of TRAPSTS: a fold over its
// definition. Engines execute it only for kernels whose code accesses TRAPSTS (src/emulator/trap-status.ts).
//
// The exceptions of an operator are those of its operands and its own; of a choice those of the value that is chosen.
// Cases in which manuals say nothing are in docs/instruction-sets.md.

import type { InstructionDef } from './define.js';
import { isVector } from './evaluate.js';
import type { Instruction } from './instruction.js';
import { markedOperands } from './language/exception-marks.js';
import { call, type Ex, ops, type Stmt, select, TRAPSTS, u32 } from './language/expr.js';
import { TRAP_STATUS } from './language/functions/operation-exceptions.js';
import { pureFunction } from './language/functions.js';

const NONE = u32(0);
/** Absent: none. */
type Flags = Ex<'u32'> | undefined;

const either = (a: Flags, b: Flags): Flags => (!a || a === b ? b : b ? ops.or(a, b) : a);

const SELECTS: ReadonlySet<string> = new Set(['selB', 'selU32', 'selU64', 'selF32', 'selF64']);
const COMPARISONS = /^[fd](?:eq|ne|lt|le|isnan)$/;

class Exceptions {
  private readonly memo = new Map<Ex, Flags>();

  constructor(private readonly def: InstructionDef) {}

  of(ex: Ex): Flags {
    if (!this.memo.has(ex)) this.memo.set(ex, this.find(ex));
    return this.memo.get(ex);
  }

  private find(ex: Ex): Flags {
    if (ex.kind !== 'op' && ex.kind !== 'call') return undefined;
    if (ex.kind === 'call') return either(this.own(ex.name, ex.args, false), this.ofAll(ex.args));
    if (ex.exceptions) {
      const { function: name } = ex.exceptions;
      const operands = markedOperands(ex, ex.exceptions);
      return name ? either(call('u32', name, ...operands, NONE), this.ofAll(operands)) : undefined;
    }
    if (SELECTS.has(ex.op)) return this.ofChoice(ex.args[0] as Ex<'b1'>, ex.args[1], ex.args[2]);
    const option = ex.denorm === 'flush' || (COMPARISONS.test(ex.op) && this.def.traits.signalsNan === true);
    return either(this.own(ex.op, ex.args, option), this.ofAll(ex.args));
  }

  private ofAll(list: readonly Ex[]): Flags {
    return list.reduce<Flags>((flags, ex) => either(flags, this.of(ex)), undefined);
  }

  private ofChoice(condition: Ex<'b1'>, then: Ex, otherwise: Ex): Flags {
    const [first, second] = [this.of(then), this.of(otherwise)];
    const chosen = first || second ? select(condition, first ?? NONE, second ?? NONE) : undefined;
    return either(this.of(condition), chosen);
  }

  private own(name: string, args: readonly Ex[], option: boolean): Flags {
    const raised = `raised_${name}`;
    return pureFunction(raised) ? call('u32', raised, ...args, u32(Number(option))) : undefined;
  }

  ofStatement(statement: Stmt): Flags {
    if (statement.kind === 'mask') return this.of(statement.value);
    if (statement.kind !== 'write') return undefined;
    const flags = this.of(statement.value);
    return flags && statement.when ? select(statement.when, flags, NONE) : flags;
  }
}

/** A division by zero of v_rcp_iflag is one of integers, and nothing else is raised. */
const asInteger = (flags: Ex<'u32'>): Ex<'u32'> =>
  select(ops.ne(ops.and(flags, u32(TRAP_STATUS.divideByZero)), NONE), u32(TRAP_STATUS.integerDivideByZero), NONE);

const ALL = Object.values(TRAP_STATUS).reduce((bits, bit) => bits | bit, 0);

const clearsExceptions = (statement: Stmt): boolean =>
  statement.kind === 'effect' && statement.name === 'clearExceptions';

/** The statement that records what an instruction raises. */
export function exceptionStatement(def: InstructionDef): Stmt | undefined {
  if (def.semantics.some(clearsExceptions)) return TRAPSTS.set(ops.and(TRAPSTS.u32, u32(~ALL)));
  if (!isVector(def) || def.encoding.unit !== 'vector') return undefined;
  const exceptions = new Exceptions(def);
  const value = def.semantics.reduce<Flags>((flags, each) => either(flags, exceptions.ofStatement(each)), undefined);
  if (!value) return undefined;
  return { kind: 'exceptions', value: def.traits.integerReciprocal ? asInteger(value) : value };
}

const RAISING = new WeakMap<InstructionDef, InstructionDef>();

/** The definition with the exceptions that it raises; itself where there are none. */
function raisingDefinition(def: InstructionDef): InstructionDef {
  let raising = RAISING.get(def);
  if (!raising) {
    const statement = exceptionStatement(def);
    raising = statement ? withStatement(def, statement) : def;
    RAISING.set(def, raising);
  }
  return raising;
}

const EXTENDED = new WeakSet<InstructionDef>();

function withStatement(def: InstructionDef, statement: Stmt): InstructionDef {
  const semantics = Object.freeze([...def.semantics, statement]);
  const { isa, encoding, format, name, opcode, meaning, slots, support, dwords, scalar, traits, promotedFrom } = def;
  const own = { isa, encoding, format, name, opcode, meaning, slots, support, dwords, scalar, traits, semantics };
  const extended: InstructionDef = Object.freeze(promotedFrom ? { ...own, promotedFrom } : own);
  EXTENDED.add(extended);
  return extended;
}

/** The instruction with the exceptions that it raises. */
export function withExceptions(instruction: Instruction): Instruction {
  const def = raisingDefinition(instruction.def);
  return def === instruction.def ? instruction : { ...instruction, def };
}

/** True if the definition is one with exceptions. */
export const recordsExceptions = (def: InstructionDef): boolean => EXTENDED.has(def);
