// Arrays and structures of a work-item. Initialisers are partly constant, short of elements, nested: what front ends
// take apart.

import type { Context, Indexed, StructType } from './context.js';
import { indexed } from './leaves.js';
import { literal } from './literals.js';
import { settled } from './reals.js';
import { value } from './simple-statements.js';
import { line, type Part, type Statement } from './tree.js';
import { INT, nameOf, randomType, type Type } from './types.js';

const separated = (lists: readonly Part[][]): Part[] => lists.flatMap((parts, n) => (n ? [', ', ...parts] : parts));

/** Constants among values that are computed. */
const element = (c: Context, type: Type, constants: number): Part[] => [
  c.random.chance(constants) ? literal(c.random, type) : settled(c, c.expression(type, 1)),
];

const list = (c: Context, type: Type, count: number, constants: number): Part[] => [
  '{',
  ...separated(Array.from({ length: count }, () => element(c, type, constants))),
  '}',
];

/** Some of the elements; the others are zero. */
const some = (c: Context, count: number): number => (c.random.chance(0.7) ? count : 1 + c.random.below(count));

export function declareArray(c: Context): Statement {
  const type = randomType(c.random);
  const [name, length] = [c.name('a'), c.random.pick(type.width > 4 ? [2, 4] : [2, 4, 8])];
  const rows = type.width <= 4 && c.random.chance(0.3) ? 2 : undefined;
  const constants = c.random.pick([0, 0.5, 0.8, 1]);
  const row = (): Part[] => list(c, type, some(c, length), constants);
  const initialiser = rows === undefined ? row() : ['{', ...separated(Array.from({ length: rows }, row)), '}'];
  const fixed = constants === 1 && c.random.chance(0.5);
  const extent = `${rows === undefined ? '' : `[${rows}]`}[${length}]`;
  const statement = line(`${fixed ? 'const ' : ''}${nameOf(type)} ${name}${extent} = `, ...initialiser, ';');
  c.scope.arrays.push({ name, type, length, writable: !fixed, ...(rows === undefined ? {} : { rows }) });
  return statement;
}

export function writeElement(c: Context): Statement | undefined {
  const writable = c.scope.arrays.filter((one) => one.writable);
  if (writable.length === 0) return undefined;
  const array = c.random.pick(writable);
  return line(...indexed(array, c.expression(INT, 1), c.expression(INT, 0)), ' = ', value(c, array.type), ';');
}

export const initialise = (c: Context, { members }: StructType, constants: number): Part[] => [
  '{',
  ...separated(
    members
      .slice(0, some(c, members.length))
      .map(({ type, length }) =>
        length === undefined ? element(c, type, constants) : list(c, type, some(c, length), constants),
      ),
  ),
  '}',
];

/** Members of a structure are variables and arrays like others. */
export function declareMembers(
  c: Context,
  prefix: string,
  { members }: StructType,
  array?: Omit<Indexed, 'type'>,
): void {
  for (const { name, type, length } of members)
    if (array) {
      if (length === undefined) c.scope.arrays.push({ ...array, type, member: `.${name}` });
    } else if (length === undefined) c.declare(`${prefix}.${name}`, type);
    else c.scope.arrays.push({ name: `${prefix}.${name}`, type, length, writable: true });
}

export function declareStruct(c: Context): Statement | undefined {
  if (c.program.structs.length === 0) return undefined;
  const struct = c.random.pick(c.program.structs);
  const constants = c.random.pick([0, 0.5, 0.8, 1]);
  const name = c.name('s');
  if (c.random.chance(0.7)) {
    const statement = line(`${struct.name} ${name} = `, ...initialise(c, struct, constants), ';');
    declareMembers(c, name, struct);
    return statement;
  }
  const length = c.random.pick([2, 2, 4]);
  const rows = Array.from({ length: some(c, length) }, (_, n) => initialise(c, struct, n % 2 === 1 ? 1 : constants));
  // One of them is another one's copy.
  const copied = c.random.chance(0.4) ? [` ${name}[(`, c.expression(INT, 0), `) & ${length - 1}] = ${name}[0];`] : [];
  const statement = line(`${struct.name} ${name}[${length}] = {`, ...separated(rows), '};', ...copied);
  declareMembers(c, name, struct, { name, length, writable: true });
  return statement;
}

/** A copy of a whole structure through a pointer. */
export function copyStruct(c: Context): Statement | undefined {
  if (c.program.structs.length === 0) return undefined;
  const struct = c.random.pick(c.program.structs);
  const [first, second] = [c.name('s'), c.name('s')];
  const initialised = line(
    `${struct.name} ${first} = `,
    ...initialise(c, struct, 0.5),
    `; ${struct.name} ${second}; { ${struct.name}* p = &${second}; *p = ${first}; }`,
  );
  declareMembers(c, second, struct);
  return initialised;
}
