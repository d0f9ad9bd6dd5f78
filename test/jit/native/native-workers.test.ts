// Work-groups that threads without JavaScript run: the same results, counts and faults as without them.

import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import {
  NativeWorkers,
  type NativeWorkerThread,
  ThreadShare,
} from '../../../src/driver/core/processor/native-workers.js';
import {
  Counts,
  Dispatcher,
  describeFault,
  GroupCursor,
  groupTotal,
  type LaunchDescriptor,
} from '../../../src/emulator/index.js';
import type { NativeWorkReport } from '../../../src/emulator/native-work.js';
import { loadNative } from '../../../src/host/native.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { BATCH_LAYOUT } from '../../../src/jit/kernel/batch-layout.js';
import { counted } from '../../emulator/counted.js';
import { createMemory, DATA, launchOf } from '../../emulator/harness.js';
import { code } from '../../emulator/scenarios.js';
import { denormals } from '../denormals.js';
import { PROGRAMS, STORE } from '../whole-launch.js';
import { CompiledAtOnce } from './compiled.js';

const native = loadNative();
const bell = new SharedArrayBuffer(4);

/** A thread, and how often it was sent away. */
function worker(): NativeWorkerThread & { sent: number } {
  const own = native.startKernelWorker(BATCH_LAYOUT, new Uint8Array(bell));
  return {
    sent: 0,
    begin(setup) {
      this.sent++;
      own.begin(setup.kernel, new Uint8Array(setup.cursor), setup);
    },
    isAway: () => own.isAway(),
    wait: () => own.wait(),
    report: () => own.report() as NativeWorkReport,
  };
}

interface Outcome {
  readonly failure: string | undefined;
  readonly counters: unknown;
  readonly data: readonly number[];
}

function prepare(text: string, more: Partial<LaunchDescriptor>) {
  const memory = createMemory();
  const launch = launchOf(memory, code(`${text}\n s_endpgm`), { userSgprs: Uint32Array.of(DATA, 0), ...more });
  const store = new CompiledAtOnce();
  const engine = createJit(memory, { denormals, store, nativeCode: store });
  const dispatcher = (unit: number) => new Dispatcher(memory, engine, { unit });
  const outcomeOf = (counts: Counts, failure: string | undefined): Outcome => ({
    failure,
    counters: counted(counts, memory, launch),
    data: [...memory.u32.subarray(DATA / 4, DATA / 4 + 256)],
  });
  return { launch, engine, dispatcher, outcomeOf };
}

/** By one thread of JavaScript. */
function alone(text: string, more: Partial<LaunchDescriptor>): Outcome {
  const { launch, dispatcher, outcomeOf } = prepare(text, more);
  const dispatch = dispatcher(0).start(launch);
  dispatch.run();
  return outcomeOf(dispatch.counts, dispatch.fault && describeFault(dispatch.fault));
}

/** By two nativeWorkers, between whose ways this thread takes part, some instructions at a time. */
async function byNativeWorkers(text: string, more: Partial<LaunchDescriptor>, batch = 3, slice = 100) {
  const { launch, engine, dispatcher, outcomeOf } = prepare(text, more);
  const cursor = new GroupCursor(groupTotal(launch), batch);
  const own = dispatcher(0).start(launch, cursor);
  const assists = engine.assists!(launch);
  const threads = [worker(), worker()];
  const parts = threads.map(
    (thread, n) => new ThreadShare(n + 1, thread, dispatcher(n + 1).startAnew(launch, cursor), () => {}),
  );
  const nativeShare = new NativeWorkers(parts);
  nativeShare.step();
  // On a busy machine this thread would have done all before a native worker runs.
  for (const until = Date.now() + 30_000; cursor.taken === 0 && Date.now() < until; ) await sleep(0);
  let ended = false;
  nativeShare.step();
  // On a busy machine this thread would be through before they have begun.
  for (let n = 0; assists && cursor.taken === 0 && n < 10_000; n++) await sleep(1);
  while (!ended || !nativeShare.finished) {
    nativeShare.step();
    ended ||= !['budget', 'breakpoint'].includes(own.run(slice));
    await sleep(0);
  }
  const sum = new Counts();
  sum.add(own.counts.values);
  sum.add(nativeShare.counts.values);
  const fault = own.fault && describeFault(own.fault);
  const outcome = outcomeOf(sum, fault ?? nativeShare.failure);
  return { outcome, assists, sent: threads.reduce((total, { sent }) => total + sent, 0), helpers: nativeShare.helpers };
}

const WIDE = { globalSize: [64 * 50, 1, 1], vgprs: 24 } as const;
for (const [name, text] of Object.entries(PROGRAMS))
  test(`${name}: as by one thread`, async (t) => {
    if (name.includes('fault')) {
      // How far the others come is left open.
      const { outcome } = await byNativeWorkers(text, WIDE);
      t.is(
        outcome.failure?.replace(/work-group \(.*?\)/, ''),
        alone(text, WIDE).failure?.replace(/work-group \(.*?\)/, ''),
      );
      return;
    }
    for (const order of ['ascending', 'descending'] as const) {
      const { outcome, assists, sent } = await byNativeWorkers(text, { ...WIDE, order });
      t.deepEqual(outcome, alone(text, WIDE), order);
      t.true(assists && sent > 0);
    }
  });

/** Four wavefronts that meet in a loop; each work-group adds to a sum. */
const meeting = (
  times: number,
): string => `s_mov_b32 s5, 0\n s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac\n s_mov_b32 s4, s0
  s_mov_b32 s9, 0\n v_mov_b32 v2, 0\n v_mov_b32 v1, 1
  L: s_barrier\n v_add_i32 v3, vcc, v3, v1\n s_add_u32 s9, s9, 1\n s_cmp_lt_u32 s9, ${times}\n s_cbranch_scc1 L
  buffer_atomic_add v3, v2, s[4:7], 0 offen`;

async function same(t: ExecutionContext, text: string, more: Partial<LaunchDescriptor>): Promise<number> {
  const { outcome, sent, helpers } = await byNativeWorkers(text, more, 1, 1_000_000);
  t.deepEqual(outcome, alone(text, more));
  t.true(helpers > 0);
  return sent;
}

test('work-groups with barriers', async (t) => {
  await same(t, meeting(10), { globalSize: [256 * 30, 1, 1], localSize: [256, 1, 1], vgprs: 24 });
});

test('work-groups that come back in the middle, for their barriers and their instructions, continue there', async (t) => {
  const sent = await same(t, meeting(30_000), { globalSize: [256 * 9, 1, 1], localSize: [256, 1, 1], vgprs: 24 });
  t.true(sent > 9, `${sent}`);
  const long = `s_mov_b32 s4, 0\n L: v_add_f32 v1, 1.0, v1\n s_add_u32 s4, s4, 1\n s_cmp_lt_u32 s4, 0x800000
    s_cbranch_scc1 L\n ${STORE}`;
  t.true((await same(t, long, { globalSize: [64 * 4, 1, 1], vgprs: 24 })) > 4);
});

test('work-groups that wait for the one that begins last make way for it', async (t) => {
  // Words of the data: how many have begun, whether all have, how many have ended.
  const waiting = `s_mov_b32 s5, 0\n s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac\n s_mov_b32 s4, s0\n s_mov_b64 exec, 1
    v_mov_b32 v2, 0\n v_mov_b32 v1, 1\n v_mov_b32 v4, 1\n buffer_atomic_add v1, v2, s[4:7], 0 offen glc
    s_waitcnt vmcnt(0)\n v_cmp_eq_u32 vcc, 19, v1\n s_cbranch_vccz W\n buffer_atomic_or v4, v2, s[4:7], 0 offen offset:4
    W: v_mov_b32 v3, 0\n buffer_atomic_or v3, v2, s[4:7], 0 offen offset:4 glc\n s_waitcnt vmcnt(0)
    v_cmp_eq_u32 vcc, 0, v3\n s_cbranch_vccnz W\n buffer_atomic_add v4, v2, s[4:7], 0 offen offset:8`;
  const { launch, dispatcher, outcomeOf } = prepare(waiting, { globalSize: [64 * 20, 1, 1], vgprs: 24 });
  const cursor = new GroupCursor(groupTotal(launch), 1);
  const part = new ThreadShare(1, worker(), dispatcher(1).start(launch, cursor), () => {});
  t.true(part.delegate());
  for (const until = Date.now() + 60_000; !part.ended && Date.now() < until; ) {
    part.step();
    await sleep(0);
  }
  if (!part.ended) part.abandon();
  t.deepEqual(outcomeOf(part.dispatch.counts, part.failure).data.slice(0, 3), [20, 1, 20]);
});

test('an endless kernel can be cancelled', async (t) => {
  const { launch, dispatcher } = prepare('L: s_branch L', WIDE);
  const cursor = new GroupCursor(groupTotal(launch), 1);
  const part = new ThreadShare(1, worker(), dispatcher(1).start(launch, cursor), () => {});
  t.true(part.delegate());
  cursor.stop();
  while (!part.ended) {
    part.step();
    await sleep(1);
  }
  t.is(part.failure, undefined);
});

test('an abandoned share of a launch ends at once', (t) => {
  const { launch, dispatcher } = prepare('L: s_branch L', WIDE);
  const part = new ThreadShare(1, worker(), dispatcher(1).start(launch), () => {});
  t.true(part.delegate());
  part.abandon();
  t.true(part.ended);
  t.false(part.thread.isAway());
});
