// The first line of a function in LLVM IR text, and declarations: name, parameters, and what is around them.

import { closingParenthesis, SYMBOL_NAME, splitOperands } from './lexical.js';
import { type IrTextModule, outerLines } from './module.js';

const NAME = new RegExp(`(${SYMBOL_NAME})\\(`);
const GROUP = / #(\d+)/;

export interface FunctionHead {
  /** The line up to the name: linkage, convention, result type with its attributes. */
  readonly head: string;
  /** Including `@`. */
  readonly name: string;
  /** Each with its type, attributes and name. */
  readonly parameters: readonly string[];
  /** The line after the closing parenthesis. */
  readonly tail: string;
}

/** The parts of a line that begins with `define` or `declare`; undefined for other lines. */
export function readHead(line: string): FunctionHead | undefined {
  const match = line.startsWith('define ') || line.startsWith('declare ') ? NAME.exec(line) : null;
  if (!match) return undefined;
  const [text, name = ''] = match;
  const open = match.index + text.length - 1;
  const close = closingParenthesis(line, open);
  return {
    head: line.slice(0, match.index),
    name,
    parameters: splitOperands(line.slice(open + 1, close)),
    tail: line.slice(close + 1),
  };
}

export const headLine = ({ head, name, parameters, tail }: FunctionHead): string =>
  `${head}${name}(${parameters.join(', ')})${tail}`;

export const wordsOf = ({ head }: FunctionHead): readonly string[] => head.trimEnd().split(' ');

export const isKernel = (head: FunctionHead): boolean => wordsOf(head).includes('amdgpu_kernel');

/** The number of its group of attributes. */
export function groupOf({ tail }: FunctionHead): number | undefined {
  const number = GROUP.exec(tail)?.[1];
  return number === undefined ? undefined : Number(number);
}

export const withGroup = (head: FunctionHead, group: number): FunctionHead => ({
  ...head,
  tail: head.tail.replace(GROUP, ` #${group}`),
});

/** True if a module declares a function, without defining it. @param name including `@` */
export function declares(module: IrTextModule, name: string): boolean {
  for (const line of outerLines(module)) if (line.startsWith('declare ') && readHead(line)?.name === name) return true;
  return false;
}
