// Work-groups that compiled code runs by itself, beside the same ones by the dispatcher: their results must be equal.

import test from 'ava';
import {
  type Dispatch,
  Dispatcher,
  describeFault,
  type Engine,
  GroupCursor,
  groupTotal,
  type LaunchDescriptor,
} from '../../src/emulator/index.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { SPARE_OFFSET, unitBase } from '../../src/emulator/state.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { counted } from '../emulator/counted.js';
import { CODE, createMemory, DATA, launchOf } from '../emulator/harness.js';
import { code } from '../emulator/scenarios.js';
import { denormals } from './denormals.js';

/** The compute unit, and the previous contents of its registers and LDS. */
const UNIT = 2;
const GARBAGE = 0xdead_beef;
/** Words of data that are compared. */
const COMPARED = 0x8000;
/** Address of the ticket counter. */
const TICKETS = DATA + 4 * COMPARED;

const RESOURCE = 's_mov_b32 s4, 0\n s_mov_b32 s5, 0\n s_mov_b32 s6, 0\n s_mov_b32 s7, 0xf000\n';
/** s20 = the next ticket, taken by one lane; v3, v4 and v20 are used, EXEC is all lanes afterwards. */
const TICKET = `s_mov_b64 exec, 1\n v_mov_b32 v3, 0x${TICKETS.toString(16)}\n v_mov_b32 v4, 0\n v_mov_b32 v20, 1
  buffer_atomic_add v20, v[3:4], s[4:7], 0 addr64 glc\n s_waitcnt vmcnt(0)\n v_readfirstlane_b32 s20, v20\n s_mov_b64 exec, -1\n`;
/** Stores the word s21 at place s20 of the data. */
const NOTE = `s_mov_b64 exec, 1\n s_lshl_b32 s22, s20, 2\n s_add_u32 s22, s22, s0\n v_mov_b32 v3, s22\n v_mov_b32 v4, 0
  v_mov_b32 v5, s21\n buffer_store_dword v5, v[3:4], s[4:7], 0 addr64\n s_mov_b64 exec, -1\n`;
const BASE: Partial<LaunchDescriptor> = { userSgprs: Uint32Array.of(DATA, 0), vgprs: 24 };

/** How often work-groups were requested of an engine, and how many it started. */
interface GroupUse {
  calls: number;
  started: number;
}

/** The JIT with counts of its use. */
function watched(memory: GpuMemory, use: GroupUse, onCall?: () => void): Engine {
  const jit = createJit(memory, { denormals });
  return {
    name: jit.name,
    preparation: jit.preparation!,
    prepare: (launch) => jit.prepare(launch),
    run: (wavefront, budget) => jit.run(wavefront, budget),
    pause: () => jit.pause?.(),
    runGroups: (batch, budget) => {
      onCall?.();
      const outcome = jit.runGroups!(batch, budget);
      use.calls++;
      use.started += batch.words.get('started');
      return outcome;
    },
  };
}

/** The JIT without work-groups. */
function ordinary(memory: GpuMemory): Engine {
  const jit = createJit(memory, { denormals });
  return {
    name: jit.name,
    preparation: jit.preparation!,
    prepare: (launch) => jit.prepare(launch),
    run: (wavefront, budget) => jit.run(wavefront, budget),
    pause: () => jit.pause?.(),
  };
}

interface Options {
  /** Instructions of one call of `Dispatch.run`. */
  readonly budget?: number;
  readonly batch?: number;
}

/** Everything that a launch shows: memory, counters, fault, and the state at every stop. */
function observe(engine: Engine, memory: GpuMemory, text: string, more: Partial<LaunchDescriptor>, options: Options) {
  const { budget = Number.POSITIVE_INFINITY, batch = 4 } = options;
  const dispatcher = new Dispatcher(memory, engine, { unit: UNIT });
  memory.u32.fill(GARBAGE, unitBase(UNIT) / 4, (unitBase(UNIT) + SPARE_OFFSET) / 4);
  const launch = launchOf(memory, code(text), { ...BASE, ...more });
  const dispatch: Dispatch = dispatcher.start(launch, new GroupCursor(groupTotal(launch), batch));
  const stops: string[] = [];
  let outcome = dispatch.run(budget);
  for (; outcome === 'budget'; outcome = dispatch.run(budget)) stops.push(dispatch.describe());
  return {
    outcome,
    stops,
    end: outcome === 'fault' ? dispatch.describe() : '',
    fault: dispatch.fault && describeFault(dispatch.fault),
    counters: { ...counted(dispatch.counts, memory, launch), exits: [...dispatch.counts.exits!] },
    data: [...memory.u32.subarray(DATA / 4, DATA / 4 + COMPARED)],
  };
}

/** Both ways. */
function pair(text: string, more: Partial<LaunchDescriptor> = {}, options: Options = {}) {
  const use: GroupUse = { calls: 0, started: 0 };
  const own = createMemory();
  const other = createMemory();
  return {
    use,
    groups: observe(watched(own, use), own, text, more, options),
    single: observe(ordinary(other), other, text, more, options),
  };
}

/**
 * Stores v0, v1, v2, a VGPR and scalar registers as they are at the start, of all lanes, at a place for each wavefront.
 */
const SHOW_STATE = ((): string => {
  const scalars = ['s2', 's3', 's4', 's5', 's6', 's7', 'vcc_lo', 'm0', 'exec_lo', 'exec_hi'];
  const vectors = ['v0', 'v1', 'v2', 'v9', 'v11'];
  const store = (register: string, place: number): string =>
    `buffer_store_dword ${register}, v[7:8], s[4:7], 0 addr64 offset:${256 * place}`;
  return [
    ...scalars.map((name, n) => `s_mov_b32 s${24 + n}, ${name}`),
    // Lanes that are not active keep the zeros.
    `v_mov_b32 v11, 5\n ${RESOURCE}${TICKET}`,
    `s_mul_i32 s20, s20, ${256 * (scalars.length + vectors.length)}\n s_add_u32 s20, s20, s0\n v_mbcnt_lo_u32_b32 v6, -1, 0`,
    'v_mbcnt_hi_u32_b32 v6, -1, v6\n v_lshlrev_b32 v7, 2, v6\n v_add_i32 v7, vcc, s20, v7\n v_mov_b32 v8, 0',
    ...vectors.map(store),
    ...scalars.map((_, n) => `v_mov_b32 v10, s${24 + n}\n ${store('v10', vectors.length + n)}\n s_waitcnt 0`),
    's_endpgm',
  ].join('\n');
})();

const SHAPES: readonly Partial<LaunchDescriptor>[] = [
  { localSize: [100, 1, 1], globalSize: [600, 1, 1], groupSize: true, scratchOffset: true, scratchBytesPerLane: 160 },
  {
    ...{ localIds: 2, localSize: [8, 4, 4], globalSize: [16, 12, 8], ldsBytes: 512 },
    ...{ groupIdY: true, groupIdZ: true, groupSize: true, scratchOffset: true, scratchBytesPerLane: 64 },
  },
  { localSize: [1, 1, 1], globalSize: [1, 5, 2], groupIdX: false, groupIdY: true, groupSize: true },
  { localSize: [16, 16, 1], globalSize: [16, 48, 2], localIds: 1, groupIdX: false, groupIdZ: true, ieee: false },
  // The last work-groups of a dimension have the remainder.
  { localSize: [64, 1, 1], globalSize: [150, 3, 2], localIds: 1, groupIdY: true, groupIdZ: true, groupSize: true },
  { localSize: [4, 20, 1], globalSize: [8, 50, 3], localIds: 2, groupIdX: false, groupIdY: true, groupIdZ: true },
];

for (const order of ['ascending', 'descending'] as const) {
  test(`starting states, ${order}`, (t) => {
    for (const shape of SHAPES) {
      const { groups, single, use } = pair(SHOW_STATE, { ...shape, order });
      t.is(groups.outcome, 'done', groups.fault);
      t.deepEqual(groups, single);
      t.is(use.started, groups.counters.workGroups, 'all of them inside of compiled code');
      t.true(groups.data.some((word) => word !== 0));
    }
  });

  test(`work-groups start in order, ${order}`, (t) => {
    const text = `${RESOURCE}${TICKET} s_mov_b32 s21, s2\n ${NOTE} s_endpgm`;
    for (const batch of [1, 3, 64]) {
      const { groups, single } = pair(text, { globalSize: [64 * 20, 1, 1], order }, { batch });
      t.deepEqual(groups, single);
      const expected = Array.from({ length: 20 }, (_, n) => (order === 'ascending' ? n : 19 - n));
      t.deepEqual(groups.data.slice(0, 20), expected);
    }
  });
}

const REGISTERS = Array.from({ length: 40 }, (_, n) => `v${12 + n}`);
/** Ways in which registers that a wavefront finds at its start come to hold something else, in memory too. */
const CHANGES: Readonly<Record<string, string>> = {
  'a loop': `s_mov_b32 s9, 3\n again: v_add_i32 v9, vcc, v9, v0\n v_add_i32 v0, vcc, 1, v0\n s_sub_u32 s9, s9, 1
    s_cmp_lg_u32 s9, 0\n s_cbranch_scc1 again`,
  'some lanes of a loop': `s_mov_b32 s9, 3\n s_mov_b64 exec, 0x70\n again: v_add_i32 v1, vcc, v9, v0\n v_add_i32 v9, vcc, 1, v9
    s_sub_u32 s9, s9, 1\n s_cmp_lg_u32 s9, 0\n s_cbranch_scc1 again`,
  'one lane': 's_mov_b32 s9, 77\n v_writelane_b32 v0, s9, 5\n v_writelane_b32 v9, s9, 6',
  'a displaced register': 's_mov_b32 m0, 9\n v_movreld_b32 v0, v6',
  'an instruction of the host': `${[0, 0x10400000, 0, 0x90000fac, 0, 0, 0, 0].map((word, n) => `s_mov_b32 s${8 + n}, ${word}\n`).join('')}
    v_mov_b32 v6, 0\n image_get_resinfo v[0:3], v6, s[8:15] dmask:0xf\n s_waitcnt 0`,
  'a barrier':
    'v_add_i32 v0, vcc, 3, v0\n s_barrier\n v_add_i32 v9, vcc, v9, v0\n s_barrier\n v_add_i32 v9, vcc, v9, v0',
  'many registers': `s_mov_b32 s9, 3\n again: ${REGISTERS.map((name) => `v_add_i32 ${name}, vcc, v0, ${name}`).join('\n')}
    s_sub_u32 s9, s9, 1\n s_cmp_lg_u32 s9, 0\n s_cbranch_scc1 again`,
};

for (const [name, change] of Object.entries(CHANGES))
  test(`starting states where registers have been changed by ${name}`, (t) => {
    const text = SHOW_STATE.replace('s_endpgm', `${change}\n s_endpgm`);
    for (const shape of SHAPES) {
      const { groups, single, use } = pair(text, { ...shape, vgprs: 64 });
      t.is(groups.outcome, 'done', groups.fault);
      // To show all differences of so much data would take minutes.
      t.is(
        groups.data.findIndex((word, n) => word !== single.data[n]),
        -1,
      );
      t.deepEqual(groups, single);
      t.true(use.started > 1);
    }
  });

/**
 * Stores something at places that follow from the local ids alone: the assumptions of code about these select the
 * places.
 */
const AT_IDS = ((): string => {
  const store = (offset: number): string => `buffer_store_dword v10, v[7:8], s[4:7], 0 addr64 offset:${offset}`;
  return `${RESOURCE} s_lshl_b32 s20, s2, 14\n s_add_u32 s20, s20, s0\n v_lshlrev_b32 v6, 7, v1\n v_add_i32 v6, vcc, v6, v0
    v_lshlrev_b32 v9, 10, v2\n v_add_i32 v6, vcc, v6, v9\n v_lshlrev_b32 v7, 2, v6\n v_or_b32 v7, s20, v7\n v_mov_b32 v8, 0
    v_mul_u32_u24 v10, v6, v6\n v_add_i32 v10, vcc, 1, v10\n ${store(0)}\n v_add_i32 v10, vcc, 5, v10\n s_barrier\n ${store(256)}\n s_endpgm`;
})();
const ID_SHAPES: readonly (readonly [x: number, y: number, z: number])[] = [
  [64, 2, 1],
  [32, 4, 1],
  [16, 16, 1],
  [8, 8, 2],
  [4, 4, 4],
  [24, 5, 1],
  [1, 70, 1],
  [100, 1, 2],
];

test('local ids at the start of wavefronts have known ranges', (t) => {
  for (const localSize of ID_SHAPES) {
    const globalSize = [5 * localSize[0], localSize[1], localSize[2]] as const;
    const { groups, single, use } = pair(AT_IDS, { localSize, globalSize, localIds: 2, ldsBytes: 256 });
    t.is(groups.outcome, 'done', groups.fault);
    t.is(
      groups.data.findIndex((word, n) => word !== single.data[n]),
      -1,
      localSize.join(' x '),
    );
    t.is(groups.data[0], 1);
    t.is(use.started, 5);
  }
});

/** s8 = number of the wavefront in its work-group; LDS word n of wavefront n counts its rounds. */
const NUMBER = 's_mov_b32 m0, -1\n v_lshrrev_b32 v1, 6, v0\n v_readfirstlane_b32 s8, v1\n';

/**
 * Wavefront 1 ends at once, the others meet three times, wavefront 2 once less; each time a neighbour's word is read.
 */
const BARRIERS = `${RESOURCE}${NUMBER} s_cmp_eq_u32 s8, 1\n s_cbranch_scc1 done\n s_mov_b32 s9, 3\n s_cmp_eq_u32 s8, 2\n s_cbranch_scc0 start
  s_mov_b32 s9, 2\n start: v_mov_b32 v6, s8\n v_lshlrev_b32 v6, 2, v6\n v_mov_b32 v7, s8
  round: v_add_i32 v7, vcc, 5, v7\n ds_write_b32 v6, v7\n s_barrier\n v_xor_b32 v9, 12, v6\n ds_read_b32 v8, v9
  v_add_i32 v7, vcc, v7, v8\n s_barrier\n s_sub_u32 s9, s9, 1\n s_cmp_lg_u32 s9, 0\n s_cbranch_scc1 round
  v_readfirstlane_b32 s21, v7\n ${TICKET}${NOTE} done: s_endpgm`;

test('barriers of which some wavefronts have ended', (t) => {
  const shape = { ldsBytes: 64, localSize: [256, 1, 1], globalSize: [256 * 9, 1, 1] } as const;
  const { groups, single, use } = pair(BARRIERS, shape);
  t.is(groups.outcome, 'done', groups.fault);
  t.deepEqual(groups, single);
  t.is(groups.counters.barriers, 9 * 6);
  t.is(use.started, 9);
});

test('time slices of any length show the same stops', (t) => {
  const shape = { ldsBytes: 64, localSize: [256, 1, 1], globalSize: [256 * 4, 1, 1] } as const;
  for (const budget of [1, 7, 40, 333]) {
    const { groups, single, use } = pair(BARRIERS, shape, { budget });
    t.deepEqual(groups, single);
    t.true(groups.stops.length > 0 && use.started > 0);
  }
});

test('wavefronts that need many slices take turns alike', (t) => {
  const text = `${RESOURCE}${NUMBER} s_mul_i32 s9, s8, 7000\n s_add_u32 s9, s9, 30000
    loop: s_sub_u32 s9, s9, 1\n s_cmp_lg_u32 s9, 0\n s_cbranch_scc1 loop\n s_mov_b32 s21, s8\n ${TICKET}${NOTE}
    s_barrier\n s_mul_i32 s9, s8, -9000\n s_add_u32 s9, s9, 60000
    again: s_sub_u32 s9, s9, 1\n s_cmp_lg_u32 s9, 0\n s_cbranch_scc1 again\n ${TICKET}${NOTE} s_endpgm`;
  for (const budget of [Number.POSITIVE_INFINITY, 100_000]) {
    const { groups, single, use } = pair(text, { localSize: [256, 1, 1], globalSize: [512, 1, 1] }, { budget });
    t.is(groups.outcome, 'done', groups.fault);
    t.deepEqual(groups, single);
    // Two work-groups of 1.5 million instructions; but for the end of its budget it comes back after 32 slices of
    // 65,536.
    t.true(use.calls <= (budget > 100_000 ? 4 : 40), `${use.calls}`);
  }
});

test('a fault in the middle of a batch', (t) => {
  // Work-group 6: wavefront 2, lane 5.
  const text = `${RESOURCE}${TICKET} s_mov_b32 s21, s2\n ${NOTE} s_barrier\n v_lshlrev_b32 v6, 2, v0\n v_add_i32 v6, vcc, s0, v6
    v_mov_b32 v7, 0\n s_cmp_eq_u32 s2, 6\n s_cselect_b32 s9, 133, -1\n v_cmp_eq_u32 vcc, s9, v0
    v_cndmask_b32 v6, v6, v7, vcc\n buffer_load_dword v8, v[6:7], s[4:7], 0 addr64\n s_endpgm`;
  for (const order of ['ascending', 'descending'] as const) {
    const { groups, single, use } = pair(
      text,
      { localSize: [256, 1, 1], globalSize: [256 * 10, 1, 1], order },
      { batch: 64 },
    );
    t.is(groups.outcome, 'fault');
    t.regex(groups.fault!, /work-group \(6, 0, 0\) wavefront 2 lane 5$/);
    t.deepEqual(groups, single);
    t.is(use.started, groups.counters.workGroups);
  }
});

test('a fault in one of the work-groups with the remainder', (t) => {
  const text = `${RESOURCE}${TICKET} s_add_u32 s21, s3, 5\n ${NOTE} s_barrier\n s_cmp_eq_u32 s2, 2\n s_cselect_b32 s9, 3, -1
    v_cmp_eq_u32 vcc, s9, v0\n v_mov_b32 v6, s0\n v_mov_b32 v7, 0\n v_cndmask_b32 v6, v6, v7, vcc
    buffer_load_dword v8, v[6:7], s[4:7], 0 addr64\n s_endpgm`;
  const shape = { localSize: [128, 1, 1], globalSize: [300, 4, 1], groupIdY: true } as const;
  for (const order of ['ascending', 'descending'] as const)
    for (const budget of [Number.POSITIVE_INFINITY, 33]) {
      const { groups, single } = pair(text, { ...shape, order }, { batch: 64, budget });
      t.is(groups.outcome, 'fault');
      t.regex(
        groups.fault!,
        order === 'ascending' ? /work-group \(2, 0, 0\) .*lane 3$/ : /work-group \(2, 3, 0\) .*lane 3$/,
      );
      t.deepEqual(groups, single);
    }
});

test('instructions that the interpreter executes, and computed jumps, inside of work-groups', (t) => {
  // Three wavefronts of four read the clock; every second work-group jumps through a register.
  const text = `${RESOURCE}${NUMBER} s_and_b32 s9, s2, 1\n s_cmp_eq_u32 s9, 0\n s_cbranch_scc1 there\n s_getpc_b64 s[10:11]\n s_add_u32 s10, s10, 12
    s_addc_u32 s11, s11, 0\n s_setpc_b64 s[10:11]\n there: s_cmp_eq_u32 s8, 0\n s_cbranch_scc1 late\n s_memtime s[12:13]\n s_waitcnt lgkmcnt(0)
    late: s_barrier\n s_add_u32 s21, s12, s8\n ${TICKET}${NOTE} s_endpgm`;
  const shape = { localSize: [256, 1, 1], globalSize: [256 * 6, 1, 1] } as const;
  for (const budget of [Number.POSITIVE_INFINITY, 50]) {
    const { groups, single, use } = pair(text, shape, { budget });
    t.is(groups.outcome, 'done', groups.fault);
    t.deepEqual(groups, single);
    t.true(use.started > 0);
    t.deepEqual(groups.counters.exits, [['s_memtime', 18]]);
  }
});

test('instructions that the host executes inside of compiled code use their own wavefront', (t) => {
  // A surface that has no image: the host refuses it.
  const text = `${RESOURCE}${NUMBER} s_cmp_lg_u32 s2, 3\n s_cbranch_scc1 done\n s_cmp_lg_u32 s8, 1\n s_cbranch_scc1 done
    s_mov_b32 s12, 0\n s_mov_b32 s13, 0x02000000\n s_mov_b32 s14, 0\n s_mov_b32 s15, 0x90000fac\n s_mov_b32 s16, 0\n s_mov_b32 s17, 0
    s_mov_b32 s18, 0\n s_mov_b32 s19, 0\n v_mov_b32 v6, 0\n v_mov_b32 v7, 0\n image_load v[8:11], v[6:9], s[12:19] dmask:0xf unorm
    s_waitcnt 0\n done: s_mov_b32 s21, s2\n ${TICKET}${NOTE} s_endpgm`;
  const { groups, single } = pair(text, { localSize: [128, 1, 1], globalSize: [128 * 6, 1, 1] });
  t.deepEqual(groups, single);
  t.regex(groups.fault ?? '', /work-group \(3, 0, 0\) wavefront 1/);
});

test('an endless work-group of barriers comes back and can be stopped', (t) => {
  const text = 'loop: s_barrier\n s_branch loop';
  const shape = { localSize: [128, 1, 1], globalSize: [256, 1, 1] } as const;
  const use: GroupUse = { calls: 0, started: 0 };
  const memory = createMemory();
  const launch = launchOf(memory, code(text), { ...BASE, ...shape });
  const cursor = new GroupCursor(groupTotal(launch), 2);
  // Another thread stops the dispatch while compiled code runs.
  const engine = watched(memory, use, () => cursor.stop());
  const dispatch = new Dispatcher(memory, engine).start(launch, cursor);
  t.is(dispatch.run(), 'cancelled');
  t.deepEqual(use, { calls: 1, started: 1 });
  t.true(dispatch.counts.barriers > 0);
  t.regex(dispatch.describe(), /work-group \(0, 0, 0\)/);
});

test('a budget that ends between work-groups, with several units', (t) => {
  const use: GroupUse = { calls: 0, started: 0 };
  const memory = createMemory();
  const text = `${RESOURCE}${TICKET} s_mov_b32 s21, s2\n ${NOTE} s_endpgm`;
  const launch = launchOf(memory, code(text), { ...BASE, globalSize: [64 * 30, 1, 1] });
  const cursor = new GroupCursor(groupTotal(launch), 3);
  const parts = [0, 1, 2].map((unit) =>
    new Dispatcher(memory, watched(memory, use), { unit }).start(
      launch,
      new GroupCursor(groupTotal(launch), 3, cursor.buffer),
    ),
  );
  const open = new Set(parts);
  while (open.size > 0) for (const part of open) if (part.run(30) === 'done') open.delete(part);
  t.is(
    parts.reduce((sum, { counts }) => sum + counts.workGroups, 0),
    30,
  );
  t.true(parts.every(({ counts }) => counts.workGroups > 3));
  t.deepEqual(
    [...memory.u32.subarray(DATA / 4, DATA / 4 + 30)].sort((a, b) => a - b),
    Array.from({ length: 30 }, (_, n) => n),
  );
});

test('an engine that compares, and a dispatch that is observed, keep to single wavefronts', (t) => {
  const memory = createMemory();
  t.is(createJit(memory, { exact: true }).runGroups, undefined);
  const use: GroupUse = { calls: 0, started: 0 };
  let ended = 0;
  const probe = { onWavefrontEnd: (): void => void ended++ };
  const launch = launchOf(memory, code('s_endpgm'), { ...BASE, globalSize: [640, 1, 1] });
  t.is(new Dispatcher(memory, watched(memory, use), { probe }).start(launch).run(), 'done');
  t.deepEqual([ended, use.calls], [10, 0]);
});

/** One code at one place with two starts: MODE and the first instruction belong to each launch. */
const STARTS: readonly (readonly [Partial<LaunchDescriptor>, word: number])[] = [
  [{ floatMode: 0xc0 }, 0],
  [{ floatMode: 0xf0 }, 2],
  [{ floatMode: 0xf0, entry: CODE + 4 }, 3],
  [{ floatMode: 0xc0 }, 0],
];

test('kernels of the same code start with the parameters of their own launch', (t) => {
  const memory = createMemory();
  const dispatcher = new Dispatcher(memory, createJit(memory, { denormals }));
  const text = `s_mov_b32 s2, 1\n s_max_u32 s2, s2, 1\n v_mov_b32 v1, 1\n v_add_f32 v1, s2, v1\n v_lshlrev_b32 v2, 2, v0
    s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac\n s_mov_b32 s4, s0\n s_mov_b32 s5, 0\n buffer_store_dword v1, v2, s[4:7], 0 offen\n s_endpgm`;
  for (const [start, word] of STARTS) {
    const launch = launchOf(memory, code(text), { ...BASE, userSgprs: Uint32Array.of(DATA, 0, 2), ...start });
    const dispatch = dispatcher.start(launch);
    t.is(dispatch.run(), 'done');
    t.is(memory.u32[DATA / 4], word, JSON.stringify(start));
  }
});
