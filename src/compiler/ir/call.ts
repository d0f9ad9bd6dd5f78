// Direct calls in LLVM IR text: callee and arguments.

import type { IrInstruction } from './instruction.js';
import { closingParenthesis, splitOperands } from './lexical.js';
import { SYMBOL_NAME } from './symbols.js';

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

/** The parts of a direct call; undefined for other instructions. */
export function readCall({ opcode, line }: IrInstruction): IrCall | undefined {
  const match = opcode === 'call' ? CALLEE.exec(line) : null;
  if (!match) return undefined;
  const open = match.index + match[0].length - 1;
  const close = closingParenthesis(line, open);
  return {
    head: line.slice(0, match.index),
    callee: match[1]!,
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
