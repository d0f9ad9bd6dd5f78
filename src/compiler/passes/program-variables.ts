// Variables of program scope in global memory. Kernels are linked separately, each with a copy of its data, so a
// variable that any code may write is refused by name. LLVM derives which are only read: for that they have to be
// internal, in the text of the whole program.

import { readHead } from '../ir/function-head.js';
import { addressSpaceOf, globalLine, type IrGlobal, isDefinedVariable, readGlobal } from '../ir/global.js';
import { functionLines, type IrTextModule, mapOuterLines, outerLines } from '../ir/module.js';
import { symbolsIn } from '../ir/symbols.js';
import type { IrPass } from './pass.js';

const CONSTRUCTORS = '@llvm.global_ctors';

/** Whether a variable is defined in global or generic memory, which this device does not share among kernels. */
const isShared = (global: IrGlobal): boolean =>
  global.kind === 'global' &&
  isDefinedVariable(global) &&
  !global.name.startsWith('@llvm.') &&
  addressSpaceOf(global) <= 1;

const globalsOf = (module: IrTextModule): IrGlobal[] =>
  [...outerLines(module)].flatMap((line) => readGlobal(line) ?? []);

/** Whether optimised IR has such variables: the text before optimisation has more facts of them. */
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

/** The identifiers of a mangled name without parameters: `4ours5inner` is `ours::inner`. */
function identifiers(mangled: string): string | undefined {
  const names: string[] = [];
  for (let rest = mangled.replace(/^L/, ''); rest.length > 0; ) {
    const [, digits = '', word = ''] = /^(\d+)([A-Za-z_]\w*)/.exec(rest) ?? [];
    const length = Number(digits);
    if (digits === '' || word.length < length) return undefined;
    names.push(word.slice(0, length));
    rest = rest.slice(digits.length + length);
  }
  return names.length > 0 ? names.join('::') : undefined;
}

/**
 * The longest suffix that is a plain name: a static variable's without its function, a member's without its class
 * template.
 */
function endName(mangled: string): string | undefined {
  const ends = [...mangled.matchAll(/E(?=\d)/g)].map(({ index }) => mangled.slice(index + 1).replace(/_\d*_?$/, ''));
  return ends.map(identifiers).find((name) => name !== undefined);
}

/** A variable's name in the source, as far as it is plain. Source: Itanium C++ ABI, 5.1 "External Names". */
export function variableName(symbol: string): string {
  const mangled = /^_Z(?:N(?<nested>.*)E|Z(?<local>.*)|(?<plain>L?\d.*))$/.exec(symbol)?.groups;
  if (!mangled) return symbol;
  const { nested, local, plain } = mangled;
  if (local !== undefined) return endName(local) ?? symbol;
  const whole = nested ?? plain ?? '';
  return identifiers(whole) ?? endName(whole) ?? symbol;
}

/** The source name of an IR variable: LLVM appends numbers for parts, and `.b` for booleans. */
const nameOf = (variable: string): string =>
  variableName(
    variable
      .slice(1)
      .replace(/^"|"$/g, '')
      .replace(/(?:\.(?:\d+|b))+$/, ''),
  );

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
  const lateNames = new Set(lateVariables(module, globals).map(nameOf));
  const names = new Set(globals.filter(isShared).map(({ name }) => nameOf(name)));
  const writtenNames = [...names].filter((name) => !lateNames.has(name));
  const errors = [...[...lateNames].map(late), ...writtenNames.map(written)];
  return errors.length > 0 ? [...errors, HINT] : [];
}
