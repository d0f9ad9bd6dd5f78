// Selects between a float and a constant in LLVM IR text, for which instruction selection uses wrong minima and maxima.
// No flag disables that. The select becomes one of integers with the same bits, which are not combined.
//
// `x > K ? x : -K`: if the constant of the select is the negated one of the comparison, clang 19 to 22 treat the value
// as negated, too, and negate the result (AMDGPUTargetLowering::combineFMinMaxLegacy). `x < 0 ? x : 0`: all tested
// versions lose the sign of zero if x is the other zero.
import { constantTexts } from '../ir/constants.js';
import type { IrInstruction } from '../ir/instruction.js';
import type { IrTextModule } from '../ir/module.js';
import { type IrOperand, isLocalName } from '../ir/operand.js';
import { elementType, withElements } from '../ir/type-text.js';
import { onInstructions, versionPass } from './pass.js';

const isOfFloats = (type: string): boolean => elementType(type) === 'float';

/** Instructions with further sources than their operands. */
const IMPURE: readonly string[] = ['load', 'alloca', 'phi', 'atomicrmw', 'cmpxchg', 'getelementptr'];

/** True if the back end folds an instruction if all of its operands are constants. */
function isPure({ opcode, callee }: IrInstruction): boolean {
  if (opcode === 'call') return callee?.startsWith('@llvm.') === true && !callee.startsWith('@llvm.amdgcn');
  return !IMPURE.includes(opcode);
}

const ZEROS = 'zeroinitializer';
const NEGATIVE_ZERO = 1n << 63n;

/** The numbers of a constant: those of a vector's elements, or the common one. */
const numbersOf = (constant: string): readonly string[] =>
  constant === ZEROS ? ['0.000000e+00'] : constantTexts(constant);

const isBits = (number: string): boolean => number.startsWith('0x');

/** The negated number in LLVM's notation: decimal, or the bits of a double in 16 digits. */
function negated(number: string): string {
  if (!isBits(number)) return number.startsWith('-') ? number.slice(1) : `-${number}`;
  const bits = BigInt(number) ^ NEGATIVE_ZERO;
  return `0x${bits.toString(16).toUpperCase().padStart(16, '0')}`;
}

/** True if an element of one constant is the negation of any element of the other. */
function areNegated(one: string, other: string): boolean {
  const numbers = new Set(numbersOf(other));
  return numbersOf(one).some((number) => numbers.has(negated(number)));
}

/** Instructions that compose vectors; elements of both operands, or one element. */
const COMPOSITIONS: readonly string[] = ['insertelement', 'shufflevector'];
/** Values opaque to the back end: those of other blocks and of memory. */
const OPAQUE: readonly string[] = ['phi', 'load'];

const isUndefined = (text: string): boolean => text === 'poison' || text === 'undef';

/** Numbers of a constant; zeros may be those of a mask, too. */
const isNumbers = ({ type, value }: IrOperand): boolean =>
  value === ZEROS || (isOfFloats(type) && !isLocalName(value) && !constantTexts(value).every(isUndefined));

/** True if a select of one constant with a condition on another one is miscompiled. */
type Hazard = (chosen: string, compared: string) => boolean;

const hasZero = (constant: string): boolean =>
  numbersOf(constant).some((number) => Number(number) === 0 || (isBits(number) && BigInt(number) === NEGATIVE_ZERO));

const areZeros: Hazard = (chosen, compared) => hasZero(chosen) && hasZero(compared);

class Choices {
  /** Comparisons of this function with a constant. */
  private readonly compared = new Map<string, string>();
  /** Values derived from comparisons with constants: composed, widened or compared i1. */
  private readonly derived = new Set<string>();
  /** Values that the back end folds to constants, as |-0.5|, and vectors with such elements. */
  private readonly computed = new Set<string>();

  constructor(
    private readonly what: string,
    private readonly isHazard: Hazard,
    private readonly numbers: { next: number },
  ) {}

  /** Reads an instruction. @returns lines that replace a miscompiled select */
  rewrite(instruction: IrInstruction): string[] | undefined {
    const { result, opcode } = instruction;
    if (result === undefined) return undefined;
    if (opcode === 'fcmp' && isOfFloats(instruction.type)) {
      const constant = this.constantOf(instruction.values);
      if (constant !== undefined) this.compared.set(result, constant);
      return undefined;
    }
    this.readDefinition(result, instruction);
    return opcode === 'select' ? this.choice(result, instruction) : undefined;
  }

  private readDefinition(name: string, instruction: IrInstruction): void {
    const { opcode, uses } = instruction;
    const decides = (operand: string): boolean => this.compared.has(operand) || this.derived.has(operand);
    if (!OPAQUE.includes(opcode) && uses.some(decides)) this.derived.add(name);
    if (this.isFolded(instruction)) this.computed.add(name);
  }

  /** True if the back end folds a value, or an element of a vector, to a constant. */
  private isFolded(instruction: IrInstruction): boolean {
    const { opcode, uses } = instruction;
    const isComputed = (operand: string): boolean => this.computed.has(operand);
    if (COMPOSITIONS.includes(opcode) && isOfFloats(instruction.type))
      return instruction.typedOperands.some(isNumbers) || uses.some(isComputed);
    return isPure(instruction) && uses.every(isComputed);
  }

  private isConstant = (operand: string): boolean => !isLocalName(operand) || this.computed.has(operand);

  /** The constant among the operands of a comparison or a select. */
  private constantOf = (operands: readonly string[]): string | undefined => operands.find(this.isConstant);

  /**
   * True if the constants of a select and of its condition may be miscompiled: computed operands may have any value, as
   * may derived conditions.
   */
  private mayBeHazard(chosen: string, by: string): boolean {
    const compared = this.compared.get(by);
    if (compared === undefined) return this.derived.has(by);
    return isLocalName(chosen) || isLocalName(compared) || this.isHazard(chosen, compared);
  }

  private choice(name: string, { typedOperands, attached }: IrInstruction): string[] | undefined {
    const [condition, first, second] = typedOperands;
    if (!condition || !first || !second || !isOfFloats(first.type) || !isLocalName(condition.value)) return undefined;
    const { type } = first;
    const chosen = this.constantOf([first.value, second.value]);
    if (chosen === undefined || !this.mayBeHazard(chosen, condition.value)) return undefined;
    const integers = withElements(type, 'i32');
    const own = `%atoll.${this.what}.${this.numbers.next++}`;
    return [
      `  ${own}.a = bitcast ${type} ${first.value} to ${integers}`,
      `  ${own}.b = bitcast ${type} ${second.value} to ${integers}`,
      `  ${own} = select ${condition.type} ${condition.value}, ${integers} ${own}.a, ${integers} ${own}.b${attached}`,
      `  ${name} = bitcast ${integers} ${own} to ${type}`,
    ];
  }
}

const rewriteChoices = (what: string, isHazard: Hazard): ((module: IrTextModule) => IrTextModule) =>
  onInstructions(() => {
    const numbers = { next: 0 };
    return () => {
      const choices = new Choices(what, isHazard, numbers);
      return (instruction) => choices.rewrite(instruction);
    };
  });

/** Converts selects with negated constants to integers. */
export const negatedSelects = versionPass(
  'choices',
  'AMDGPUTargetLowering::combineFMinMaxLegacy',
  rewriteChoices('choice', areNegated),
);

/** Converts selects with zeros to integers. */
export const zeroSelects = versionPass(
  'zeros',
  'selection of v_min_legacy_f32 and v_max_legacy_f32',
  rewriteChoices('zero', areZeros),
);
