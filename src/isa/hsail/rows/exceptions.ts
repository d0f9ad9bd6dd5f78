// Exceptions that an instruction generates (PRM 12), before it, in programs that enable them: S3 says how it rounds,
// its formats, and which exceptions are detected.

import { call, type Ex, ops, type Source } from '../../language/expr.js';
import type { FunctionName } from '../../language/functions.js';
import type { AluRow } from '../family.js';

/** Functions by rows, and their numbers of operands. */
const OPERATIONS: Readonly<Record<string, readonly [FunctionName, number]>> = {
  add: ['exceptions_add', 2],
  sub: ['exceptions_sub', 2],
  mul: ['exceptions_mul', 2],
  div: ['exceptions_div', 2],
  fma: ['exceptions_fma', 3],
  sqrt: ['exceptions_sqrt', 1],
  fract: ['exceptions_fract', 1],
  of_one: ['exceptions_of_one', 1],
  of_two: ['exceptions_of_two', 2],
  to_float: ['exceptions_to_float', 1],
  to_integer: ['exceptions_to_integer', 1],
  of_integer: ['exceptions_of_integer', 1],
};

const READ: Readonly<Record<string, (source: Source) => Ex<'u64'>>> = {
  b32: (source) => ops.zext64(source.u32),
  b64: (source) => source.u64,
};

export const EXCEPTIONS: readonly AluRow[] = Object.entries(OPERATIONS).flatMap(([name, [of, count]]) =>
  Object.entries(READ).map(
    ([size, read]): AluRow => [
      `exceptions_${name}_${size}`,
      'D = flags of exceptions',
      ({ D, S0, S1, S2, S3 }) => [D.set(call('u32', of, ...[S0, S1, S2].slice(0, count).map(read), S3.u32))],
    ],
  ),
);
