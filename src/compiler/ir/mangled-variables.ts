// Names of variables in the source, by the mangled names of C++ in LLVM IR text.

import { plainName } from './lexical.js';

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
function variableName(symbol: string): string {
  const mangled = /^_Z(?:N(?<nested>.*)E|Z(?<local>.*)|(?<plain>L?\d.*))$/.exec(symbol)?.groups;
  if (!mangled) return symbol;
  const { nested, local, plain } = mangled;
  if (local !== undefined) return endName(local) ?? symbol;
  const whole = nested ?? plain ?? '';
  return identifiers(whole) ?? endName(whole) ?? symbol;
}

/** The source name of an IR variable: LLVM appends numbers for parts, and `.b` for booleans. */
export const sourceVariable = (variable: string): string =>
  variableName(plainName(variable).replace(/(?:\.(?:\d+|b))+$/, ''));
