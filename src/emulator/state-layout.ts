// Register layout of an instruction set in the slot of a wavefront (state.ts). Vector registers have rows with room for
// the widest wavefront, one after the other through all banks, and scalar registers lie at their operand codes; so an
// instruction set decides lanes, words of masks, the number of rows and the places of special registers.

import type { Isa } from '../isa/isa.js';
import { isaNamed } from '../isa/isas.js';
import { vectorRegisters } from '../isa/wave.js';
import { VGPR_COUNT, VGPR_WORDS, WORD } from './state.js';

export interface StateLayout {
  readonly lanes: number;
  /** Words of EXEC and of other masks of lanes. */
  readonly execWords: 1 | 2;
  /** EXEC of all lanes. */
  readonly allLanes: bigint;
  /** Vector registers of all banks. */
  readonly vectorRegisters: number;
  /** Word indices in a slot. */
  readonly vcc: number;
  readonly exec: number;
  readonly m0: number;
  readonly flatScratch: number;
}

const layouts = new WeakMap<Isa, StateLayout>();

function makeLayout({ name, wave, banks, operands: { special } }: Isa): StateLayout {
  const rows = vectorRegisters(banks);
  if (wave.lanes > VGPR_WORDS || rows > VGPR_COUNT)
    throw new RangeError(`a wavefront slot has no room for ${rows} vector registers of ${wave.lanes} lanes of ${name}`);
  return Object.freeze({
    lanes: wave.lanes,
    execWords: wave.execWords,
    allLanes: (1n << BigInt(wave.lanes)) - 1n,
    vectorRegisters: rows,
    vcc: WORD.scalars + special.vcc,
    exec: WORD.scalars + special.exec,
    m0: WORD.scalars + special.m0,
    flatScratch: WORD.scalars + special.flatScratch,
  });
}

/** @throws RangeError when a slot has no room for the registers */
export function layout(isa: Isa): StateLayout {
  let layout = layouts.get(isa);
  if (!layout) layouts.set(isa, (layout = makeLayout(isa)));
  return layout;
}

/** EXEC in two words, the second one 0 where there is none. @param u the words of a slot */
export const execWordsOf = (u: Uint32Array, { exec, execWords }: StateLayout): readonly [low: number, high: number] => [
  u[exec]!,
  execWords === 2 ? u[exec + 1]! : 0,
];

/** The layout of a launch's wavefronts. */
export const launchLayout = (launch: { readonly isa: string }): StateLayout => layout(isaNamed(launch.isa));
