// A run of many launches: beyond the first ones they are added up, and the sums of kernels stay the same.

import test from 'ava';
import type { LaunchReport } from '../../src/driver/core/processor/messages.js';
import { Counts } from '../../src/emulator/counts.js';
import type { Observations } from '../../src/emulator/observations.js';
import { summarize } from '../../src/instruments/summary/text.js';
import { LaunchList } from '../../src/machine/launch-list.js';
import { countOf } from '../../src/report/launches-by-image.js';
import { totalsOf } from '../../src/statistics/decoded-tallies.js';

/** s_mov_b32 s0, s1; s_endpgm. */
const CODE = [0xbe800301, 0xbf810000];

function launch(number: number, more: Partial<LaunchReport> = {}): LaunchReport {
  const counts = new Counts();
  counts.workGroups = 1;
  counts.wavefronts = 2;
  counts.code.ran(0, 2, 2 * (number + 1));
  return {
    session: 1,
    kernel: number % 3 === 0 ? 'rare' : 'often',
    device: 0,
    globalSize: [128, 1, 1],
    localSize: [128, 1, 1],
    counts: counts.values,
    isa: 'southern-islands',
    code: Uint32Array.from(CODE),
    resources: {
      vgprs: number % 2 === 0 ? 4 : 8,
      sgprs: 8,
      ldsBytes: 0,
      scratchBytes: 0,
      workItems: 128,
      isa: 'gfx600',
    },
    startNs: BigInt(1000 * number),
    endNs: BigInt(1000 * number + 100 + number),
    preparation: { translationNs: number, compilationNs: 1 },
    ...more,
  };
}

const LAUNCHES = Array.from({ length: 50 }, (_, number) => launch(number));

test('many launches: only sums are kept, which are the same for kernels', (t) => {
  const list = new LaunchList(4);
  for (const each of LAUNCHES) list.add(each);
  const { all } = list;
  t.is(all.length, 4 + 4, 'two kernels with two sets of resources each');
  t.is(countOf(all), LAUNCHES.length);
  t.deepEqual(all.slice(0, 4), LAUNCHES.slice(0, 4));
  t.is(new Set(all.filter(({ kernel }) => kernel === 'often').map(({ code }) => code)).size, 1, 'one code');
  const of = (launches: readonly LaunchReport[], kernel: string) =>
    totalsOf(launches.filter((each) => each.kernel === kernel)).tally.instructions;
  for (const kernel of ['rare', 'often']) t.deepEqual(of(all, kernel), of(LAUNCHES, kernel));
  t.is(summarize(all, 1n, ['tahiti']), summarize(LAUNCHES, 1n, ['tahiti']));
});

/** Data of probes for a launch: numbers that differ by launch, and a separate page or two. */
function observed(number: number): Observations {
  return {
    addresses: {
      instructions: Float64Array.of(0, 1, 64, 4 + number, 0, 0, 0),
      conflicts: Float64Array.of(0, number % 3, 1),
      lanes: Float64Array.of(0, 2, 60 + (number % 4), 1),
      pages: Uint32Array.of(5, 0x80000000, 1 << (number % 32), 6 + (number % 2), 1, 0),
    },
    values: {
      groups: 1,
      instructions: Float64Array.of(0, 64, number, 64, 1),
      reuse: Float64Array.of(number % 5, 2),
    },
  };
}

test('probe data of many launches are added up, by guest', (t) => {
  const list = new LaunchList(4);
  const launches = LAUNCHES.map((each, number) => ({
    ...each,
    session: 1 + (number % 2),
    observations: observed(number),
  }));
  for (const each of launches) list.add(each);
  t.is(list.all.length, 4 + 4, 'a guest is one set of resources here');
  const of = (all: readonly LaunchReport[]) => totalsOf(all.filter(({ kernel }) => kernel === 'often')).tally;
  const [sum, apart] = [of(list.all), of(launches)];
  t.deepEqual(sum.instructions, apart.instructions);
  t.deepEqual(sum.footprint, apart.footprint);
  t.is(sum.footprint?.pages, 4);
  t.is(sum.sample?.groups, apart.sample?.groups);
  const reuse = ({ sample }: typeof sum) => [...sample!.reuse].sort(([a], [b]) => a - b);
  t.deepEqual(reuse(sum), reuse(apart));
});

test('launches that failed, or of which more is known, stay by themselves', (t) => {
  const list = new LaunchList(0);
  list.add(launch(1));
  list.add(launch(1, { failure: 'a fault' }));
  list.add(launch(1, { observations: { time: { cycles: 1, nanoseconds: 1, result: {} } } }));
  list.add(launch(1, { observations: { buffers: [] } }));
  t.deepEqual(
    list.all.map(({ merged, failure }) => [merged, failure]),
    [
      [undefined, 'a fault'],
      [undefined, undefined],
      [undefined, undefined],
      [1, undefined],
    ],
  );
});
