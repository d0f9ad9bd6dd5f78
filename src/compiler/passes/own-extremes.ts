// Maxima of a number and the same number with another sign in LLVM IR text: `fmax(x, fabs(x))`, `fmax(x, -x)`. If such
// a maximum is clamped to 0 and 1, LLVM's pass "SI Fold Operands" replaces it by a clamp of x itself (corrected after
// 23). A minimum may become such a maximum. No flag disables that. An opaque copy of one operand makes them two
// registers.
import { VALUE_NAME as NAME, splitOperands } from '../ir/lexical.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { onInstructions, versionPass } from './pass.js';

const EXTREME = new RegExp(
  `^( {2}${NAME} = (?:[a-z]+ )*?call .*?@llvm\\.(?:max|min)(?:num|imum|imumnum)\\.\\w+\\()(.*)(\\).*)$`,
);
const OPERAND = new RegExp(`^((?:<\\d+ x )?(?:float|double)>?) (?:[a-z]+ )*(${NAME})$`);
/** Operations with the register of their operand, with or without a modifier. */
const SAME = [
  new RegExp(`^ {2}(${NAME}) = (?:fneg|freeze) .*?(${NAME})(?:, ![a-z.]+ !\\d+)*$`),
  new RegExp(`^ {2}(${NAME}) = (?:[a-z]+ )*?call .*?@llvm\\.(?:fabs|canonicalize)\\.\\w+\\(.*?(${NAME})\\)`),
];
const ELEMENT = new RegExp(`^ {2}(${NAME}) = extractelement <[^>]*> (${NAME}), (i\\d+ \\d+)`);

/** The source of each value's bits, except the sign. */
class Roots {
  private readonly roots = new Map<string, string>();

  of(name: string): string {
    return this.roots.get(name) ?? name;
  }

  read(line: string): void {
    for (const pattern of SAME) {
      const [, name, operand] = pattern.exec(line) ?? [];
      if (name !== undefined) this.roots.set(name, this.of(operand!));
    }
    const [, name, vector, index] = ELEMENT.exec(line) ?? [];
    if (name !== undefined) this.roots.set(name, `${this.of(vector!)} ${index}`);
  }
}

/** The lines of an extreme of a number and of itself with another sign; undefined for other lines. */
function separated(line: string, roots: Roots, number: number): string[] | undefined {
  const [, head, operands, tail] = EXTREME.exec(line) ?? [];
  if (head === undefined) return undefined;
  const [first, second] = splitOperands(operands!).map((operand) => OPERAND.exec(operand));
  if (!first || !second || first[2] === second[2] || roots.of(first[2]!) !== roots.of(second[2]!)) return undefined;
  const name = `%atoll.own.${number}`;
  return [...opaqueCopy(name, second[1]!, second[2]!, name), `${head}${first[0]}, ${second[1]} ${name}${tail}`];
}

/** Preserves extremes of a number and itself with another sign. */
export const ownExtremes = versionPass(
  'clamps',
  "'SI Fold Operands'",
  onInstructions(() => {
    let count = 0;
    return () => {
      const roots = new Roots();
      return ({ line }) => {
        roots.read(line);
        const lines = separated(line, roots, count);
        if (lines) count++;
        return lines;
      };
    };
  }),
);
