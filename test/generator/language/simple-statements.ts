// Declarations and assignments.

import { type Context, NARROWER } from './context.js';
import { cleaned, settled } from './reals.js';
import { line, type Part, type Statement } from './tree.js';
import { INT, isUnsigned, nameOf, randomReal, randomType, type Type, typeOf, withWidth } from './types.js';
import { componentName } from './vectors.js';

/** An expression that may be stored. */
export const value = (c: Context, type: Type, depth = 2) => settled(c, c.expression(type, depth));

export function declare(c: Context): Statement {
  const type = randomType(c.random);
  const statement = line(`${nameOf(type)} `, c.name('v'), ' = ', value(c, type, 3), ';');
  c.declare(String(statement.parts[1]), type);
  return statement;
}

const COMPOUND = ['+=', '-=', '*=', '^=', '|=', '&='];

export function assign(c: Context): Statement {
  const writable = c.scope.variables.filter((one) => one.writable);
  if (writable.length === 0) return declare(c);
  const { name, type } = c.random.pick(writable);
  if (type.width > 1 && c.random.chance(0.3)) return assignPart(c, name, type);
  const wraps = isUnsigned(type) && (type.scalar !== 'ushort' || type.width > 1);
  if (wraps && c.random.chance(0.3)) return line(`${name} ${c.random.pick(COMPOUND)} `, value(c, type), ';');
  return line(`${name} = `, value(c, type, 3), ';');
}

/** Some components of a vector, each at most once. */
function assignPart(c: Context, name: string, type: Type): Statement {
  const width = c.random.pick(NARROWER.filter((one) => one < type.width));
  const places = Array.from({ length: type.width }, (_, n) => n);
  const chosen = Array.from({ length: width }, () => places.splice(c.random.below(places.length), 1)[0]!);
  return line(`${name}.s${chosen.map(componentName).join('')} = `, value(c, withWidth(type, width)), ';');
}

/** Functions that give a second result through a pointer. */
export function splitNumber(c: Context): Statement {
  const type = randomReal(c.random);
  const [first, second] = [c.name('v'), c.name('v')];
  const [name, other] = c.random.pick([
    ['frexp', typeOf('int', type.width)],
    ['modf', type],
    ['fract', type],
  ] as const);
  // pocl 3.1 gives -1022 as the exponent of 0 in the upper halves of double8 and double16: there it is another number.
  const operand = c.expression(type, 1);
  const wrongForZero = name === 'frexp' && type.scalar === 'double' && type.width > 4;
  const argument = wrongForZero ? cleaned(c, operand) : settled(c, operand);
  const otherName = nameOf(other);
  c.declare(first, type);
  c.declare(second, other);
  const parts: Part[] = [`${otherName} ${second} = (${otherName})0; ${nameOf(type)} ${first} = `];
  // The least result of fract may be tiny.
  const call: Part = { type, parts: [`${name}(`, argument, `, &${second})`], magnitude: { low: -400, high: 400 } };
  return line(...parts, settled(c, call), ';');
}

/** An exponent as an integer. */
export function exponentOf(c: Context): Statement {
  const type = randomReal(c.random);
  const result = typeOf(INT.scalar, type.width);
  const name = c.name('v');
  c.program.cleaned.set(nameOf(type), type);
  const statement = line(`${nameOf(result)} ${name} = ilogb(clean_${nameOf(type)}(`, c.expression(type, 1), '));');
  c.declare(name, result);
  return statement;
}
