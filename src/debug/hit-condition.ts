// At which of its hits a breakpoint stops: `5`, `>= 5`, `% 5`.

import { required } from '../util/required.js';
import { refuse } from './refuse.js';

/** In words, and whether it holds when the breakpoint is met for the n-th time, from 1 on. */
export interface HitCondition {
  readonly text: string;
  readonly holds: (hits: number) => boolean;
}

const OPERATORS: Readonly<Record<string, (hits: number, count: number) => boolean>> = {
  '>=': (hits, count) => hits >= count,
  '>': (hits, count) => hits > count,
  '=': (hits, count) => hits === count,
  '==': (hits, count) => hits === count,
  '<=': (hits, count) => hits <= count,
  '<': (hits, count) => hits < count,
  '%': (hits, count) => hits % count === 0,
};

/**
 * Reads what editors take for a hit count. A number alone means: from that hit on, as lldb has it.
 * @throws AtollError BAD_INPUT
 */
export function hitConditionOf(text: string): HitCondition {
  const [, operator = '>=', digits] = /^\s*(>=|<=|==|[><=%])?\s*(\d{1,9})\s*$/.exec(text) ?? [];
  const count = Number(digits);
  if (digits === undefined || (operator === '%' && count === 0))
    return refuse(`'${text.trim()}' is not a number of hits: use 5, > 5, >= 5, = 5, < 5, <= 5 or % 5`);
  return { text: `hits ${operator} ${count}`, holds: (hits) => required(OPERATORS[operator], 'operator')(hits, count) };
}
