// Inline assembly in LLVM IR text: `call i32 asm sideeffect "v_mov $0, $1", "=v,s"(i32 %x)`.

import { closingParenthesis, splitOperands } from './lexical.js';

const ASSEMBLY = /\basm (?:(?:sideeffect|alignstack|inteldialect|unwind) )*"[^"]*", "([^"]*)"\(/;

export interface IrAssembly {
  /** The line up to the arguments, with the parenthesis. */
  readonly head: string;
  /** Of outputs, inputs and clobbered registers. */
  readonly constraints: readonly string[];
  /** Each with its type. */
  readonly arguments: readonly string[];
  /** The line from the closing parenthesis on. */
  readonly tail: string;
}

/** The parts of a line with a call of assembly; undefined for other lines. */
export function readAssembly(line: string): IrAssembly | undefined {
  const match = line.includes(' asm ') ? ASSEMBLY.exec(line) : null;
  if (!match) return undefined;
  const [text, constraints = ''] = match;
  const open = match.index + text.length;
  const close = closingParenthesis(line, open - 1);
  return {
    head: line.slice(0, open),
    constraints: constraints.split(','),
    arguments: splitOperands(line.slice(open, close)),
    tail: line.slice(close),
  };
}

export const assemblyLine = ({ head, arguments: operands, tail }: IrAssembly): string =>
  `${head}${operands.join(', ')}${tail}`;
