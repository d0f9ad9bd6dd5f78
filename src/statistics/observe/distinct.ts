// Number of different words among those of the active lanes of a register.

import { VGPR_WORDS } from '../../emulator/state.js';

/** A power of two, so many that words seldom meet. */
const PLACES = 512;
const SHIFT = 32 - Math.log2(PLACES);
/** A distance whose multiples come round to 0 within the lanes of a wavefront is a multiple of this. */
const ROUND = 2 ** 32 / (VGPR_WORDS / 2);
/** Neighbouring numbers come to places that are far apart. */
const SPREAD = 0x9e3779b1;

export class DistinctWords {
  lanes = 0;
  values = 0;
  private readonly words = new Uint32Array(PLACES);
  /** Number of the call in which each place was taken: those of earlier ones are free. */
  private readonly calls = new Uint32Array(PLACES);
  private call = 0;

  /** @param at the word of lane 0 @param low EXEC of the first 32 lanes @param high of the others */
  look(u: Uint32Array, at: number, low: number, high: number): void {
    if ((low & high) === -1 && this.lookEven(u, at)) return;
    const { words, calls } = this;
    if (++this.call === 2 ** 32) {
      calls.fill(0);
      this.call = 1;
    }
    const { call } = this;
    let [lanes, values] = [0, 0];
    for (let lane = 0; lane < VGPR_WORDS; lane++) {
      if ((((lane < 32 ? low : high) >>> (lane & 31)) & 1) === 0) continue;
      lanes++;
      const word = u[at + lane]!;
      let place = Math.imul(word, SPREAD) >>> SHIFT;
      while (calls[place] === call && words[place] !== word) place = (place + 1) & (PLACES - 1);
      if (calls[place] === call) continue;
      calls[place] = call;
      words[place] = word;
      values++;
    }
    this.lanes = lanes;
    this.values = values;
  }

  /**
   * The words of all lanes, if each is as far from the one before: one value, such as a uniform one, or as many as
   * lanes, such as addresses.
   */
  private lookEven(u: Uint32Array, at: number): boolean {
    const step = (u[at + 1]! - u[at]!) | 0;
    if (step !== 0 && step % ROUND === 0) return false;
    for (let lane = 2; lane < VGPR_WORDS; lane++) if (((u[at + lane]! - u[at + lane - 1]!) | 0) !== step) return false;
    this.lanes = VGPR_WORDS;
    this.values = step === 0 ? 1 : VGPR_WORDS;
    return true;
  }
}
