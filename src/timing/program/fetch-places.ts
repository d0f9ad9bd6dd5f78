// Places of instructions in the fetched code: one behind the other, without those that a loader has put beside them.

import { decode } from '../../isa/decode.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Isa } from '../../isa/isa.js';

/** Words that are fetched of an instruction. */
export const fetchedWords = (instruction: Instruction): number =>
  instruction.def.isa.rules.isAuxiliary?.(instruction) ? 0 : instruction.size / 4;

/** By the word of the code; undefined where all of the code is fetched. */
export function fetchPlaces(isa: Isa, code: Uint32Array): Int32Array | undefined {
  if (!isa.rules.isAuxiliary) return undefined;
  const places = new Int32Array(code.length);
  let place = 0;
  for (let word = 0; word < code.length; ) {
    const decoded = decode(isa, code, word);
    const size = decoded.ok ? decoded.instruction.size / 4 : 1;
    places.fill(place, word, word + size);
    place += decoded.ok ? fetchedWords(decoded.instruction) : size;
    word += size;
  }
  return places;
}
