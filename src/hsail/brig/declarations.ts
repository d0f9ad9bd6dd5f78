// Declarations and definitions of one name: they agree in their properties and formal arguments.

import { formalArguments } from './call-checks.js';
import { EXECUTABLE_KINDS } from './layout.js';
import { type BrigEntry, type BrigModule, headerOf, stringAt } from './module.js';

export interface Declaration {
  readonly module: BrigModule;
  readonly entry: BrigEntry;
}

const COMMON = ['type', 'segment', 'align', 'allocation'];
const CONST = 2;

const isSame = (one: BrigEntry, two: BrigEntry): boolean =>
  COMMON.every((field) => one.values[field] === two.values[field]) &&
  ((one.values['modifier'] ?? 0) & CONST) === ((two.values['modifier'] ?? 0) & CONST) &&
  (one.wide['dim'] === two.wide['dim'] || one.wide['dim'] === 0n || two.wide['dim'] === 0n);

const formalsOf = ({ module, entry }: Declaration): readonly BrigEntry[] =>
  EXECUTABLE_KINDS.includes(entry.kind) ? formalArguments(module, entry) : [];

/** True if the formal arguments of two entries agree, results and inputs. */
export function hasSameArguments(one: Declaration, two: Declaration): boolean {
  const others = formalsOf(two);
  return (
    ['outArgCount', 'inArgCount'].every((field) => one.entry.values[field] === two.entry.values[field]) &&
    formalsOf(one).every((formal, index) => isSame(formal, others[index]!))
  );
}

export const LIKE_DEFINITION = 'Write the declaration like the definition.';

/** Why a declaration is not that of a definition of its name, in another module of the program or in its own. */
export function declarationProblem(declared: Declaration, definition: Declaration): string | undefined {
  if (agree(declared, definition)) return undefined;
  const [name, module] = [definition.entry, headerOf(definition.module, definition.entry)].map(({ values }) =>
    stringAt(definition.module, values['name']!),
  );
  return `${name} is declared with another type, size or other arguments than in its definition, module ${module}`;
}

/** True if two entries of one name, in one module or in two, agree. */
export const agree = (one: Declaration, two: Declaration): boolean =>
  one.entry.kind === two.entry.kind &&
  one.entry.values['linkage'] === two.entry.values['linkage'] &&
  isSame(one.entry, two.entry) &&
  hasSameArguments(one, two);
