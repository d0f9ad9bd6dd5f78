// Work-items of a work-group that meet: values through LDS with barriers around, sums, histograms by atomics.

import type { Context, KernelNames } from './context.js';
import { value } from './simple-statements.js';
import { fixedLine, line, type Part, type Statement, together } from './tree.js';
import { INT, nameOf, randomType, type Type, typeOf, UINT } from './types.js';

/** Elements of each array in LDS: no work-group has more work-items. */
export const MAX_LOCAL = 256;
export const BINS = 16;
/** Elements of an input that are copied at most. */
const COPIED = 32;

export interface LocalArray {
  readonly name: string;
  readonly type: Type;
}

const barrier = (c: Context): Statement =>
  fixedLine(`barrier(${c.random.pick(['CLK_LOCAL_MEM_FENCE', 'CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE'])});`);

/** Declares the result before its computation; both go together. */
function phase(c: Context, type: Type, make: (result: string) => Statement[]): Statement {
  const name = c.name('v');
  const body = make(name);
  c.declare(name, type);
  return { parts: [`${nameOf(type)} ${name} = (${nameOf(type)})0;`], body: [together(...body)] };
}

/** A place that another work-item has written. */
const neighbour = (c: Context): string => `(lid * ${c.random.pick([1, 1, 3, 7, 31])}u + ${c.random.below(9)}u) % lsize`;

export function exchange(c: Context, { name, type }: LocalArray): Statement {
  const stored = value(c, type);
  return phase(c, type, (result) => [
    line(`${name}[lid] = `, stored, ';'),
    barrier(c),
    line(`${result} = ${name}[${neighbour(c)}];`),
    barrier(c),
  ]);
}

/** Halves the active work-items until one holds the sum; unsigned, so that it wraps. */
export function reduce(c: Context, { name, type }: LocalArray): Statement {
  const stored = value(c, type);
  const step = c.random.pick(['+', '^', '|', '&', 'max', 'min']);
  const [a, b] = [`${name}[lid]`, `${name}[lid + s]`];
  const combined = step.startsWith('m') ? `${step}(${a}, ${b})` : `(${nameOf(type)})(${a} ${step} ${b})`;
  return phase(c, type, (result) => [
    line(`${name}[lid] = `, stored, ';'),
    barrier(c),
    line(
      `for (uint s = ${MAX_LOCAL / 2}; s > 0; s >>= 1) { if (lid + s < lsize && lid < s) ${a} = ${combined}; barrier(CLK_LOCAL_MEM_FENCE); }`,
    ),
    line(`${result} = ${name}[0];`),
    barrier(c),
  ]);
}

/** A part of the input, copied by all work-items together. */
export function copyInput(c: Context): Statement {
  const { name, type } = c.kernel!.copied;
  const count = c.random.pick([1, 4, 16, 32]);
  const stride = c.random.pick([1, 1, 1, 2]);
  const from = c.random.below(65 - count * stride);
  const call =
    stride === 1
      ? `async_work_group_copy(${name}, bits + ${from}, ${count}, 0)`
      : `async_work_group_strided_copy(${name}, bits + ${from}, ${count}, ${stride}, 0)`;
  const index = c.expression(c.random.pick([INT, UINT]), 1);
  return phase(c, type, (result) => [
    line(`event_t copying = ${call};`),
    line('wait_group_events(1, &copying);'),
    line(`${result} = ${name}[(`, index, `) & ${count - 1}];`),
    barrier(c),
  ]);
}

/** Operations with a result that does not depend on their order, by type. */
export const ATOMICS = ['add', 'sub', 'and', 'or', 'xor', 'min', 'max'] as const;
/** Without an operand. */
const STEPS: readonly string[] = ['inc', 'dec'];

/** Atomics on bins in LDS, without their results. */
export function histogram(c: Context, bins: LocalArray): Statement {
  const { name, type } = bins;
  const long = type.scalar.endsWith('long');
  const operation = c.random.pick([...ATOMICS, ...STEPS]);
  const [index, stored] = [c.expression(c.random.pick([INT, UINT]), 1), value(c, type)];
  const function_ = `${long ? 'atom' : 'atomic'}_${operation}`;
  const more: Part[] = STEPS.includes(operation) ? [] : [', ', stored];
  return phase(c, type, (result) => [
    line(`for (uint i = lid; i < ${BINS}; i += lsize) ${name}[i] = (${type.scalar})(i * ${c.random.below(1000)}u);`),
    barrier(c),
    line(`${function_}(&${name}[(`, index, `) & ${BINS - 1}]`, ...more, ');'),
    barrier(c),
    line(`${result} = ${name}[`, c.expression(UINT, 0), ` & ${BINS - 1}];`),
    barrier(c),
  ]);
}

/** The arrays in LDS of a kernel, and their declarations; one more is an argument. */
export function declareLocals(c: Context, input: Type, wild: Type): { names: KernelNames; lines: Statement[] } {
  const arrays = [
    { name: 'shared0', type: randomType(c.random) },
    { name: 'shared1', type: typeOf(c.random.pick(['uchar', 'ushort', 'uint', 'ulong'] as const)) },
  ].map(({ name, type }) => ({ name, type: type.width > 4 ? { ...type, width: 4 as const } : type }));
  const bins = [
    { name: 'bins0', type: typeOf(c.random.pick(['int', 'uint'] as const)) },
    { name: 'bins1', type: typeOf(c.random.pick(['long', 'ulong'] as const)) },
  ];
  const lines = [
    ...arrays.map(({ name, type }) => line(`local ${nameOf(type)} ${name}[${MAX_LOCAL}];`)),
    line(`local ${nameOf(input)} copied[${COPIED}];`),
    ...bins.map(({ name, type }) => line(`local ${nameOf(type)} ${name}[${BINS}];`)),
  ];
  const dynamic = { name: 'dynamic', type: UINT };
  const copied = { name: 'copied', type: input };
  return { names: { locals: [...arrays, dynamic], sums: [arrays[1]!, dynamic], bins, copied, wild }, lines };
}
