// What a fragment changed, for a person and as JSON.

import { describeFault } from '../emulator/faults.js';
import { WORD } from '../emulator/state.js';
import { EXEC_LO, M0_INDEX, VCC_LO } from '../isa/instruction.js';
import { type ByteChange, dumpRows } from './byte-changes.js';
import type { FragmentResult } from './fragment.js';
import {
  ALL_LANES,
  drawMask,
  floatText,
  hex,
  hex32,
  hex64,
  laneRows,
  lanesOf,
  laneText,
  looksLikeFloat,
  maskText,
  wordText,
} from './numbers.js';
import { codesOf } from './registers.js';
import type { VectorChange } from './snapshot.js';

const NAME_COLUMN = 8;
/** Values of lanes that fit a line of a terminal. */
const SHORT = 100;
const row = (name: string, text: string): string => `${name.padEnd(NAME_COLUMN)} ${text}`;

/** 64-bit masks: the first of their two registers. */
const MASKS: ReadonlyMap<number, string> = new Map([
  [VCC_LO, 'VCC'],
  [EXEC_LO, 'EXEC'],
]);

function maskOf({ wavefront }: FragmentResult, index: number): bigint {
  const { u } = wavefront;
  return (BigInt(u[WORD.scalars + index + 1]!) << 32n) | BigInt(u[WORD.scalars + index]!);
}

const nameOf = ({ wavefront }: FragmentResult, index: number): string => codesOf(wavefront).scalarName(index, 1);

function scalarRows(result: FragmentResult): string[] {
  const changed = new Set(result.changes.scalars.map(({ index }) => index));
  const rows = result.changes.scalars
    .filter(({ index }) => !MASKS.has(index) && !MASKS.has(index - 1))
    .map(({ index, after }) => row(index === M0_INDEX ? 'M0' : nameOf(result, index), wordText(after)));
  for (const [index, name] of MASKS) {
    if (!changed.has(index) && !changed.has(index + 1)) continue;
    const mask = maskOf(result, index);
    rows.push(row(name, `${hex64(mask)}  ${drawMask(mask)}`));
  }
  return rows;
}

/** A value that all lanes share once, with all its readings; otherwise short, or rows of eight lanes. */
function vectorRows({ register, mask, after }: VectorChange): string[] {
  const name = `v${register}`;
  const values = lanesOf(mask).map((lane) => after[lane]!);
  const lanes = mask === ALL_LANES ? 'all lanes' : `lanes ${maskText(mask)}`;
  if (values.every((value) => value === values[0])) return [row(name, `${wordText(values[0]!)}  ${lanes}`)];
  const floats = values.every((value) => value === 0 || looksLikeFloat(value));
  const show = floats ? (bits: number): string => `${floatText(bits)}f` : hex32;
  const short = laneText(after, mask, show);
  if (short.length <= SHORT) return [row(name, short)];
  return laneRows(after, mask, show).map((line, i) => row(i === 0 ? name : '', line));
}

const dumps = (title: string, changes: readonly ByteChange[]): string[] =>
  changes.length === 0 ? [] : [title, ...changes.flatMap(dumpRows).map((line) => `  ${line}`)];

function endText({ outcome, fault, instructions, wavefront }: FragmentResult): string {
  const at = `+${hex(wavefront.pc - wavefront.workGroup.launch.codeAddress)}`;
  const count = `${instructions} instruction${instructions === 1 ? '' : 's'}`;
  if (outcome === 'fault') return describeFault(fault!);
  if (outcome === 'limit') return `stopped after ${count} (--max) at ${at}, without having ended`;
  return `${count}, ended at ${at}`;
}

/** The whole report; a last line for the end, or the fault. */
export function fragmentText(result: FragmentResult): string {
  const { scc, mode, vectors } = result.changes;
  const lines = [
    ...scalarRows(result),
    ...(scc ? [row('SCC', String(scc.after))] : []),
    ...(mode ? [row('MODE', `${hex32(mode.after)} (was ${hex32(mode.before)})`)] : []),
    ...vectors.flatMap(vectorRows),
    ...dumps('memory', result.memory),
    ...dumps('LDS', result.lds),
  ];
  if (lines.length === 0) lines.push('nothing changed');
  return [...lines, endText(result)].map((line) => `${line}\n`).join('');
}

const bytesJson = (changes: readonly ByteChange[]): readonly object[] =>
  changes.map(({ address, bytes }) => ({ address, bytes: Buffer.from(bytes).toString('hex') }));

/** Plain data: register words are unsigned numbers, masks hexadecimal text, vector registers by lane. */
export function fragmentJson(result: FragmentResult): object {
  const { outcome, fault, instructions, wavefront, changes } = result;
  return {
    schema: 1,
    outcome,
    ...(fault ? { fault: { ...fault, address: fault.address === undefined ? undefined : hex64(fault.address) } } : {}),
    instructions,
    pc: wavefront.pc,
    scalars: Object.fromEntries(changes.scalars.map(({ index, after }) => [nameOf(result, index), after])),
    vectors: Object.fromEntries(
      changes.vectors.map(({ register, mask, after }) => [
        `v${register}`,
        Object.fromEntries(lanesOf(mask).map((lane) => [lane, after[lane]])),
      ]),
    ),
    exec: hex64(maskOf(result, EXEC_LO)),
    vcc: hex64(maskOf(result, VCC_LO)),
    ...(changes.scc ? { scc: changes.scc.after } : {}),
    ...(changes.mode ? { mode: changes.mode.after } : {}),
    memory: bytesJson(result.memory),
    lds: bytesJson(result.lds),
  };
}
