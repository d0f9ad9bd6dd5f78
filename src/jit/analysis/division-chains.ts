// Divisions of f32 that round correctly: eleven instructions, of which the last one gives the quotient. Where both
// operands are far from the ends of the exponents the result is the quotient rounded once, which processors divide for
// in one instruction.
//
//   d = div_scale(denominator)   e = fma(-d, y, 1)   q = n * z             s = fma(-d, p, n)
//   n = div_scale(numerator)     z = fma(e, y, y)    r = fma(-d, q, n)     t = div_fmas(s, z, p)
//   y = rcp(d)                                       p = fma(r, z, q)      div_fixup(t, denominator, numerator)
//
// Why: y is 1 / d rounded, and z, one step of Newton's method further, is that too (test/jit/divisions.test.ts has all
// significands); p is within one unit in the last place, s its exact rest; then the last step rounds correctly
// (Markstein's theorem on division by fused multiply-add). Nothing in between is denormal there, whatever MODE says.

import { specialRegisters } from '../../isa/accesses.js';
import type { Instruction, Operand } from '../../isa/instruction.js';
import type { Ex } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { composed, type DivisionSources, maskOf, quotient, writtenBy } from './division-trees.js';
import { keyOf } from './flow.js';
import { nodesOf } from './nodes.js';
import { PlacedInstruction } from './placed-instruction.js';
import { SCALAR, usesIn } from './registers.js';

/**
 * Results but the scaled operands d and n and VCC's flag: what gives each, and of what; N and D are the division's own
 * operands.
 */
const STEPS: readonly (readonly [result: string, operation: string, operands: readonly string[]])[] = [
  ['y', 'reciprocal', ['d']],
  ['e', 'ffma', ['-d', 'y', '1']],
  ['z', 'ffma', ['e', 'y', 'y']],
  ['q', 'fmul', ['n', 'z']],
  ['r', 'ffma', ['-d', 'q', 'n']],
  ['p', 'ffma', ['r', 'z', 'q']],
  ['s', 'ffma', ['-d', 'p', 'n']],
  ['t', 'last step', ['s', 'z', 'p']],
  ['end', 'fixup', ['t', 'D', 'N']],
];
const ONE = 0x3f80_0000;

/** Registers (registers.ts) of a mask. */
function registersOf({ instruction }: PlacedInstruction, mask: 'VCC' | 'EXEC'): readonly number[] {
  const { index, count } = required(specialRegisters(instruction.def.isa, mask), `register ${mask}`);
  return Array.from({ length: count }, (_, word) => SCALAR + index + word);
}

export const isSame = (a: Operand | undefined, b: Operand | undefined): boolean => {
  if (!a || !b || ('abs' in a && a.abs) || ('neg' in a && a.neg) || ('abs' in b && b.abs) || ('neg' in b && b.neg))
    return false;
  if (a.kind === 'vgpr' || a.kind === 'scalar') return a.kind === b.kind && a.index === b.index;
  return a.kind === 'const' && b.kind === 'const' && a.bits === b.bits;
};

const registerOf = (operand: Operand | undefined): number | undefined =>
  operand?.kind === 'vgpr' ? operand.index : operand?.kind === 'scalar' ? SCALAR + operand.index : undefined;

/** The division that begins at an instruction, step by step. */
export class Chain {
  readonly replaced = new Map<string, PlacedInstruction>();
  /** Result of the division that a register holds; empty: a value that no later instruction may read. */
  private readonly results = new Map<number, string>();
  private readonly trees = new Map<string, Ex<'f32'>>();
  private flag: Ex<'b1'> | undefined;
  private readonly own: ReadonlySet<number>;

  constructor(
    private readonly denominator: Operand,
    private readonly numerator: Operand,
    private readonly mode: number,
  ) {
    const registers = [denominator, numerator].map(registerOf);
    this.own = new Set(registers.filter((register) => register !== undefined));
  }

  /** @returns whether the division may continue, or is complete */
  take(placed: PlacedInstruction, { pc, mode }: { readonly pc: number; readonly mode: number }): boolean | 'end' {
    const key = keyOf({ pc, mode: this.mode });
    const result = this.resultOf(placed);
    if (result === undefined) {
      // An instruction of the other mode is emitted in the mode of the division.
      if (mode !== this.mode) this.replaced.set(key, placed);
      return this.pass(placed) && (mode === this.mode || isPlain(placed));
    }
    const keepsDenormals = mode !== this.mode;
    const tree = composed(writtenBy(placed), this.sources(placed.instruction), keepsDenormals);
    if (!tree) return false;
    const { writes } = usesIn(placed);
    if (result === 'end') return this.finish(placed, tree, key);
    if ([...writes].some((register) => this.own.has(register))) return false;
    for (const register of writes) this.results.set(register, register < SCALAR ? result : '');
    this.trees.set(result, tree);
    if (result === 'n' && !this.takeFlag(placed)) return false;
    this.replaced.set(key, new PlacedInstruction(pc, placed.instruction, []));
    return true;
  }

  /** Takes an instruction that changes MODE for the steps between, or back. */
  changeMode(placed: PlacedInstruction, pc: number): boolean {
    this.replaced.set(keyOf({ pc, mode: this.mode }), new PlacedInstruction(pc, placed.instruction, []));
    return placed.statements.every((stmt) => stmt.kind === 'special' && stmt.name === 'MODE');
  }

  /** True if the registers that the steps write are dead. */
  leavesNothing(live: (register: number) => boolean): boolean {
    return [...this.results.keys()].every((register) => !live(register));
  }

  private finish(placed: PlacedInstruction, tree: Ex<'f32'>, key: string): 'end' | false {
    const { instruction, pc } = placed;
    const operand = instruction.operands['D'];
    if (operand?.kind !== 'vgpr') return false;
    this.results.delete(operand.index);
    const value = quotient(instruction, tree);
    this.replaced.set(key, new PlacedInstruction(pc, instruction, [{ kind: 'write', slot: 'D', dword: 0, value }]));
    return 'end';
  }

  private takeFlag(placed: PlacedInstruction): boolean {
    const { writes } = usesIn(placed);
    const flag = registersOf(placed, 'VCC');
    if (!flag.every((register) => writes.has(register))) return false;
    for (const register of flag) this.results.set(register, 'flag');
    this.flag = composed(maskOf(placed), this.sources(placed.instruction), false);
    return this.flag !== undefined;
  }

  /** An instruction that is no step: it may not read what steps have left, nor change what the last one reads. */
  private pass(placed: PlacedInstruction): boolean {
    const { reads, writes } = usesIn(placed);
    if (registersOf(placed, 'EXEC').some((register) => writes.has(register))) return false;
    if ([...writes].some((register) => this.own.has(register))) return false;
    if ([...reads].some((register) => this.results.has(register))) return false;
    const overwritten = [...writes].filter((register) => this.results.has(register));
    if (overwritten.length > 0 && !placed.statements.every(replacesAll)) return false;
    for (const register of overwritten) this.results.delete(register);
    return true;
  }

  private resultOf(placed: PlacedInstruction): string | undefined {
    const { def, operands, fields } = placed.instruction;
    if ((fields['clamp'] ?? 0) !== 0 || (fields['omod'] ?? 0) !== 0) return undefined;
    const { S0, S1, S2 } = operands;
    if (def.traits.division === 'scale') {
      if (!isSame(S1, this.denominator) || !isSame(S2, this.numerator)) return undefined;
      return isSame(S0, this.denominator) ? 'd' : isSame(S0, this.numerator) ? 'n' : undefined;
    }
    const own = operationOf(placed);
    const names = own?.slots.map((slot) => this.nameOf(operands[slot])) ?? [];
    const [result] = STEPS.find(([, name, slots]) => name === own?.name && matches(slots, names)) ?? [];
    if (result === 't' && !registersOf(placed, 'VCC').every((register) => this.results.get(register) === 'flag'))
      return undefined;
    if (result === 'end' && !(isSame(S1, this.denominator) && isSame(S2, this.numerator))) return undefined;
    return result;
  }

  private nameOf(operand: Operand | undefined): string | undefined {
    if (!operand || operand.kind === 'none' || ('abs' in operand && operand.abs)) return undefined;
    if (operand.kind === 'const' && operand.bits === ONE && !operand.neg) return '1';
    const register = operand.kind === 'vgpr' ? operand.index : undefined;
    const name = register === undefined ? undefined : this.results.get(register);
    return name && 'neg' in operand && operand.neg ? `-${name}` : name;
  }

  /** Origin of each operand of a step. */
  private sources({ operands }: Instruction): DivisionSources {
    return {
      flag: this.flag,
      word: (slot) => {
        const operand = operands[slot];
        if (isSame(operand, this.denominator)) return 'S1';
        if (isSame(operand, this.numerator)) return 'S2';
        const name = this.nameOf(operand);
        if (name === '1') return { tree: { kind: 'const', ty: 'f32', bits: ONE }, negated: false };
        const negated = name?.startsWith('-') ?? false;
        const tree = name === undefined ? undefined : this.trees.get(negated ? name.slice(1) : name);
        return tree && { tree, negated };
      },
    };
  }
}

/** Operation of a division that an instruction may be, and its operands. */
function operationOf(
  placed: PlacedInstruction,
): { readonly name: string; readonly slots: readonly string[] } | undefined {
  const { division } = placed.instruction.def.traits;
  if (division) return { name: division, slots: ['S0', 'S1', 'S2'] };
  if (nodesOf(placed.statements).some((node) => node.kind === 'call' && node.name === 'rcp_f32'))
    return { name: 'reciprocal', slots: ['S0'] };
  const value = writtenBy(placed);
  if (value?.kind !== 'op' || value.denorm) return undefined;
  const slots = value.args.flatMap((arg) => (arg.kind === 'src' && arg.ty === 'f32' ? [arg.slot] : []));
  return slots.length === value.args.length ? { name: value.op, slots } : undefined;
}

/** Operands in order; the first two, which are multiplied, in any. D and N are compared elsewhere. */
function matches(slots: readonly string[], names: readonly (string | undefined)[]): boolean {
  const fits = ([a, b]: readonly (string | undefined)[]): boolean =>
    slots.every((name, at) => /[DN]/.test(name) || name === [a, b, names[2]][at]);
  return fits([names[0], names[1]]) || (slots.length > 1 && !slots.includes('D') && fits([names[1], names[0]]));
}

const replacesAll = (stmt: PlacedInstruction['statements'][number]): boolean =>
  stmt.kind === 'mask' || stmt.kind === 'special' || stmt.kind === 'effect' || (stmt.kind === 'write' && !stmt.when);

/** Operators on floats that only look at bits. */
const BITWISE: ReadonlySet<string> = new Set(['asU32', 'asF32', 'fneg', 'fabs', 'selF32']);

/** True if a node has the same value in each mode, and cannot fault. */
function isPlainNode(node: Ex): boolean {
  if (node.ty === 'f64' || node.kind === 'call' || node.kind === 'load' || node.kind === 'lane') return false;
  if (node.kind === 'special') return node.name !== 'MODE';
  return (
    node.kind !== 'op' || BITWISE.has(node.op) || ![node, ...node.args].some(({ ty }) => ty === 'f32' || ty === 'f64')
  );
}

/** The same of an instruction that is no step. */
const isPlain = ({ instruction: { fields }, statements }: PlacedInstruction): boolean =>
  (fields['clamp'] ?? 0) === 0 &&
  (fields['omod'] ?? 0) === 0 &&
  statements.every((stmt) => replacesAll(stmt) && !(stmt.kind === 'special' && stmt.name === 'MODE')) &&
  nodesOf(statements).every(isPlainNode);
