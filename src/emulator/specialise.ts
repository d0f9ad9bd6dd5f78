// Partial evaluation of semantics for one encoding: fields become constants, constant operators and selects fold away.
// The result is an ordinary list of statements, so every back end profits.

import type { Instruction } from '../isa/instruction.js';
import { type ElementStep, type Ex, type OpName, operatorArguments, type Stmt, type Ty } from '../isa/language/expr.js';
import { choiceOfResults, choose, SELECTS } from './constant-choices.js';

/** Selects the fields that become constants; the others stay leaves that a compiled form takes as parameters. */
export type FieldFilter = (field: string) => boolean;

/** The value of a special (MODE) where it is known. */
export type SpecialValue = (name: string) => Ex | undefined;

/** The value of an operand where it is known. */
export type SourceValue = (node: Extract<Ex, { kind: 'src' }>) => Ex | undefined;

type Fold = (...args: number[]) => number;
const FOLDS: Readonly<Partial<Record<OpName, Fold>>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => Math.imul(a, b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  not: (a) => ~a,
  shl: (a, b) => a << b,
  shrU: (a, b) => a >>> b,
  shrS: (a, b) => a >> b,
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
  ltU: (a, b) => Number(a < b),
  leU: (a, b) => Number(a <= b),
  andB: (a, b) => a & b,
  orB: (a, b) => a | b,
  xorB: (a, b) => a ^ b,
  notB: (a) => 1 - a,
  fromBool: (a) => a,
};

const constant = (ty: Ty, bits: number | bigint) => ({ kind: 'const', ty, bits }) as const;

/** Sign-extends a 16-bit field. */
export const fieldValue = (instruction: Instruction, field: string, signed: boolean): number => {
  const value = instruction.fields[field] ?? 0;
  return signed ? (value << 16) >> 16 : value;
};

class Specialiser {
  private readonly memo = new Map<Ex, Ex>();

  constructor(
    private readonly instruction: Instruction,
    private readonly folds: FieldFilter,
    private readonly special: SpecialValue,
    private readonly source: SourceValue,
  ) {}

  ex(node: Ex): Ex {
    let result = this.memo.get(node);
    if (!result) {
      result = this.rewrite(node);
      this.memo.set(node, result);
    }
    return result;
  }

  private rewrite(node: Ex): Ex {
    switch (node.kind) {
      case 'field':
        if (!this.folds(node.field)) return node;
        return constant('u32', fieldValue(this.instruction, node.field, node.signed) >>> 0);
      case 'special':
        return this.special(node.name) ?? node;
      case 'src':
        return this.source(node) ?? node;
      case 'op':
        return this.operator(node);
      case 'call':
        return { ...node, args: node.args.map((arg) => this.ex(arg)) };
      case 'lane':
      case 'relative':
      case 'sgpr':
        return { ...node, index: this.ex(node.index) as Ex<'u32'> };
      case 'load':
        return this.load(node);
      default:
        return node;
    }
  }

  private load(node: Extract<Ex, { kind: 'load' }>): Ex {
    const valid = node.valid && (this.ex(node.valid) as Ex<'b1'>);
    if (valid?.kind === 'const' && valid.bits === 0) return constant(node.ty, node.ty === 'u64' ? 0n : 0);
    const elementStep = this.elementStep(node.elementStep);
    return { ...node, address: this.ex(node.address), valid: valid?.kind === 'const' ? undefined : valid, elementStep };
  }

  /** None where bytes follow one another. */
  elementStep(step: ElementStep): ElementStep {
    const stepValue = step && (this.ex(step) as Ex<'u32'>);
    return stepValue?.kind === 'const' && stepValue.bits === 4 ? undefined : stepValue;
  }

  private operator(node: Extract<Ex, { kind: 'op' }>): Ex {
    const args = node.args.map((arg) => this.ex(arg));
    if (SELECTS.has(node.op)) {
      const [condition, then, otherwise] = args as [Ex, Ex, Ex];
      const chosen = choose(node.op, node.ty, condition, then, otherwise);
      return node.rare && chosen.kind === 'op' && chosen.op === node.op ? { ...chosen, rare: true } : chosen;
    }
    const fold = FOLDS[node.op];
    if (fold) {
      const result = (values: readonly Ex[]) =>
        constant(node.ty, fold(...values.map((arg) => Number((arg as { bits: number }).bits))) >>> 0);
      if (args.every((arg) => arg.kind === 'const')) return result(args);
      const choice = choiceOfResults(node, args, result);
      if (choice) return choice;
    }
    return simplify(node.op, args) ?? { ...node, args: operatorArguments(args) };
  }
}

/** Identities with one constant truth value. */
function simplify(op: OpName, args: readonly Ex[]): Ex | undefined {
  if (op !== 'andB' && op !== 'orB') return undefined;
  const constant = args.find((arg) => arg.kind === 'const');
  const other = args.find((arg) => arg !== constant);
  if (constant?.kind !== 'const' || !other) return undefined;
  const absorbs = (op === 'andB') === (constant.bits === 0);
  return absorbs ? constant : other;
}

/** True if a condition is known to be false. */
const never = (condition: Ex | undefined): boolean => condition?.kind === 'const' && !condition.bits;
/** A condition that is known to be true disappears. */
const remaining = (condition: Ex | undefined): Ex<'b1'> | undefined =>
  condition?.kind === 'const' ? undefined : (condition as Ex<'b1'> | undefined);

function statement(s: Specialiser, stmt: Stmt): Stmt | undefined {
  switch (stmt.kind) {
    case 'write': {
      const when = stmt.when && s.ex(stmt.when);
      return never(when) ? undefined : { ...stmt, value: s.ex(stmt.value), when: remaining(when) };
    }
    case 'mask':
      return { ...stmt, value: s.ex(stmt.value) as Ex<'b1'> };
    case 'exceptions':
      return { ...stmt, value: s.ex(stmt.value) as Ex<'u32'> };
    case 'special': {
      const when = stmt.when && s.ex(stmt.when);
      if (never(when)) return undefined;
      return { ...stmt, value: s.ex(stmt.value), ...(stmt.when ? { when: remaining(when) } : {}) };
    }
    case 'writelane':
      return { ...stmt, index: s.ex(stmt.index) as Ex<'u32'>, value: s.ex(stmt.value) as Ex<'u32'> };
    case 'writeRelative':
      return { ...stmt, index: s.ex(stmt.index) as Ex<'u32'>, value: s.ex(stmt.value) };
    case 'writeSgpr': {
      const when = stmt.when && s.ex(stmt.when);
      if (never(when)) return undefined;
      return { ...stmt, index: s.ex(stmt.index) as Ex<'u32'>, value: s.ex(stmt.value), when: remaining(when) };
    }
    case 'store':
    case 'atomic':
      return memory(s, stmt);
    case 'branch': {
      const when = stmt.when && s.ex(stmt.when);
      return never(when) ? undefined : { ...stmt, when: remaining(when), target: s.ex(stmt.target) as Ex<'u64'> };
    }
    case 'effect':
      return { ...stmt, args: stmt.args.map((arg) => s.ex(arg)) };
    case 'helper':
      return { ...stmt, reads: stmt.reads.map((read) => s.ex(read)) };
    case 'unsupported':
      return stmt;
  }
}

function memory(s: Specialiser, stmt: Extract<Stmt, { kind: 'store' | 'atomic' }>): Stmt | undefined {
  const valid = stmt.valid && s.ex(stmt.valid);
  if (stmt.kind === 'store') {
    if (never(valid)) return undefined;
    const elementStep = s.elementStep(stmt.elementStep);
    return { ...stmt, address: s.ex(stmt.address), value: s.ex(stmt.value), valid: remaining(valid), elementStep };
  }
  return {
    ...stmt,
    address: s.ex(stmt.address),
    data: s.ex(stmt.data),
    compare: stmt.compare && s.ex(stmt.compare),
    valid: valid?.kind === 'const' && valid.bits ? undefined : (valid as Ex<'b1'> | undefined),
  };
}

/**
 * The statements of an instruction's definition with the chosen fields, known specials and known operands folded in.
 */
export function specialise(
  instruction: Instruction,
  folds: FieldFilter = () => true,
  special: SpecialValue = () => undefined,
  source: SourceValue = () => undefined,
  semantics: readonly Stmt[] = instruction.def.semantics,
): readonly Stmt[] {
  const specialiser = new Specialiser(instruction, folds, special, source);
  return semantics.map((stmt) => statement(specialiser, stmt)).filter((stmt) => stmt !== undefined);
}
