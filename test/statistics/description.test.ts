// Statistics from the description of launches: of several launches the most, and the minimum of how many wavefronts
// fit; and instructions that compiled code left to the interpreter.

import test from 'ava';
import { Counts } from '../../src/emulator/counts.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { totalsOf } from '../../src/statistics/decoded-tallies.js';
import { STATISTICS, valuesOf } from '../../src/statistics/statistics.js';

const isa = DEFAULT_ISA.name;
const counts = new Counts().values;
const small = { vgprs: 24, sgprs: 100, ldsBytes: 1000, scratchBytes: 16, workItems: 64, isa };
const large = { vgprs: 100, sgprs: 16, ldsBytes: 40_000, scratchBytes: 0, workItems: 300, isa };
const of = (...all: (typeof small)[]) =>
  valuesOf(totalsOf(all.map((resources) => ({ counts, isa, code: undefined, resources }))).tally);

/**
 * By hand: granules of 4 VGPRs, 8 SGPRs and 256 bytes of LDS; 10 slots, 256 VGPRs and 512 SGPRs of a SIMD; 64 KiB and
 * 16 barriers of 4 SIMDs.
 */
const SMALL = {
  vgprs: 24,
  sgprs: 100,
  ldsBytes: 1000,
  scratchBytes: 16,
  occupancy: 4,
  'occupancy.hardware': 10,
  'occupancy.VGPRs': 10,
  'occupancy.SGPRs': 4,
  'occupancy.LDS': 16,
  'occupancy.barriers': 10,
  'occupancy.work-group': 4,
};
const LARGE = {
  vgprs: 100,
  sgprs: 16,
  ldsBytes: 40_000,
  scratchBytes: 0,
  // One work-group of five wavefronts on four SIMDs: VGPRs allow two wavefronts each, LDS no second work-group.
  occupancy: 1.25,
  'occupancy.hardware': 10,
  'occupancy.VGPRs': 2,
  'occupancy.SGPRs': 32,
  'occupancy.LDS': 1.25,
  'occupancy.barriers': 20,
  'occupancy.work-group': 1.25,
};

test('resources of a launch, and the number of wavefronts that they allow', (t) => {
  const described = STATISTICS.filter(({ collection }) => collection === 'description').map(({ name }) => name);
  t.deepEqual(Object.keys(SMALL), described);
  t.like(of(small), SMALL);
  t.like(of(large), LARGE);
});

test('later chips give out SGPRs by 16 of 800 and LDS by 512 bytes, VGPRs by 4', (t) => {
  const resources = { vgprs: 85, sgprs: 50, ldsBytes: 13_000, scratchBytes: 0, workItems: 64, isa: 'gfx900' };
  t.like(of(resources), {
    occupancy: 1,
    // 88, 64 and 13312 of them: with 56 SGPRs there would be 14, with 13056 bytes five work-groups on four SIMDs.
    'occupancy.VGPRs': 2,
    'occupancy.SGPRs': 12,
    'occupancy.LDS': 1,
    'occupancy.work-group': 1,
  });
});

test('several launches: the maximum of resources, and the minimum of occupancy', (t) => {
  const names = Object.keys(SMALL) as (keyof typeof SMALL)[];
  const expected = names.map((name) => {
    const choose = name.startsWith('occupancy') ? Math.min : Math.max;
    return [name, choose(SMALL[name], LARGE[name])];
  });
  t.like(of(small, large, small), Object.fromEntries(expected));
});

test('a launch without resources makes them unknown', (t) => {
  const launches = [
    { counts, isa, code: undefined, resources: small },
    { counts, isa, code: undefined },
  ];
  const values = valuesOf(totalsOf(launches).tally);
  for (const name of Object.keys(SMALL)) t.is(values[name], null, name);
});

test('exits are added, by whatever instruction', (t) => {
  const tallyOfExits = (mnemonics: readonly string[]) => {
    const own = new Counts(true);
    for (const mnemonic of mnemonics) own.exit(mnemonic);
    return { counts: own.values, isa, code: undefined };
  };
  t.is(valuesOf(totalsOf([tallyOfExits(['a', 'b', 'a']), tallyOfExits([]), tallyOfExits(['b'])]).tally)['exits'], 4);
});
