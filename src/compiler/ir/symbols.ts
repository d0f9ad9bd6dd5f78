// Names of functions and variables in LLVM IR text. Text in quotes, as of strings and metadata, has none.

import { SYMBOL_NAME } from './lexical.js';
import { mapLines } from './lines.js';
import { functionLines, type IrTextModule } from './module.js';

const TOKENS = new RegExp(`${SYMBOL_NAME}|"(?:[^"\\\\]|\\\\.)*"`, 'g');

/** Symbols in a line, in its order. */
export const symbolsIn = (line: string): string[] =>
  line.includes('@') ? (line.match(TOKENS) ?? []).filter((token) => token.startsWith('@')) : [];

/** Symbols in a module, each as often as it occurs. */
export const symbolsOf = ({ parts }: IrTextModule): string[] =>
  parts.flatMap((part) => (part.kind === 'function' ? functionLines(part) : part.lines).flatMap(symbolsIn));

const renameIn = (line: string, change: (symbol: string) => string): string =>
  line.includes('@') ? line.replace(TOKENS, (token) => (token.startsWith('@') ? change(token) : token)) : line;

/** The module with replaced symbols. */
export const mapSymbols = (module: IrTextModule, change: (symbol: string) => string): IrTextModule =>
  mapLines(module, (line) => renameIn(line, change));
