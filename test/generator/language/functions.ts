// Declarations of programs before their kernels: structures, constant tables, functions with vectors of any size as
// arguments.

import type { Random } from '../../emulator/random.js';
import { Context, type Makers, type ProgramNames, type StructType } from './context.js';
import { literal } from './literals.js';
import { value } from './simple-statements.js';
import { block, line, type Part, type Statement } from './tree.js';
import { nameOf, randomType, type Type } from './types.js';

const FUNCTION_EFFORT = 80;
/** Functions that may request work-groups, which not every kernel may call. */
export const ASKING = 0.5;

export function declareStruct(random: Random, program: ProgramNames): Statement {
  const members = Array.from({ length: 2 + random.below(3) }, (_, n) => {
    const type = randomType(random);
    return { name: `m${n}`, type, ...(random.chance(0.35) && type.width <= 4 ? { length: random.pick([2, 4]) } : {}) };
  });
  const struct: StructType = { name: `S${program.structs.length}`, members };
  program.structs.push(struct);
  const text = members
    .map(({ name, type, length }) => `${nameOf(type)} ${name}${length ? `[${length}]` : ''};`)
    .join(' ');
  return line(`typedef struct { ${text} } ${struct.name};`);
}

export function declareTable(random: Random, program: ProgramNames): Statement {
  const type = randomType(random);
  const [name, length] = [`table${program.tables.length}`, random.pick([4, 8, 16])];
  program.tables.push({ name, type, length, writable: false });
  const values = Array.from({ length }, () => literal(random, type)).flatMap((v, n): Part[] => (n ? [', ', v] : [v]));
  return line(`constant ${nameOf(type)} ${name}[${length}] = {`, ...values, '};');
}

export const ATTRIBUTES = [
  '',
  '',
  'inline ',
  'static ',
  'static inline ',
  '__attribute__((noinline)) ',
  '__attribute__((noinline)) static ',
];

export function declareFunction(random: Random, program: ProgramNames, makers: Makers): Statement {
  const c = new Context(random, program, makers, FUNCTION_EFFORT, false, random.chance(ASKING));
  const result = randomType(random);
  const parameters = Array.from({ length: 1 + random.below(3) }, () => ({
    name: c.name('p'),
    type: randomType(random),
  }));
  for (const { name, type } of parameters) c.declare(name, type);
  const body = c.statements(1 + random.below(3));
  body.push({ parts: ['return ', value(c, result, 2), ';'], fixed: true });
  const name = `helper${program.functions.length}`;
  program.functions.push({
    name,
    result,
    parameters: parameters.map(({ type }) => type),
    queriesGroups: c.queriesGroups,
  });
  const list = parameters.map(({ name: parameter, type }) => `${nameOf(type)} ${parameter}`).join(', ');
  return block([`${random.pick(ATTRIBUTES)}${nameOf(result)} ${name}(${list})`], body);
}

/** Functions that pass on overflows: real numbers that are neither tiny nor huge. */
export function cleanFunction(type: Type, exponent: number): string {
  const name = nameOf(type);
  const [low, high, half] = [`0x1p-${exponent}`, `0x1p${exponent}`, '0.5'].map((text) =>
    type.scalar === 'float' ? `${text}f` : text,
  );
  const body =
    type.width === 1
      ? `fabs(x) >= ${low} && fabs(x) < ${high} ? x : ${half}`
      : `select((${name})(${half}), x, isgreaterequal(fabs(x), (${name})(${low})) & isless(fabs(x), (${name})(${high})))`;
  return `${name} clean_${name}(${name} x) { return ${body}; }`;
}
