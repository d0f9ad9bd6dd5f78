// Integer expressions of the assembler: numbers, symbols, + - * / % << >> & ^ | ~ and parentheses.

/** The value of a symbol, or undefined when there is none of that name. */
export type SymbolLookup = (name: string) => bigint | undefined;

export interface NumberValue {
  readonly value: bigint;
  /** Depends on a symbol: its size must not depend on its value. */
  readonly symbolic: boolean;
}

const TOKEN = /\s*(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+|[A-Za-z_.$][\w.$]*|<<|>>|[-+*/%&^|~()])/y;
const MAX_LENGTH = 400;

/** Binding strength of binary operators: a larger number binds tighter. */
const STRENGTH: Readonly<Record<string, number>> = {
  '|': 1,
  '^': 2,
  '&': 3,
  '<<': 4,
  '>>': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

/** Evaluates an expression; a string is the reason why it has no value. */
export function evaluateNumber(text: string, lookup: SymbolLookup): NumberValue | string {
  const tokens = tokenize(text);
  if (!tokens) return `'${text}' is no number`;
  const parser = new Parser(tokens, lookup);
  const value = parser.expression(1);
  if (parser.problem !== undefined) return parser.problem;
  if (!parser.atEnd) return `'${text}' is no expression`;
  return { value, symbolic: parser.symbolic };
}

function tokenize(text: string): string[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const trimmed = text.trim();
  while (TOKEN.lastIndex < trimmed.length) {
    const match = TOKEN.exec(trimmed);
    if (!match) return undefined;
    tokens.push(match[1]!);
  }
  return tokens.length > 0 ? tokens : undefined;
}

class Parser {
  problem: string | undefined;
  symbolic = false;
  #next = 0;
  readonly #tokens: readonly string[];
  readonly #lookup: SymbolLookup;

  constructor(tokens: readonly string[], lookup: SymbolLookup) {
    this.#tokens = tokens;
    this.#lookup = lookup;
  }

  get atEnd(): boolean {
    return this.#next === this.#tokens.length;
  }

  expression(least: number): bigint {
    let left = this.#unary();
    for (;;) {
      const operator = this.#tokens[this.#next] ?? '';
      const strength = STRENGTH[operator];
      if (strength === undefined || strength < least || this.problem !== undefined) return left;
      this.#next++;
      left = this.#binary(operator, left, this.expression(strength + 1));
    }
  }

  #unary(): bigint {
    const token = this.#tokens[this.#next++];
    if (token === '-') return -this.#unary();
    if (token === '+') return this.#unary();
    if (token === '~') return ~this.#unary();
    if (token === '(') return this.#parenthesis();
    if (token === undefined) return this.#fail('the expression ends too early');
    if (/^\d/.test(token)) return BigInt(token.toLowerCase());
    const value = this.#lookup(token);
    if (value === undefined) return this.#fail(`'${token}' is not defined`);
    this.symbolic = true;
    return value;
  }

  #parenthesis(): bigint {
    const value = this.expression(1);
    return this.#tokens[this.#next++] === ')' ? value : this.#fail("a ')' is missing");
  }

  #binary(operator: string, a: bigint, b: bigint): bigint {
    if ((operator === '/' || operator === '%') && b === 0n) return this.#fail('division by zero');
    if ((operator === '<<' || operator === '>>') && (b < 0n || b > 64n))
      return this.#fail('the shift count is too large');
    switch (operator) {
      case '|':
        return a | b;
      case '^':
        return a ^ b;
      case '&':
        return a & b;
      case '<<':
        return BigInt.asIntN(128, a << b);
      case '>>':
        return a >> b;
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return BigInt.asIntN(128, a * b);
      case '/':
        return a / b;
      default:
        return a % b;
    }
  }

  #fail(reason: string): bigint {
    this.problem ??= reason;
    return 0n;
  }
}
