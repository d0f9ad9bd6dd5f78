// Integer expressions of the assembler, with LLVM's (that is, the GNU assembler's) binding of operators and 64-bit
// arithmetic: numbers, characters, symbols with relocation suffixes, unary - + ~ !, binary operators and parentheses.

import { groupOf, memberOf, tupleOf } from '../../util/required.js';
import { type Relocation, relocate, splitRelocation } from './relocation.js';

/** Value of a name where it is used. */
export interface SymbolValue {
  readonly value: bigint;
  /** A constant that is known where it is used: it may be encoded inline. Everything else has a fixed size. */
  readonly absolute: boolean;
}

/** The value of a symbol, or undefined when there is none of that name. */
export type SymbolLookup = (name: string) => SymbolValue | undefined;

export interface NumberValue {
  readonly value: bigint;
  /** Depends on a symbol that is no known constant: its size must not depend on its value. */
  readonly symbolic: boolean;
}

const TOKEN =
  /\s*(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+|'(?:\\.|[^\\'])'?|[A-Za-z_.$][\w.$]*(?:@\w+)*|<<|>>|<=|>=|==|!=|<>|&&|\|\||[-+*/%&^|~!<>(),])/y;
const MAX_LENGTH = 1000;

/** Binding strength of binary operators: a larger number binds tighter. */
const STRENGTH: ReadonlyMap<string, number> = new Map(
  [
    ['||'],
    ['&&'],
    ['==', '!=', '<>', '<', '<=', '>', '>='],
    ['+', '-'],
    ['|', '^', '&', '!'],
    ['*', '/', '%', '<<', '>>'],
  ].flatMap((operators, i) => operators.map((operator) => [operator, i + 1] as const)),
);

/**
 * Evaluates an expression; a string is the reason why it has no value.
 * @param place byte offset of the word that takes the value, for relocations against it
 */
export function evaluateNumber(text: string, lookup: SymbolLookup, place = 0): NumberValue | string {
  const tokens = tokenize(text);
  if (!tokens) return `'${text}' is not a number`;
  const parser = new Parser(text, tokens, lookup);
  const value = parser.expression(1);
  if (parser.problem !== undefined) return parser.problem;
  if (!parser.atEnd) return `'${text}' is no expression`;
  const { relocation, symbolic } = parser;
  return { value: relocation ? relocate(relocation, value, BigInt(place)) : value, symbolic };
}

function tokenize(text: string): string[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const trimmed = text.trim();
  while (TOKEN.lastIndex < trimmed.length) {
    const match = TOKEN.exec(trimmed);
    if (!match) return undefined;
    tokens.push(groupOf(match, 1));
  }
  return tokens.length > 0 ? tokens : undefined;
}

const MAX_DEPTH = 200;
const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, b: 8, f: 12 };

/** The value of a number token; a leading 0 says octal. Undefined when it is none. */
function numberOf(token: string): bigint | undefined {
  if (/^0[0-7]+$/.test(token)) return BigInt(`0o${token.slice(1)}`);
  if (/^0\d/.test(token)) return undefined;
  const value = BigInt(token.toLowerCase());
  return value < 1n << 64n ? value : undefined;
}

const wrongNumber = (token: string): string =>
  /^0\d/.test(token) ? `'${token}' is no octal number, as the leading 0 says` : `${token} does not fit 64 bits`;

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);
/** Values of comparisons, as in GNU's assembler: -1 if true. */
const truth = (holds: boolean): bigint => (holds ? -1n : 0n);

const OPERATIONS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '||': (a, b) => BigInt(a !== 0n || b !== 0n),
  '&&': (a, b) => BigInt(a !== 0n && b !== 0n),
  '==': (a, b) => truth(a === b),
  '!=': (a, b) => truth(a !== b),
  '<>': (a, b) => truth(a !== b),
  '<': (a, b) => truth(a < b),
  '<=': (a, b) => truth(a <= b),
  '>': (a, b) => truth(a > b),
  '>=': (a, b) => truth(a >= b),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  '!': (a, b) => a | ~b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => BigInt.asUintN(64, a) >> b,
};

class Parser {
  problem: string | undefined;
  symbolic = false;
  relocation: Relocation | undefined;
  private next = 0;
  private depth = 0;
  private readonly text: string;
  private readonly tokens: readonly string[];
  private readonly lookup: SymbolLookup;

  constructor(text: string, tokens: readonly string[], lookup: SymbolLookup) {
    this.text = text;
    this.tokens = tokens;
    this.lookup = lookup;
  }

  get atEnd(): boolean {
    return this.next === this.tokens.length;
  }

  expression(least: number): bigint {
    if (++this.depth > MAX_DEPTH) return this.fail('the expression is nested too deeply');
    let left = this.unary();
    for (;;) {
      const operator = this.tokens[this.next] ?? '';
      const strength = STRENGTH.get(operator);
      if (strength === undefined || strength < least || this.problem !== undefined) break;
      this.next++;
      left = this.binary(operator, left, this.expression(strength + 1));
    }
    this.depth--;
    return left;
  }

  private unary(): bigint {
    let [sign, token] = [(value: bigint): bigint => value, this.tokens[this.next++]];
    for (; token !== undefined && Object.hasOwn(UNARY, token); token = this.tokens[this.next++]) {
      const [outer, inner] = [sign, memberOf(UNARY, token, 'operator')];
      sign = (value) => outer(inner(value));
    }
    return wrap(sign(this.primary(token)));
  }

  private primary(token: string | undefined): bigint {
    if (token === undefined) return this.fail('the expression ends too early');
    if (token === '(') return this.parenthesis();
    if (token.startsWith("'")) return this.character(token);
    if (/^\d/.test(token)) return numberOf(token) ?? this.fail(wrongNumber(token));
    if (this.tokens[this.next] === '(' && Object.hasOwn(FUNCTIONS, token)) return this.call(token);
    const { name, relocation, problem } = splitRelocation(token);
    if (problem !== undefined) return this.fail(problem);
    this.relocation ??= relocation;
    if (!/^[A-Za-z_.$]/.test(name)) return this.fail(`'${this.text}' is no expression`);
    const symbol = this.lookup(name);
    if (symbol === undefined) return this.fail(`'${name}' is not defined`);
    this.symbolic ||= !symbol.absolute || relocation !== undefined;
    return symbol.value;
  }

  private call(name: string): bigint {
    const args: bigint[] = [];
    do {
      this.next++;
      args.push(this.expression(1));
    } while (this.tokens[this.next] === ',' && this.problem === undefined);
    if (this.tokens[this.next++] !== ')') return this.fail("a ')' is missing");
    const { takes, compute } = memberOf(FUNCTIONS, name, 'function');
    if (takes !== undefined && args.length !== takes) return this.fail(`${name} takes ${takes} values`);
    return wrap(compute(args));
  }

  private character(token: string): bigint {
    const [, escaped, plain = ''] = /^'(?:\\(.)|(.))'?$/s.exec(token) ?? [];
    const code = ESCAPES[escaped ?? ''] ?? (escaped ?? plain).codePointAt(0);
    return code === undefined ? this.fail(`${token} is no character`) : BigInt(code);
  }

  private parenthesis(): bigint {
    const value = this.expression(1);
    return this.tokens[this.next++] === ')' ? value : this.fail("a ')' is missing");
  }

  private binary(operator: string, a: bigint, b: bigint): bigint {
    if ((operator === '/' || operator === '%') && b === 0n) return this.fail('division by zero');
    if ((operator === '<<' || operator === '>>') && (b < 0n || b > 64n))
      return this.fail('the shift count is too large');
    return wrap(memberOf(OPERATIONS, operator, 'operator')(a, b));
  }

  private fail(reason: string): bigint {
    this.problem ??= reason;
    return 0n;
  }
}

const largest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b));

/**
 * Functions in expressions of LLVM's code generator on registers of functions; the registers besides those named are
 * those of gfx600.
 */
const FUNCTIONS: Readonly<
  Record<string, { readonly takes?: number; readonly compute: (args: readonly bigint[]) => bigint }>
> = {
  max: { compute: largest },
  or: { compute: (args) => args.reduce((a, b) => a | b) },
  alignto: {
    takes: 2,
    compute: (args) => {
      const [value, unit] = tupleOf(args, 2, 'values');
      return unit > 0n ? ((value + unit - 1n) / unit) * unit : value;
    },
  },
  totalnumvgprs: { takes: 2, compute: largest },
  extrasgprs: { takes: 3, compute: ([vcc, flatScratch]) => (flatScratch ? 4n : vcc ? 2n : 0n) },
};

const UNARY: Readonly<Record<string, (value: bigint) => bigint>> = {
  '-': (value) => -value,
  '+': (value) => value,
  '~': (value) => ~value,
  '!': (value) => BigInt(value === 0n),
};
