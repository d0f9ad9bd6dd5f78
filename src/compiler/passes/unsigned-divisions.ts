// Divisions without sign in LLVM IR text. Before version 22 LLVM's AMDGPU back end divides in 24 bits, as floats, where
// both operands fill the upper bits with equal bits - with ones, too, which stand for a small negative number in a
// signed division but for a large one here (AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24).
// No flag turns that off. Operands that may have such ones go through an empty statement, which nobody looks through;
// other divisions stay as they are.
import { VALUE_NAME as NAME, splitOperands } from '../ir/kernels.js';
import { opaqueCopy } from '../ir/opaque-copy.js';

const HIDDEN = '%atoll.operand.';
const DIVISION = new RegExp(
  `^  (${NAME}) = (udiv|urem) ((?:exact )?)(i32|i64|<\\d+ x i(?:32|64)>) (.*?)((?:, ![a-z]+ !\\d+)*)$`,
);
const DEFINITION = new RegExp(`^  (${NAME}) = (.*)$`);
const WORDS = '(?:(?:nsw|nuw|exact|disjoint|nneg|samesign|tail|musttail|notail) )*';
/** The upper bits of these are zeros, if anything is known of them. */
const WITHOUT_SIGN = new RegExp(
  `^${WORDS}(?:zext|udiv|urem|call [^@]*@llvm\\.(?:ct(?:pop|lz|tz)|amdgcn\\.workitem\\.id)\\b) ?`,
);
/** Nothing is known of what these give: there is no division in 24 bits. */
const UNKNOWN = new RegExp(`^${WORDS}(?:load|ptrtoint|extractvalue|atomicrmw|call (?!.*@llvm\\.)) ?`);
const ELEMENT = new RegExp(`^extractelement (?:<[^>]*>) (${NAME}),`);
const WITH_CONSTANT = new RegExp(`^${WORDS}(and|lshr) (\\S+|<[^>]*>) (${NAME}), (.*?)((?:, ![a-z]+ !\\d+)*)$`);

/** Whether a constant has an element below zero, or none that is seen. */
const mayBeNegative = (constant: string): boolean =>
  !/^(?:\d+|zeroinitializer|<[^-]*>|splat \([^-]*\))$/.test(constant);

/** `and` with a mask without sign, `lshr` by a number that is not 0. */
function clearsSign(definition: string): boolean {
  const [, operation, , , constant] = WITH_CONSTANT.exec(definition) ?? [];
  if (constant === undefined || constant.startsWith('%') || mayBeNegative(constant)) return false;
  return operation === 'and' || !/\b0\b|zeroinitializer/.test(constant.replace(/\bi\d+ /g, ''));
}

class Divisions {
  /** Values of this function whose upper bits are zeros or not known. */
  private readonly withoutSign = new Set<string>();
  private readonly unknown = new Set<string>();
  private count = 0;

  /** @param assumes whether the text has assumptions, by which more is known than what instructions say */
  constructor(private readonly assumes: boolean) {}

  line(line: string): string {
    if (line.startsWith('define ')) this.begin(line);
    const [, name, definition] = DEFINITION.exec(line) ?? [];
    if (name === undefined) return line;
    const vector = ELEMENT.exec(definition!)?.[1] ?? '';
    if (UNKNOWN.test(definition!) || this.unknown.has(vector)) this.unknown.add(name);
    if (WITHOUT_SIGN.test(definition!) || clearsSign(definition!) || this.withoutSign.has(vector))
      this.withoutSign.add(name);
    return this.division(line);
  }

  /** A function begins: of its arguments nothing is known. */
  private begin(line: string): void {
    this.withoutSign.clear();
    this.unknown.clear();
    for (const [name] of line.matchAll(new RegExp(NAME, 'g'))) this.unknown.add(name);
  }

  private division(line: string): string {
    const [, name, operation, exact, type, operands, attached] = DIVISION.exec(line) ?? [];
    if (name === undefined) return line;
    const both = splitOperands(operands!);
    if (!this.assumes && both.some((operand) => this.unknown.has(operand))) return line;
    const hidden: string[] = [];
    const values = both.map((operand) => {
      if (!this.maySeemNegative(operand)) return operand;
      const value = `${HIDDEN}${this.count++}`;
      hidden.push(...opaqueCopy(value, type!, operand, value));
      return value;
    });
    return [...hidden, `  ${name} = ${operation} ${exact}${type} ${values.join(', ')}${attached}`].join('\n');
  }

  private maySeemNegative(operand: string): boolean {
    return operand.startsWith('%') ? !this.withoutSign.has(operand) : mayBeNegative(operand);
  }
}

/** Keeps operands of divisions without sign from being taken for small negative numbers; once. */
export function divideUnsigned(text: string): string {
  if (!/ = u(?:div|rem) /.test(text) || text.includes(` ${HIDDEN}0 = `)) return text;
  const divisions = new Divisions(text.includes('@llvm.assume('));
  return text
    .split('\n')
    .map((line) => divisions.line(line))
    .join('\n');
}
