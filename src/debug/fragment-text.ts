// Changes by a fragment, as text and as JSON.

import { describeFault } from '../emulator/faults.js';
import { WORD } from '../emulator/state.js';
import type { OperandCodes } from '../isa/operand-codes.js';
import { required } from '../util/required.js';
import { type ByteChange, dumpRows } from './byte-changes.js';
import type { FragmentResult } from './fragment.js';
import {
  drawMask,
  floatText,
  hex,
  hex32,
  hex64,
  hexMask,
  isEveryLane,
  laneRows,
  lanesOf,
  laneText,
  looksLikeFloat,
  maskText,
  wordText,
} from './numbers.js';
import { codesOf, isaOf, masksOf } from './registers.js';
import type { VectorChange } from './snapshot.js';

const NAME_COLUMN = 8;
/** Values of lanes that fit a line of a terminal. */
const SHORT = 100;
const row = (name: string, text: string): string => `${name.padEnd(NAME_COLUMN)} ${text}`;

const hexOf = ({ wavefront }: FragmentResult, name: 'exec' | 'vcc'): string =>
  hexMask(wavefront.maskAt(wavefront.layout[name]), wavefront.layout.lanes);

const nameOf = ({ wavefront }: FragmentResult, index: number): string => codesOf(wavefront).scalarName(index, 1);

function scalarRows(result: FragmentResult): string[] {
  const { wavefront, changes } = result;
  const { m0 } = isaOf(wavefront).operands.special;
  const masks = masksOf(wavefront);
  const rows = changes.scalars
    .filter(({ index }) => !masks.some(({ has }) => has(index)))
    .map(({ index, after }) => row(index === m0 ? 'M0' : nameOf(result, index), wordText(after)));
  const { lanes } = wavefront.layout;
  for (const { name, first, has } of masks) {
    if (!changes.scalars.some(({ index }) => has(index))) continue;
    const mask = wavefront.maskAt(WORD.scalars + first);
    rows.push(row(name, `${hexMask(mask, lanes)}  ${drawMask(mask, lanes)}`));
  }
  return rows;
}

/** A value that all lanes share once, with all its readings; otherwise short, or rows of eight lanes. */
function vectorRows({ register, mask, after }: VectorChange, codes: OperandCodes): string[] {
  const name = codes.vgprName(register, 1);
  const values = lanesOf(mask).map((lane) => required(after[lane], "lane's value"));
  const lanes = isEveryLane(mask, after.length) ? 'all lanes' : `lanes ${maskText(mask)}`;
  if (values.every((value) => value === values[0]))
    return [row(name, `${wordText(required(values[0], "lane's value"))}  ${lanes}`)];
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
  if (outcome === 'fault') return describeFault(required(fault, 'fault'));
  if (outcome === 'limit') return `stopped after ${count} (--max) at ${at}, before its end`;
  return `${count}, ended at ${at}`;
}

/** The whole report; a last line for the end, or the fault. */
export function fragmentText(result: FragmentResult): string {
  const { scc, mode, trapStatus, vectors } = result.changes;
  const lines = [
    ...scalarRows(result),
    ...(scc ? [row('SCC', String(scc.after))] : []),
    ...(mode ? [row('MODE', `${hex32(mode.after)} (was ${hex32(mode.before)})`)] : []),
    ...(trapStatus ? [row('TRAPSTS', hex32(trapStatus.after))] : []),
    ...vectors.flatMap((change) => vectorRows(change, codesOf(result.wavefront))),
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
        codesOf(wavefront).vgprName(register, 1),
        Object.fromEntries(lanesOf(mask).map((lane) => [lane, after[lane]])),
      ]),
    ),
    exec: hexOf(result, 'exec'),
    vcc: hexOf(result, 'vcc'),
    ...(changes.scc ? { scc: changes.scc.after } : {}),
    ...(changes.mode ? { mode: changes.mode.after } : {}),
    ...(changes.trapStatus ? { trapsts: changes.trapStatus.after } : {}),
    memory: bytesJson(result.memory),
    lds: bytesJson(result.lds),
  };
}
