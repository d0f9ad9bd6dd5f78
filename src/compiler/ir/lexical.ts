// Names, strings and brackets in LLVM IR text.

import { AtollError } from '../../util/errors.js';

/** Pattern of a value's name within a function, in clang's output. */
export const VALUE_NAME = '%(?:"[^"]*"|[-$.\\w]+)';

/** Pattern of a symbol, as clang writes it. */
export const SYMBOL_NAME = '@(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.$-]+)';

const LOCAL_NAMES = new RegExp(`"[^"]*"|${VALUE_NAME}`, 'g');
const NAMES = new RegExp(VALUE_NAME, 'g');

const BRACKET = /[[({<"]/;
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
  return BRACKET.test(text) ? splitNested(text) : split(text);
}

/** The same for a text without brackets and strings. */
function split(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.length === 1 && parts[0] === '' ? [] : parts;
}

function splitNested(text: string): string[] {
  const parts: string[] = [];
  let open = '';
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === ',' && open === '') {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    } else if (CLOSERS[character]) open += CLOSERS[character];
    else if (open !== '' && open.endsWith(character)) open = open.slice(0, -1);
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

/** Names of values within a function, in the text's order; text in quotes has none. */
export const localNames = (text: string): readonly string[] =>
  text.includes('"')
    ? (text.match(LOCAL_NAMES) ?? []).filter((token) => token.startsWith('%'))
    : (text.match(NAMES) ?? []);

/** The text with replaced names of values. */
export const mapLocalNames = (text: string, change: (name: string) => string): string =>
  text.replace(LOCAL_NAMES, (token) => (token.startsWith('%') ? change(token) : token));

/** A part of a new name, from a value's name. */
export const namePart = (name: string): string =>
  name
    .slice(1)
    .replaceAll('"', '')
    .replace(/[^-$.\w]/g, '_');
