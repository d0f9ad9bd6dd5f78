// Linear values: lane l of a wavefront has `first + l * step` modulo 2^32 (words) or 2^64. What get_global_id(0) gives
// is one, and so is most of what addresses are computed from. Which step a node has is decided here from the steps of
// the registers that it reads; what that depends on at run time are the node's checks.

import type { Instruction } from '../../isa/instruction.js';
import type { Ex, OpName } from '../../isa/language/expr.js';
import { required, tupleOf } from '../../util/required.js';
import { SCALAR_OPERATORS } from '../scalar/operators.js';

type OpNode = Extract<Ex, { kind: 'op' }>;
type SourceNode = Extract<Ex, { kind: 'src' }>;
export type LoadNode = Extract<Ex, { kind: 'load' }>;

/** Conditions of a node's linearity. Nodes that are named are computed for lane 0. */
export type Check =
  /** From the first lane to the last one the node does not wrap, as a number with or without sign. */
  | { readonly kind: 'range'; readonly node: Ex; readonly step: number; readonly signed: boolean }
  /** The operator gives the last lane what the step says. */
  | { readonly kind: 'ends'; readonly node: OpNode; readonly step: number; readonly steps: readonly number[] }
  /** The upper words of the first and of the last lane are equal. */
  | { readonly kind: 'upper'; readonly node: Ex; readonly step: number }
  /** No lane has a bit in common with the other node, which is the same for all. */
  | { readonly kind: 'disjoint'; readonly node: Ex; readonly step: number; readonly other: Ex }
  /** The node is 2^n - 1. */
  | { readonly kind: 'ones'; readonly node: Ex }
  | { readonly kind: 'truth'; readonly node: Ex; readonly value: boolean }
  /** Of a choice the value that cannot be computed once is not needed. */
  | { readonly kind: 'only'; readonly node: Ex; readonly chosen: Ex }
  /** The register is linear; the lanes of a mask are equal. */
  | { readonly kind: 'register'; readonly register: number }
  /** Two registers hold a linear value of 64 bits. */
  | { readonly kind: 'pair'; readonly register: number }
  | { readonly kind: 'lanes'; readonly node: Ex; readonly mask: number }
  /** All lanes load one element. */
  | { readonly kind: 'load'; readonly node: LoadNode };

export interface LinearForm {
  readonly step: number;
  readonly checks: ReadonlySet<Check>;
}

/** The step of a node, with the checks of its operator alone. */
interface LinearRule {
  readonly step: number;
  readonly checks: readonly Check[];
}

/** The check of an operand that varies. */
const rangeCheck = ({ args }: OpNode, steps: readonly number[], index: number, signed: boolean): readonly Check[] =>
  steps[index] === 0 ? [] : [{ kind: 'range', node: operandOf(args, index), step: stepOf(steps, index), signed }];

const operandOf = (args: readonly Ex[], index: number): Ex => required(args[index], 'operand');
const stepOf = (steps: readonly number[], index: number): number => required(steps[index], 'step of the operand');

const BIT_OPERATORS: ReadonlySet<OpName> = new Set([
  ...(['shl', 'shl64', 'and', 'and64', 'or', 'or64'] as const),
  ...(['shrU', 'shrU64', 'shrS', 'shrS64'] as const),
]);

/** Known steps at an instruction. */
export interface Steps {
  /** The step of a VGPR. */
  readonly register: (register: number) => number | undefined;
  /** The step of a value of 64 bits in two VGPRs, by the first one, where more is known of it than of its words. */
  readonly pair?: (register: number) => number | undefined;
  /** True if all lanes have the same bit in the mask at an operand code. */
  readonly mask: (index: number) => boolean;
}

/** Steps are so small that no value passes through the range of a word twice. */
const MAX_STEP = 2 ** 20;

const isWide = (node: Ex): boolean => node.ty === 'u64';
const NONE: ReadonlySet<Check> = new Set();
const same = (checks: ReadonlySet<Check> = NONE): LinearForm => ({ step: 0, checks });

/** Bits from the lowest one of a step up to the highest one of its multiple of the last lane. */
const varyingBits = (step: number, lanes: number): number => {
  const low = step & -step;
  return (2 ** Math.ceil(Math.log2(Math.abs(step) * lanes)) - 1) & -low;
};

/** Comparisons of numbers that change their result once at most while both sides grow evenly. */
const COMPARISONS: Readonly<Partial<Record<OpName, 'signed' | 'unsigned'>>> = {
  ltU: 'unsigned',
  leU: 'unsigned',
  ltU64: 'unsigned',
  leU64: 'unsigned',
  ltS: 'signed',
  leS: 'signed',
  ltS64: 'signed',
  leS64: 'signed',
};
const EQUALITIES: ReadonlySet<OpName> = new Set(['eq', 'ne', 'eq64', 'ne64']);
const SELECTS: ReadonlySet<OpName> = new Set(['selU32', 'selU64', 'selB']);

/** The operand code of the mask of which a node reads the lane's bit. */
export function maskOf(node: Ex, { def, operands }: Instruction): number | undefined {
  const { vcc, exec } = def.isa.operands.special;
  if (node.kind === 'special') return node.name === 'VCCLANE' ? vcc : node.name === 'EXECLANE' ? exec : undefined;
  const operand = node.kind === 'src' && node.ty === 'b1' && node.dword === 0 ? operands[node.slot] : undefined;
  return operand?.kind === 'scalar' ? operand.index : undefined;
}

/** The forms of the nodes of one instruction. */
export class Forms {
  private readonly memo = new Map<Ex, LinearForm | undefined>();

  constructor(
    private readonly instruction: Instruction,
    private readonly steps: Steps,
  ) {}

  /** undefined: the node is not linear, or it is unknown. */
  of(node: Ex): LinearForm | undefined {
    if (!this.memo.has(node)) this.memo.set(node, this.limited(node));
    return this.memo.get(node);
  }

  private limited(node: Ex): LinearForm | undefined {
    const form = this.find(node);
    return form && Math.abs(form.step) <= MAX_STEP ? form : undefined;
  }

  private find(node: Ex): LinearForm | undefined {
    switch (node.kind) {
      case 'const':
        return node.ty === 'f64' ? undefined : same();
      case 'src':
        return this.source(node);
      case 'special':
        return this.special(node);
      case 'load':
        return this.load(node);
      case 'op':
        return this.operator(node);
      default:
        return undefined;
    }
  }

  private special(node: Extract<Ex, { kind: 'special' }>): LinearForm | undefined {
    const mask = maskOf(node, this.instruction);
    if (mask !== undefined) return this.mask(node, mask);
    return ['SCC', 'VCC', 'EXEC', 'M0', 'MODE', 'NEXTPC', 'MEMORYBASE'].includes(node.name) ? same() : undefined;
  }

  private mask(node: Ex, mask: number): LinearForm | undefined {
    return this.steps.mask(mask) ? same(new Set([{ kind: 'lanes', node, mask }])) : undefined;
  }

  private source(node: SourceNode): LinearForm | undefined {
    const operand = this.instruction.operands[node.slot];
    if (node.ty === 'b1') {
      const mask = maskOf(node, this.instruction);
      return mask === undefined ? undefined : this.mask(node, mask);
    }
    if (node.ty === 'f64' || operand?.kind === 'ldsDirect') return undefined;
    if (operand?.kind !== 'vgpr') return same();
    const first = operand.index + node.dword;
    const pair = isWide(node) ? this.steps.pair?.(first) : undefined;
    if (pair !== undefined) return { step: pair, checks: new Set([{ kind: 'pair', register: first }]) };
    const words = isWide(node) ? [first, first + 1] : [first];
    const [step, upper = 0] = words.map((register) => this.steps.register(register));
    if (step === undefined || (isWide(node) && this.steps.register(first + 1) === undefined) || upper !== 0)
      return undefined;
    // abs and neg change floats only: what is the same in all lanes stays so.
    if (node.ty === 'f32' || node.half) return step === 0 ? this.registers(words) : undefined;
    const { checks } = this.registers(words);
    return { step, checks: isWide(node) && step !== 0 ? new Set([...checks, { kind: 'upper', node, step }]) : checks };
  }

  private registers(registers: readonly number[]): LinearForm {
    return same(new Set(registers.map((register) => ({ kind: 'register', register }))));
  }

  private load(node: LoadNode): LinearForm | undefined {
    if (node.space !== 'global' || node.bits === 64) return undefined;
    const address = this.of(node.address);
    const valid = node.valid && this.of(node.valid);
    if (address?.step !== 0 || (node.valid && !valid)) return undefined;
    const checks = new Set<Check>([...address.checks, ...(valid?.checks ?? [])]);
    if (node.valid) checks.add({ kind: 'truth', node: node.valid, value: true });
    return same(checks.add({ kind: 'load', node }));
  }

  private operator(node: OpNode): LinearForm | undefined {
    if (!(node.op in SCALAR_OPERATORS)) return undefined;
    const forms = node.args.map((arg) => this.of(arg));
    if (SELECTS.has(node.op)) return this.choice(node, forms);
    if (forms.some((form) => form === undefined)) return undefined;
    const linearForms = forms as readonly LinearForm[];
    const checks = new Set(linearForms.flatMap((form) => [...form.checks]));
    const steps = linearForms.map(({ step }) => step);
    if (steps.every((step) => step === 0)) return same(checks);
    const added = this.rule(node, steps);
    if (!added) return undefined;
    for (const check of added.checks) checks.add(check);
    return { step: added.step, checks };
  }

  /** An operator of which an operand differs from lane to lane. */
  private rule(node: OpNode, steps: readonly number[]): LinearRule | undefined {
    const { op } = node;
    const [a, b] = steps as [number, number?];
    const order = COMPARISONS[op];
    if (order) {
      const signed = order === 'signed';
      const ranges = [...rangeCheck(node, steps, 0, signed), ...rangeCheck(node, steps, 1, signed)];
      return { step: 0, checks: [...ranges, { kind: 'ends', node, step: 0, steps }] };
    }
    if (EQUALITIES.has(op)) return a === b ? { step: 0, checks: [] } : undefined;
    return BIT_OPERATORS.has(op) ? this.bitRule(node, steps) : this.sumRule(node, a, b, steps);
  }

  /** Sums, products, and changes of width. */
  private sumRule(node: OpNode, a: number, b: number | undefined, steps: readonly number[]): LinearRule | undefined {
    const { op, args } = node;
    switch (op) {
      case 'add':
      case 'add64':
        return { step: a + stepOf(steps, 1), checks: [] };
      case 'sub':
      case 'sub64':
        return { step: a - stepOf(steps, 1), checks: [] };
      case 'mul':
      case 'mul64':
        return this.product(args, steps);
      case 'zext64':
      case 'sext64':
        return { step: a, checks: rangeCheck(node, steps, 0, op === 'sext64') };
      case 'lo':
      case 'asU32':
        return { step: a, checks: [] };
      case 'hi':
        return { step: 0, checks: [{ kind: 'upper', node: args[0], step: a }] };
      case 'pack':
        return b === 0 ? { step: a, checks: [{ kind: 'upper', node, step: a }] } : undefined;
      default:
        return undefined;
    }
  }

  private bitRule(node: OpNode, steps: readonly number[]): LinearRule | undefined {
    const { op, args } = node;
    const [a, b] = steps as [number, number?];
    const ends = (step: number): Check => ({ kind: 'ends', node, step, steps });
    switch (op) {
      case 'shl':
      case 'shl64': {
        const count = this.constant(args[1]);
        return count === undefined || count > 20n ? undefined : { step: a * 2 ** Number(count), checks: [] };
      }
      case 'and':
      case 'and64':
        if (a === 0) return this.masked(args[0], stepOf(steps, 1), ends(stepOf(steps, 1)));
        return b === 0 ? this.masked(args[1], a, ends(a)) : undefined;
      case 'or':
      case 'or64': {
        const own = a === 0 ? 1 : 0;
        const other = operandOf(args, 1 - own);
        return steps[1 - own] === 0
          ? this.joined(args[own], stepOf(steps, own), other, rangeCheck(node, steps, own, false))
          : undefined;
      }
      case 'shrU':
      case 'shrU64':
      case 'shrS':
      case 'shrS64': {
        if (b !== 0) return undefined;
        const count = Number(this.constant(args[1]) ?? 64n);
        const step = a % 2 ** count === 0 ? a / 2 ** count : 0;
        return { step, checks: [...rangeCheck(node, steps, 0, op.startsWith('shrS')), ends(step)] };
      }
      default:
        return undefined;
    }
  }

  private product(
    args: readonly Ex[],
    steps: readonly number[],
  ): { step: number; checks: readonly Check[] } | undefined {
    const [x, y] = tupleOf(args, 2, 'factors');
    const [a, b] = tupleOf(steps, 2, 'steps');
    const [factor, step] = a === 0 ? [x, b] : [y, a];
    const constant = this.constant(factor);
    if (constant === undefined) return undefined;
    const signed = BigInt.asIntN(isWide(factor) ? 64 : 32, constant);
    return signed > MAX_STEP || signed < -MAX_STEP ? undefined : { step: Number(signed) * step, checks: [] };
  }

  /** A mask in the form of a run of ones takes away what is the same in all lanes, below, and may only do so above. */
  private masked(mask: Ex, step: number, ends: Check): { step: number; checks: readonly Check[] } | undefined {
    const constant = this.constant(mask);
    if (constant === undefined) return { step, checks: [{ kind: 'ones', node: mask }, ends] };
    const low = constant & -constant;
    const upper = constant + low;
    if (constant === 0n || (upper & (upper - 1n)) !== 0n || BigInt(step) % low !== 0n) return undefined;
    return { step, checks: [ends] };
  }

  /** Compilers write OR for a sum of numbers without common bits: a work-group's first work-item and a local id. */
  private joined(
    node: Ex,
    step: number,
    other: Ex,
    range: readonly Check[],
  ): { step: number; checks: readonly Check[] } | undefined {
    const constant = this.constant(other);
    const { lanes } = this.instruction.def.isa.wave;
    // Bits that differ from lane to lane whatever the first one has.
    if (constant !== undefined && (constant & BigInt(varyingBits(step, lanes))) !== 0n) return undefined;
    return { step, checks: [...range, { kind: 'disjoint', node, step, other }] };
  }

  private choice(
    node: OpNode,
    [condition, then, otherwise]: readonly (LinearForm | undefined)[],
  ): LinearForm | undefined {
    if (condition?.step !== 0) return undefined;
    // Descriptors decide which kind of buffer it is: fields that are not 0 make it an unusual one.
    if (condition.checks.size === 0) {
      if (otherwise) return this.only(node, condition, otherwise, false);
      return then && this.only(node, condition, then, true);
    }
    if (!then || !otherwise) return undefined;
    if (then.step === otherwise.step)
      return { step: then.step, checks: new Set([...condition.checks, ...then.checks, ...otherwise.checks]) };
    // The choice that differs from lane to lane is the common case, a limit the exception.
    const value = then.step !== 0;
    const chosen = value ? then : otherwise;
    return this.chosen(node, condition, chosen, value);
  }

  private chosen(node: OpNode, condition: LinearForm, { step, checks }: LinearForm, value: boolean): LinearForm {
    const truth: Check = { kind: 'truth', node: node.args[0], value };
    return { step, checks: new Set([...condition.checks, ...checks, truth]) };
  }

  /** The other value is not even computed. */
  private only(node: OpNode, condition: LinearForm, form: LinearForm, value: boolean): LinearForm {
    const only: Check = { kind: 'only', node, chosen: node.args[value ? 1 : 2] };
    return this.chosen(node, condition, { step: form.step, checks: new Set([...form.checks, only]) }, value);
  }

  /**
   * The VGPR of which a node has the sign in all bits: what compilers write for the upper word of a number with sign.
   */
  signedRegister(node: Ex): number | undefined {
    if (node.kind !== 'op' || node.op !== 'shrS') return undefined;
    const [value, count] = node.args;
    const operand = value.kind === 'src' && !value.half ? this.instruction.operands[value.slot] : undefined;
    if (operand?.kind !== 'vgpr' || value.kind !== 'src' || this.constant(count) !== 31n) return undefined;
    return operand.index + value.dword;
  }

  private constant(node: Ex): bigint | undefined {
    if (node.kind === 'const') return BigInt(node.bits);
    const operand = node.kind === 'src' && node.dword === 0 ? this.instruction.operands[node.slot] : undefined;
    if (operand?.kind !== 'const' || node.kind !== 'src') return undefined;
    if (node.ty === 'u64') return BigInt.asUintN(64, operand.bits64);
    return node.ty === 'u32' && !node.half ? BigInt(operand.bits >>> 0) : undefined;
  }
}
