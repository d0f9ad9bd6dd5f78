// Variables of program scope in global memory (all versions of LLVM). Kernels are linked separately, each with a copy
// of its data, so a variable that any code may write is refused by name. LLVM derives which are only read: for that
// they have to be internal, in the text of the whole program.

import { readHead } from '../ir/function-head.js';
import { addressSpaceOf, globalLine, type IrGlobal, isDefinedVariable, readGlobal } from '../ir/global.js';
import { sourceVariable } from '../ir/mangled-variables.js';
import { functionLines, type IrTextModule, mapOuterLines, outerLines } from '../ir/module.js';
import { symbolsIn } from '../ir/symbols.js';
import type { IrPass } from './pass.js';

const CONSTRUCTORS = '@llvm.global_ctors';

/** True if a variable is defined in global or generic memory, which this device does not share among kernels. */
const isShared = (global: IrGlobal): boolean =>
  global.kind === 'global' &&
  isDefinedVariable(global) &&
  !global.name.startsWith('@llvm.') &&
  addressSpaceOf(global) <= 1;

const globalsOf = (module: IrTextModule): IrGlobal[] =>
  [...outerLines(module)].flatMap((line) => readGlobal(line) ?? []);

/** True if optimised IR has such variables: the text before optimisation has more facts of them. */
export const hasProgramVariables = (module: IrTextModule): boolean =>
  globalsOf(module).some((global) => global.kind === 'global' && addressSpaceOf(global) === 1);

/** A line with its variable made internal. */
function internaliseVariable(line: string): string {
  const global = readGlobal(line);
  if (!global || !isShared(global)) return line;
  const space = global.words.filter((word) => word.startsWith('addrspace('));
  return globalLine({ ...global, words: ['internal', ...space] });
}

export const programVariables: IrPass = {
  name: 'program-variables',
  affects: 'all',
  bug: 'optimisation keeps what another unit may use',
  run: (module) => mapOuterLines(module, internaliseVariable),
};

/** Symbols in each function, by its name. */
const symbolsOfFunctions = (module: IrTextModule): ReadonlyMap<string, readonly string[]> =>
  new Map(
    module.parts.flatMap((part) => {
      const name = part.kind === 'function' ? readHead(part.define)?.name : undefined;
      return part.kind === 'function' && name !== undefined
        ? [[name, functionLines(part).slice(1).flatMap(symbolsIn)] as const]
        : [];
    }),
  );

/**
 * Variables used by the remaining constructors, which LLVM did not evaluate at compile time; after evaluation it may
 * leave an empty list.
 */
function lateVariables(module: IrTextModule, globals: readonly IrGlobal[]): string[] {
  const constructors = globals.find(({ name, rest }) => name === CONSTRUCTORS && !rest.startsWith('[0 x'));
  if (!constructors) return [];
  const variables = new Set(
    globals.flatMap((global) => ([1, 4].includes(addressSpaceOf(global)) ? [global.name] : [])),
  );
  const used = symbolsOfFunctions(module);
  const reached = new Set(symbolsIn(constructors.rest));
  for (const name of reached) for (const next of used.get(name) ?? []) reached.add(next);
  return [...reached].filter((name) => variables.has(name));
}

const HINT =
  'hint: keep it in a buffer that is an argument of the kernels, or declare it __constant where no kernel writes it';

const written = (name: string): string =>
  `error: program-scope variable '${name}' can be written, and this device cannot share it among kernels and launches`;
const late = (name: string): string =>
  `error: program-scope variable '${name}' has an initialiser that only code on the device could compute`;

/** Errors about variables in the IR of a whole program after optimisation; empty if all are valid. */
export function variableErrors(module: IrTextModule): string[] {
  const globals = globalsOf(module);
  const lateNames = new Set(lateVariables(module, globals).map(sourceVariable));
  const names = new Set(globals.filter(isShared).map(({ name }) => sourceVariable(name)));
  const writtenNames = [...names].filter((name) => !lateNames.has(name));
  const errors = [...[...lateNames].map(late), ...writtenNames.map(written)];
  return errors.length > 0 ? [...errors, HINT] : [];
}
