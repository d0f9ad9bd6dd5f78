// Additions of 64 bits with used carry, and subtractions with used borrow, in LLVM IR text: `sum = a * b + c; carry =
// sum < a * b`. If the upper half of the other operand is zero, LLVM merges the addition that computes the upper half
// of the first one into that of the carry, which the merged addition then also sets
// (SITargetLowering::performAddCarrySubCarryCombine; seen with 22). No flag disables that. An opaque copy of the first
// operand hides such an addition.
import { callLine } from '../ir/call.js';
import { constantElements } from '../ir/constants.js';
import type { IrInstruction } from '../ir/instruction.js';
import { type IrFunction, instructionsOf } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { elementType } from '../ir/type-text.js';
import { FactReader } from '../ir/value-facts.js';
import { onInstructions, type Rewrite, versionPass } from './pass.js';

const OVERFLOW: readonly string[] = ['@llvm.uadd.with.overflow', '@llvm.usub.with.overflow'];
const UNSIGNED: readonly string[] = ['ult', 'ugt', 'ule', 'uge'];
const COMPUTATIONS: readonly string[] = ['add', 'sub', 'xor', 'icmp'];
/** Definitions whose upper half is no sum of 32 bits. */
const WHOLE: ReadonlySet<string | undefined> = new Set([
  undefined,
  'phi',
  'load',
  'call',
  'zext',
  'sext',
  'lshr',
  'ashr',
]);
const UPPER_HALF = 1n << 32n;

const isWide = (type: string): boolean => elementType(type) === 'i64';

type Operands = readonly [string, string];

interface Sum {
  readonly instruction: IrInstruction;
  readonly operands: Operands;
  /** The same for each operand. */
  readonly mayBeHalf: readonly [boolean, boolean];
}

/** The values of a function, in the order of its lines. */
class CarryFacts {
  private readonly facts: FactReader;
  /** The operation of each value. */
  private readonly operations = new Map<string, string>();

  constructor(define: string) {
    this.facts = new FactReader(define);
  }

  read(instruction: IrInstruction): void {
    const { result, opcode } = instruction;
    this.facts.read(instruction);
    if (result !== undefined) this.operations.set(result, opcode);
  }

  /** True if LLVM may derive that the upper half of an operand is zero. */
  mayBeHalf(operand: string): boolean {
    const elements = constantElements(operand);
    return elements ? elements.some((value) => value >= 0n && value < UPPER_HALF) : !this.facts.of(operand).isOpen;
  }

  /** True if the upper half of a value may be a sum. */
  isComputed(operand: string): boolean {
    return operand.startsWith('%') && !WHOLE.has(this.operations.get(operand));
  }

  /** The operand to hide of a call with sum and carry as result. */
  hiddenOfCall([a, b]: Operands): 0 | 1 | undefined {
    if (this.mayBeHalf(b) && this.isComputed(a)) return 0;
    return this.mayBeHalf(a) && this.isComputed(b) ? 1 : undefined;
  }
}

/** The sums of a function, and those with an operand to hide, with its position. */
class Carries {
  private readonly facts: CarryFacts;
  private readonly sums = new Map<string, Sum>();
  private readonly differences = new Map<string, Sum>();
  private readonly complements = new Map<string, IrInstruction>();
  readonly hidden = new Map<IrInstruction, 0 | 1>();

  constructor(define: string) {
    this.facts = new CarryFacts(define);
  }

  read(instruction: IrInstruction): void {
    this.facts.read(instruction);
    const { result, opcode, predicate } = instruction;
    if (result === undefined || !COMPUTATIONS.includes(opcode) || !isWide(instruction.type)) return;
    const operands = instruction.values as Operands;
    if (opcode === 'xor') this.complement(result, instruction, operands);
    else if (opcode !== 'icmp') this.add(result, instruction, operands);
    else if (UNSIGNED.includes(predicate)) this.compare(operands);
    else if (predicate === 'eq' || predicate === 'ne') this.edge(...operands);
  }

  private add(name: string, instruction: IrInstruction, operands: Operands): void {
    const [a, b] = operands;
    const sum = { instruction, operands, mayBeHalf: [this.facts.mayBeHalf(a), this.facts.mayBeHalf(b)] } as const;
    this.sums.set(name, sum);
    if (instruction.opcode === 'sub') this.differences.set(`${a} ${b}`, sum);
  }

  private complement(name: string, instruction: IrInstruction, [value, mask]: Operands): void {
    const isComplement = constantElements(mask)?.every((element) => element === -1n) ?? false;
    if (isComplement && this.facts.isComputed(value)) this.complements.set(name, instruction);
  }

  /** `x + 1` has a carry where x is -1, or the sum 0; `x - 1` a borrow where x is 0. */
  private edge(value: string, edge: string): void {
    if (edge !== '0' && edge !== '-1') return;
    const own = this.sums.get(value);
    if (own && edge === '0' && own.operands[1] === '1') this.hide(own, true);
    const step = edge === '0' ? '-1' : '1';
    for (const sum of this.sums.values())
      if (sum.operands[0] === value && sum.operands[1] === step) this.hide(sum, true);
  }

  /** A comparison of a sum with one of its operands, or of the operands of a difference, is one of its carry. */
  private compare([a, b]: Operands): void {
    for (const [name, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const sum = this.sums.get(name);
      if (sum?.operands.includes(other)) this.hide(sum);
      const difference = this.differences.get(`${name} ${other}`);
      if (difference) this.hide(difference);
      const complement = this.complements.get(name);
      if (complement !== undefined && this.facts.mayBeHalf(other)) this.hidden.set(complement, 0);
    }
  }

  /** @param always whatever the other operand is */
  private hide({ instruction, operands: [a, b], mayBeHalf: [first, second] }: Sum, always = false): void {
    if ((second || always) && this.facts.isComputed(a)) this.hidden.set(instruction, 0);
    else if (first && instruction.opcode === 'add' && this.facts.isComputed(b)) this.hidden.set(instruction, 1);
  }
}

/** Names of copies, unique in a module. */
interface CopyNames {
  next: number;
}

interface HiddenOperand {
  readonly copy: readonly string[];
  readonly operands: Operands;
}

/** The operands with a copy of one of them, and the lines of the copy; undefined for a constant. */
function withCopy(operands: Operands, place: 0 | 1, type: string, names: CopyNames): HiddenOperand | undefined {
  const operand = operands[place];
  const name = `%atoll.addend.${names.next++}`;
  if (!operand.startsWith('%')) return undefined;
  const copy = opaqueCopy(name, type, operand, name);
  return { copy, operands: place === 0 ? [name, operands[1]] : [operands[0], name] };
}

/** A call with sum and carry as result, with a hidden operand. */
function hiddenCall(instruction: IrInstruction, facts: CarryFacts, names: CopyNames): readonly string[] | undefined {
  const { call } = instruction;
  const [first, second] = call && instruction.calls(...OVERFLOW) ? instruction.typedOperands : [];
  if (!call || !first || !second) return undefined;
  const { type } = first;
  const operands = [first.value, second.value] as const;
  const place = isWide(type) ? facts.hiddenOfCall(operands) : undefined;
  const hidden = place === undefined ? undefined : withCopy(operands, place, type, names);
  return hidden && [...hidden.copy, callLine({ ...call, arguments: hidden.operands.map((one) => `${type} ${one}`) })];
}

const hideInCalls =
  (names: CopyNames) =>
  ({ define }: IrFunction): Rewrite => {
    const facts = new CarryFacts(define);
    return (instruction) => {
      facts.read(instruction);
      return hiddenCall(instruction, facts, names);
    };
  };

/** Preserves carries. */
export const mergedCarries = versionPass(
  'carries',
  'SITargetLowering::performAddCarrySubCarryCombine',
  (module) => {
    const names: CopyNames = { next: 0 };
    const calls = onInstructions(() => hideInCalls(names));
    const sums = onInstructions(() => (one) => {
      const carries = new Carries(one.define);
      for (const instruction of instructionsOf(one)) carries.read(instruction);
      return (sum) => {
        const place = carries.hidden.get(sum);
        const hidden = place === undefined ? undefined : withCopy(sum.values as Operands, place, sum.type, names);
        return hidden && [...hidden.copy, sum.withValues(hidden.operands)];
      };
    });
    return sums(calls(module));
  },
  [204362],
);
