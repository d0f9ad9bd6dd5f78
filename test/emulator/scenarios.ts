// Launches of hand-written kernels that every engine has to run: ids, barriers, LDS, scratch, faults, time slices.

import test from 'ava';
import { SCRATCH_BASE } from '../../src/abi/memory-map.js';
import { Dispatcher, describeFault, GroupCursor, groupTotal, type LaunchDescriptor } from '../../src/emulator/index.js';
import type { EngineFactory } from '../../src/emulator/lockstep.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { assemble } from '../isa/southern-islands.js';
import { counted } from './counted.js';
import { CODE, createMemory, DATA, launchOf } from './harness.js';

export function code(text: string): Uint32Array {
  const { words, problems } = assemble(text);
  if (problems.length > 0)
    throw new Error(problems.map(({ message, text: line }) => `'${line}': ${message}`).join('\n'));
  return words;
}

/** Buffer resource of the whole address space in s[4:7] for addr64 access, as compilers make it. */
const RESOURCE = 's_mov_b32 s4, 0\n s_mov_b32 s5, 0\n s_mov_b32 s6, 0\n s_mov_b32 s7, 0xf000\n';
/** v[10:11] = s[0:1] + 4 * v0 */
const ADDRESS = 'v_lshlrev_b32 v10, 2, v0\n v_mov_b32 v11, 0\n v_add_i32 v10, vcc, s0, v10\n';
const STORE_V1 = `${RESOURCE}${ADDRESS} buffer_store_dword v1, v[10:11], s[4:7], 0 addr64\n s_endpgm`;

const words = (memory: GpuMemory, count: number): number[] => [...memory.u32.subarray(DATA / 4, DATA / 4 + count)];
const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const ARGUMENTS = { userSgprs: Uint32Array.of(DATA, 0) };

/** Runs a kernel to its end and gives the memory. */
function finish(make: EngineFactory, text: string, more: Partial<LaunchDescriptor>) {
  const memory = createMemory();
  const dispatch = new Dispatcher(memory, make(memory)).start(launchOf(memory, code(text), { ...ARGUMENTS, ...more }));
  const outcome = dispatch.run();
  return { memory, dispatch, outcome, fault: dispatch.fault && describeFault(dispatch.fault) };
}

function ids(make: EngineFactory): void {
  test('work-items read their ids in three dimensions', (t) => {
    // v1 = local x + 8 * local y + 32 * local z + 128 * group number
    const { memory, outcome, fault, dispatch } = finish(
      make,
      `s_mul_i32 s8, s3, 2\n s_add_u32 s8, s8, s2\n s_mul_i32 s9, s4, 4\n s_add_u32 s8, s8, s9\n s_lshl_b32 s8, s8, 7
      v_lshlrev_b32 v1, 3, v1\n v_add_i32 v0, vcc, v0, v1\n v_lshlrev_b32 v2, 5, v2\n v_add_i32 v0, vcc, v0, v2
      v_add_i32 v0, vcc, s8, v0\n v_mov_b32 v1, v0\n ${STORE_V1}`,
      { groupIdY: true, groupIdZ: true, localIds: 2, localSize: [8, 4, 4], globalSize: [16, 8, 8] },
    );
    t.is(outcome, 'done', fault);
    t.deepEqual(words(memory, 1024), range(1024));
    t.is(dispatch.counts.workGroups, 8);
    t.is(dispatch.counts.wavefronts, 16);
    const { instructions } = counted(dispatch.counts, memory, dispatch.launch);
    t.is(instructions.length, 20);
    t.true(
      instructions.every((each) => each.includes(': 16 times')),
      instructions.join(),
    );
  });

  test('the last wavefront of a work-group has only the lanes that there are', (t) => {
    const { memory, outcome } = finish(make, `v_mov_b32 v1, 7\n ${STORE_V1}`, {
      localSize: [70, 1, 1],
      globalSize: [70, 1, 1],
    });
    t.is(outcome, 'done');
    t.deepEqual(words(memory, 80), [...range(70).map(() => 7), ...range(10).map(() => 0)]);
  });

  test('group size word and scratch offset follow the ids', (t) => {
    const { memory, outcome } = finish(
      make,
      `v_mov_b32 v1, s3\n s_cmp_eq_u32 s4, 0x2800\n s_cselect_b32 s9, 1, 0\n v_add_i32 v1, vcc, s9, v1\n ${STORE_V1}`,
      {
        groupSize: true,
        scratchOffset: true,
        scratchBytesPerLane: 160,
        localSize: [128, 1, 1],
        globalSize: [128, 1, 1],
      },
    );
    t.is(outcome, 'done');
    t.deepEqual([words(memory, 1)[0], words(memory, 128)[127]], [0x8000_0002, 3]);
  });
}

function cooperation(make: EngineFactory): void {
  test('LDS and a barrier reverse a work-group of four wavefronts', (t) => {
    const { memory, outcome, fault, dispatch } = finish(
      make,
      `s_mov_b32 m0, -1\n v_lshlrev_b32 v2, 2, v0\n ds_write_b32 v2, v0\n s_waitcnt lgkmcnt(0)\n s_barrier
      v_sub_i32 v3, vcc, 0x3fc, v2\n ds_read_b32 v1, v3\n s_waitcnt lgkmcnt(0)\n ${STORE_V1}`,
      { ldsBytes: 1024, localSize: [256, 1, 1], globalSize: [256, 1, 1] },
    );
    t.is(outcome, 'done', fault);
    t.deepEqual(words(memory, 256), range(256).reverse());
    t.is(dispatch.counts.barriers, 1);
  });

  test('a spinning wavefront lets the one run that it waits for', (t) => {
    const { memory, outcome } = finish(
      make,
      `s_mov_b32 m0, -1\n v_mov_b32 v2, 0\n v_mov_b32 v1, 1\n v_readfirstlane_b32 s8, v0\n s_cmp_eq_u32 s8, 0\n s_cbranch_scc0 other
      spin: ds_read_b32 v3, v2\n v_readfirstlane_b32 s9, v3\n s_cmp_eq_u32 s9, 0\n s_cbranch_scc1 spin\n s_branch done
      other: ds_write_b32 v2, v1\n done: ${STORE_V1}`,
      { ldsBytes: 256, localSize: [128, 1, 1], globalSize: [128, 1, 1] },
    );
    t.is(outcome, 'done');
    t.deepEqual(
      words(memory, 128),
      range(128).map(() => 1),
    );
  });

  test('atomics of all work-groups add up', (t) => {
    const { memory, outcome, fault } = finish(
      make,
      `${RESOURCE} v_mov_b32 v2, s0\n v_mov_b32 v3, 0\n v_mov_b32 v1, 3\n buffer_atomic_add v1, v[2:3], s[4:7], 0 addr64\n s_endpgm`,
      { globalSize: [640, 1, 1] },
    );
    t.is(outcome, 'done', fault);
    t.is(words(memory, 1)[0], 1920);
  });
}

function faults(make: EngineFactory): void {
  const faulting = (text: string, more: Partial<LaunchDescriptor> = {}) => {
    const { outcome, dispatch } = finish(make, text, more);
    return { outcome, fault: dispatch.fault! };
  };

  test('a store through a null pointer names lane, address and instruction', (t) => {
    const { outcome, fault } = faulting(
      `${RESOURCE} v_mov_b32 v2, 0x40\n v_mov_b32 v3, 0\n s_mov_b64 exec, 0x30\n buffer_store_dword v0, v[2:3], s[4:7], 0 addr64\n s_endpgm`,
    );
    t.is(outcome, 'fault');
    t.like(fault, { reason: 'write', lane: 4, address: 0x40n, wavefront: 0, kernel: 'test' });
    t.regex(fault.text, /^buffer_store_dword/);
    t.regex(describeFault(fault), /null page at address 0x00000040; .* work-group \(0, 0, 0\) wavefront 0 lane 4$/);
  });

  test('the first of two refused accesses is the one that is reported', (t) => {
    const { fault } = faulting(
      `${RESOURCE} v_mov_b32 v3, 0\n v_lshlrev_b32 v2, 2, v0\n v_add_i32 v2, vcc, s0, v2\n v_cmp_eq_u32 vcc, 63, v0
      v_mov_b32 v4, 0x20\n v_cndmask_b32 v2, v2, v4, vcc\n v_mov_b32 v5, 0
      buffer_load_dword v6, v[2:3], s[4:7], 0 addr64\n buffer_load_dword v7, v[4:5], s[4:7], 0 addr64\n s_endpgm`,
    );
    t.like(fault, { reason: 'read', lane: 63, address: 0x20n });
  });

  test('engine state and unallocated memory are not accessible', (t) => {
    for (const address of [0x2_0000, 0x9000_0000]) {
      const { fault } = faulting(
        `s_mov_b32 s8, 0x${address.toString(16)}\n s_mov_b32 s9, 0\n s_load_dword s10, s[8:9], 0x0\n s_endpgm`,
      );
      t.like(fault, { reason: 'read', address: BigInt(address) });
      t.is(fault.lane, undefined);
    }
  });

  test('undefined words, branches out of the code and registers beyond the allocation fault', (t) => {
    t.is(faulting('s_nop 0\n .long 0xbf9a1234').fault.reason, 'bad-instruction');
    t.is(faulting('s_branch 0x100').fault.reason, 'bad-branch');
    t.is(faulting('s_nop 0').fault.reason, 'bad-branch');
    t.is(faulting('s_mov_b32 s8, 0x3\n s_mov_b32 s9, 0\n s_setpc_b64 s[8:9]').fault.pc, 3);
    t.is(faulting('v_mov_b32 v20, 0\n s_endpgm', { vgprs: 20 }).fault.reason, 'bad-register');
  });
}

function scheduling(make: EngineFactory): void {
  test('an endless kernel comes back when its budget is used up, and can be cancelled', (t) => {
    const memory = createMemory();
    const launch = launchOf(memory, code('loop: s_add_u32 s8, s8, 1\n s_branch loop'), {
      localSize: [128, 1, 1],
      globalSize: [128, 1, 1],
    });
    const dispatch = new Dispatcher(memory, make(memory)).start(launch);
    t.is(dispatch.run(300), 'budget');
    t.regex(dispatch.describe(), /wavefront 0: running at pc 0x4000000. .*EXEC 0xffffffffffffffff, next 's_/);
    dispatch.cancel();
    t.is(dispatch.run(300), 'cancelled');
  });

  test('scratch of the lanes lies side by side in the window', (t) => {
    const { memory, outcome, fault } = finish(
      make,
      `s_mov_b32 s8, 0x20000000\n s_mov_b32 s9, 0x80000000\n s_mov_b32 s10, -1\n s_mov_b32 s11, 0xe8f000\n s_add_u32 s8, s8, s3
      v_mov_b32 v1, v0\n buffer_store_dword v1, off, s[8:11], 0 offset:4\n s_endpgm`,
      { scratchOffset: true, scratchBytesPerLane: 16 },
    );
    t.is(outcome, 'done', fault);
    const first = SCRATCH_BASE / 4 + 64;
    t.deepEqual([...memory.u32.subarray(first, first + 64)], range(64));
  });

  test('new code at an old address is noticed', (t) => {
    const memory = createMemory();
    const dispatcher = new Dispatcher(memory, make(memory));
    for (const value of [5, 9]) {
      const launch = launchOf(memory, code(`v_mov_b32 v1, ${value}\n ${STORE_V1}`), ARGUMENTS);
      t.is(launch.codeAddress, CODE);
      t.is(dispatcher.start(launch).run(), 'done');
      t.is(words(memory, 1)[0], value);
    }
  });
}

function sharing(make: EngineFactory): void {
  test('two units share the work-groups of one launch', (t) => {
    const memory = createMemory();
    const text = `s_lshl_b32 s8, s2, 6\n v_add_i32 v0, vcc, s8, v0\n v_mov_b32 v1, v0\n ${STORE_V1}`;
    const launch = launchOf(memory, code(text), { ...ARGUMENTS, globalSize: [640, 1, 1], order: 'descending' });
    const cursor = new GroupCursor(groupTotal(launch), 3);
    const shared = new GroupCursor(groupTotal(launch), 3, cursor.buffer);
    const runs = [cursor, shared].map((own, unit) => new Dispatcher(memory, make(memory), { unit }).start(launch, own));
    t.is(runs[0]!.run(10), 'budget');
    t.is(runs[1]!.run(), 'done');
    t.is(runs[0]!.run(), 'done');
    t.is(runs[0]!.counts.workGroups + runs[1]!.counts.workGroups, 10);
    t.true(runs[0]!.counts.workGroups > 0);
    t.deepEqual(words(memory, 640), range(640));
  });
}

/** Defines the tests of an engine. @param shares whether several units may work on one launch */
export function testScenarios(make: EngineFactory, shares = true): void {
  if (shares) sharing(make);
  ids(make);
  cooperation(make);
  faults(make);
  scheduling(make);
}
