// Functions that get pointers into each address space, and structures by value in and out.

import type { Random } from '../../emulator/random.js';
import { declareMembers, initialise } from './aggregates.js';
import { Context, type Makers, type PassingFunction, type ProgramNames } from './context.js';
import { ASKING, ATTRIBUTES } from './functions.js';
import { indexed } from './leaves.js';
import { value } from './simple-statements.js';
import { block, line, type Statement } from './tree.js';
import { INT, nameOf, randomType, typeOf, UINT } from './types.js';

const EFFORT = 60;
/** Words of an input that has at least 64 bytes. */
const GLOBAL_WORDS = 16;

/** A function of one of the kinds below; its body is made of statements like any other's. */
export function declarePassing(random: Random, program: ProgramNames, makers: Makers): Statement {
  const kind = random.pick(['variable', 'array', 'global', 'local', 'struct'] as const);
  const c = new Context(random, program, makers, EFFORT, false, random.chance(ASKING));
  const name = `pass${program.passing.length}`;
  const struct = program.structs.length > 0 ? random.pick(program.structs) : undefined;
  if (kind === 'struct' && struct) return byValue(c, name, struct);
  if (kind === 'local') return throughLocal(c, name);
  const type = randomType(random);
  const other = randomType(random);
  const pointer = { variable: `${nameOf(type)}* p`, array: `${nameOf(type)}* p`, global: 'global const uint* p' };
  const of = kind === 'global' || kind === 'array' ? kind : 'variable';
  c.declare('q', other);
  if (of === 'variable') c.declare('(*p)', type);
  else if (of === 'array') c.scope.arrays.push({ name: 'p', type, length: 2, writable: true });
  else c.scope.arrays.push({ name: 'p', type: UINT, length: GLOBAL_WORDS, writable: false });
  const body = c.statements(1 + random.below(3));
  if (of === 'array')
    body.push(line(...indexed(arrayOf(c), c.expression(INT, 0), c.expression(INT, 0)), ' = ', value(c, type), ';'));
  if (of === 'variable') body.push(line('*p = ', value(c, type), ';'));
  const result = randomType(random);
  body.push({ parts: ['return ', value(c, result), ';'], fixed: true });
  program.passing.push({ name, kind: of, type, other, result, queriesGroups: c.queriesGroups });
  return block([`${random.pick(ATTRIBUTES)}${nameOf(result)} ${name}(${pointer[of]}, ${nameOf(other)} q)`], body);
}

const arrayOf = (c: Context) => c.scope.arrays.find(({ name }) => name === 'p')!;

/** A structure comes in and another one goes out. */
function byValue(c: Context, name: string, struct: NonNullable<PassingFunction['struct']>): Statement {
  const { random, program } = c;
  const result = random.pick(program.structs);
  const other = randomType(random);
  c.declare('q', other);
  declareMembers(c, 'p', struct);
  const body = c.statements(1 + random.below(3));
  body.push({ parts: [`${result.name} r = `, ...initialise(c, result, 0.3), ';'], fixed: true });
  declareMembers(c, 'r', result);
  body.push(...c.statements(random.below(3)), { parts: ['return r;'], fixed: true });
  const types = { type: other, other, result: other, struct, resultStruct: result };
  program.passing.push({ name, kind: 'struct', ...types, queriesGroups: c.queriesGroups });
  return block([`${random.pick(ATTRIBUTES)}${result.name} ${name}(${struct.name} p, ${nameOf(other)} q)`], body);
}

/**
 * Work-items meet in the function. Compilers that take barriers apart need to see it, so that it is never kept from
 * being inlined.
 */
function throughLocal(c: Context, name: string): Statement {
  const [type, step] = [UINT, c.random.pick([1, 3, 7])];
  c.declare('q', type);
  const stored = value(c, type);
  const body = [
    { parts: ['p[lid] = ', stored, ';'], fixed: true },
    { parts: ['barrier(CLK_LOCAL_MEM_FENCE);'], fixed: true },
    { parts: [`uint r = p[(lid * ${step}u + 1u) % lsize];`], fixed: true },
    { parts: ['barrier(CLK_LOCAL_MEM_FENCE);'], fixed: true },
    { parts: ['return r;'], fixed: true },
  ];
  c.program.passing.push({ name, kind: 'local', type, other: type, result: type, queriesGroups: c.queriesGroups });
  return block(
    [`static ${c.random.pick(['', 'inline '])}uint ${name}(local uint* p, uint lid, uint lsize, uint q)`],
    body,
  );
}

const fits = (c: Context, { kind, type, struct }: PassingFunction): boolean => {
  if (kind === 'global') return c.kernel !== undefined;
  if (kind === 'local') return c.kernel !== undefined && c.scope.uniform;
  if (kind === 'struct') return struct !== undefined;
  if (kind === 'variable') return c.variablesOf(type, true).some(({ name }) => !/[.(]/.test(name));
  return ownArrays(c, { type }).length > 0;
};

const ownArrays = (c: Context, { type }: Pick<PassingFunction, 'type'>) =>
  c.scope.arrays.filter(
    (one) =>
      one.writable &&
      one.rows === undefined &&
      one.member === undefined &&
      nameOf(one.type) === nameOf(type) &&
      !one.name.startsWith('u'),
  );

/** Calls one of them; undefined when nothing fits. */
export function callPassing(c: Context): Statement | undefined {
  const candidates = c.program.passing.filter((one) => c.mayCall(one) && fits(c, one));
  if (candidates.length === 0 || !c.afford(typeOf('int'), 40)) return undefined;
  const chosen = c.random.pick(candidates);
  const argument = value(c, chosen.other, 1);
  const name = c.name(chosen.kind === 'struct' ? 's' : 'v');
  if (chosen.kind === 'struct') {
    const initialised = initialise(c, chosen.struct!, 0.5);
    const own = c.name('s');
    const statement = line(
      ...[
        `${chosen.struct!.name} ${own} = `,
        ...initialised,
        `; ${chosen.resultStruct!.name} ${name} = ${chosen.name}(${own}, `,
      ],
      ...[argument, ');'],
    );
    declareMembers(c, name, chosen.resultStruct!);
    return statement;
  }
  const first = {
    variable: (): string =>
      `&${c.random.pick(c.variablesOf(chosen.type, true).filter((one) => !/[.(]/.test(one.name))).name}`,
    array: (): string => c.random.pick(ownArrays(c, chosen)).name,
    global: (): string => '(global const uint*)bits',
    local: (): string => `dynamic, lid, lsize`,
  }[chosen.kind]();
  const statement = line(`${nameOf(chosen.result)} ${name} = ${chosen.name}(${first}, `, argument, ');');
  c.declare(name, chosen.result);
  return statement;
}
