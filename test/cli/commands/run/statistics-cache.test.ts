// Cached facts about instructions give the same results as the tables of instruction sets.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Counts } from '../../../../src/emulator/counts.js';
import { DEFAULT_ISA } from '../../../../src/isa/isas.js';
import { FactsCache } from '../../../../src/kernels/facts-cache.js';
import { DescribedCodes } from '../../../../src/statistics/code-facts.js';
import { tallyOf } from '../../../../src/statistics/decoded-tallies.js';
import { describeInstruction } from '../../../../src/statistics/describe-code.js';
import { valuesOf } from '../../../../src/statistics/statistics.js';
import { Totals } from '../../../../src/statistics/tally.js';
import { assemble } from '../../../isa/southern-islands.js';
import { scratchFolder } from '../../atoll.js';

const refuse = (): never => {
  throw new Error('not kept');
};

/** Every encoding length, classes, rates, banks, a branch that stays, and a word that is no instruction. */
const CODE = Uint32Array.of(
  ...assemble(`v_mov_b32 v0, 0x12345678\n v_fma_f64 v[0:1], v[4:5], v[8:9], v[4:5]\n v_rcp_f32 v1, v2\n s_load_dword s0, s[2:3], 0x10
    s_branch next\n next: s_cbranch_scc0 0\n v_mad_f32 v1, v4, v8, v12\n ds_read_b32 v1, v2\n buffer_load_dword v1, v2, s[4:7], 0 offen
    s_setpc_b64 s[0:1]\n v_interp_mov_f32 v0, p0, attr0.x\n s_waitcnt vmcnt(0)\n s_barrier\n s_endpgm`).words,
  0xffff_ffff,
);

function countsOf(words: number): Counts {
  const counts = new Counts();
  counts.code.ran(0, words, 7);
  counts.code.idled(0, words, 100);
  counts.code.took(5, 2);
  return counts;
}

test('cached facts give the same numbers, without the tables', (t) => {
  const cache = new FactsCache(scratchFolder(t), 'this');
  const launch = { isa: DEFAULT_ISA.name, code: CODE, counts: countsOf(CODE.length).values };
  const decoded = new DescribedCodes(describeInstruction);
  const expected = valuesOf(new Totals(decoded).add(launch).tally);
  t.deepEqual(expected, valuesOf(tallyOf(launch)));
  t.true(expected['vgprBankConflicts']! > 0 && expected['valuCycles']! > 0 && expected['bufferFlushes']! > 0);
  for (const code of decoded.all) cache.keep(code);
  const read = new DescribedCodes(refuse, (code) => cache.load(code));
  t.deepEqual(valuesOf(new Totals(read).add({ ...launch, code: CODE.slice() }).tally), expected);
  t.false(read.all[0]!.isNew);
});

test('runs with other paths add their properties; other users and other code find no entry', (t) => {
  const folder = scratchFolder(t);
  const cache = new FactsCache(folder, 'this');
  const described = (words: number) => {
    const codes = new DescribedCodes(describeInstruction);
    valuesOf(new Totals(codes).add({ isa: DEFAULT_ISA.name, code: CODE, counts: countsOf(words).values }).tally);
    return codes.all[0]!;
  };
  cache.keep(described(2));
  const of = (files: FactsCache, code = CODE) =>
    new DescribedCodes(refuse, (each) => files.load(each)).of({ isa: DEFAULT_ISA.name, code });
  t.is(of(cache).at(0)?.size, 8);
  t.throws(() => of(cache).at(2), { message: 'not kept' });
  const later = new DescribedCodes(describeInstruction).of({ isa: DEFAULT_ISA.name, code: CODE });
  t.is(later.at(4)?.cycles, 4 * 4);
  cache.keep(later);
  t.is(of(cache).at(0)?.size, 8);
  t.is(of(cache).at(4)?.cycles, 4 * 4);
  t.throws(() => of(new FactsCache(folder, 'another')).at(0), { message: 'not kept' });
  t.throws(
    () =>
      of(
        cache,
        CODE.map((word) => word ^ 1),
      ).at(0),
    { message: 'not kept' },
  );
});

test('damaged entries are not used', (t) => {
  const folder = scratchFolder(t);
  const cache = new FactsCache(folder, 'this');
  const code = new DescribedCodes(describeInstruction).of({ isa: DEFAULT_ISA.name, code: CODE });
  code.at(0);
  cache.keep(code);
  const [file] = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.facts'));
  const bytes = readFileSync(join(folder, file!));
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(join(folder, file!), bytes);
  const read = new DescribedCodes(refuse, (each) => cache.load(each)).of({ isa: DEFAULT_ISA.name, code: CODE });
  t.throws(() => read.at(0), { message: 'not kept' });
  rmSync(folder, { recursive: true });
});
