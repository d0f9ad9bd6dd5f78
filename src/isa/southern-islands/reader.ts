// Reads registers and the names inside of operands and modifiers.

import type { Reader, RegisterName } from '../assembler/reader.js';
import { SGPR_COUNT, TTMP0 } from '../instruction.js';
import { forms } from './forms.js';
import { SPECIAL_NAMES, TTMP_COUNT, VGPR_COUNT } from './operands.js';
import { parseSwizzle } from './swizzle.js';
import { parseHardwareRegister, parseMessage, parseWaitCounts } from './symbols.js';

const SPECIAL_CODES: ReadonlyMap<string, number> = new Map([...SPECIAL_NAMES].map(([code, name]) => [name, code]));
const RANGE = /^(s|v|ttmp)(?:(\d+)|\[([^:\]]+)(?::([^:\]]+))?\])$/;

const decimal = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);

/**
 * Reads a register's name, range or list (`[s0,s1]`); undefined when it is none. Numbers are not checked against the
 * size of the file. @param number reads what stands between brackets
 */
function parseRegister(text: string, number: (text: string) => number | undefined = decimal): RegisterName | undefined {
  if (text.startsWith('[')) return parseList(text, number);
  const special = SPECIAL_CODES.get(text);
  if (special !== undefined) return { bank: 'scalar', index: special, count: 1 };
  const low = SPECIAL_CODES.get(`${text}_lo`);
  if (low !== undefined) return { bank: 'scalar', index: low, count: 2 };
  const match = RANGE.exec(text);
  if (!match) return undefined;
  const first = match[2] === undefined ? number(match[3]!) : Number(match[2]);
  const last = match[4] === undefined ? first : number(match[4]);
  if (first === undefined || last === undefined || first < 0) return undefined;
  const count = last - first + 1;
  if (count < 1 || count > 16) return undefined;
  if (match[1] === 'v') return first + count <= VGPR_COUNT ? { bank: 'vgpr', index: first, count } : undefined;
  const limit = match[1] === 's' ? SGPR_COUNT : TTMP_COUNT;
  return first < limit ? { bank: 'scalar', index: first + (match[1] === 's' ? 0 : TTMP0), count } : undefined;
}

/** `[s0,s1]`, `[v[n],v[n+1]]`: registers one after the other. */
function parseList(text: string, number: (text: string) => number | undefined): RegisterName | undefined {
  const [, inner] = /^\[((?:[^[\]]|\[[^[\]]*\])+)\]$/.exec(text) ?? [];
  const registers = inner?.split(',').map((name) => parseRegister(name.trim(), number));
  const first = registers?.[0];
  const follow = registers?.every(
    (register, i) => register?.count === 1 && register.bank === first!.bank && register.index === first!.index + i,
  );
  return first && follow && registers!.length <= 16 ? { ...first, count: registers!.length } : undefined;
}

export const reader: Reader = {
  forms,
  end: 's_endpgm',
  parseRegister,
  parseWaitCounts,
  parseHardwareRegister,
  parseMessage,
  parseSwizzle,
};
