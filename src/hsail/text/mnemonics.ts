// Reads mnemonics: the opcode, and modifiers in the order of its format.

import { type BrigEnum, PACKINGS, ROUNDINGS, SEGMENTS, TYPES, WIDTH_ALL, WIDTH_WAVESIZE } from '../brig/enums.js';
import { conversionRoundings, isFloatPart } from '../brig/modifier-checks.js';
import { DEFAULT_WIDTHS, OPCODE_NUMBERS, OPCODES, type OpcodeRow } from '../brig/opcodes.js';
import { MODIFIERS } from './instructions.js';

export interface Mnemonic {
  readonly row: OpcodeRow;
  readonly kind: string;
  readonly values: Readonly<Record<string, number>>;
  /** The number of `_v2` to `_v4`, or 1. */
  readonly vector: number;
}

const FLAGS = ['ftz', 'const', 'nonull'];
/** Modifiers that may be left out, with their value then. */
const OPTIONAL: ReadonlyMap<BrigEnum, number> = new Map<BrigEnum, number>([
  [SEGMENTS, SEGMENTS.flat],
  [PACKINGS, PACKINGS.none],
  [ROUNDINGS, -1],
]);
const UNTYPED = ['nop', 'ret', 'imagefence', 'memfence', 'initfbar', 'releasefbar'];

const argument = (rest: string, word: string): readonly [string, string] | undefined => {
  const match = new RegExp(`^_${word}\\s*\\(\\s*(\\w+)\\s*\\)`).exec(rest);
  return match === null ? undefined : [match[1]!, rest.slice(match[0].length)];
};

/** The longest spelling with which the rest begins. */
function spelled(rest: string, table: BrigEnum): readonly [number, string] | undefined {
  let best = '';
  for (const name in table) {
    const begins = rest.startsWith(`_${name}`) && /^(?:_|$)/.test(rest.slice(name.length + 1));
    if (name !== 'none' && begins && name.length > best.length) best = name;
  }
  return best === '' ? undefined : [table[best]!, rest.slice(best.length + 1)];
}

function powerCode(text: string, max: number): number {
  const code = Math.log2(Number(text)) + 1;
  if (!Number.isInteger(code) || code < 1 || code > max)
    throw new Error(`${text} is not a power of two that is allowed`);
  return code;
}

function widthCode(text: string): number {
  if (text === 'all') return WIDTH_ALL;
  return text === 'WAVESIZE' ? WIDTH_WAVESIZE : powerCode(text, WIDTH_ALL - 2);
}

/** The rounding where none is written. */
function defaultRounding(row: OpcodeRow, type: number, source: number | undefined): number {
  if (row.format === 'mod') return row.rounds && isFloatPart(type) ? ROUNDINGS.default : ROUNDINGS.none;
  const allowed = source === undefined ? [] : conversionRoundings(type, source).split(' ');
  if (allowed.includes('zeroi')) return ROUNDINGS.zeroi;
  return allowed.includes('default') ? ROUNDINGS.default : ROUNDINGS.none;
}

class MnemonicReader {
  readonly values: Record<string, number> = {};
  vector = 1;

  constructor(
    private readonly row: OpcodeRow,
    private rest: string,
  ) {}

  read(): void {
    for (const [field, modifier] of MODIFIERS[this.row.format]!) {
      if (modifier === 'vector') this.readVector();
      else if (typeof modifier === 'string') this.readPlain(field, modifier);
      else this.readEnum(field, modifier);
    }
    if (this.rest !== '') throw new Error(`${this.row.name} cannot have ${JSON.stringify(this.rest)} there`);
  }

  private readVector(): void {
    const match = /^_v([234])(?=_|$)/.exec(this.rest);
    if (match === null) return;
    this.vector = Number(match[1]);
    this.rest = this.rest.slice(match[0].length);
  }

  private readPlain(field: string, modifier: string): void {
    if (FLAGS.includes(modifier)) {
      const match = spelled(this.rest, { [modifier]: 1 });
      this.values[field] = match?.[0] ?? 0;
      this.rest = match?.[1] ?? this.rest;
      return;
    }
    const value = argument(this.rest, modifier);
    if (value !== undefined) this.rest = value[1];
    if (modifier === 'width')
      this.values[field] = value ? widthCode(value[0]) : DEFAULT_WIDTHS[this.row.width ?? 'none'];
    else if (modifier === 'align') this.values[field] = value ? powerCode(value[0], 9) : 1;
    else this.values[field] = value ? Number(value[0]) : 0;
    if (!(this.values[field]! < 256)) throw new Error(`${modifier} must be a number below 256`);
  }

  private readEnum(field: string, table: BrigEnum): void {
    const match = spelled(this.rest, table);
    const { row } = this;
    const isOptionalType =
      table === TYPES && (row.format === 'br' || row.format === 'lane' || UNTYPED.includes(row.name));
    const value = match?.[0] ?? OPTIONAL.get(table) ?? (isOptionalType ? TYPES.none : undefined);
    if (value === undefined) throw new Error(`${row.name} needs a ${field}`);
    this.values[field] = value;
    this.rest = match?.[1] ?? this.rest;
  }
}

/** Reads a mnemonic, or undefined where it begins with no opcode. @throws Error that says what is wrong */
export function readMnemonic(text: string): Mnemonic | undefined {
  const name = /^[a-z0-9]+/.exec(text)?.[0] ?? '';
  const opcode = OPCODE_NUMBERS.get(name);
  if (opcode === undefined) return undefined;
  const row = OPCODES[opcode]!;
  const reader = new MnemonicReader(row, text.slice(name.length));
  reader.read();
  const { values } = reader;
  const isPlain = row.format === 'mod' && values['modifier'] === 0 && values['pack'] === 0 && values['round'] === -1;
  if (isPlain) return { row, kind: 'inst_basic', values: { opcode, type: values['type']! }, vector: reader.vector };
  if (values['round'] === -1) values['round'] = defaultRounding(row, values['type']!, values['sourceType']);
  if (row.format === 'mem_fence') values['groupSegmentMemoryScope'] = values['globalSegmentMemoryScope']!;
  if (row.name === 'alloca') values['segment'] = SEGMENTS.private;
  return { row, kind: `inst_${row.format}`, values: { opcode, ...values }, vector: reader.vector };
}
