// Additions of 64 bits with used carry, and subtractions with used borrow, in LLVM IR text: `sum = a * b + c; carry =
// sum < a * b`. If the upper half of the other operand is zero, LLVM merges the addition that computes the upper half
// of the first one into that of the carry, which the merged addition then also sets
// (SITargetLowering::performAddCarrySubCarryCombine). No flag disables that. An opaque copy of the first operand hides
// such an addition.
import { VALUE_NAME as NAME, splitOperands } from '../ir/kernels.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { constantElements, FactReader } from '../ir/value-facts.js';
import { onText, versionPass } from './pass.js';

const TYPE = '(?:<\\d+ x )?i64>?';
const SUM = new RegExp(`^  (${NAME}) = (add|sub|xor) ((?:(?:nuw|nsw) )*)(${TYPE}) (.*?)((?:, ![a-z.]+ !\\d+)*)$`);
const OVERFLOW = new RegExp(
  `^(  ${NAME} = .*?call .*?@llvm\\.u(?:add|sub)\\.with\\.overflow\\.\\w+\\()(${TYPE}) (.*?), ${TYPE} (.*?)(\\).*)$`,
);
const COMPARISON = new RegExp(`^  ${NAME} = icmp (?:samesign )?u(?:lt|gt|le|ge) ${TYPE} (.*?)((?:, ![a-z.]+ !\\d+)*)$`);
const COMPLEMENT = new RegExp(
  `^  (${NAME}) = xor (${TYPE}) (${NAME}), (?:-1|splat \\(i64 -1\\)|<(?:i64 -1(?:, )?)+>)$`,
);
const EDGE = new RegExp(`^  ${NAME} = icmp (?:samesign )?(?:eq|ne) ${TYPE} (${NAME}), (-1|0)$`);
const DEFINITION = new RegExp(`^  (${NAME}) = (?:tail |musttail |notail )?(\\w+) `);
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

/** Whether LLVM may derive that the upper half of an operand is zero. */
function mayBeHalf(operand: string, facts: FactReader): boolean {
  const elements = constantElements(operand);
  return elements ? elements.some((value) => value >= 0n && value < UPPER_HALF) : !facts.of(operand).isOpen;
}

interface Sum {
  readonly line: number;
  readonly operation: string;
  readonly operands: readonly [string, string];
  /** The same for each operand. */
  readonly mayBeHalf: readonly [boolean, boolean];
}

/** The sums of a text, and the numbers of lines with an operand to hide, with its position. */
class Carries {
  private readonly facts = new FactReader();
  private readonly sums = new Map<string, Sum>();
  private readonly differences = new Map<string, Sum>();
  /** Lines of complements by name. */
  private readonly complements = new Map<string, number>();
  /** The instruction of each value. */
  private readonly makers = new Map<string, string>();
  readonly hidden = new Map<number, 0 | 1>();

  read(line: string, number: number): void {
    if (line.startsWith('define ')) {
      this.sums.clear();
      this.differences.clear();
      this.complements.clear();
      this.makers.clear();
    }
    this.facts.read(line);
    const [, defined, maker] = DEFINITION.exec(line) ?? [];
    if (defined !== undefined) this.makers.set(defined, maker!);
    const [, name, operation, , , text] = SUM.exec(line) ?? [];
    if (name !== undefined && operation !== 'xor')
      this.add(name, operation!, splitOperands(text!) as [string, string], number);
    const complement = COMPLEMENT.exec(line);
    if (complement && this.isMade(complement[3]!)) this.complements.set(complement[1]!, number);
    const [, counter, edge] = EDGE.exec(line) ?? [];
    if (counter !== undefined) this.edge(counter, edge!);
    const compared = COMPARISON.exec(line)?.[1];
    if (compared !== undefined) this.compare(splitOperands(compared) as [string, string]);
  }

  private add(name: string, operation: string, operands: readonly [string, string], line: number): void {
    const [a, b] = operands;
    const sum = { line, operation, operands, mayBeHalf: [mayBeHalf(a, this.facts), mayBeHalf(b, this.facts)] } as const;
    this.sums.set(name, sum);
    if (operation === 'sub') this.differences.set(`${a} ${b}`, sum);
  }

  /** Whether the upper half of a value may be a sum. */
  private isMade(operand: string): boolean {
    return operand.startsWith('%') && !WHOLE.has(this.makers.get(operand));
  }

  /** `x + 1` has a carry where x is -1, or the sum 0; `x - 1` a borrow where x is 0. */
  private edge(value: string, edge: string): void {
    const own = this.sums.get(value);
    if (own && edge === '0' && own.operands[1] === '1') this.hide(own, true);
    const step = edge === '0' ? '-1' : '1';
    for (const sum of this.sums.values())
      if (sum.operands[0] === value && sum.operands[1] === step) this.hide(sum, true);
  }

  /** A comparison of a sum with one of its operands, or of the operands of a difference, is one of its carry. */
  private compare([a, b]: readonly [string, string]): void {
    for (const [name, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const sum = this.sums.get(name);
      if (sum?.operands.includes(other)) this.hide(sum);
      const difference = this.differences.get(`${name} ${other}`);
      if (difference) this.hide(difference);
      const complement = this.complements.get(name);
      if (complement !== undefined && mayBeHalf(other, this.facts)) this.hidden.set(complement, 0);
    }
  }

  /** @param always whatever the other operand is */
  private hide({ line, operation, operands: [a, b], mayBeHalf: [first, second] }: Sum, always = false): void {
    if ((second || always) && this.isMade(a)) this.hidden.set(line, 0);
    else if (first && operation === 'add' && this.isMade(b)) this.hidden.set(line, 1);
  }

  /** The operand to hide of a call with sum and carry as result. */
  ofCall(operands: readonly [string, string]): 0 | 1 | undefined {
    if (mayBeHalf(operands[1], this.facts) && this.isMade(operands[0])) return 0;
    return mayBeHalf(operands[0], this.facts) && this.isMade(operands[1]) ? 1 : undefined;
  }
}

/** The operands with a copy of one of them, and the lines of the copy; undefined for a constant. */
function withCopy(
  operands: readonly [string, string],
  place: 0 | 1,
  type: string,
  number: number,
): { readonly copy: readonly string[]; readonly operands: readonly [string, string] } | undefined {
  const operand = operands[place];
  if (!operand.startsWith('%')) return undefined;
  const name = `%atoll.addend.${number}`;
  const copy = opaqueCopy(name, type, operand, name);
  return { copy, operands: place === 0 ? [name, operands[1]] : [operands[0], name] };
}

/** Preserves carries. */
function keepCarries(text: string): string {
  if (!/ = icmp (?:samesign )?(?:u(?:lt|gt|le|ge)|eq|ne) (?:<\d+ x )?i64|\.with\.overflow\./.test(text)) return text;
  const carries = new Carries();
  const lines = text.split('\n');
  let count = 0;
  const calls = lines.map((line, number) => {
    carries.read(line, number);
    const [, head, type, a, b, tail] = OVERFLOW.exec(line) ?? [];
    if (head === undefined) return line;
    const place = carries.ofCall([a!, b!]);
    const made = place === undefined ? undefined : withCopy([a!, b!], place, type!, count++);
    return made
      ? [...made.copy, `${head}${type} ${made.operands[0]}, ${type} ${made.operands[1]}${tail}`].join('\n')
      : line;
  });
  return calls
    .map((line, number) => {
      const place = carries.hidden.get(number);
      const [, name, operation, flags, type, operands, attached] = (place !== undefined && SUM.exec(line)) || [];
      if (name === undefined) return line;
      const made = withCopy(splitOperands(operands!) as [string, string], place!, type!, count++);
      if (!made) return line;
      const [a, b] = made.operands;
      return [...made.copy, `  ${name} = ${operation} ${flags}${type} ${a}, ${b}${attached}`].join('\n');
    })
    .join('\n');
}

export const mergedCarries = versionPass(
  'carries',
  'SITargetLowering::performAddCarrySubCarryCombine',
  onText(keepCarries),
);
