// Direct calls in LLVM IR text: callee and arguments.

import { closingParenthesis, SYMBOL_NAME, splitOperands } from './lexical.js';

const CALLEE = new RegExp(`(${SYMBOL_NAME})\\(`);

export interface IrCall {
  /** The line up to the callee. */
  readonly head: string;
  /** Including `@`. */
  readonly callee: string;
  /** Each with its type and attributes. */
  readonly arguments: readonly string[];
  /** The line after the closing parenthesis. */
  readonly tail: string;
}

/** The parts of a line with a direct call; undefined for indirect ones. */
export function readCall(line: string): IrCall | undefined {
  const match = CALLEE.exec(line);
  if (!match) return undefined;
  const [text, callee = ''] = match;
  const open = match.index + text.length - 1;
  const close = closingParenthesis(line, open);
  return {
    head: line.slice(0, match.index),
    callee,
    arguments: splitOperands(line.slice(open + 1, close)),
    tail: line.slice(close + 1),
  };
}

export const callLine = ({ head, callee, arguments: operands, tail }: IrCall): string =>
  `${head}${callee}(${operands.join(', ')})${tail}`;

/**
 * The call of another function with the same result: calls of functions with variable arguments contain the types of
 * the others.
 */
export function withCallee(call: IrCall, callee: string, operands: readonly string[]): IrCall {
  const open = call.head.indexOf(' (');
  const isVariadic = open >= 0 && closingParenthesis(call.head, open + 1) === call.head.length - ' '.length - 1;
  return { ...call, head: isVariadic ? `${call.head.slice(0, open)} ` : call.head, callee, arguments: operands };
}
