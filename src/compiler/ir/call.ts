// Direct calls in LLVM IR text: callee and arguments.

import type { IrInstruction } from './instruction.js';
import { closingParenthesis, splitOperands } from './kernels.js';

const CALLEE = /(@(?:"(?:[^"\\]|\\.)*"|[\w.$-]+))\(/;

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
