// Maxima and minima of floats written as selects, in LLVM IR text. clang's instruction selection uses v_max_legacy_f32
// and v_min_legacy_f32 for `a < b ? b : a`, and crashes if an operand is another one of the same kind (seen with 19 and
// 22: the combination to three operands, which the legacy instructions lack). No flag disables that. The operand is
// made opaque, which costs no instruction.
import type { IrInstruction } from '../ir/instruction.js';
import { namePart } from '../ir/lexical.js';
import { instructionsOf } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { isLocalName } from '../ir/operand.js';
import { elementType } from '../ir/type-text.js';
import { onInstructions, versionPass } from './pass.js';

/** Ordered comparisons, and the same with unordered operands. */
const LESS: readonly string[] = ['olt', 'ole', 'ult', 'ule'];
const GREATER: readonly string[] = ['ogt', 'oge', 'ugt', 'uge'];

interface Comparison {
  readonly less: boolean;
  readonly operands: readonly [left: string, right: string];
}

interface Extreme {
  readonly kind: 'maximum' | 'minimum';
  readonly type: string;
  readonly operands: readonly string[];
}

/** The maxima and minima of a function by name, and those that are operands of others of the same kind. */
class Extremes {
  private readonly comparisons = new Map<string, Comparison>();
  private readonly extremes = new Map<string, Extreme>();
  private readonly negations = new Map<string, string>();

  read(instruction: IrInstruction): void {
    const { result, opcode } = instruction;
    if (result === undefined) return;
    if (opcode === 'select') return this.readChoice(result, instruction);
    if (opcode === 'fcmp') return this.readComparison(result, instruction);
    const [operand = ''] = opcode === 'fneg' && elementType(instruction.type) === 'float' ? instruction.values : [];
    if (isLocalName(operand)) this.negations.set(result, operand);
  }

  private readComparison(name: string, { type, predicate, values: [left = '', right = ''] }: IrInstruction): void {
    const less = LESS.includes(predicate);
    if (elementType(type) !== 'float' || (!less && !GREATER.includes(predicate))) return;
    this.comparisons.set(name, { less, operands: [left, right] });
  }

  private readChoice(name: string, { typedOperands: [condition, first, second] }: IrInstruction): void {
    const comparison = this.comparisons.get(condition?.value ?? '');
    if (!comparison || !first || !second) return;
    const { less, operands } = comparison;
    if (!operands.includes(first.value) || !operands.includes(second.value)) return;
    const kind = less === (first.value === operands[0]) ? 'minimum' : 'maximum';
    this.extremes.set(name, { kind, type: first.type, operands });
  }

  /** Names of operands of others, with their types: a negated maximum is a minimum. */
  nested(): ReadonlyMap<string, string> {
    const result = new Map<string, string>();
    for (const { kind, operands } of this.extremes.values()) {
      for (const operand of operands) {
        const value = this.negations.get(operand);
        const inner = this.extremes.get(value ?? operand);
        if (inner && (inner.kind === kind) === (value === undefined)) result.set(value ?? operand, inner.type);
      }
    }
    return result;
  }
}

/** Makes operands opaque in maxima of maxima and minima of minima. */
export const legacyMinmax = versionPass(
  'extremes',
  'selection of v_max_legacy_f32 and v_min_legacy_f32, combined to those of three values',
  onInstructions(() => (one) => {
    const extremes = new Extremes();
    for (const instruction of instructionsOf(one)) extremes.read(instruction);
    const nested = extremes.nested();
    return ({ opcode, result, text }) => {
      const type = opcode === 'select' && result !== undefined ? nested.get(result) : undefined;
      if (result === undefined || type === undefined) return undefined;
      const inner = `%atoll.extreme.${namePart(result)}`;
      return [`  ${inner} = ${text}`, ...opaqueCopy(result, type, inner, inner)];
    };
  }),
);
