// Operands and changes of one instruction, as lines of text; from the uses and definitions of its semantics.

import { WORD } from '../emulator/state.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import type { RegisterRange } from '../isa/accesses.js';
import { type Effects, effectsOf } from '../isa/effects.js';
import type { Instruction } from '../isa/instruction.js';
import { required } from '../util/required.js';
import type { AccessGroup } from './memory-accesses.js';
import { hex32, hex64, laneText } from './numbers.js';
import { codesOf, masksOf } from './registers.js';
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
  if (words.length === 2) return `${name}=${hex64(pair(required(words[0], 'word'), required(words[1], 'word')))}`;
  return `${name}=${Array.from(words, hex32).join(' ')}`;
}

const vectorText = (wavefront: Wavefront, register: number, values: ArrayLike<number>, mask: bigint): string =>
  `${codesOf(wavefront).vgprName(register, 1)}=${laneText(values, mask)}`;

/** The words of a range, by register: one a lane of a VGPR, one of a scalar register. */
function wordsOf(wavefront: Wavefront, { bank, index, count }: RegisterRange): readonly Uint32Array[] {
  const scalar = (k: number): Uint32Array => wavefront.u.subarray(WORD.scalars + k, WORD.scalars + k + 1);
  return Array.from({ length: count }, (_, k) =>
    (bank === 'vgpr' ? wavefront.row(index + k) : scalar(index + k)).slice(),
  );
}
const scalarsOf = (words: readonly Uint32Array[]): readonly number[] => words.flatMap((word) => [...word]);

function rangeLines(wavefront: Wavefront, range: RegisterRange, mask: bigint): string[] {
  const words = wordsOf(wavefront, range);
  if (range.bank === 'scalar') return [scalarText(wavefront, range.index, scalarsOf(words))];
  return words.map((values, k) => vectorText(wavefront, range.index + k, values, mask));
}

/** Values of the operands, before the instruction; of vector registers the active lanes. */
export function readLines(wavefront: Wavefront, instruction: Instruction): string[] {
  const { reads, readsScc } = knownEffects(instruction);
  const { exec, layout } = wavefront;
  // Ranges that differ in their size only by what the definition reads of them are shown once, at their largest.
  const shown = reads.filter((range) => !reads.some((other) => other !== range && covers(other, range)));
  const lines = shown.flatMap((range) => rangeLines(wavefront, range, exec === 0n ? layout.allLanes : exec));
  return readsScc ? [...lines, `scc=${wavefront.u[WORD.scc]}`] : lines;
}

const covers = (large: RegisterRange, small: RegisterRange): boolean =>
  large.bank === small.bank &&
  large.index <= small.index &&
  large.index + large.count >= small.index + small.count &&
  large.count > small.count;

/** Registers that an instruction may change, before it executes. */
export type OperandWatch = (wavefront: Wavefront) => string[];

/** Begins to watch: the function that it gives lists what has changed since. */
export function watchWrites(wavefront: Wavefront, instruction: Instruction): OperandWatch {
  const { writes, writesScc, writesMode, computedRegisters } = knownEffects(instruction);
  if (computedRegisters) return watchAll(takeSnapshot(wavefront));
  const before = writes.map((range) => ({ range, words: wordsOf(wavefront, range) }));
  const wordOf = ({ u }: Wavefront, name: 'scc' | 'mode' | 'trapStatus'): number => stateWord(u, WORD[name]);
  const [scc, mode, trapStatus] = [
    wordOf(wavefront, 'scc'),
    wordOf(wavefront, 'mode'),
    wordOf(wavefront, 'trapStatus'),
  ];
  return (after) => [
    ...before.flatMap(({ range, words }) => changedLines(after, range, words)),
    ...(writesScc ? wordLines('scc', scc, wordOf(after, 'scc')) : []),
    ...(writesMode ? wordLines('mode', mode, wordOf(after, 'mode')) : []),
    ...wordLines('trapsts', trapStatus, wordOf(after, 'trapStatus')),
  ];
}

const wordLines = (name: string, before: number, after: number): string[] =>
  before === after ? [] : [`${name}=${name === 'scc' ? after : hex32(after)}`];

function changedLines(wavefront: Wavefront, range: RegisterRange, before: readonly Uint32Array[]): string[] {
  const after = wordsOf(wavefront, range);
  const masks = after.map((values, k) => changedLanes(required(before[k], 'register before'), values));
  if (range.bank === 'scalar')
    return masks.every((mask) => mask === 0n) ? [] : [scalarText(wavefront, range.index, scalarsOf(after))];
  return after.flatMap((values, k) =>
    masks[k] === 0n ? [] : [vectorText(wavefront, range.index + k, values, required(masks[k], 'mask of the register'))],
  );
}

const watchAll =
  (snapshot: Snapshot): OperandWatch =>
  (wavefront) =>
    changeLines(snapshot, wavefront);

function scalarChangeLines(changes: readonly ScalarChange[], wavefront: Wavefront): string[] {
  const { u } = wavefront;
  const all = masksOf(wavefront);
  const masks = all.filter(({ has }) => changes.some(({ index }) => has(index)));
  return [
    ...changes
      .filter(({ index }) => !all.some(({ has }) => has(index)))
      .map(({ index, after }) => scalarText(wavefront, index, [after])),
    ...masks.map(({ first, words }) =>
      scalarText(wavefront, first, [...u.subarray(WORD.scalars + first, WORD.scalars + first + words)]),
    ),
  ];
}

/** Everything that has changed since a snapshot. */
export function changeLines(snapshot: Snapshot, wavefront: Wavefront): string[] {
  const { scalars, vectors, scc, mode, trapStatus } = changesSince(snapshot, wavefront);
  return [
    ...scalarChangeLines(scalars, wavefront),
    ...vectors.map(({ register, mask, after }) => vectorText(wavefront, register, after, mask)),
    ...(scc ? wordLines('scc', scc.before, scc.after) : []),
    ...(mode ? wordLines('mode', mode.before, mode.after) : []),
    ...(trapStatus ? wordLines('trapsts', trapStatus.before, trapStatus.after) : []),
  ];
}

/** `store global 32: address 0x40001000+lane*0x4 value 0x00000001`. */
export function accessLine({ kind, space, bits, fn, scalar, mask, addresses, values, high }: AccessGroup): string {
  const all = scalar ? 1n : mask;
  // A scalar value is that of a wavefront with one lane.
  const column = (words: Uint32Array): Uint32Array => (scalar ? words.subarray(0, 1) : words);
  const value = laneText(column(values), all);
  const wide = bits === 64 ? ` high ${laneText(column(high), all)}` : '';
  const what = `${kind}${fn ? ` ${fn}` : ''} ${space} ${bits} bits`;
  return `${what}: address ${laneText(column(addresses), all)}, value ${value}${wide}`;
}
