// What one instruction reads and what it has changed, as lines of text; from the uses and definitions of its semantics.

import { LANES, WORD } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { RegisterRange } from '../isa/accesses.js';
import { type Effects, effectsOf } from '../isa/effects.js';
import { EXEC_LO, type Instruction, VCC_LO } from '../isa/instruction.js';
import type { AccessGroup } from './memory-accesses.js';
import { ALL_LANES, hex32, hex64, laneText } from './numbers.js';
import { codesOf } from './registers.js';
import { changedLanes, changesSince, type ScalarChange, type Snapshot, takeSnapshot } from './snapshot.js';

const cache = new WeakMap<Instruction, Effects>();

/** The effects of an instruction, worked out once. */
export function knownEffects(instruction: Instruction): Effects {
  let effects = cache.get(instruction);
  if (!effects) cache.set(instruction, (effects = effectsOf(instruction)));
  return effects;
}

const pair = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low);

/** `s[4:7]=0x... 0x...`; a pair is one 64-bit number. */
export function scalarText(wavefront: Wavefront, index: number, words: ArrayLike<number>): string {
  const name = codesOf(wavefront).scalarName(index, words.length);
  if (words.length === 2) return `${name}=${hex64(pair(words[0]!, words[1]!))}`;
  return `${name}=${Array.from(words, hex32).join(' ')}`;
}

const vectorText = (wavefront: Wavefront, register: number, values: ArrayLike<number>, mask: bigint): string =>
  `${codesOf(wavefront).vgprName(register, 1)}=${laneText(values, mask)}`;

/** The words of a range: 64 for each VGPR, one for each scalar register. */
function wordsOf({ u }: Wavefront, { bank, index, count }: RegisterRange): Uint32Array {
  const first = bank === 'vgpr' ? LANES * index : WORD.scalars + index;
  return u.slice(first, first + (bank === 'vgpr' ? LANES : 1) * count);
}

function rangeLines(wavefront: Wavefront, range: RegisterRange, mask: bigint): string[] {
  const words = wordsOf(wavefront, range);
  if (range.bank === 'scalar') return [scalarText(wavefront, range.index, words)];
  return Array.from({ length: range.count }, (_, k) =>
    vectorText(wavefront, range.index + k, words.subarray(LANES * k, LANES * (k + 1)), mask),
  );
}

/** Values of the operands, before the instruction; of vector registers the active lanes. */
export function readLines(wavefront: Wavefront, instruction: Instruction): string[] {
  const { reads, readsScc } = knownEffects(instruction);
  const { exec } = wavefront;
  // Ranges that differ in their size only by what the definition reads of them are shown once, at their largest.
  const shown = reads.filter((range) => !reads.some((other) => other !== range && covers(other, range)));
  const lines = shown.flatMap((range) => rangeLines(wavefront, range, exec === 0n ? ALL_LANES : exec));
  return readsScc ? [...lines, `scc=${wavefront.u[WORD.scc]}`] : lines;
}

const covers = (large: RegisterRange, small: RegisterRange): boolean =>
  large.bank === small.bank &&
  large.index <= small.index &&
  large.index + large.count >= small.index + small.count &&
  large.count > small.count;

/** What stands in the registers that an instruction may change, before it does. */
export type OperandWatch = (wavefront: Wavefront) => string[];

/** Begins to watch: the function that it gives lists what has changed since. */
export function watchWrites(wavefront: Wavefront, instruction: Instruction): OperandWatch {
  const { writes, writesScc, writesMode, computedRegisters } = knownEffects(instruction);
  if (computedRegisters) return watchAll(takeSnapshot(wavefront));
  const before = writes.map((range) => ({ range, words: wordsOf(wavefront, range) }));
  const [scc, mode] = [wavefront.u[WORD.scc]!, wavefront.u[WORD.mode]!];
  return (after) => [
    ...before.flatMap(({ range, words }) => changedLines(after, range, words)),
    ...(writesScc ? wordLines('scc', scc, after.u[WORD.scc]!) : []),
    ...(writesMode ? wordLines('mode', mode, after.u[WORD.mode]!) : []),
  ];
}

const wordLines = (name: string, before: number, after: number): string[] =>
  before === after ? [] : [`${name}=${name === 'scc' ? after : hex32(after)}`];

function changedLines(wavefront: Wavefront, range: RegisterRange, before: Uint32Array): string[] {
  const after = wordsOf(wavefront, range);
  if (range.bank === 'scalar')
    return after.every((word, k) => word === before[k]) ? [] : [scalarText(wavefront, range.index, after)];
  return Array.from({ length: range.count }, (_, k) => k).flatMap((k) => {
    const values = after.subarray(LANES * k, LANES * (k + 1));
    const mask = changedLanes(before.subarray(LANES * k, LANES * (k + 1)), values);
    return mask === 0n ? [] : [vectorText(wavefront, range.index + k, values, mask)];
  });
}

const watchAll =
  (snapshot: Snapshot): OperandWatch =>
  (wavefront) =>
    changeLines(snapshot, wavefront);

/** Masks of lanes are shown whole. */
const MASKS: readonly number[] = [VCC_LO, EXEC_LO];

function scalarChangeLines(changes: readonly ScalarChange[], wavefront: Wavefront): string[] {
  const { u } = wavefront;
  const isMask = (index: number): boolean => MASKS.includes(index & ~1);
  const masks = MASKS.filter((mask) => changes.some(({ index }) => (index & ~1) === mask));
  return [
    ...changes.filter(({ index }) => !isMask(index)).map(({ index, after }) => scalarText(wavefront, index, [after])),
    ...masks.map((mask) => scalarText(wavefront, mask, [u[WORD.scalars + mask]!, u[WORD.scalars + mask + 1]!])),
  ];
}

/** Everything that has changed since a snapshot. */
export function changeLines(snapshot: Snapshot, wavefront: Wavefront): string[] {
  const { scalars, vectors, scc, mode } = changesSince(snapshot, wavefront);
  return [
    ...scalarChangeLines(scalars, wavefront),
    ...vectors.map(({ register, mask, after }) => vectorText(wavefront, register, after, mask)),
    ...(scc ? wordLines('scc', scc.before, scc.after) : []),
    ...(mode ? wordLines('mode', mode.before, mode.after) : []),
  ];
}

/** `store global 32: address 0x40001000+lane*0x4 value 0x00000001`. */
export function accessLine({ kind, space, bits, fn, scalar, mask, addresses, values, high }: AccessGroup): string {
  const all = scalar ? ALL_LANES : mask;
  const column = (words: Uint32Array): Uint32Array => (scalar ? new Uint32Array(LANES).fill(words[0]!) : words);
  const value = laneText(column(values), all);
  const wide = bits === 64 ? ` high ${laneText(column(high), all)}` : '';
  const what = `${kind}${fn ? ` ${fn}` : ''} ${space} ${bits} bits`;
  return `${what}: address ${laneText(column(addresses), all)}, value ${value}${wide}`;
}
