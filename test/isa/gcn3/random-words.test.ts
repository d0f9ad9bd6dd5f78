// Random words of every format against LLVM's disassembler: whatever differs is of a kind that is explained
// (differences.ts), and decoded instructions encode to the same words. ATOLL_WORDS=2000000 is the long campaign;
// ATOLL_SEED gives other words.

import { existsSync } from 'node:fs';
import test from 'ava';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { Random } from '../../emulator/random.js';
import { LLVM_MC } from '../llvm-mc.js';
import { kindOf } from './differences.js';
import { compareWords, type Pair, randomPairs } from './random-words.js';

const CHIPS = ['gfx803', 'gfx900', 'gfx906'];
/** Pairs of words for all chips together. */
const COUNT = Number(process.env['ATOLL_WORDS'] ?? 20_000);
const SEED = Number(process.env['ATOLL_SEED'] ?? 20);
const BATCH = 20_000;
/** For as many pairs, on a machine that is busy. */
const BATCH_MS = 300_000;

const hex = ([first, second]: Pair): string =>
  [first, second].map((word) => word.toString(16).padStart(8, '0')).join(' ');

for (const [i, chip] of CHIPS.entries())
  test(`words of ${chip} are read as LLVM reads them`, async (t) => {
    const all = Math.ceil(COUNT / CHIPS.length);
    t.timeout(BATCH_MS * Math.ceil(all / BATCH));
    t.true(existsSync(LLVM_MC), 'llvm-mc is missing: apt-get install llvm-16');
    const isa = await loadIsa(chip);
    const random = new Random(SEED * CHIPS.length + i);
    const tally = new Map<string, number>();
    const count = (name: string, by = 1): void => void tally.set(name, (tally.get(name) ?? 0) + by);
    for (let rest = all; rest > 0; rest -= BATCH) {
      const { both, neither, differences, changed } = compareWords(
        isa,
        randomPairs(isa, random, Math.min(rest, BATCH)),
      );
      count('the same text', both);
      count('refused by both', neither);
      t.deepEqual(
        changed.slice(0, 20).map(([first, second, text]) => `${hex([first, second])} ${text}`),
        [],
      );
      const unexplained = differences.filter((difference) => !kindOf(difference));
      t.deepEqual(
        unexplained
          .slice(0, 20)
          .map(({ pair, ours, reason, llvm }) => ({ pair: hex(pair), ours: ours ?? reason, llvm })),
        [],
      );
      for (const difference of differences) {
        const { ours, llvm } = difference;
        count(
          ours === undefined
            ? 'taken by LLVM alone'
            : llvm === undefined
              ? 'taken by us alone'
              : 'taken with another text',
        );
        count(kindOf(difference)!.name);
      }
    }
    t.log(`seed ${SEED}\n${[...tally].map(([name, number]) => `${number} ${name}`).join('\n')}`);
    t.true(tally.get('the same text')! > all / 8);
  });
