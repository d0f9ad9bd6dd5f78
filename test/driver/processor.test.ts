// The command processor without its thread: messages and packets in an order that threads rarely give.

import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import test from 'ava';
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
import { Crew, type CrewOrder, EXECUTOR_WORD, EXECUTOR_WORDS } from '../../src/driver/processor/crew.js';
import type { LoadedKernel, ProcessorEvent, SessionMessage } from '../../src/driver/processor/messages.js';
import { Processor } from '../../src/driver/processor/processor.js';
import { Counters } from '../../src/emulator/counters.js';
import { GpuMemory, PERMISSION } from '../../src/emulator/memory.js';
import { createEngine } from '../../src/engines.js';
import { blankKernel } from '../cal/model.js';
import { code } from '../emulator/scenarios.js';

const SESSION = 1;
const SIGNAL = 3;

/** A guest that has launched a kernel of program 7, and a processor that has not read these messages yet. */
function guest(late: SessionMessage[], executors = 0) {
  const memory = GpuMemory.create();
  const events: ProcessorEvent[] = [];
  const processor: Processor = new Processor({
    createEngine: (gpu, probe) => createEngine('interp', gpu, { probe }),
    futex: { wake: () => undefined },
    crew: new Crew(() => undefined),
    executors,
    emit: (event) => events.push(event),
    catchUp: () => {
      for (const message of late.splice(0)) processor.receive(message);
    },
  });
  processor.receive({ do: 'addSession', session: SESSION, memory: memory.share() });
  const sizes = { global_size: [1, 1, 1], local_size: [1, 1, 1] };
  Packet.write(
    memory.view,
    { kind: PacketKind.DISPATCH, signal: SIGNAL, program: 7, work_dim: 1, ...sizes },
    CONTROL_BASE + RING_OFFSET,
  );
  memory.view.setUint32(CONTROL_BASE + ControlHeader.offsetOf('ring_tail'), 1, true);
  const state = CONTROL_BASE + SIGNAL_OFFSET + SIGNAL * Signal.size + Signal.offsetOf('state');
  return { processor, events, memory, state: () => memory.view.getUint32(state, true) };
}

test('a packet that overtakes the message about its program is no fault', (t) => {
  const late: SessionMessage[] = [
    { do: 'addProgram', session: SESSION, program: 7, kernels: [] },
    { do: 'removeProgram', session: SESSION, program: 7 },
  ];
  const { processor, events, state } = guest(late);
  processor.step();
  t.is(late.length, 0);
  t.deepEqual(events, []);
  t.is(state(), SignalState.FAILED, 'a released program: dropped without a word');
});

test('a guest that ends while its packet is taken: nothing of it begins', (t) => {
  const { processor, events, state } = guest([{ do: 'removeSession', session: SESSION }]);
  const before = state();
  processor.step();
  t.is(state(), before);
  t.deepEqual(events, [{ do: 'sessionRemoved', session: SESSION }]);
  t.deepEqual(processor.channels, []);
});

test('a packet of a program that nobody loaded is a fault that names it', (t) => {
  const { processor, events, state } = guest([]);
  processor.step();
  t.is(state(), SignalState.FAILED);
  t.like(events[0], { do: 'fault', session: SESSION, signal: SIGNAL });
  t.regex((events[0] as { text: string }).text, /kernel 0 of program 7, which is not loaded/);
});

/** Thousands of instructions, but fewer than a slice: the interpreter needs milliseconds. */
const LOOP = code('s_mov_b32 s8, 0\n L: s_add_u32 s8, s8, 1\n s_cmp_lt_u32 s8, 0x1700\n s_cbranch_scc1 L\n s_endpgm');

const KERNEL: LoadedKernel = {
  ...blankKernel,
  codeAddress: VRAM_BASE,
  textSize: LOOP.byteLength,
  sgprs: 16,
  rsrc2: 0,
  kernargSize: 512,
  implicitArgOffset: 64,
  globalData: undefined,
};

test('executors are asked for as soon as a launch looks long, before its first work-group ends', (t) => {
  const { processor, events, memory } = guest([], 1);
  memory.setPages(VRAM_BASE, 0x2_0000, PERMISSION.readWrite);
  const endless = code('L: s_branch L\n s_endpgm');
  memory.u32.set(endless, VRAM_BASE / 4);
  const kernels = [{ ...KERNEL, textSize: endless.byteLength }];
  processor.receive({ do: 'addProgram', session: SESSION, program: 7, kernels });
  const packet = CONTROL_BASE + RING_OFFSET;
  memory.view.setBigUint64(packet + Packet.offsetOf('kernarg'), BigInt(VRAM_BASE + 0x1_0000), true);
  memory.view.setUint32(packet + Packet.offsetOf('global_size'), 1 << 20, true);
  processor.step();
  t.deepEqual(events, [], 'the first slice may have compiled the kernel');
  processor.step();
  t.deepEqual(events, [{ do: 'crewWanted' }]);
});

for (const ready of [true, false])
  test(`a launch whose kernel took long before is shared at once; the executor ${ready ? 'helps' : 'still starts'}`, (t) => {
    const { processor, memory, state } = guest([], 1);
    memory.setPages(VRAM_BASE, 0x2_0000, PERMISSION.readWrite);
    memory.u32.set(LOOP, VRAM_BASE / 4);
    const { port1, port2 } = new MessageChannel();
    t.teardown(() => port1.close());
    const words = new Int32Array(new SharedArrayBuffer(4 * EXECUTOR_WORDS));
    words[EXECUTOR_WORD.ready] = Number(ready);
    processor.receive({ do: 'enlist', member: { port: port2, control: words.buffer } });
    t.like(receiveMessageOnPort(port1)?.message, { do: 'meet', session: SESSION }, 'it can prepare');
    processor.receive({ do: 'addProgram', session: SESSION, program: 7, kernels: [KERNEL] });
    const packet = CONTROL_BASE + RING_OFFSET;
    const launch = (number: number): void => {
      memory.view.setBigUint64(
        packet + Packet.size * (number - 1) + Packet.offsetOf('kernarg'),
        BigInt(VRAM_BASE + 0x1_0000),
        true,
      );
      memory.view.setUint32(CONTROL_BASE + ControlHeader.offsetOf('ring_tail'), number, true);
      processor.step();
    };
    launch(1);
    t.is(state(), SignalState.COMPLETE);
    t.is(receiveMessageOnPort(port1), undefined, 'nothing was known of it');
    memory.u8.copyWithin(packet + Packet.size, packet, packet + Packet.size);
    launch(2);
    const order = receiveMessageOnPort(port1)?.message as Extract<CrewOrder, { do: 'join' }> | undefined;
    if (!order) {
      t.false(ready);
      t.is(state(), SignalState.COMPLETE);
      return;
    }
    t.like(order, { do: 'join', session: SESSION, total: 1 });
    const { team } = order;
    port1.postMessage({ team, counters: new Counters().values, fault: undefined, defect: undefined });
    Atomics.sub(new Int32Array(order.members), 0, 1);
    processor.step();
    t.is(state(), SignalState.COMPLETE);
    t.false(processor.busy);
  });
