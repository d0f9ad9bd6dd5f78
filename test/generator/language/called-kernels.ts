// Kernels that other kernels call like functions, with values of any type.

import type { Random } from '../../emulator/random.js';
import { Context, type Makers, type ProgramNames } from './context.js';
import { value } from './simple-statements.js';
import { block, line, type Statement } from './tree.js';
import { nameOf, randomType, typeOf } from './types.js';

const EFFORT = 60;
const RESULT = typeOf('ulong');

/** It leaves its result where each work-item has its own place. */
export function declareCalledKernel(random: Random, program: ProgramNames, makers: Makers): Statement {
  const c = new Context(random, program, makers, EFFORT, false, false);
  const [name, type, other] = [`called${program.kernels.length}`, randomType(random), randomType(random)];
  c.declare('p', type);
  c.declare('q', other);
  const body = c.statements(1 + random.below(3));
  body.push({ parts: ['place[at] = ', value(c, RESULT), ';'], fixed: true });
  program.kernels.push({ name, parameters: [type, other] });
  return block([`kernel void ${name}(global ulong* place, ${nameOf(type)} p, uint at, ${nameOf(other)} q)`], body);
}

/** Undefined where there is none to call. */
export function callKernel(c: Context): Statement | undefined {
  if (c.program.kernels.length === 0 || !c.afford(RESULT, 20)) return undefined;
  const { name, parameters } = c.random.pick(c.program.kernels);
  const [first, second] = [value(c, parameters[0], 1), value(c, parameters[1], 1)];
  const result = c.name('v');
  c.declare(result, RESULT);
  return line(`${name}(digests, `, first, ', at, ', second, `); ulong ${result} = digests[at];`);
}
