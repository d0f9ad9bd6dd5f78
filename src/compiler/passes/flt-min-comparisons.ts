// Comparisons of magnitudes with -FLT_MIN in LLVM IR text. LLVM treats `fabs(x) >= -FLT_MIN` as `fabs(x) >= FLT_MIN`,
// which becomes `x != 0` with flushed denormals: it tests for the smallest normal number without its sign (InstCombine,
// foldFabsWithFcmpZero; seen with 16 to 22). No flag disables that. Such numbers are made opaque before any
// optimisation; `-fabs(x) <= FLT_MIN` becomes the same.
import { callLine } from '../ir/call.js';
import type { IrInstruction } from '../ir/instruction.js';
import { functionLines } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { readOperand } from '../ir/operand.js';
import { elementType } from '../ir/type-text.js';
import { type IrPass, onInstructions } from './pass.js';

const NUMBER = String.raw`(?:FLT_MIN\b|0x0*1(?:\.0*)?p-126|1\.1754\d*e-0*38|0\.00000000000000000000000000000000000001175)`;
const NEGATED = new RegExp(String.raw`-[\s(]*(?:\(float\d*\)[\s(]*)?${NUMBER}`, 'i');
const MENTIONED = new RegExp(NUMBER, 'i');

/**
 * True if a source may compare a magnitude with the number: an estimate, because names may be pasted together or come
 * from files.
 */
export const mayCompareSmallest = (texts: readonly string[]): boolean =>
  texts.some((text) => NEGATED.test(text) || (MENTIONED.test(text) && /-[\s(]*fabs\b/.test(text)));

/** LLVM's notation of floats: the bits of the double. */
const POSITIVE = '0x3810000000000000';
const NEGATIVE = '0xB810000000000000';
const NEGATIONS: readonly string[] = ['fneg', 'fsub'];
const isOfFloats = (type: string): boolean => elementType(type) === 'float';
const isSmallest = (value: string): boolean => value.includes(NEGATIVE) || value.includes(POSITIVE);

function isNegation({ opcode, type, values: [first = ''] }: IrInstruction): boolean {
  if (opcode === 'fneg') return isOfFloats(type);
  return opcode === 'fsub' && type === 'float' && first.startsWith('-0.0');
}

/** Opaque operands of comparisons, stores and calls of a function. */
class FltMinGuard {
  private readonly negated = new Set<string>();

  constructor(private readonly names: { next: number }) {}

  rewrite(instruction: IrInstruction): readonly string[] | undefined {
    const { result, opcode } = instruction;
    if (result !== undefined && NEGATIONS.includes(opcode) && isNegation(instruction)) this.negated.add(result);
    if (opcode === 'fcmp') return this.compare(instruction);
    if (opcode === 'store') return this.store(instruction);
    return opcode === 'call' ? this.call(instruction) : undefined;
  }

  private copy(type: string, value: string): { lines: readonly string[]; name: string } {
    const name = `%atoll.smallest.${this.names.next++}`;
    return { lines: opaqueCopy(name, type, value, name), name };
  }

  private compare(comparison: IrInstruction): readonly string[] | undefined {
    const { type, values } = comparison;
    if (!isOfFloats(type)) return undefined;
    const isNegated = values.some((operand) => this.negated.has(operand));
    const at = values.findIndex((one) => one.includes(NEGATIVE) || (isNegated && one.includes(POSITIVE)));
    const value = values[at];
    if (value === undefined) return undefined;
    const { lines, name } = this.copy(type, value);
    return [...lines, comparison.withValues(values.with(at, name))];
  }

  /** Operands with copies of these numbers, and the lines of the copies; undefined without such a number. */
  private hidden(operands: readonly string[]): { lines: string[]; operands: string[] } | undefined {
    const lines: string[] = [];
    const hidden = operands.map((operand) => {
      const { type, value } = readOperand(operand);
      if (!isSmallest(value) || !isOfFloats(type)) return operand;
      const copy = this.copy(type, value);
      lines.push(...copy.lines);
      return `${operand.slice(0, operand.length - value.length)}${copy.name}`;
    });
    return lines.length === 0 ? undefined : { lines, operands: hidden };
  }

  /** A store of the number to a variable. */
  private store({ flags, operands: [stored = '', ...others], attached }: IrInstruction): readonly string[] | undefined {
    const hidden = this.hidden([stored]);
    return hidden && [...hidden.lines, `  store ${flags}${[...hidden.operands, ...others].join(', ')}${attached}`];
  }

  /** An argument of a function, which may be inlined. */
  private call({ call }: IrInstruction): readonly string[] | undefined {
    const hidden = call && !call.callee.startsWith('@llvm.') ? this.hidden(call.arguments) : undefined;
    return call && hidden && [...hidden.lines, callLine({ ...call, arguments: hidden.operands })];
  }
}

export const fltMinComparisons: IrPass = {
  name: 'flt-min',
  affects: 'all',
  bug: 'InstCombine, foldFabsWithFcmpZero',
  run: onInstructions(() => {
    const names = { next: 0 };
    return (one) => {
      if (!functionLines(one).some(isSmallest)) return () => undefined;
      const guard = new FltMinGuard(names);
      return (instruction) => guard.rewrite(instruction);
    };
  }),
};
