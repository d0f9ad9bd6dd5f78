// The command processor without its thread: messages and packets in an order that threads rarely give.

import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import { CONTROL_BASE, VRAM_BASE } from '../../src/abi/memory-map.js';
import {
  ControlHeader,
  Packet,
  PacketKind,
  RING_OFFSET,
  SIGNAL_OFFSET,
  Signal,
  SignalState,
} from '../../src/abi/schema.js';
import { llvmConvention } from '../../src/cal/load/llvm-launch.js';
import { kernelImage, loadedCode } from '../../src/cal/load/program.js';
import { CommandRing, RING } from '../../src/driver/atoll/ring.js';
import type { CreateQueue } from '../../src/driver/core/processor/guest-context.js';
import { FRESH_FROM, type Populate } from '../../src/driver/core/processor/huge-page-prefault.js';
import type { ProcessorEvent, SessionMessage } from '../../src/driver/core/processor/messages.js';
import { Processor } from '../../src/driver/core/processor/processor.js';
import type { TranslateElsewhere } from '../../src/driver/core/processor/processor-options.js';
import type { LaunchQueue, Submission } from '../../src/driver/core/processor/queue.js';
import { WorkerTeamMembers } from '../../src/driver/core/processor/team-members.js';
import {
  EXECUTOR_WORD,
  EXECUTOR_WORDS,
  type WorkerCommand,
  WorkerPool,
} from '../../src/driver/core/processor/worker-pool.js';
import { Counts } from '../../src/emulator/counts.js';
import type { Size3 } from '../../src/emulator/launch.js';
import { GpuMemory, PERMISSION } from '../../src/emulator/memory.js';
import type { LoadedCode } from '../../src/launch/code.js';
import { conventions } from '../../src/launch/convention.js';
import { createEngine } from '../../src/threads/engines.js';
import { blankKernel } from '../cal/model.js';
import { code } from '../emulator/scenarios.js';

const SESSION = 1;
const SIGNAL = 3;

/** A guest that has launched a kernel of program 7, and a processor that has not read these messages yet. */
function guest(
  late: SessionMessage[],
  executors = 0,
  keepsAccount = false,
  populate: Populate = () => false,
  createQueue: CreateQueue = (gpu) => new CommandRing(gpu, { wake: () => undefined }),
) {
  const memory = GpuMemory.create();
  const events: ProcessorEvent[] = [];
  let translate: TranslateElsewhere | undefined;
  const processor: Processor = new Processor({
    createEngine: (gpu, probe, elsewhere) => {
      translate = elsewhere;
      return createEngine('interp', gpu, { probe });
    },
    conventions: conventions(llvmConvention),
    queues: { [RING]: createQueue },
    populate,
    pool: new WorkerPool(() => undefined),
    executors,
    keepsAccount,
    emit: (event) => events.push(event),
    catchUp: () => {
      for (const message of late.splice(0)) processor.receive(message);
    },
  });
  processor.receive({ type: 'session-added', session: SESSION, memory: memory.share(), queue: RING });
  const sizes = { global_size: [1, 1, 1], local_size: [1, 1, 1] };
  Packet.write(
    memory.view,
    { kind: PacketKind.DISPATCH, signal: SIGNAL, program: 7, work_dim: 1, ...sizes },
    CONTROL_BASE + RING_OFFSET,
  );
  memory.view.setUint32(CONTROL_BASE + ControlHeader.offsetOf('ring_tail'), 1, true);
  const state = CONTROL_BASE + SIGNAL_OFFSET + SIGNAL * Signal.size + Signal.offsetOf('state');
  return { processor, events, memory, translate: translate!, state: () => memory.view.getUint32(state, true) };
}

test('a packet that overtakes the message about its program is no fault', (t) => {
  const late: SessionMessage[] = [
    { type: 'program-added', session: SESSION, program: 7, kernels: [] },
    { type: 'program-removed', session: SESSION, program: 7 },
  ];
  const { processor, events, state } = guest(late);
  processor.step();
  t.is(late.length, 0);
  t.deepEqual(events, []);
  t.is(state(), SignalState.FAILED, 'a released program: dropped without a word');
});

test('a guest that ends while its packet is taken: nothing of it begins', (t) => {
  const { processor, events, state } = guest([{ type: 'session-removed', session: SESSION }]);
  const before = state();
  processor.step();
  t.is(state(), before);
  t.deepEqual(events, [
    { type: 'session-closed', session: SESSION },
    { type: 'session-released', session: SESSION },
  ]);
  t.deepEqual(processor.doorbells, []);
});

test('a session is forgotten when each executor has dropped it, and reported once', (t) => {
  const { port1, port2 } = new MessageChannel();
  t.teardown(() => port1.close());
  const { processor, events } = guest([]);
  processor.receive({
    type: 'worker-ready',
    member: { port: port2, control: new SharedArrayBuffer(4 * EXECUTOR_WORDS) },
  });
  processor.receive({ type: 'session-removed', session: SESSION });
  processor.step();
  t.deepEqual(events.splice(0), [{ type: 'session-closed', session: SESSION }]);
  t.false(processor.busy, 'an executor still has it');
  let order: WorkerCommand | undefined;
  for (let received = receiveMessageOnPort(port1); received; received = receiveMessageOnPort(port1))
    order = received.message as WorkerCommand;
  if (order?.type !== 'forget') return t.fail('the executor was not asked');
  Atomics.sub(new Int32Array(order.left), 0, 1);
  t.true(processor.busy);
  processor.step();
  processor.step();
  t.deepEqual(events, [{ type: 'session-released', session: SESSION }]);
  t.false(processor.busy);
});

test('a defect that shows in one queue loses the device of its guest alone', (t) => {
  for (const broken of ['hasWork', 'attend', 'take'] as const) {
    const fail = (): never => {
      throw new TypeError('words that are not there');
    };
    const queue: LaunchQueue = {
      doorbell: undefined,
      damage: undefined,
      get hasWork() {
        return broken === 'hasWork' ? fail() : true;
      },
      lose: () => undefined,
      attend: () => broken === 'attend' && fail(),
      take: fail,
    };
    const { processor, events } = guest([], 0, false, undefined, () => queue);
    void processor.busy;
    processor.step();
    processor.watch();
    t.is(events.length, 1, broken);
    t.like(events[0], { type: 'session-lost', session: SESSION });
    t.false(processor.busy);
  }
});

test('messages that packets of a queue refer to are handled first', (t) => {
  const posted: string[] = [];
  const queue: LaunchQueue = {
    doorbell: undefined,
    damage: undefined,
    handlesMessagesFirst: true,
    hasWork: true,
    lose: () => undefined,
    receive: (word) => void posted.push(String(word)),
    take: () => {
      posted.push('taken');
      return {
        find: () => {
          posted.push('looked for');
          return 'released';
        },
        begin: () => undefined,
        end: () => undefined,
      } as unknown as Submission;
    },
  };
  const late: SessionMessage[] = [{ type: 'queue', session: SESSION, word: 'memory' }];
  const { processor } = guest(
    late,
    0,
    false,
    () => false,
    () => queue,
  );
  processor.step();
  t.deepEqual(posted, ['taken', 'memory', 'looked for']);
});

test('a packet of a program that is not loaded is a fault that names it', (t) => {
  const { processor, events, state } = guest([]);
  processor.step();
  t.is(state(), SignalState.FAILED);
  t.like(events[0], { type: 'launch-failed', session: SESSION, signal: SIGNAL });
  t.regex((events[0] as { text: string }).text, /kernel 0 of program 7, which is not loaded/);
});

/** Thousands of instructions, but fewer than a slice: the interpreter needs milliseconds. */
const LOOP = code('s_mov_b32 s8, 0\n L: s_add_u32 s8, s8, 1\n s_cmp_lt_u32 s8, 0x1700\n s_cbranch_scc1 L\n s_endpgm');

/** A kernel in video memory with so many bytes of code. */
const kernelOf = (textSize: number): LoadedCode =>
  loadedCode(
    kernelImage({ ...blankKernel, textSize, sgprs: 16, rsrc2: 0, kernargSize: 512, implicitArgOffset: 64 }),
    VRAM_BASE,
  );

const KERNEL = kernelOf(LOOP.byteLength);

test('executors are requested as soon as a launch is expected to be long, before its first work-group ends', (t) => {
  const { processor, events, memory } = guest([], 1);
  memory.setPages(VRAM_BASE, 0x2_0000, PERMISSION.readWrite);
  const endless = code('L: s_branch L\n s_endpgm');
  memory.u32.set(endless, VRAM_BASE / 4);
  const kernels = [kernelOf(endless.byteLength)];
  processor.receive({ type: 'program-added', session: SESSION, program: 7, kernels });
  const packet = CONTROL_BASE + RING_OFFSET;
  memory.view.setBigUint64(packet + Packet.offsetOf('kernarg'), BigInt(VRAM_BASE + 0x1_0000), true);
  memory.view.setUint32(packet + Packet.offsetOf('global_size'), 1 << 20, true);
  processor.step();
  t.deepEqual(events, [], 'the first slice may have compiled the kernel');
  processor.step();
  t.deepEqual(events, [{ type: 'workers-needed' }]);
});

test('a kernel that is to be translated elsewhere has an executor started, where there may be one', (t) => {
  for (const executors of [0, 3]) {
    const { events, translate } = guest([], executors);
    for (let n = 0; n < 3; n++) t.false(translate(undefined as never, undefined));
    t.deepEqual(events, executors === 0 ? [] : [{ type: 'executor-needed' }]);
  }
});

/** Work-groups of a launch that can be shared. */
const GROUPS = 4;

/**
 * A guest with one executor, and a way to launch its kernel for the n-th time: enough for several slices, but little
 * enough for a test.
 */
function shared(t: ExecutionContext, ready: boolean) {
  const context = guest([], 1);
  const { processor, memory } = context;
  memory.setPages(VRAM_BASE, 0x2_0000, PERMISSION.readWrite);
  memory.u32.set(LOOP, VRAM_BASE / 4);
  const { port1, port2 } = new MessageChannel();
  t.teardown(() => port1.close());
  const words = new Int32Array(new SharedArrayBuffer(4 * EXECUTOR_WORDS));
  words[EXECUTOR_WORD.ready] = Number(ready);
  processor.receive({ type: 'worker-ready', member: { port: port2, control: words.buffer } });
  processor.receive({ type: 'program-added', session: SESSION, program: 7, kernels: [KERNEL] });
  const first = CONTROL_BASE + RING_OFFSET;
  memory.view.setUint32(first + Packet.offsetOf('global_size'), GROUPS, true);
  memory.view.setBigUint64(first + Packet.offsetOf('kernarg'), BigInt(VRAM_BASE + 0x1_0000), true);
  const launch = (number: number): void => {
    if (number > 1) memory.u8.copyWithin(first + Packet.size * (number - 1), first, first + Packet.size);
    memory.view.setUint32(CONTROL_BASE + ControlHeader.offsetOf('ring_tail'), number, true);
    processor.step();
  };
  const order = (): WorkerCommand | undefined => receiveMessageOnPort(port1)?.message;
  return { ...context, launch, order, port: port1 };
}

/** Steps until the processor's own part is over. */
function finish(processor: Processor): void {
  while (processor.busy) processor.step();
}

test('a started executor gets a session, a new kernel, and a long launch', (t) => {
  const { processor, launch, order, port, state } = shared(t, true);
  t.like(order(), { type: 'meet', session: SESSION });
  launch(1);
  t.like(order(), { type: 'prepare', session: SESSION });
  finish(processor);
  while (order());
  launch(2);
  const join = order() as Extract<WorkerCommand, { type: 'join' }>;
  t.like(join, { type: 'join', session: SESSION, total: GROUPS });
  const members = new WorkerTeamMembers(join.members);
  t.true(members.enter());
  finish(processor);
  t.is(state(), SignalState.RUNNING, 'the executor is still at work');
  port.postMessage({ team: join.team, counts: new Counts().values, fault: undefined, defect: undefined });
  members.leave();
  t.true(processor.busy);
  finish(processor);
  t.is(state(), SignalState.COMPLETE);
});

test('a launch does not wait for a requested executor that has not started', (t) => {
  const { processor, launch, order, state } = shared(t, true);
  launch(1);
  finish(processor);
  while (order());
  launch(2);
  const { members } = order() as Extract<WorkerCommand, { type: 'join' }>;
  finish(processor);
  t.is(state(), SignalState.COMPLETE);
  t.false(new WorkerTeamMembers(members).enter(), 'it comes too late');
});

test('an executor that still starts is not called', (t) => {
  const { processor, launch, order, state } = shared(t, false);
  t.like(order(), { type: 'meet' }, 'it can prepare');
  for (const number of [1, 2]) {
    launch(number);
    finish(processor);
    t.is(state(), SignalState.COMPLETE);
    t.is(order(), undefined);
  }
});

for (const keepsAccount of [false, true])
  test(`launches are reported ${keepsAccount ? 'at their end with accounting' : 'only with accounting'}`, (t) => {
    const { processor, memory, events, state } = guest([], 0, keepsAccount);
    memory.setPages(VRAM_BASE, 0x2_0000, PERMISSION.readWrite);
    memory.u32.set(LOOP, VRAM_BASE / 4);
    processor.receive({ type: 'program-added', session: SESSION, program: 7, kernels: [KERNEL] });
    const kernarg = CONTROL_BASE + RING_OFFSET + Packet.offsetOf('kernarg');
    memory.view.setBigUint64(kernarg, BigInt(VRAM_BASE + 0x1_0000), true);
    finish(processor);
    t.is(state(), SignalState.COMPLETE);
    const reported = (): boolean[] => events.map((event) => event.type === 'launches-finished');
    t.deepEqual(reported(), []);
    processor.close();
    t.deepEqual(reported(), keepsAccount ? [true] : []);
  });

test('the control plane launches beside the ring, and gets the result', (t) => {
  const { processor, memory, events, state } = guest([]);
  memory.setPages(VRAM_BASE, 0x2_0000, PERMISSION.readWrite);
  memory.u32.set(LOOP, VRAM_BASE / 4);
  // The guest's own packet names the program that is released.
  processor.receive({ type: 'program-added', session: SESSION, program: 7, kernels: [KERNEL] });
  processor.receive({ type: 'program-added', session: SESSION, program: 8, kernels: [KERNEL] });
  processor.receive({ type: 'program-removed', session: SESSION, program: 7 });
  const one: Size3 = [1, 1, 1];
  const sizes = { workDim: 1, globalSize: one, localSize: one, globalOffset: [0, 0, 0] as const, dynamicLds: 0 };
  const launch = { ...sizes, segment: BigInt(VRAM_BASE + 0x1_0000), printfBuffer: 0n };
  const programs = [8, 7, 9];
  programs.forEach((program, i) => {
    const order = { program, kernel: 0, device: 0, launch };
    processor.receive({ type: 'launch', session: SESSION, launch: BigInt(i), order });
  });
  finish(processor);
  const ended = events.flatMap((event) => (event.type === 'launch-ended' ? [event] : []));
  t.deepEqual(
    ended.map((event) => [event.launch, event.failure]),
    [
      [0n, undefined],
      [1n, 'its program has been released'],
      [2n, 'packet names kernel 0 of program 9, which is not loaded'],
    ],
  );
  t.is(state(), SignalState.FAILED, 'the ring is served, too');
});

test('a processor that waits gives pages to new memory, unless it was freed', (t) => {
  const populated: number[][] = [];
  const { processor, memory } = guest([], 0, false, (_view, address, length) => populated.push([address, length]) > 0);
  const size = FRESH_FROM;
  memory.setPages(VRAM_BASE, size, PERMISSION.readWrite);
  processor.receive({ type: 'range-allocated', session: SESSION, address: VRAM_BASE, size, huge: false });
  processor.receive({ type: 'range-allocated', session: SESSION, address: VRAM_BASE + size, size, huge: false });
  while (processor.useMoment());
  t.is(populated[0]![0], VRAM_BASE);
  t.is(
    populated.reduce((sum, [, length]) => sum + length!, 0),
    size,
  );
});

test('huge pages: memory that has them is not populated piece by piece', (t) => {
  const lengths: number[] = [];
  const { processor, memory } = guest([], 0, false, (_view, _address, length) => lengths.push(length) > 0);
  const size = 8 * FRESH_FROM;
  memory.setPages(VRAM_BASE, size, PERMISSION.readWrite);
  processor.receive({ type: 'range-allocated', session: SESSION, address: VRAM_BASE, size, huge: true });
  while (processor.useMoment());
  t.deepEqual(lengths, [size]);
});

test('huge pages: a failed request to the kernel is not repeated', (t) => {
  let requestCount = 0;
  const { processor, memory } = guest([], 0, false, () => ++requestCount < 0);
  memory.setPages(VRAM_BASE, FRESH_FROM, PERMISSION.readWrite);
  processor.receive({ type: 'range-allocated', session: SESSION, address: VRAM_BASE, size: FRESH_FROM, huge: false });
  while (processor.useMoment());
  t.is(requestCount, 1);
});
