// Names, strings and brackets in LLVM IR text.

import { AtollError } from '../../util/errors.js';

/** Pattern of a value's name within a function, in clang's output. */
export const VALUE_NAME = '%(?:"[^"]*"|[-$.\\w]+)';

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Undoes LLVM's escapes of strings and quoted names, \xx and \\; bytes become characters. */
export function unescapeIr(text: string): string {
  return text.replace(/\\(\\|[0-9A-Fa-f]{2})/g, (_, code: string) =>
    code === '\\' ? code : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The name of a symbol or value without its sign, quotes and escapes. */
export const plainName = (name: string): string => unescapeIr(name.slice(1).replace(/^"|"$/g, ''));

/** Splits at commas outside of brackets and strings. */
export function splitOperands(text: string): string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (CLOSERS[character]) open.push(CLOSERS[character]);
    else if (character === open.at(-1)) open.pop();
    else if (character === ',' && open.length === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  return last || parts.length > 0 ? [...parts, last] : [];
}

/** The index of the ')' that closes the parenthesis at `start`. */
export function closingParenthesis(line: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < line.length; i++) {
    const character = line[i];
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return i;
  }
  throw new AtollError('INTERNAL', `LLVM IR text: no end of the parameters in '${line.slice(0, 120)}'`);
}
