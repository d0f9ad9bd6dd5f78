// Maxima and minima of floats written as selects, in LLVM IR text. clang's instruction selection uses v_max_legacy_f32
// and v_min_legacy_f32 for `a < b ? b : a`, and crashes if an operand is another one of the same kind (seen with 19 and
// 22: the combination to three operands, which the legacy instructions lack). No flag disables that. The operand is
// made opaque, which costs no instruction.
import { type IrInstruction, untyped } from '../ir/instruction.js';
import { instructionsOf } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { onInstructions, versionPass } from './pass.js';

const FLOAT_TYPE = /^(?:float|<\d+ x float>)$/;
/** The side of a comparison that is the smaller one. */
const SIDE = /^[ou]([lg])[te]$/;

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
    const { result, opcode, type } = instruction;
    if (result === undefined) return;
    if (opcode === 'select') return this.readChoice(result, instruction);
    if (!FLOAT_TYPE.test(type)) return;
    const side = opcode === 'fcmp' ? SIDE.exec(instruction.predicate)?.[1] : undefined;
    const [left = '', right = ''] = instruction.values;
    if (side !== undefined) this.comparisons.set(result, { less: side === 'l', operands: [left, right] });
    else if (opcode === 'fneg' && left.startsWith('%')) this.negations.set(result, left);
  }

  private readChoice(
    name: string,
    { operands: [condition = '', typedFirst = '', typedSecond = ''] }: IrInstruction,
  ): void {
    const comparison = this.comparisons.get(untyped(condition));
    if (!comparison) return;
    const [first, second] = [untyped(typedFirst), untyped(typedSecond)];
    const { less, operands } = comparison;
    if (!operands.includes(first) || !operands.includes(second)) return;
    const kind = less === (first === operands[0]) ? 'minimum' : 'maximum';
    const type = typedFirst.slice(0, typedFirst.length - first.length).trimEnd();
    this.extremes.set(name, { kind, type, operands });
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
      const inner = `%atoll.extreme.${result
        .slice(1)
        .replaceAll('"', '')
        .replace(/[^-$.\w]/g, '_')}`;
      return [`  ${inner} = ${text}`, ...opaqueCopy(result, type, inner, inner)];
    };
  }),
);
