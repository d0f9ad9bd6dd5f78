// Every name that LLVM's assembler takes on a chip has a row in our table, and no other has. The names are found in
// LLVM's library, which has them in a table of text; the assembler's error about one without operands shows whether the
// chip has it.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { LLVM_LIBRARY, LLVM_MC } from '../llvm-mc.js';

const NAME = /(?:s|v|ds|flat|global|scratch|t?buffer|image)(?:_[a-z0-9]+)+/g;
const UNKNOWN =
  /^<stdin>:(\d+):\d+: error: (?:invalid instruction|instruction not supported on this GPU|\w+ variant of this instruction)/gm;

/** The names of LLVM that are none of an instruction's own. */
const OTHERS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/_pad_s_nop$/, 'a branch for chips with an error, and what stands behind it'],
  [/^v_illegal$/, 'words that are no instruction'],
  [/^v_mul_lo_i32$/, 'another name of v_mul_lo_u32, here too (aliases)'],
];

const candidates = [...new Set(readFileSync(LLVM_LIBRARY, 'latin1').match(NAME))].filter(
  (name) => !OTHERS.some(([pattern]) => pattern.test(name)),
);

/** Names without the suffixes of encodings. */
function namesOfLlvm(chip: string): ReadonlySet<string> {
  const { stderr } = spawnSync(LLVM_MC, ['-triple=amdgcn', `-mcpu=${chip}`], {
    input: candidates.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const unknown = new Set([...stderr.matchAll(UNKNOWN)].map(([, line]) => Number(line) - 1));
  return new Set(candidates.filter((_, i) => !unknown.has(i)).map((name) => name.replace(/_(e32|e64|sdwa|dpp)$/, '')));
}

for (const chip of ['gfx803', 'gfx900', 'gfx906'])
  test(`${chip} has LLVM's instructions of the chip`, async (t) => {
    const llvm = namesOfLlvm(chip);
    const isa = await loadIsa(chip);
    const own = new Set(isa.table.all.map(({ name }) => name));
    // Exports have a name that is part of many words.
    own.delete('exp');
    t.true(llvm.size > 900, `${llvm.size} names`);
    t.deepEqual(
      [...llvm].filter((name) => !own.has(name)),
      [],
    );
    t.deepEqual(
      [...own].filter((name) => !llvm.has(name)),
      [],
    );
    t.log(`${llvm.size} names`);
  });
