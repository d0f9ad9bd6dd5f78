// The command processor without its thread: messages and packets in an order that threads rarely give.

import test from 'ava';
import { CONTROL_BASE } from '../../src/abi/memory-map.js';
import {
  ControlHeader,
  Packet,
  PacketKind,
  RING_OFFSET,
  SIGNAL_OFFSET,
  Signal,
  SignalState,
} from '../../src/abi/schema.js';
import { Crew } from '../../src/driver/processor/crew.js';
import type { ProcessorEvent, SessionMessage } from '../../src/driver/processor/messages.js';
import { Processor } from '../../src/driver/processor/processor.js';
import { GpuMemory } from '../../src/emulator/memory.js';
import { createEngine } from '../../src/engines.js';

const SESSION = 1;
const SIGNAL = 3;

/** A guest that has launched a kernel of program 7, and a processor that has not read these messages yet. */
function guest(late: SessionMessage[]) {
  const memory = GpuMemory.create();
  const events: ProcessorEvent[] = [];
  const processor: Processor = new Processor({
    createEngine: (gpu, probe) => createEngine('interp', gpu, { probe }),
    futex: { wake: () => undefined },
    crew: new Crew(() => undefined),
    executors: 0,
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
  return { processor, events, state: () => memory.view.getUint32(state, true) };
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
