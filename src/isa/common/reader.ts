// Reads registers and the names inside of operands and modifiers.

import { groupOf } from '../../util/required.js';
import type { Reader, RegisterName } from '../assembler/reader.js';
import type { WaitCounter } from '../wave.js';
import { forms } from './forms.js';
import { type RegisterNames, VGPR_COUNT } from './operands.js';
import { parseSwizzle } from './swizzle.js';
import { parseHardwareRegister, parseMessage, parseWaitCounts } from './symbols.js';

const RANGE = /^(s|v|ttmp)(?:(\d+)|\[([^:\]]+)(?::([^:\]]+))?\])$/;

const decimal = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);

type ReadIndex = (text: string) => number | undefined;

/** `[s0,s1]`, `[v[n],v[n+1]]`: registers one after the other. */
function parseList(text: string, one: (text: string) => RegisterName | undefined): RegisterName | undefined {
  const [, inner] = /^\[((?:[^[\]]|\[[^[\]]*\])+)\]$/.exec(text) ?? [];
  const registers = inner?.split(',').map((name) => one(name.trim()));
  const first = registers?.[0];
  if (!first) return undefined;
  const follow = registers.every(
    (register, i) => register?.count === 1 && register.bank === first.bank && register.index === first.index + i,
  );
  return follow && registers.length <= 16 ? { ...first, count: registers.length } : undefined;
}

/** A name with a number, or with a range of numbers in brackets. */
function parseRange(text: string, number: ReadIndex, { sgprCount, trap }: RegisterNames): RegisterName | undefined {
  const match = RANGE.exec(text);
  if (!match) return undefined;
  const first = match[2] === undefined ? number(groupOf(match, 3)) : Number(match[2]);
  const last = match[4] === undefined ? first : number(match[4]);
  if (first === undefined || last === undefined || first < 0) return undefined;
  const count = last - first + 1;
  if (count < 1 || count > 16) return undefined;
  if (match[1] === 'v') return first + count <= VGPR_COUNT ? { bank: 'vgpr', index: first, count } : undefined;
  const [base, limit] = match[1] === 's' ? [0, sgprCount] : [trap.first, trap.count];
  return first < limit ? { bank: 'scalar', index: base + first, count } : undefined;
}

/**
 * Reads a register's name, range or list (`[s0,s1]`); undefined when it is none. Whether a range fits its bank is not
 * checked.
 */
function registerReader(names: RegisterNames): Reader['parseRegister'] {
  const specials = new Map([...names.specials].map(([code, name]) => [name, code]));
  /** @param number reads the text between brackets */
  const parse = (text: string, number: ReadIndex = decimal): RegisterName | undefined => {
    if (text.startsWith('[')) return parseList(text, (each) => parse(each, number));
    const special = specials.get(text);
    if (special !== undefined) return { bank: 'scalar', index: special, count: 1 };
    const low = specials.get(`${text}_lo`);
    return low === undefined ? parseRange(text, number, names) : { bank: 'scalar', index: low, count: 2 };
  };
  return parse;
}

/** The reader of names that instruction sets share. */
export const readerFor = (names: RegisterNames, counters: readonly WaitCounter[]): Reader => ({
  forms,
  end: 's_endpgm',
  parseRegister: registerReader(names),
  parseWaitCounts: (text, read) => parseWaitCounts(text, read, counters),
  parseHardwareRegister,
  parseMessage,
  parseSwizzle,
});
