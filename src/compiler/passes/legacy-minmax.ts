// Maxima and minima of floats that are written as choices, in LLVM IR text. For GPUs with v_max_legacy_f32 and
// v_min_legacy_f32 clang's instruction selection makes those of `a < b ? b : a`, and crashes on one whose operand is
// another one of its kind (seen with 19 and 22: the combination of minima and maxima to those of three values, which
// the legacy ones do not have). No flag turns that off. The operand is made opaque, which costs no instruction.
import { VALUE_NAME as NAME, splitOperands } from '../ir/kernels.js';
import { opaqueCopy } from '../ir/opaque-copy.js';

const FLOAT_TYPE = '(?:float|<\\d+ x float>)';
const COMPARISON = new RegExp(`^  (${NAME}) = fcmp (?:[a-z]+ )*?[ou]([lg])[te] ${FLOAT_TYPE} (.*)$`);
const CHOICE = new RegExp(
  `^  (${NAME}) = select (?:[a-z]+ )*?(?:i1|<\\d+ x i1>) (${NAME}), (${FLOAT_TYPE}) (.*?)((?:, ![a-z]+ !\\d+)*)$`,
);
const NEGATION = new RegExp(`^  (${NAME}) = fneg (?:[a-z]+ )*?${FLOAT_TYPE} (${NAME})`);

interface Comparison {
  readonly less: boolean;
  readonly operands: readonly [left: string, right: string];
}

interface Extreme {
  readonly kind: 'maximum' | 'minimum';
  readonly type: string;
  readonly operands: readonly string[];
}

/** The maxima and minima of a function by their names; those that are operands of others of their kind. */
class Extremes {
  private readonly comparisons = new Map<string, Comparison>();
  private readonly extremes = new Map<string, Extreme>();
  private readonly negations = new Map<string, string>();

  read(line: string): void {
    const [, name, side, operands] = COMPARISON.exec(line) ?? [];
    if (name !== undefined) {
      const [left, right] = splitOperands(operands!.replace(/, ![a-z]+ .*$/, '')) as [string, string];
      this.comparisons.set(name, { less: side === 'l', operands: [left, right] });
      return;
    }
    const [, negated, value] = NEGATION.exec(line) ?? [];
    if (negated !== undefined) this.negations.set(negated, value!);
    this.readChoice(line);
  }

  private readChoice(line: string): void {
    const [, name, by, type, values] = CHOICE.exec(line) ?? [];
    const comparison = name === undefined ? undefined : this.comparisons.get(by!);
    if (!comparison) return;
    const [first, typedSecond] = splitOperands(values!) as [string, string];
    const second = typedSecond.slice(type!.length + 1);
    const { less, operands } = comparison;
    if (!operands.includes(first) || !operands.includes(second)) return;
    const kind = less === (first === operands[0]) ? 'minimum' : 'maximum';
    this.extremes.set(name!, { kind, type: type!, operands });
  }

  /** Names of those that are operands of others, with their types: a negated maximum is a minimum. */
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

/** The lines of a function; choices that are operands of choices of their kind get another name first. */
function separate(lines: readonly string[]): string[] {
  const extremes = new Extremes();
  for (const line of lines) extremes.read(line);
  const nested = extremes.nested();
  return lines.flatMap((line) => {
    const name = nested.size > 0 ? CHOICE.exec(line)?.[1] : undefined;
    const type = name === undefined ? undefined : nested.get(name);
    if (type === undefined) return [line];
    const inner = `%atoll.extreme.${name!
      .slice(1)
      .replaceAll('"', '')
      .replace(/[^-$.\w]/g, '_')}`;
    return [`  ${inner} =${line.slice(2 + name!.length + 2)}`, ...opaqueCopy(name!, type, inner, inner)];
  });
}

/** Keeps maxima of maxima and minima of minima apart. */
export function separateExtremes(text: string): string {
  if (!/ = select .*float /.test(text)) return text;
  const result: string[] = [];
  let body: string[] | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('define ')) body = [];
    if (!body) result.push(line);
    else body.push(line);
    if (line !== '}' || !body) continue;
    result.push(...separate(body));
    body = undefined;
  }
  return result.join('\n');
}
