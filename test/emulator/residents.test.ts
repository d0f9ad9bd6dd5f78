// Several work-groups of one compute unit: each has its own slots, LDS, scratch and barrier, and results are those
// of one after the other wherever the program depends on no order.

import test from 'ava';
import { SCRATCH_BASE } from '../../src/abi/memory-map.js';
import {
  Dispatcher,
  describeFault,
  type Engine,
  type GpuMemory,
  type LaunchDescriptor,
  type Probe,
} from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { functionalScheduler } from '../../src/emulator/scheduler.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { denormals } from '../jit/denormals.js';
import { counted } from './counted.js';
import { createMemory, DATA, launchOf } from './harness.js';
import { code } from './scenarios.js';

const ENGINES: Readonly<Record<string, (memory: GpuMemory) => Engine>> = {
  oracle: createOracle,
  interpreter: (memory) => createInterpreter(memory),
  'compiled code': (memory) => createJit(memory, { denormals }),
};
const WORDS = 1024;

/** s[4:7] reaches all of memory; v[10:11] = the data's address + 4 * (work-group * size + local id). */
const place = (size: number): string => `s_mov_b32 s4, 0\n s_mov_b32 s5, 0\n s_mov_b32 s6, 0\n s_mov_b32 s7, 0xf000
  s_mul_i32 s8, s2, ${4 * size}\n s_add_u32 s8, s8, s0\n v_lshlrev_b32 v10, 2, v0\n v_add_i32 v10, vcc, s8, v10\n v_mov_b32 v11, 0\n`;
const STORE = 'buffer_store_dword v1, v[10:11], s[4:7], 0 addr64\n s_endpgm';
/**
 * A work-group of 100 reverses what it has written to LDS, some times, with barriers of which each wavefront meets all.
 */
const REVERSE = `s_mov_b32 m0, -1\n s_mov_b32 s9, 0\n v_lshlrev_b32 v3, 2, v0\n v_sub_i32 v4, vcc, 99, v0\n v_lshlrev_b32 v4, 2, v4
  v_mov_b32 v1, s2\n again: v_mul_u32_u24 v1, 3, v1\n v_add_i32 v1, vcc, v0, v1\n ds_write_b32 v3, v1\n s_waitcnt lgkmcnt(0)\n s_barrier
  ds_read_b32 v1, v4\n s_waitcnt lgkmcnt(0)\n s_barrier\n s_add_u32 s9, s9, 1\n s_cmp_lt_u32 s9, 5\n s_cbranch_scc1 again
  ${place(100)}${STORE}`;
const REVERSE_SHAPE = { ldsBytes: 400, localSize: [100, 1, 1], globalSize: [1000, 1, 1] } as const;

interface Run {
  readonly residents: number;
  readonly budget?: number;
  readonly probe?: Probe;
  /** Wave-instructions after which a work-group makes way for others. */
  readonly turn?: number;
  /** Calls of `Dispatch.run` after which an endless launch is left. */
  readonly maxCalls?: number;
}

function run(make: (memory: GpuMemory) => Engine, text: string, more: Partial<LaunchDescriptor>, options: Run) {
  const { residents, turn, budget = Number.POSITIVE_INFINITY, probe, maxCalls = Number.POSITIVE_INFINITY } = options;
  const memory = createMemory();
  memory.setPages(SCRATCH_BASE, 0x10_0000, PERMISSION.readWrite);
  const launch = launchOf(memory, code(text), { userSgprs: Uint32Array.of(DATA, 0), vgprs: 16, ...more });
  const scheduler = () => functionalScheduler(residents, turn);
  const dispatch = new Dispatcher(memory, make(memory), { scheduler, ...(probe ? { probe } : {}) }).start(launch);
  let outcome = dispatch.run(budget);
  for (let calls = 1; outcome === 'budget' && calls < maxCalls; calls++) outcome = dispatch.run(budget);
  return {
    outcome,
    fault: dispatch.fault && describeFault(dispatch.fault),
    counts: counted(dispatch.counts, memory, launch),
    data: [...memory.u32.subarray(DATA / 4, DATA / 4 + WORDS)],
  };
}

for (const [name, make] of Object.entries(ENGINES)) {
  test(`several resident work-groups give the results of one after the other: ${name}`, (t) => {
    const alone = run(make, REVERSE, REVERSE_SHAPE, { residents: 1 });
    t.is(alone.outcome, 'done', alone.fault);
    t.true(new Set(alone.data.slice(0, 1000)).size > 100);
    for (const residents of [2, 3, 8])
      for (const budget of [Number.POSITIVE_INFINITY, 11])
        t.deepEqual(
          run(make, REVERSE, REVERSE_SHAPE, { residents, budget }),
          alone,
          `${residents}, slices of ${budget}`,
        );
  });

  test(`work-groups that yield to one another give the results of one after the other: ${name}`, (t) => {
    const alone = run(make, REVERSE, REVERSE_SHAPE, { residents: 1 });
    for (const turn of [1, 40, 90])
      t.deepEqual(run(make, REVERSE, REVERSE_SHAPE, { residents: 1, turn }), alone, `turns of ${turn}`);
    for (const order of ['ascending', 'descending'] as const) {
      const shape = { ...REVERSE_SHAPE, globalSize: [930, 1, 1], order } as const;
      const text = `v_add_i32 v1, vcc, 7, v0\n ${place(100)}${STORE}`;
      t.deepEqual(run(make, text, shape, { residents: 1, turn: 5 }), run(make, text, shape, { residents: 1 }));
    }
  });

  test(`last work-groups of another size, in both orders: ${name}`, (t) => {
    for (const order of ['ascending', 'descending'] as const) {
      const text = `v_add_i32 v1, vcc, 7, v0\n ${place(100)}${STORE}`;
      const shape = { localSize: [100, 1, 1], globalSize: [930, 1, 1], order } as const;
      t.deepEqual(run(make, text, shape, { residents: 3 }), run(make, text, shape, { residents: 1 }));
    }
  });

  test(`resident work-groups have their own scratch: ${name}`, (t) => {
    // Every lane writes its number to scratch, lets the others run, and reads it.
    const text = `s_mov_b32 s12, 0x${SCRATCH_BASE.toString(16)}\n s_mov_b32 s13, 0\n s_mov_b32 s14, -1\n s_mov_b32 s15, 0x27fac
      v_lshlrev_b32 v5, 2, v0\n v_mov_b32 v6, s2\n v_lshlrev_b32 v6, 8, v6\n v_or_b32 v6, v6, v0\n buffer_store_dword v6, v5, s[12:15], s3 offen
      s_barrier\n buffer_load_dword v1, v5, s[12:15], s3 offen\n s_waitcnt vmcnt(0)\n ${place(64)}${STORE}`;
    const shape = {
      localSize: [64, 1, 1],
      globalSize: [640, 1, 1],
      scratchOffset: true,
      scratchBytesPerLane: 4,
    } as const;
    for (const options of [{ residents: 4 }, { residents: 1, turn: 9 }]) {
      const several = run(make, text, shape, { ...options, budget: 9 });
      t.is(several.outcome, 'done', several.fault);
      t.deepEqual(
        several.data.slice(0, 640),
        Array.from({ length: 640 }, (_, n) => ((n >> 6) << 8) | (n & 63)),
      );
    }
  });

  test(`a work-group that waits for a later one ends where both are resident, or take turns: ${name}`, (t) => {
    const text = `${place(64)} s_mov_b32 s10, s0\n s_mov_b32 s11, 0\n s_cmp_eq_u32 s2, 1\n s_cbranch_scc1 second
      wait: s_load_dword s9, s[10:11], 0x40\n s_waitcnt lgkmcnt(0)\n s_cmp_eq_u32 s9, 0\n s_cbranch_scc1 wait\n s_endpgm
      second: v_mov_b32 v1, 1\n ${STORE}`;
    const shape = { localSize: [64, 1, 1], globalSize: [128, 1, 1] } as const;
    t.is(run(make, text, shape, { residents: 1, budget: 20_000, maxCalls: 8 }).outcome, 'budget');
    t.is(run(make, text, shape, { residents: 2, budget: 20_000, maxCalls: 8 }).outcome, 'done');
    t.is(run(make, text, shape, { residents: 1, turn: 2_000, budget: 20_000, maxCalls: 8 }).outcome, 'done');
  });
}

test('the number of resident work-groups is limited by slots and LDS', (t) => {
  const maxResidents = (more: Partial<LaunchDescriptor>, residents: number): number => {
    let [now, top] = [0, 0];
    const probe: Probe = {
      onWorkGroupStart: () => {
        now++;
        top = Math.max(top, now);
      },
      onWorkGroupEnd: () => now--,
    };
    const make = (memory: GpuMemory): Engine => createInterpreter(memory, { probe });
    const { outcome, fault } = run(make, REVERSE, { ...REVERSE_SHAPE, ...more }, { residents, probe });
    t.is(outcome, 'done', fault);
    t.is(now, 0);
    return top;
  };
  t.is(maxResidents({}, 1), 1);
  t.is(maxResidents({}, 3), 3);
  t.is(maxResidents({}, 40), 8, 'two wavefronts each, sixteen slots');
  t.is(maxResidents({ ldsBytes: 20_000 }, 40), 3, '64 KiB of LDS');
});
