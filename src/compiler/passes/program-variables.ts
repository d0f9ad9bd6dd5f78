// Variables of program scope in global memory. Kernels are linked separately, each with a copy of its data, so a
// variable that any code may write is refused by name. LLVM derives which are only read: for that they have to be
// internal, in the text of the whole program.

import { mapOuterLines } from '../ir/module.js';
import { type IrPass, onLines } from './pass.js';

const NAME = '@(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.$-]+)';
/** Definitions in global or generic memory, up to their linkage; declarations are `external`. */
const DEFINITION = new RegExp(
  `^(?!@llvm\\.)(${NAME}) = (?!external |extern_weak )(?:(?!addrspace|global |constant )[\\w()]+ )*(addrspace\\(1\\) )?(?:externally_initialized )?global `,
);
/** Constructors that LLVM did not evaluate at compile time; after evaluation it may leave an empty list. */
const CONSTRUCTORS = /^@llvm\.global_ctors = .*?\[(?!0 x).*/;
const FUNCTION = new RegExp(`^define .*?(${NAME})\\(`);
const VARIABLE = new RegExp(`^(${NAME}) = .*addrspace\\((?:1|4)\\) (?:global|constant) `);

/** Whether optimised IR has such variables: the text before optimisation has more facts of them. */
export const hasProgramVariables = (irText: string): boolean => /^@.* addrspace\(1\) global /m.test(irText);

/** A line with its variable made internal. */
const internaliseVariable = (line: string): string =>
  line.startsWith('@')
    ? line.replace(DEFINITION, (_, name: string, space = '') => `${name} = internal ${space}global `)
    : line;

/**
 * The address of such a variable in generic memory (`llvm.invariant.start`), as written by clang up to 16, which cannot
 * read it.
 */
const MISCAST = /\bbitcast (?=\((?:[^()]|addrspace\(\d+\))*addrspace\(\d+\)\*? @\S+ to (?:ptr|[\w%."]+\*)\))/g;

/** A line with corrected casts to generic memory. */
const castAddresses = (line: string): string =>
  line.includes('bitcast (') ? line.replace(MISCAST, 'addrspacecast ') : line;

export const programVariables: IrPass = {
  name: 'program-variables',
  affects: 'all',
  bug: 'optimisation keeps what another unit may use',
  run: (module) => mapOuterLines(module, internaliseVariable),
};

export const invariantCasts: IrPass = {
  name: 'invariant-casts',
  affects: 'all',
  bug: 'clang up to 16 writes an addrspacecast for llvm.invariant.start as a bitcast',
  run: onLines((lines) => lines.map(castAddresses)),
};

/** The identifiers of a mangled name without parameters: `4ours5inner` is `ours::inner`. */
function identifiers(mangled: string): string | undefined {
  const names: string[] = [];
  for (let rest = mangled.replace(/^L/, ''); rest.length > 0; ) {
    const match = /^(\d+)([A-Za-z_]\w*)/.exec(rest);
    const length = Number(match?.[1]);
    if (!match || match[2]!.length < length) return undefined;
    names.push(match[2]!.slice(0, length));
    rest = rest.slice(match[1]!.length + length);
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
  const whole = nested ?? plain!;
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

/** Variables used by the remaining constructors. */
function lateVariables(lines: readonly string[]): string[] {
  const constructors = lines.find((line) => CONSTRUCTORS.test(line));
  if (constructors === undefined) return [];
  const variables = new Set(lines.flatMap((line) => VARIABLE.exec(line)?.[1] ?? []));
  const names = new RegExp(NAME, 'g');
  const bodies = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    const name = FUNCTION.exec(line)?.[1];
    if (name !== undefined) bodies.set(name, (current = []));
    else current?.push(...(line.match(names) ?? []));
  }
  const reached = new Set(constructors.match(names));
  for (const name of reached) for (const next of bodies.get(name) ?? []) reached.add(next);
  return [...reached].filter((name) => variables.has(name));
}

const HINT =
  'hint: keep it in a buffer that is an argument of the kernels, or declare it __constant where no kernel writes it';

const written = (name: string): string =>
  `error: program-scope variable '${name}' can be written, and this device cannot share it among kernels and launches`;
const late = (name: string): string =>
  `error: program-scope variable '${name}' has an initialiser that only code on the device could compute`;

/** Errors about variables in the IR of a whole program after optimisation; empty if all are valid. */
export function variableErrors(irText: string): string[] {
  if (!hasProgramVariables(irText) && !irText.includes('@llvm.global_ctors')) return [];
  const lines = irText.split('\n');
  const lateNames = new Set(lateVariables(lines).map(nameOf));
  const names = new Set(lines.flatMap((line) => DEFINITION.exec(line)?.[1] ?? []).map(nameOf));
  const writtenNames = [...names].filter((name) => !lateNames.has(name));
  const errors = [...[...lateNames].map(late), ...writtenNames.map(written)];
  return errors.length > 0 ? [...errors, HINT] : [];
}
