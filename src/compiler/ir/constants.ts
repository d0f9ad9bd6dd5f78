// Constants in LLVM IR text: elements of vectors, and expressions as `bitcast (i32 addrspace(1)* @a to i8*)`, of which
// older versions of LLVM write many.

import { closingParenthesis, splitOperands, unescapeIr } from './lexical.js';
import { untyped } from './operand.js';
import { typeLength } from './type-text.js';

/** A cast between pointers, or text in quotes, which has none. */
const CAST_NAME = /"(?:[^"\\]|\\.)*"|\b(addrspacecast|bitcast) \(/g;
const TO = ' to ';

interface ConstantCast {
  readonly operation: string;
  readonly type: string;
  readonly value: string;
  readonly target: string;
}

/** The cast in the parentheses; undefined for other text. */
function readCast(operation: string, text: string): ConstantCast | undefined {
  const end = typeLength(text);
  const at = text.lastIndexOf(TO);
  if (at < end) return undefined;
  return { operation, type: text.slice(0, end), value: text.slice(end + 1, at), target: text.slice(at + TO.length) };
}

const castText = ({ operation, type, value, target }: ConstantCast): string =>
  `${operation} (${type} ${value} to ${target})`;

/** A line with replaced casts, inner ones first; `undefined` keeps one. */
export function mapCasts(line: string, change: (cast: ConstantCast) => string | undefined): string {
  if (!line.includes('cast (')) return line;
  let result = '';
  let done = 0;
  for (const match of line.matchAll(CAST_NAME)) {
    if (match[1] === undefined || match.index < done) continue;
    const open = match.index + match[0].length - 1;
    const close = closingParenthesis(line, open);
    const cast = readCast(match[1], mapCasts(line.slice(open + 1, close), change));
    if (!cast) continue;
    result += `${line.slice(done, match.index)}${change(cast) ?? castText(cast)}`;
    done = close + 1;
  }
  return result + line.slice(done);
}

const ADDRESS = /^getelementptr (?:[a-z]+ )*\((.*)\)$/;
const ZERO = /^i\d+ 0$/;

/** The base of an address of a first element, with its type; undefined for other constants. */
export function firstElementBase(value: string): string | undefined {
  const [, base, ...indices] = splitOperands(ADDRESS.exec(value)?.[1] ?? '');
  return indices.length > 0 && indices.every((index) => ZERO.test(index)) ? base : undefined;
}

const SPLAT = /^splat \((.*)\)$/;
const INTEGER = /^-?\d+$/;

/** Texts of the elements of a constant vector; other constants themselves. */
export function constantTexts(value: string): readonly string[] {
  const splat = value.startsWith('splat ') ? SPLAT.exec(value)?.[1] : undefined;
  if (splat !== undefined) return [untyped(splat)];
  return value.startsWith('<') ? splitOperands(value.slice(1, -1)).map(untyped) : [value];
}

export const isInteger = (text: string): boolean => INTEGER.test(text);

/** Elements of an integer constant; undefined for other operands, and with elements that are no numbers. */
export function constantElements(value: string): readonly bigint[] | undefined {
  if (value === 'zeroinitializer') return [0n];
  if (value.startsWith('%')) return undefined;
  const texts = constantTexts(value);
  return texts.every(isInteger) ? texts.map(BigInt) : undefined;
}

const STRING = /^\[\d+ x i8\] (?:c"((?:[^"\\]|\\[0-9A-Fa-f]{2}|\\\\)*)"|zeroinitializer)/;

/** The bytes of an array with its type, as characters; undefined for other constants. */
export function constantString(text: string): string | undefined {
  const match = STRING.exec(text);
  return match ? unescapeIr(match[1] ?? '') : undefined;
}
