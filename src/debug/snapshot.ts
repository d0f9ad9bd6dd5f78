// The architectural state of a wavefront at one moment, and what is different later.

import { VGPR_WORDS, WORD } from '../emulator/state.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import { SCALAR_FILE_SIZE } from '../isa/instruction.js';

export interface Snapshot {
  /** Rows of allocated VGPRs, as in the state of the wavefront. */
  readonly vgprs: Uint32Array;
  /** By operand code. */
  readonly scalars: Uint32Array;
  readonly scc: number;
  readonly mode: number;
  readonly trapStatus: number;
}

export interface ScalarChange {
  /** Operand code. */
  readonly index: number;
  readonly before: number;
  readonly after: number;
}

export interface VectorChange {
  readonly register: number;
  /** Lanes that changed. */
  readonly mask: bigint;
  /** Of all lanes. */
  readonly after: Uint32Array;
}

export interface WordChange {
  readonly before: number;
  readonly after: number;
}

export interface StateChanges {
  readonly scalars: readonly ScalarChange[];
  readonly vectors: readonly VectorChange[];
  readonly scc: WordChange | undefined;
  readonly mode: WordChange | undefined;
  readonly trapStatus: WordChange | undefined;
}

/** Copies the state of a wavefront. */
export function takeSnapshot({ u, workGroup }: Wavefront): Snapshot {
  return {
    vgprs: u.slice(0, workGroup.launch.vgprs * VGPR_WORDS),
    scalars: u.slice(WORD.scalars, WORD.scalars + SCALAR_FILE_SIZE),
    scc: stateWord(u, WORD.scc),
    mode: stateWord(u, WORD.mode),
    trapStatus: stateWord(u, WORD.trapStatus),
  };
}

/** Lanes in which words differ. */
export function changedLanes(before: ArrayLike<number>, after: ArrayLike<number>): bigint {
  const maskOf = (first: number): bigint => {
    let mask = 0;
    const end = Math.min(first + 32, before.length);
    for (let lane = first; lane < end; lane++) if (before[lane] !== after[lane]) mask |= 1 << (lane & 31);
    return BigInt(mask >>> 0);
  };
  return (maskOf(32) << 32n) | maskOf(0);
}

const changed = (before: number, after: number): WordChange | undefined =>
  before === after ? undefined : { before, after };

/** Changes of the wavefront since the snapshot. */
export function changesSince(snapshot: Snapshot, wavefront: Wavefront): StateChanges {
  const { u, layout } = wavefront;
  const vectors: VectorChange[] = [];
  for (let register = 0; register * VGPR_WORDS < snapshot.vgprs.length; register++) {
    const after = wavefront.row(register).slice();
    const first = register * VGPR_WORDS;
    const mask = changedLanes(snapshot.vgprs.subarray(first, first + layout.lanes), after);
    if (mask !== 0n) vectors.push({ register, mask, after });
  }
  const scalars: ScalarChange[] = [];
  snapshot.scalars.forEach((before, index) => {
    const after = stateWord(u, WORD.scalars + index);
    if (before !== after) scalars.push({ index, before, after });
  });
  return {
    scalars,
    vectors,
    scc: changed(snapshot.scc, stateWord(u, WORD.scc)),
    mode: changed(snapshot.mode, stateWord(u, WORD.mode)),
    trapStatus: changed(snapshot.trapStatus, stateWord(u, WORD.trapStatus)),
  };
}
