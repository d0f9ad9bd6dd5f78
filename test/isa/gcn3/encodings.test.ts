// Forms of every instruction, encoded by LLVM's assembler from our text: the same bytes, which decode to the same text.
// Forms that LLVM refuses are of an explained kind. ATOLL_ENCODINGS=30 tries so many forms of each instruction:
// some 50,000 of gfx900.

import { existsSync } from 'node:fs';
import test from 'ava';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { Random } from '../../emulator/random.js';
import { LLVM_MC } from '../llvm-mc.js';
import { forms, judge } from './encodings.js';

const COUNT = Number(process.env['ATOLL_ENCODINGS'] ?? 2);
const SEED = Number(process.env['ATOLL_SEED'] ?? 19);

for (const chip of ['gfx803', 'gfx900', 'gfx906'])
  test(`${chip}: LLVM encodes forms of all instructions as we do`, async (t) => {
    t.timeout(600_000);
    t.true(existsSync(LLVM_MC), 'llvm-mc is missing: apt-get install llvm-16');
    const isa = await loadIsa(chip);
    const list = forms(isa, new Random(SEED), COUNT);
    const { same, others, unexplained, changed } = judge(isa, list);
    t.deepEqual(changed.slice(0, 10), []);
    t.deepEqual(unexplained.slice(0, 20), []);
    t.true(same > 0.8 * list.length, `${same} of ${list.length}`);
    t.log(
      `seed ${SEED}: ${list.length} encodings, ${same} of them made by LLVM\n${[...others].map(([why, n]) => `${n} ${why}`).join('\n')}`,
    );
  });
