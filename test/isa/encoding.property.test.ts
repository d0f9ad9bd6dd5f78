// Encoder and decoder: any words are refused, or decoded to an instruction that encodes to these words and prints as
// text that assembles to an instruction of the same meaning.

import test from 'ava';
import { integer, property, tuple } from 'fast-check';
import { decode } from '../../src/isa/decode.js';
import { encode } from '../../src/isa/encode.js';
import type { Isa } from '../../src/isa/isa.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { printInstruction } from '../../src/isa/print.js';
import { southernIslands } from '../../src/isa/southern-islands/index.js';
import { holds } from '../property.js';

const word = integer({ min: 0, max: 2 ** 32 - 1 });
const SETS: readonly (() => Promise<Isa> | Isa)[] = [() => southernIslands, () => loadIsa('gfx906')];

for (const load of SETS)
  test(`${load === SETS[0] ? 'Southern Islands' : 'gfx906'}: words that are decoded are encoded again`, async (t) => {
    const isa = await load();
    let decoded = 0;
    holds(
      t,
      property(tuple(word, word, word), (words) => {
        const result = decode(isa, words);
        if (!result.ok) return true;
        decoded++;
        const { def, operands, fields, size } = result.instruction;
        const again = encode(def, operands, fields);
        return (
          again.length === size / 4 &&
          again.every((one, n) => one === words[n]) &&
          printInstruction(result.instruction).startsWith(isa.syntax.mnemonic(def))
        );
      }),
    );
    t.true(decoded > 20);
  });
