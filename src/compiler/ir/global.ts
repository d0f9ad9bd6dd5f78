// Global variables and aliases of LLVM IR text, a line each.

import { SYMBOL_NAME } from './lexical.js';

const GLOBAL = new RegExp(`^(${SYMBOL_NAME}) = ((?:[\\w()]+ )*?)(global|constant|alias|ifunc) (.*)$`);
const ADDRESS_SPACE = /^addrspace\((\d+)\)$/;

export interface IrGlobal {
  /** Including `@`. */
  readonly name: string;
  /** Linkage, visibility, address space and other words before the kind. */
  readonly words: readonly string[];
  readonly kind: string;
  /** Type, value and properties. */
  readonly rest: string;
}

/** The parts of a line that defines or declares a variable or an alias; undefined for other lines. */
export function readGlobal(line: string): IrGlobal | undefined {
  const match = line.startsWith('@') ? GLOBAL.exec(line) : null;
  if (!match) return undefined;
  const [, name = '', words = '', kind = '', rest = ''] = match;
  return { name, words: words.split(' ').slice(0, -1), kind, rest };
}

export const globalLine = ({ name, words, kind, rest }: IrGlobal): string =>
  `${name} = ${[...words, kind, rest].join(' ')}`;

export const addressSpaceOf = ({ words }: Pick<IrGlobal, 'words'>): number =>
  Number(words.map((word) => ADDRESS_SPACE.exec(word)?.[1]).find((space) => space !== undefined) ?? 0);

/** True if it is a variable with its value here, and not a declaration or an alias. */
export const isDefinedVariable = ({ words, kind }: IrGlobal): boolean =>
  (kind === 'global' || kind === 'constant') && !words.includes('external') && !words.includes('extern_weak');
