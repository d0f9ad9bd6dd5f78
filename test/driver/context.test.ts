// A kernel without a program around it: compiled, placed in the memory of a context, launched by the control plane, on
// arrays of ours.

import test, { type ExecutionContext } from 'ava';
import { FILE_SIZE } from '../../src/abi/memory-map.js';
import { llvmConvention } from '../../src/cal/load/llvm-launch.js';
import { calProgram } from '../../src/cal/load/program.js';
import type { Context } from '../../src/driver/core/context.js';
import { Contexts } from '../../src/driver/core/contexts.js';
import { Processor } from '../../src/driver/core/processor/processor.js';
import { WorkerPool } from '../../src/driver/core/processor/worker-pool.js';
import type { CoreServices } from '../../src/driver/core/services.js';
import { loadNative } from '../../src/host/native.js';
import { conventions, type KernelLaunch } from '../../src/launch/convention.js';
import { createEngine } from '../../src/threads/engines.js';
import { image } from '../compiler/setup.js';

const native = loadNative();
const ITEMS = 1000;

/** A context whose launches this thread executes, and the function that executes them. */
function openContext(t: ExecutionContext) {
  let removed: () => void = () => undefined;
  const processor: Processor = new Processor({
    createEngine: (memory) => createEngine('wasm', memory),
    conventions: conventions(llvmConvention),
    queues: {},
    populate: () => false,
    pool: new WorkerPool(() => undefined),
    executors: 0,
    keepsAccount: false,
    emit: (event) => (event.type === 'session-closed' ? removed() : contexts.receive(event)),
    catchUp: () => undefined,
  });
  const processors: CoreServices['processors'] = {
    post: (message) => processor.receive(message),
    removed: () => new Promise((resolve) => (removed = () => resolve())),
    poll: () => undefined,
    expectLaunches: () => undefined,
    expectWork: () => undefined,
  };
  const contexts = new Contexts({ mapper: native, processors, log: t.log, warn: t.log });
  const fd = native.createMemfd('arrays', FILE_SIZE);
  const context = contexts.open(fd) as Context;
  const work = (): void => {
    while (processor.busy) processor.step();
  };
  t.teardown(() => {
    context.release();
    work();
    native.closeFd(fd);
  });
  context.announce();
  return { context, work };
}

test('a compiled kernel runs over typed arrays, without a guest', async (t) => {
  t.timeout(300_000);
  const program = calProgram(
    await image('kernel void scale(global float* x, float by) { x[get_global_id(0)] *= by; }'),
  );
  const { context, work } = openContext(t);
  const handle = context.nextHandle();
  const placed = context.place(program, handle);
  const { memory } = context.video;
  const [kernel] = program.kernels;
  const array = context.allocate(4 * ITEMS)!.address;
  const segment = context.allocate(kernel!.convention.segmentBytes)!.address;
  memory.f32.set(
    Float32Array.from({ length: ITEMS }, (_, i) => i),
    array >> 2,
  );
  const [x, by] = kernel!.signature.arguments;
  memory.view.setBigUint64(segment + x!.offset, memory.space.addressOf(array), true);
  memory.view.setFloat32(segment + by!.offset, 0.5, true);
  const launch: KernelLaunch = {
    workDim: 1,
    globalSize: [ITEMS, 1, 1],
    localSize: [100, 1, 1],
    globalOffset: [0, 0, 0],
    dynamicLds: 0,
    segment: memory.space.addressOf(segment),
    printfBuffer: 0n,
  };
  const run = (changes: Partial<KernelLaunch> = {}): Promise<string | undefined> => {
    const done = context.launch({ program: handle, kernel: 0, device: 0, launch: { ...launch, ...changes } });
    work();
    return done;
  };
  t.is(await run(), undefined);
  t.deepEqual(
    [...memory.f32.subarray(array >> 2, (array >> 2) + ITEMS)],
    Array.from({ length: ITEMS }, (_, i) => i / 2),
  );
  t.regex((await run({ localSize: [0, 1, 1] }))!, /a work size is 0/);
  t.regex((await run({ segment: 0n }))!, /kernarg segment of \d+ bytes at 0x0 is not in allocated memory/);
  context.remove(placed);
  t.is(await run(), 'its program has been released');
});
