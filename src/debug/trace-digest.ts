// A number for what an instruction did: two runs that did the same have the same one, others hardly ever.

import { LANES, WORD } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { type Instruction, SCALAR_FILE_SIZE } from '../isa/instruction.js';
import { accessesOf } from './memory-accesses.js';
import { knownEffects } from './operand-values.js';

/** MurmurHash3's round and end, on words. */
export class Digest {
  private hash = 0;
  private words = 0;

  add(word: number): void {
    let k = Math.imul(word, 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    const h = this.hash ^ k;
    this.hash = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
    this.words++;
  }

  all(words: ArrayLike<number>): void {
    for (let i = 0; i < words.length; i++) this.add(words[i]!);
  }

  get value(): number {
    let h = this.hash ^ (4 * this.words);
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return (h ^ (h >>> 16)) >>> 0;
  }
}

/** Addresses and values of the memory that an instruction is going to access, by the lanes that do. */
export function addAccesses(digest: Digest, wavefront: Wavefront, instruction: Instruction): void {
  if (knownEffects(instruction).memory === 'none') return;
  for (const { mask, bits, addresses, values, high } of accessesOf(wavefront.memory, wavefront, instruction)) {
    digest.add(bits);
    for (let lane = 0; lane < LANES; lane++) {
      if (((mask >> BigInt(lane)) & 1n) === 0n) continue;
      digest.add(addresses[lane]!);
      digest.add(values[lane]!);
      if (bits === 64) digest.add(high[lane]!);
    }
  }
}

/** What stands in the registers that an instruction may have changed. */
export function addWrites(digest: Digest, { u, workGroup }: Wavefront, instruction: Instruction): void {
  const { writes, writesScc, writesMode, computedRegisters } = knownEffects(instruction);
  if (computedRegisters) {
    digest.all(u.subarray(0, workGroup.launch.vgprs * LANES));
    digest.all(u.subarray(WORD.scalars, WORD.scalars + SCALAR_FILE_SIZE));
  }
  for (const { bank, index, count } of writes) {
    const [first, size] = bank === 'vgpr' ? [LANES * index, LANES] : [WORD.scalars + index, 1];
    digest.all(u.subarray(first, first + size * count));
  }
  if (writesScc) digest.add(u[WORD.scc]!);
  if (writesMode) digest.add(u[WORD.mode]!);
}
