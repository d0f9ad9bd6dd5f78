// Selects between a float and a constant in LLVM IR text, for which instruction selection uses wrong minima and maxima.
// No flag disables that. The select becomes one of integers with the same bits, which are not combined.
//
// `x > K ? x : -K`: if the constant of the select is the negated one of the comparison, clang 19 to 22 treat the value
// as negated, too, and negate the result (AMDGPUTargetLowering::combineFMinMaxLegacy). `x < 0 ? x : 0`: all tested
// versions lose the sign of zero if x is the other zero.
import type { IrInstruction } from '../ir/instruction.js';
import { VALUE_NAME as NAME } from '../ir/lexical.js';
import type { IrTextModule } from '../ir/module.js';
import { untyped } from '../ir/operand.js';
import { onInstructions, versionPass } from './pass.js';

const NAMES = new RegExp(NAME, 'g');
const FLOAT_TYPE = /^(?:float|<\d+ x float>)$/;

/** An instruction that the back end folds if all of its operands are constants; others have further sources. */
const PURE =
  /^(?!load|alloca|phi|atomicrmw|cmpxchg|getelementptr)(?:(?:tail |notail )?call .*@llvm\.(?!amdgcn)|(?!.*\bcall )[a-z]+ )/;

/** The numbers of a constant: those of a vector's elements, or the common one. */
function numbersOf(constant: string): string[] {
  if (constant === 'zeroinitializer') return ['0.000000e+00'];
  const elements = [...constant.matchAll(/float ([^,>)\s]+)/g)].map(([, element]) => element!);
  return elements.length > 0 ? elements : [constant];
}

/** The negated number in LLVM's notation: decimal, or the bits of a double in 16 digits. */
function negated(number: string): string {
  if (!number.startsWith('0x')) return number.startsWith('-') ? number.slice(1) : `-${number}`;
  const bits = BigInt(number) ^ (1n << 63n);
  return `0x${bits.toString(16).toUpperCase().padStart(16, '0')}`;
}

/** Whether an element of one constant is the negation of any element of the other. */
function areNegated(one: string, other: string): boolean {
  const numbers = new Set(numbersOf(other));
  return numbersOf(one).some((number) => numbers.has(negated(number)));
}

/** Instructions that compose vectors; elements of both operands, or one element. */
const TOGETHER = /^(?:insertelement|shufflevector) .*float/;
const FLOAT_CONSTANT = /float (?:-?\d|0x)|zeroinitializer/;
/** Values opaque to the back end: those of other blocks and of memory. */
const OPAQUE = /^(?:phi|load) /;

/** Whether a select of one constant with a condition on another one is miscompiled. */
type Hazard = (chosen: string, compared: string) => boolean;

const hasZero = (constant: string): boolean =>
  numbersOf(constant).some((number) => Number(number) === 0 || /^0x80*$/.test(number));

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
    const { result, opcode, type } = instruction;
    if (result === undefined) return undefined;
    if (opcode === 'fcmp' && FLOAT_TYPE.test(type)) {
      const constant = this.constantOf(instruction.values);
      if (constant !== undefined) this.compared.set(result, constant);
      return undefined;
    }
    this.readDefinition(result, instruction.text);
    return opcode === 'select' ? this.choice(result, instruction) : undefined;
  }

  private readDefinition(name: string, definition: string): void {
    const operands = definition.match(NAMES) ?? [];
    const decides = (operand: string): boolean => this.compared.has(operand) || this.derived.has(operand);
    if (!OPAQUE.test(definition) && operands.some(decides)) this.derived.add(name);
    const isComputed = (operand: string): boolean => this.computed.has(operand);
    if (TOGETHER.test(definition)) {
      if (FLOAT_CONSTANT.test(definition) || operands.some(isComputed)) this.computed.add(name);
    } else if (PURE.test(definition) && operands.every(isComputed)) this.computed.add(name);
  }

  private isConstant = (operand: string): boolean => !operand.startsWith('%') || this.computed.has(operand);

  /** The constant among the operands of a comparison or a select. */
  private constantOf = (operands: readonly string[]): string | undefined => operands.find(this.isConstant);

  /**
   * Whether the constants of a select and of its condition may be miscompiled: computed operands may have any value, as
   * may derived conditions.
   */
  private mayBeHazard(chosen: string, by: string): boolean {
    const compared = this.compared.get(by);
    if (compared === undefined) return this.derived.has(by);
    return chosen.startsWith('%') || compared.startsWith('%') || this.isHazard(chosen, compared);
  }

  private choice(name: string, { operands, attached }: IrInstruction): string[] | undefined {
    const [condition = '', typedFirst = '', typedSecond = ''] = operands;
    const [by, first, second] = [untyped(condition), untyped(typedFirst), untyped(typedSecond)];
    const type = typedFirst.slice(0, typedFirst.length - first.length).trimEnd();
    if (!FLOAT_TYPE.test(type) || !by.startsWith('%')) return undefined;
    const chosen = this.constantOf([first, second]);
    if (chosen === undefined || !this.mayBeHazard(chosen, by)) return undefined;
    const integers = type.replace('float', 'i32');
    const own = `%atoll.${this.what}.${this.numbers.next++}`;
    return [
      `  ${own}.a = bitcast ${type} ${first} to ${integers}`,
      `  ${own}.b = bitcast ${type} ${second} to ${integers}`,
      `  ${own} = select ${condition}, ${integers} ${own}.a, ${integers} ${own}.b${attached}`,
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
