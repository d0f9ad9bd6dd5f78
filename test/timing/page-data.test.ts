// Data of pages about simulated time beside the simulation itself: over time, lanes and operations, room for
// wavefronts.

import test from 'ava';
import { decode } from '../../src/isa/decode.js';
import { southernIslands } from '../../src/isa/southern-islands/index.js';
import { totalsOf } from '../../src/statistics/decoded-tallies.js';
import { STATISTICS } from '../../src/statistics/statistics.js';
import { configurationOf, readConfiguration } from '../../src/timing/config/configuration.js';
import { groupsAtOnce } from '../../src/timing/levels/bounds.js';
import { residencyOf, whatIfs } from '../../src/timing/levels/residency.js';
import type { EndedWavefront } from '../../src/timing/model/ended-wavefront.js';
import type { OverTime } from '../../src/timing/model/over-time.js';
import { REASON_NAMES } from '../../src/timing/model/reasons.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { arithmeticOf } from '../../src/timing/program/arithmetic.js';
import type { RecordFile } from '../../src/timing/records/reader.js';
import { workOf } from '../../src/timing/records/work.js';
import { KERNELS, read, record, SHAPE, wordsOf } from './recorded.js';

const chip = readConfiguration('tahiti');
const sum = (all: Iterable<number>): number => [...all].reduce((a, b) => a + b, 0);

test('stretches of time hold every cycle of every slot, and change no result', (t) => {
  for (const shape of [SHAPE, { ...SHAPE, globalSize: [100 * 90, 1, 1] } as const])
    read(record(KERNELS['divergence, LDS and barriers']!, shape), (records) => {
      let [overTime, resident] = [undefined as OverTime | undefined, 0];
      const result = simulate(records, chip, {
        overTime: (data) => void (overTime = data),
        ended: ({ from, until }: EndedWavefront) => void (resident += until - from),
      });
      t.deepEqual(result, simulate(records, chip));
      const { stalls, stretchCycles, resident: units } = overTime!;
      for (const [n, name] of REASON_NAMES.entries())
        t.true(Math.abs(sum(stalls[n]!) - result.stalls[name]) < 1e-3, `${name}: ${sum(stalls[n]!)}`);
      const slots = result.slotCycles / result.executionCycles;
      const stretches = stalls[0]!.length;
      t.true(stretches > 3 && stretches <= 128);
      for (let n = 0; n < stretches - 1; n++) {
        const own = sum(stalls.map((each) => each[n]!));
        t.true(Math.abs(own - slots * stretchCycles) < 0.25 * slots * stretchCycles, `stretch ${n}: ${own}`);
      }
      t.is(Math.round(sum(units.map(sum))), resident);
    });
});

test('a launch of any length has its place in the stretches', (t) => {
  const kernel = KERNELS['a loop of many iterations']!;
  read(record(kernel, { globalSize: [64, 1, 1], localSize: [64, 1, 1] }), (records) => {
    let overTime: OverTime | undefined;
    const { executionCycles } = simulate(records, chip, { overTime: (data) => void (overTime = data) });
    t.true(executionCycles > 128 * chip.values.model.windowCycles);
    const { stretchCycles, resident } = overTime!;
    t.is(resident[0]!.length, Math.ceil(executionCycles / stretchCycles));
    // One wavefront is there all the time.
    t.true(resident[0]!.slice(1, -1).every((cycles) => cycles === stretchCycles));
    t.is(sum(resident[1]!), 0);
  });
});

test('lanes and lines of instructions are those that the engines count', (t) => {
  for (const [name, kernel] of Object.entries(KERNELS)) {
    const recorded = record(kernel, { globalSize: [256, 1, 1], localSize: [128, 1, 1], ldsBytes: 16384 });
    const { instructions, vectorLanes } = read(recorded, (records) => workOf(records, chip.values));
    const { counts, launch, observations } = recorded;
    const { tally } = totalsOf([{ counts: counts.values, isa: launch.isa, code: wordsOf(kernel), observations }]);
    t.deepEqual(
      instructions.map(({ offset, times }) => [offset, times]),
      tally.instructions.map(({ offset, times }) => [offset, times]),
      name,
    );
    const valu = tally.instructions.filter((each) => each.class === 'valu');
    t.is(vectorLanes, sum(valu.map(({ lanes = 0 }) => lanes)), name);
    const lines = STATISTICS.find((each) => each.name === 'vmemLines')!.fold(tally);
    const offsets = new Set(tally.instructions.filter((each) => each.class === 'vmem').map(({ offset }) => offset));
    t.is(sum(instructions.filter(({ offset }) => offsets.has(offset)).map((each) => each.lines)), lines ?? 0, name);
  }
});

test('operations are those of the definition', (t) => {
  const operations = (text: string): readonly [number, number] => {
    const decoded = decode(southernIslands, wordsOf(text), 0);
    if (!decoded.ok) throw new Error(text);
    const { single, double } = arithmeticOf(decoded.instruction.def);
    return [single, double];
  };
  t.deepEqual(operations('v_add_f32 v1, v2, v3'), [1, 0]);
  t.deepEqual(operations('v_mac_f32 v1, v2, v3'), [2, 0]);
  t.deepEqual(operations('v_mad_f32 v1, v2, v3, v4'), [2, 0]);
  t.deepEqual(operations('v_fma_f32 v1, v2, v3, v4'), [2, 0]);
  t.deepEqual(operations('v_rcp_f32 v1, v2'), [1, 0]);
  t.deepEqual(operations('v_exp_f32 v1, v2'), [1, 0]);
  t.deepEqual(operations('v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]'), [0, 2]);
  t.deepEqual(operations('v_mul_f64 v[0:1], v[2:3], v[4:5]'), [0, 1]);
  t.deepEqual(operations('v_add_i32 v1, vcc, v2, v3'), [0, 0]);
  t.deepEqual(operations('v_mov_b32 v1, v2'), [0, 0]);
  t.deepEqual(operations('v_cvt_f32_u32 v1, v2'), [0, 0]);
});

test('the page shows as many fitting wavefronts as the model places', (t) => {
  const few = configurationOf('few barriers', 'few', {
    ...chip.groups,
    computeUnit: { ...chip.groups['computeUnit']!, barrierSlots: { value: 3, source: '', confidence: 'guess' } },
  });
  read(record('v_mov_b32 v1, v0'), (records) => {
    for (const { values } of [chip, few])
      for (const resources of [
        { vgprs: 24, sgprs: 48, ldsBytes: 0, wavefronts: 1 },
        { vgprs: 25, sgprs: 48, ldsBytes: 0, wavefronts: 4 },
        { vgprs: 84, sgprs: 102, ldsBytes: 300, wavefronts: 3 },
        { vgprs: 24, sgprs: 16, ldsBytes: 20000, wavefronts: 2 },
        { vgprs: 129, sgprs: 16, ldsBytes: 0, wavefronts: 2 },
        { vgprs: 129, sgprs: 16, ldsBytes: 0, wavefronts: 7 },
      ]) {
        const launch = { ...records.launch, ...resources };
        const one = Object.create(records, { launch: { value: launch } }) as RecordFile;
        t.is(residencyOf(values, resources).groups, groupsAtOnce(values, one), JSON.stringify(resources));
      }
  });
  // Ten wavefronts of a SIMD at 24 VGPRs, nine at 28: the published table.
  const own = { vgprs: 24, sgprs: 16, ldsBytes: 0, wavefronts: 1 };
  const rows = whatIfs(chip.values, own).filter(({ resource }) => resource === 'vgprs');
  t.deepEqual(
    rows.map(({ amount, wavefrontsPerSimd }) => [amount, wavefrontsPerSimd]),
    [
      [256, 1],
      [128, 2],
      [84, 3],
      [64, 4],
      [48, 5],
      [40, 6],
      [36, 7],
      [32, 8],
      [28, 9],
      [24, 10],
    ],
  );
});
