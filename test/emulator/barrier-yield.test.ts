// A program that relies on the order that hardware gives wavefronts behind a barrier: the first of them overwrites what
// the others still have to read, but only when its load has come. In every engine, whatever stops it in between.

import test from 'ava';
import { Dispatcher, describeFault, type Engine, type GpuMemory } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createLockstep } from '../../src/emulator/lockstep.js';
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
  'observed interpreter': (memory) => createInterpreter(memory, { probe: { onInstructionBefore: () => {} } }),
  'compiled code': (memory) => createJit(memory, { denormals }),
  'compiled code, all registers': (memory) => createJit(memory, { denormals, exact: true }),
};

const GROUPS = 3;
const ITEMS = 256;
const INPUT = 0x4000;

/**
 * Work-item 0 puts 7 + work-group into LDS. Behind the barrier all read it; then they load, and put what they have
 * loaded into LDS at the same place and beyond. @param between instructions that stand before the load
 */
const program = (between: string): string => `
  s_mov_b32 m0, -1
  s_mov_b32 s4, 0
  s_mov_b32 s5, 0
  s_mov_b32 s6, 0
  s_mov_b32 s7, 0xf000
  s_mul_i32 s8, s2, ${4 * ITEMS}
  s_add_u32 s8, s8, s0
  v_lshlrev_b32 v3, 2, v0
  v_add_i32 v10, vcc, s8, v3
  v_mov_b32 v11, 0
  v_add_i32 v12, vcc, ${INPUT}, v10
  v_mov_b32 v13, 0
  s_add_u32 s9, s2, 7
  v_mov_b32 v5, s9
  v_mov_b32 v6, 0
  v_cmp_eq_u32 vcc, 0, v0
  s_and_saveexec_b64 s[10:11], vcc
  ds_write_b32 v6, v5
  s_mov_b64 exec, s[10:11]
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v1, v6
  ${between}
  buffer_load_dword v2, v[12:13], s[4:7], 0 addr64
  s_waitcnt vmcnt(0) & lgkmcnt(0)
  ds_write_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_sub_i32 v4, vcc, ${4 * (ITEMS - 1)}, v3
  ds_read_b32 v4, v4
  s_waitcnt lgkmcnt(0)
  v_mul_u32_u24 v4, 16, v4
  v_add_i32 v1, vcc, v1, v4
  buffer_store_dword v1, v[10:11], s[4:7], 0 addr64
  s_endpgm`;

const BETWEEN: Readonly<Record<string, string>> = {
  'straight code': '',
  'a branch': 's_cmp_eq_u32 s2, 1\n s_cbranch_scc1 near\n s_nop 0\n near:',
  // This requires the interpreter.
  'an instruction that is not compiled': 's_mov_b32 m0, 1\n s_movrels_b32 s12, s4\n s_mov_b32 m0, -1',
};

function run(make: (memory: GpuMemory) => Engine, text: string, isEven: boolean, budget: number) {
  const memory = createMemory();
  for (let n = 0; n < GROUPS * ITEMS; n++) memory.u32[(DATA + INPUT) / 4 + n] = (n * 37) & 0xfff;
  const launch = launchOf(memory, code(text), {
    userSgprs: Uint32Array.of(DATA, 0),
    vgprs: 16,
    ldsBytes: 4 * ITEMS,
    localSize: [ITEMS, 1, 1],
    globalSize: [GROUPS * ITEMS, 1, 1],
  });
  const scheduler = () => functionalScheduler(1, undefined, isEven);
  const dispatch = new Dispatcher(memory, make(memory), { scheduler }).start(launch);
  let outcome = dispatch.run(budget);
  while (outcome === 'budget') outcome = dispatch.run(budget);
  return {
    outcome,
    fault: dispatch.fault && describeFault(dispatch.fault),
    counts: counted(dispatch.counts, memory, launch),
    data: [...memory.u32.subarray(DATA / 4, DATA / 4 + GROUPS * ITEMS)],
  };
}

const expected = Array.from({ length: GROUPS * ITEMS }, (_, n) => {
  const group = Math.floor(n / ITEMS);
  const other = group * ITEMS + (ITEMS - 1 - (n % ITEMS));
  return 7 + group + 16 * ((other * 37) & 0xfff);
});

for (const [name, make] of Object.entries(ENGINES))
  for (const [what, between] of Object.entries(BETWEEN))
    test(`wavefronts advance evenly behind a barrier: ${name}, ${what}`, (t) => {
      const whole = run(make, program(between), true, Number.POSITIVE_INFINITY);
      t.is(whole.outcome, 'done', whole.fault);
      t.deepEqual(whole.data, expected);
      // The place at which the dispatch is stopped changes nothing.
      for (const budget of [5, 60, 131])
        t.deepEqual(run(make, program(between), true, budget), whole, `slices of ${budget}`);
      // One after the other, the first wavefront is too early.
      t.notDeepEqual(run(make, program(between), false, Number.POSITIVE_INFINITY).data, expected);
    });

test('engines in lock step yield together', (t) => {
  const lockstep = (memory: GpuMemory): Engine =>
    createLockstep(
      memory,
      (own) => createJit(own, { denormals, exact: true }),
      (own) => createInterpreter(own),
    );
  const { outcome, fault, data } = run(lockstep, program(''), true, Number.POSITIVE_INFINITY);
  t.is(outcome, 'done', fault);
  t.deepEqual(data, expected);
});
