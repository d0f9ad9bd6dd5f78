// Registers of a wavefront by the names that a person writes: `s4`, `v[2:3]`, `v1[7]`, `v1[0-15]`, `vcc`, `exec`,
// `scc`, `mode`, `trapsts`.

import { VGPR_WORDS, WORD } from '../emulator/state.js';
import { layout } from '../emulator/state-layout.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { evaluateNumber } from '../isa/assembler/number-expression.js';
import type { Isa } from '../isa/isa.js';
import { isaNamed } from '../isa/isas.js';
import type { OperandCodes } from '../isa/operand-codes.js';
import { readerOf } from '../isa/readers.js';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { bitsOfDouble, bitsOfFloat } from './numbers.js';

/** Registers of one word, by the names that a person writes: words of a slot. */
const STATE_WORDS = { scc: WORD.scc, mode: WORD.mode, trapsts: WORD.trapStatus } as const;
type StateWord = keyof typeof STATE_WORDS;

/** A register, or `count` consecutive ones, and for vector registers which lanes of it. */
export interface RegisterPlace {
  readonly name: string;
  readonly bank: 'scalar' | 'vgpr' | StateWord;
  /** Operand code of a scalar register; number of a VGPR. */
  readonly index: number;
  readonly count: number;
  readonly lanes: bigint;
  /** Lanes were named. */
  readonly someLanes: boolean;
}

/** The instruction set whose code a wavefront executes. */
export const isaOf = ({ workGroup }: Wavefront): Isa => isaNamed(workGroup.launch.isa);
/** Operand codes, which name the registers. */
export const codesOf = (wavefront: Wavefront): OperandCodes => isaOf(wavefront).operands;

/** A mask of lanes among the scalar registers. */
export interface MaskRegisters {
  readonly name: 'VCC' | 'EXEC';
  /** Operand code of its first word. */
  readonly first: number;
  readonly words: number;
  /** True if an operand code is one of its words. */
  readonly has: (index: number) => boolean;
}

export function masksOf(wavefront: Wavefront): readonly MaskRegisters[] {
  const { wave, operands } = isaOf(wavefront);
  const { vcc, exec } = operands.special;
  const words = wave.execWords;
  const mask = (name: MaskRegisters['name'], first: number): MaskRegisters => ({
    name,
    first,
    words,
    has: (index) => index >= first && index < first + words,
  });
  return [mask('VCC', vcc), mask('EXEC', exec)];
}

const isStateWord = (name: string): name is StateWord => Object.hasOwn(STATE_WORDS, name);

const LANE_SUFFIX = /^(.+)\[(\d+)(?:(?:-|\.\.)(\d+))?\]$/;

function plainRegister(isa: Isa, text: string): Omit<RegisterPlace, 'lanes' | 'someLanes'> | undefined {
  if (isStateWord(text)) return { name: text, bank: text, index: 0, count: 1 };
  const register = readerOf(isa).parseRegister(text);
  if (!register) return undefined;
  const { bank, index, count } = register;
  const exists = (k: number): boolean =>
    bank === 'vgpr' ? index + k < layout(isa).vectorRegisters : isa.operands.isScalarRegister(index + k);
  if (!Array.from({ length: count }, (_, k) => k).every(exists)) return undefined;
  return {
    ...register,
    name: bank === 'vgpr' ? isa.operands.vgprName(index, count) : isa.operands.scalarName(index, count),
  };
}

/** Reads a register's name; a string is the reason why it is none. */
export function findRegister(isa: Isa, text: string): RegisterPlace | string {
  const name = text.trim().toLowerCase();
  const plain = plainRegister(isa, name);
  if (plain) return { ...plain, lanes: layout(isa).allLanes, someLanes: false };
  const [, base, from, to] = LANE_SUFFIX.exec(name) ?? [];
  const vector = base === undefined ? undefined : plainRegister(isa, base);
  if (!vector) return `'${text}' is not a register`;
  if (vector.bank !== 'vgpr') return `${vector.name} is the same for all lanes`;
  const [first, last] = [Number(from), Number(to ?? from)];
  const count = layout(isa).lanes;
  if (last >= count || first > last) return `there are no lanes ${from}-${to ?? from}: a wavefront has ${count}`;
  const lanes = ((1n << BigInt(last - first + 1)) - 1n) << BigInt(first);
  return { ...vector, lanes, someLanes: true };
}

/** @throws AtollError BAD_OPTION */
export function registerNamed(isa: Isa, text: string): RegisterPlace {
  const register = findRegister(isa, text);
  if (typeof register === 'string') throw new AtollError('BAD_OPTION', register);
  return register;
}

/** Index into the wavefront's words of word `k` of a register in a lane. */
export function wordIndex({ bank, index }: RegisterPlace, k: number, lane: number): number {
  if (bank === 'vgpr') return VGPR_WORDS * (index + k) + lane;
  if (bank === 'scalar') return WORD.scalars + index + k;
  return STATE_WORDS[bank];
}

const FLOAT = /^[-+]?(?:\d+\.\d*|\.\d+|\d+(?:\.\d*)?e[-+]?\d+)f?$/i;
const NAMED_FLOATS: ReadonlyMap<string, number> = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['nan', Number.NaN],
]);

const floatValue = (text: string): number | undefined =>
  NAMED_FLOATS.get(text.toLowerCase()) ?? (FLOAT.test(text) ? Number(text.replace(/f$/i, '')) : undefined);

/**
 * The words of a value as a person writes it: `1`, `-1`, `0x10`, `1.5`, `inf`, `lane*4 + 0x40000000`. A float is a
 * float32, or a float64 in a register pair.
 *
 * @throws AtollError BAD_OPTION
 */
export function valueWords(text: string, count: number, lane = 0): number[] {
  const float = floatValue(text.trim());
  const value = float === undefined ? integerOf(text, count, lane) : floatBits(text, float, count);
  return Array.from({ length: count }, (_, k) => Number(BigInt.asUintN(32, value >> BigInt(32 * k))));
}

function floatBits(text: string, value: number, count: number): bigint {
  if (count > 2) throw new AtollError('BAD_OPTION', `${text}: a float needs one register or two, got ${count}`);
  return count === 2 ? bitsOfDouble(value) : BigInt(bitsOfFloat(value));
}

function integerOf(text: string, count: number, lane: number): bigint {
  const number = evaluateNumber(text, (name) =>
    name === 'lane' ? { value: BigInt(lane), absolute: true } : undefined,
  );
  if (typeof number === 'string') throw new AtollError('BAD_OPTION', number);
  const bits = BigInt(32 * count);
  if (number.value >= 1n << bits || number.value < -(1n << (bits - 1n)))
    throw new AtollError('BAD_OPTION', `${text.trim()} does not fit ${bits} bits`);
  return BigInt.asUintN(Number(bits), number.value);
}

/** Sets a register; for vector registers each of its lanes. @throws AtollError BAD_OPTION */
export function assign(wavefront: Wavefront, place: RegisterPlace, text: string): void {
  const lanes = place.bank === 'vgpr' ? wavefront.layout.lanes : 1;
  const values = Array.from({ length: lanes }, (_, lane) => valueWords(text, place.count, lane));
  wavefront.edits++;
  for (let lane = 0; lane < lanes; lane++) {
    if (place.bank === 'vgpr' && ((place.lanes >> BigInt(lane)) & 1n) === 0n) continue;
    required(values[lane], "lane's value").forEach((word, k) => {
      wavefront.u[wordIndex(place, k, lane)] = place.bank === 'scc' ? Number(word !== 0) : word;
    });
  }
}

/** Cuts `s0=1,v[2:3]=5` at commas outside of brackets. @throws AtollError BAD_OPTION for a part without `=` */
export function splitAssignments(text: string): readonly { readonly register: string; readonly value: string }[] {
  const parts = text.split(/,(?![^[(]*[\])])/).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const equals = part.indexOf('=');
    if (equals <= 0)
      throw new AtollError('BAD_OPTION', `'${part.trim()}' is not an assignment`, 'write register=value');
    return { register: part.slice(0, equals).trim(), value: part.slice(equals + 1).trim() };
  });
}
