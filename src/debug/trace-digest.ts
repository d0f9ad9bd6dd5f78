// A number for what an instruction did: two runs that did the same have the same one, others hardly ever.

import { VGPR_WORDS, WORD } from '../emulator/state.js';
import { execWordsOf } from '../emulator/state-layout.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import { type Instruction, SCALAR_FILE_SIZE } from '../isa/instruction.js';
import { required } from '../util/required.js';
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
    for (let i = 0; i < words.length; i++) this.add(required(words[i], 'word'));
  }

  get value(): number {
    let h = this.hash ^ (4 * this.words);
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return (h ^ (h >>> 16)) >>> 0;
  }
}

/**
 * Adds the inputs of an instruction that accesses memory: the registers of its addresses and stored values, in active
 * lanes. Loaded values are in the registers that it writes.
 */
export function addAccesses(digest: Digest, { u, layout }: Wavefront, instruction: Instruction): void {
  const { memory, reads } = knownEffects(instruction);
  if (memory === 'none') return;
  const [low, high] = execWordsOf(u, layout);
  digest.add(low);
  digest.add(high);
  for (const { bank, index, count } of reads) {
    if (bank !== 'vgpr') {
      for (let word = WORD.scalars + index; word < WORD.scalars + index + count; word++) digest.add(stateWord(u, word));
      continue;
    }
    for (let register = index; register < index + count; register++)
      for (let lane = 0; lane < layout.lanes; lane++)
        if ((((lane < 32 ? low : high) >>> (lane & 31)) & 1) !== 0)
          digest.add(stateWord(u, VGPR_WORDS * register + lane));
  }
}

/** Adds the registers that an instruction may have changed. */
export function addWrites(digest: Digest, { u, workGroup }: Wavefront, instruction: Instruction): void {
  const { writes, writesScc, writesMode, computedRegisters } = knownEffects(instruction);
  if (computedRegisters) {
    digest.all(u.subarray(0, workGroup.launch.vgprs * VGPR_WORDS));
    digest.all(u.subarray(WORD.scalars, WORD.scalars + SCALAR_FILE_SIZE));
  }
  for (const { bank, index, count } of writes) {
    const [first, size] = bank === 'vgpr' ? [VGPR_WORDS * index, VGPR_WORDS] : [WORD.scalars + index, 1];
    digest.all(u.subarray(first, first + size * count));
  }
  if (writesScc) digest.add(stateWord(u, WORD.scc));
  if (writesMode) digest.add(stateWord(u, WORD.mode));
}
