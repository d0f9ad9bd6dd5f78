// Comparisons of magnitudes with -FLT_MIN in LLVM IR text. LLVM treats `fabs(x) >= -FLT_MIN` as `fabs(x) >= FLT_MIN`,
// which becomes `x != 0` with flushed denormals: it tests for the smallest normal number without its sign (InstCombine,
// foldFabsWithFcmpZero; seen with 16 to 22). No flag disables that. Such numbers are made opaque before any
// optimisation; `-fabs(x) <= FLT_MIN` becomes the same.
import { closingParenthesis, VALUE_NAME as NAME, splitOperands } from '../ir/kernels.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { type IrPass, onText, runAll } from './pass.js';

const NUMBER = String.raw`(?:FLT_MIN\b|0x0*1(?:\.0*)?p-126|1\.1754\d*e-0*38|0\.00000000000000000000000000000000000001175)`;
const NEGATED = new RegExp(String.raw`-[\s(]*(?:\(float\d*\)[\s(]*)?${NUMBER}`, 'i');
const MENTIONED = new RegExp(NUMBER, 'i');

/**
 * Whether a source may compare a magnitude with the number: an estimate, because names may be pasted together or come
 * from files.
 */
export const mayCompareSmallest = (texts: readonly string[]): boolean =>
  texts.some((text) => NEGATED.test(text) || (MENTIONED.test(text) && /-[\s(]*fabs\b/.test(text)));

/** LLVM's notation of floats: the bits of the double. */
const POSITIVE = '0x3810000000000000';
const NEGATIVE = '0xB810000000000000';
const FLOAT_TYPE = '(?:float|<\\d+ x float>)';
const COMPARISON = new RegExp(`^(  ${NAME} = fcmp (?:[a-z]+ )*?[a-z]+ (${FLOAT_TYPE}) )(.*?)((?:, ![a-z.]+ !\\d+)*)$`);
const STORE = new RegExp(`^  (store (?:volatile )?)(${FLOAT_TYPE} .*)$`);
const CALL = /^ {2}(?:%\S+ = )?(?:tail |notail )?call (?!.*@llvm\.).*?@[^(]*\(/;
const TYPED = new RegExp(`^(${FLOAT_TYPE}(?: [a-z]+)*) (\\S+|<.*>|splat \\(.*\\))$`);
const NEGATION = new RegExp(`^  (${NAME}) = (?:fneg (?:[a-z]+ )*?${FLOAT_TYPE} |fsub (?:[a-z]+ )*?float -0\\.0)`);

class FltMinGuard {
  private readonly negated = new Set<string>();
  private count = 0;

  /** The line with opaque operands in comparisons, stores and calls. */
  hide(line: string): string[] {
    if (line.startsWith('define ')) this.negated.clear();
    const name = NEGATION.exec(line)?.[1];
    if (name !== undefined) this.negated.add(name);
    return this.compare(line) ?? this.keep(line) ?? this.pass(line) ?? [line];
  }

  private copy(type: string, value: string): { lines: string[]; name: string } {
    const name = `%atoll.smallest.${this.count++}`;
    return { lines: opaqueCopy(name, type, value, name), name };
  }

  private compare(line: string): string[] | undefined {
    const [, head, type, operands, attached] = COMPARISON.exec(line) ?? [];
    if (head === undefined) return undefined;
    const both = splitOperands(operands!);
    const isNegated = both.some((operand) => this.negated.has(operand));
    const at = both.findIndex((one) => one.includes(NEGATIVE) || (isNegated && one.includes(POSITIVE)));
    if (at < 0) return undefined;
    const { lines, name } = this.copy(type!, both[at]!);
    both[at] = name;
    return [...lines, `${head}${both.join(', ')}${attached}`];
  }

  /** An operand with its type and attributes. */
  private typed(operand: string): { lines: string[]; operand: string } {
    const [, head, value] = TYPED.exec(operand) ?? [];
    if (value === undefined || !(value.includes(NEGATIVE) || value.includes(POSITIVE))) return { lines: [], operand };
    const { lines, name } = this.copy(new RegExp(FLOAT_TYPE).exec(head!)![0], value);
    return { lines, operand: `${head} ${name}` };
  }

  /** A store of the number to a variable. */
  private keep(line: string): string[] | undefined {
    const [, store, rest] = STORE.exec(line) ?? [];
    if (rest === undefined) return undefined;
    const [kept, ...others] = splitOperands(rest);
    const { lines, operand } = this.typed(kept!);
    return [...lines, `  ${store}${[operand, ...others].join(', ')}`];
  }

  /** An argument of a function, which may be inlined. */
  private pass(line: string): string[] | undefined {
    const head = CALL.exec(line)?.[0];
    if (head === undefined) return undefined;
    const close = closingParenthesis(line, head.length - 1);
    const operands = splitOperands(line.slice(head.length, close)).map((operand) => this.typed(operand));
    const call = `${head}${operands.map(({ operand }) => operand).join(', ')}${line.slice(close)}`;
    return [...operands.flatMap(({ lines }) => lines), call];
  }
}

/** The text with opaque copies of these numbers. */
function hideOperands(text: string): string {
  if (!text.includes(NEGATIVE) && !text.includes(POSITIVE)) return text;
  const hider = new FltMinGuard();
  return text
    .split('\n')
    .flatMap((line) => hider.hide(line))
    .join('\n');
}

export const fltMinComparisons: IrPass = {
  name: 'flt-min',
  affects: 'all',
  bug: 'InstCombine, foldFabsWithFcmpZero',
  run: onText(hideOperands),
};

export const hideSmallest = (text: string): string => runAll([fltMinComparisons], text);
