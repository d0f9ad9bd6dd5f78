// The core of the detailed model as WebAssembly and as TypeScript: the same in everything.

import { readFileSync, writeFileSync } from 'node:fs';
import test from 'ava';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { WalkResult } from '../../src/timing/levels/bounds.js';
import { intervalOf } from '../../src/timing/levels/interval.js';
import type { EndedWavefront } from '../../src/timing/model/ended-wavefront.js';
import type { CoreName } from '../../src/timing/model/machine.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { SimulationPool } from '../../src/timing/model/simulation-pool.js';
import { CHUNK_HEAD, ENTRY, TRAILER } from '../../src/timing/records/format.js';
import { AtollError } from '../../src/util/errors.js';
import { randomKernel } from './random-kernels.js';
import { KERNELS, type Recorded, read, record } from './recorded.js';

const SEEDS = process.env['ATOLL_LONG'] ? 200 : 4;
const CHIPS = ['tahiti', 'oland', 'multi2sim-7970'].map(readConfiguration);

function recordRandom(seed: number) {
  const { text, groups, size, vgprs, ldsBytes } = randomKernel(seed);
  return record(text, { globalSize: [groups * size, 1, 1], localSize: [size, 1, 1], vgprs, ldsBytes });
}

test('WebAssembly and TypeScript come to the same result and timeline', (t) => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const recorded = recordRandom(seed);
    const chip = CHIPS[seed % CHIPS.length]!;
    const all = (core: CoreName) =>
      read(recorded, (records) => {
        const wavefronts: EndedWavefront[] = [];
        const result = simulate(records, chip, { core, ended: (each) => wavefronts.push(each) });
        return { result, wavefronts };
      });
    const timeline = all('wasm');
    t.deepEqual(timeline, all('typescript'), `seed ${seed}`);
    t.is(timeline.wavefronts.length, timeline.result.wavefronts);
  }
});

test('a simulation within another one is independent in WebAssembly, and refused in TypeScript', (t) => {
  const [recorded, chip] = [recordRandom(1), CHIPS[0]!];
  const cycles = (core: CoreName, ended: (each: EndedWavefront) => void = () => {}): number =>
    read(recorded, (records) => simulate(records, chip, { core, ended }).cycles);
  const alone = cycles('wasm');
  const inner: number[] = [];
  t.is(
    cycles('wasm', () => inner.push(cycles('wasm'))),
    alone,
  );
  t.deepEqual([...new Set(inner)], [alone]);
  const nested = (core: CoreName) => () => cycles('typescript', () => void cycles(core));
  for (const core of ['wasm', 'typescript'] as const)
    t.throws(nested(core), { instanceOf: AtollError, code: 'INTERNAL', message: /share the TypeScript core/ });
  t.is(cycles('typescript'), alone);
});

test('faster levels come to the same with both', (t) => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const recorded = recordRandom(seed);
    const { values } = CHIPS[seed % CHIPS.length]!;
    const all = (core: CoreName) =>
      read(recorded, (records) => [intervalOf(records, values, core), new WalkResult(records, values, core).bounds]);
    t.deepEqual(all('wasm'), all('typescript'), `seed ${seed}`);
  }
});

test('any number of threads comes to the same result and timeline', (t) => {
  const pools = [2, 3].map((threads) => new SimulationPool(threads, true));
  t.teardown(() => {
    for (const pool of pools) pool.close();
  });
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { text, size, vgprs, ldsBytes } = randomKernel(seed);
    const recorded = record(text, { globalSize: [40 * size, 1, 1], localSize: [size, 1, 1], vgprs, ldsBytes });
    const all = (pool?: SimulationPool, core: CoreName = 'wasm') =>
      read(recorded, (records) => {
        const wavefronts: EndedWavefront[] = [];
        const result = simulate(records, CHIPS[seed % CHIPS.length]!, {
          pool,
          core,
          ended: (each) => wavefronts.push(each),
        });
        return { result, wavefronts };
      });
    const alone = all();
    for (const pool of pools) t.deepEqual(all(pool), alone, `seed ${seed}, ${pool.threads} threads`);
    if (seed === 1) t.deepEqual(all(pools[0], 'typescript'), alone);
  }
});

test('threads that wake long after their message give the same results', (t) => {
  const pool = new SimulationPool(3, true);
  const { notify } = Atomics;
  t.teardown(() => {
    Atomics.notify = notify;
    pool.close();
  });
  const { text, size, vgprs, ldsBytes } = randomKernel(1);
  const recorded = record(text, { globalSize: [200 * size, 1, 1], localSize: [size, 1, 1], vgprs, ldsBytes });
  const simulated = (helpers?: SimulationPool) =>
    read(recorded, (records) => simulate(records, CHIPS[0]!, { pool: helpers }));
  const alone = simulated();
  let wakeCalls = 0;
  // Another thread has the processor between the word and the call: the thread to wake has done the work meanwhile, and
  // sleeps again.
  Atomics.notify = ((...values: [Int32Array, number]): number => {
    if (wakeCalls++ % 4 === 0) for (const until = performance.now() + 1; performance.now() < until; );
    return notify(...values);
  }) as typeof notify;
  for (let times = 0; times < 3; times++) t.deepEqual(simulated(pool), alone);
  t.true(wakeCalls > 16);
});

/** One for each unit of tahiti. */
const GROUPS = 32;

/**
 * The second half of the work-groups is on units of another thread than this one. There each chunk that is not the
 * first of its wavefront is changed.
 */
function damageLaterChunks(file: string): void {
  const bytes = readFileSync(file);
  const trailer = bytes.length - TRAILER;
  const keys = new Set<string>();
  for (let entry = Number(bytes.readBigUInt64LE(trailer)); entry < trailer; entry += ENTRY) {
    const key = bytes.toString('hex', entry + 8, entry + 16);
    if (keys.has(key) && bytes.readUInt32LE(entry + 8) >= GROUPS / 2)
      bytes[Number(bytes.readBigUInt64LE(entry)) + CHUNK_HEAD]! ^= 0xff;
    keys.add(key);
  }
  writeFileSync(file, bytes);
}

test('an error of a thread is reported, and it continues with the next launch', (t) => {
  const pool = new SimulationPool(2, true);
  t.teardown(() => pool.close());
  const shape = { globalSize: [64 * GROUPS, 1, 1], localSize: [64, 1, 1] } as const;
  const bad = record(KERNELS['a loop of many iterations']!, shape, {});
  damageLaterChunks(bad.file);
  const simulated = (recorded: Recorded) => read(recorded, (records) => simulate(records, CHIPS[0]!, { pool }));
  const error = t.throws(() => simulated(bad), { instanceOf: AtollError });
  t.is(error.code, 'BAD_INPUT');
  t.regex(error.message, /the chunk is damaged/);
  t.is(simulated(record('s_nop 0', shape)).workGroups, GROUPS);
});

test('a chip that is larger than memory is refused', (t) => {
  const recorded = recordRandom(1);
  const [tahiti] = CHIPS;
  const huge = {
    ...tahiti!,
    values: { ...tahiti!.values, l2: { ...tahiti!.values.l2, channels: 256, bytesPerChannel: 2 ** 26 } },
  };
  const error = t.throws(() => read(recorded, (records) => simulate(records, huge)), { instanceOf: AtollError });
  t.is(error.code, 'LIMIT');
});
