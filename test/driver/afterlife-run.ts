// A process that may die of it: a guest launches a kernel and ends; an executor reads its messages only then.
// Prints its observations.

import { writeSync } from 'node:fs';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { CONTROL_BASE, FILE_SIZE } from '../../src/abi/memory-map.js';
import { ControlHeader, Packet, PacketKind, RING_OFFSET } from '../../src/abi/schema.js';
import { llvmConvention } from '../../src/cal/load/llvm-launch.js';
import { kernelImage, loadedCode } from '../../src/cal/load/program.js';
import { CommandRing, RING } from '../../src/driver/atoll/ring.js';
import { Executor } from '../../src/driver/core/processor/executor.js';
import { Processor } from '../../src/driver/core/processor/processor.js';
import {
  EXECUTOR_WORD,
  EXECUTOR_WORDS,
  type WorkerCommand,
  WorkerPool,
} from '../../src/driver/core/processor/worker-pool.js';
import type { CoreServices } from '../../src/driver/core/services.js';
import { CodeReader } from '../../src/emulator/code.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { loadNative } from '../../src/host/native.js';
import { conventions } from '../../src/launch/convention.js';
import { createEngine } from '../../src/threads/engines.js';
import { blankKernel } from '../cal/model.js';
import { assemble } from '../isa/southern-islands.js';
import { atollDevice, openFile } from './model.js';

const native = loadNative();
const GROUPS = 4;
const { port1, port2 } = new MessageChannel();
const control = new SharedArrayBuffer(4 * EXECUTOR_WORDS);
Atomics.store(new Int32Array(control), EXECUTOR_WORD.ready, 1);

/** The condition for which the control plane's thread waits before it unmaps the memory. */
let removed = (): void => undefined;
const processor = new Processor({
  createEngine: (memory) => createEngine('interp', memory),
  conventions: conventions(llvmConvention),
  queues: { [RING]: (memory) => new CommandRing(memory, { wake: () => undefined }) },
  populate: () => false,
  pool: new WorkerPool(() => undefined),
  executors: 1,
  keepsAccount: false,
  emit: (event) => {
    if (event.type === 'session-closed') removed();
  },
  catchUp: () => undefined,
});
processor.receive({ type: 'worker-ready', member: { port: port2, control } });

const processors: CoreServices['processors'] = {
  post: (message) => processor.receive(message),
  removed: () => new Promise((resolve) => (removed = resolve)),
  poll: () => undefined,
  expectLaunches: () => undefined,
  expectWork: () => undefined,
};
const fd = native.createMemfd('guest', FILE_SIZE);
const { session } = openFile(atollDevice({ mapper: native, processors }).device, { fd });
const { context } = session;
const { memory } = context.video;
context.announce();

// A large kernel, so that readers of it read many pages.
const words = Uint32Array.from(assemble(`${'v_add_f32 v1, v0, v1\n'.repeat(20_000)} s_endpgm`).words);
const { address } = context.allocate(1 << 20)!;
memory.u32.set(words, address / 4);
const kernel = {
  ...blankKernel,
  textSize: words.byteLength,
  sgprs: 16,
  rsrc2: 0,
  kernargSize: 512,
  implicitArgOffset: 64,
};
const kernels = [loadedCode(kernelImage(kernel), address)];
processor.receive({ type: 'program-added', session: session.id, program: 7, kernels });
const kernarg = BigInt(context.allocate(1 << 16)!.address);
const sizes = { global_size: [GROUPS, 1, 1], local_size: [1, 1, 1] };
const packet = { kind: PacketKind.DISPATCH, signal: 3, program: 7, work_dim: 1, kernarg, ...sizes };
Packet.write(memory.view, packet, CONTROL_BASE + RING_OFFSET);
memory.view.setUint32(CONTROL_BASE + ControlHeader.offsetOf('ring_tail'), 1, true);
processor.step();

session.release();
while (processor.busy) processor.step();
// Tears the session down.
await new Promise(setImmediate);

/** The words of the kernels that the executor makes ready. */
const prepared: Uint32Array[] = [];
const opened: GpuMemory[] = [];
const executor = new Executor({
  createEngine: (memory) => {
    opened.push(memory);
    const engine = createEngine('jit', memory);
    return {
      name: engine.name,
      run: (wavefront, budget) => engine.run(wavefront, budget),
      prepare: (launch) => {
        prepared.push(new CodeReader(memory, launch).words);
        engine.prepare(launch);
      },
      warm: (launch) => engine.warm?.(launch),
    };
  },
  unit: 1,
  report: () => undefined,
  rest: () => undefined,
  saved: () => undefined,
  left: () => undefined,
});
const orders: string[] = [];
for (let received = receiveMessageOnPort(port1); received; received = receiveMessageOnPort(port1)) {
  const order = received.message as WorkerCommand;
  orders.push(order.type);
  executor.receive(order);
}
const whole = prepared.every((each) => Buffer.compare(Buffer.from(each), Buffer.from(words)) === 0);
// Memory that an executor still could access.
const touched = opened.map(({ u8 }) => u8[CONTROL_BASE]! + u8[address]! + u8[Number(kernarg)]!);
writeSync(1, JSON.stringify({ orders, prepared: prepared.length, whole, touched }));
port1.close();
