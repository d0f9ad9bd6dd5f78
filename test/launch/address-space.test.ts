// GPU memory anywhere among 64-bit addresses: compiled OpenCL C computes the same on every engine,
// reached through neutral kernels and launches, with no guest and no device. Judged by the kernel's results in
// JavaScript.

import test from 'ava';
import { MAX_SPACE_SIZE, VRAM_BASE } from '../../src/abi/memory-map.js';
import { llvmConvention } from '../../src/cal/load/llvm-launch.js';
import { calProgram } from '../../src/cal/load/program.js';
import { ENGINE_NAMES, type EngineName } from '../../src/config/engine-names.js';
import { prepareLaunch } from '../../src/driver/core/processor/launch.js';
import { AddressSpace, LOWEST } from '../../src/emulator/address-space.js';
import { Dispatcher } from '../../src/emulator/dispatcher.js';
import { describeFault } from '../../src/emulator/faults.js';
import { GpuMemory, PERMISSION } from '../../src/emulator/memory.js';
import type { Probe } from '../../src/emulator/probes.js';
import { conventions, type KernelLaunch } from '../../src/launch/convention.js';
import { createEngine } from '../../src/threads/engines.js';
import { image } from '../compiler/setup.js';

const GiB = 2n ** 30n;
/**
 * The second is where the runtime of ROCm can be made to put its memory; the last is the end of what buffers can
 * address.
 */
const SPACES: readonly Layout[] = [
  ...[0n, 64n * GiB, 0x7fff_0000_0000n].map((base) => ({ space: new AddressSpace(base), behind: 0 })),
  // Buffers lie behind the first 4 GiB, and on both sides of a multiple of it.
  { space: new AddressSpace(0n, MAX_SPACE_SIZE), behind: 11 * Number(GiB), code: 9 * Number(GiB) },
  { space: new AddressSpace(64n * GiB, MAX_SPACE_SIZE), behind: 4 * Number(GiB) - VRAM_BASE - 0x2_0000 - 512 },
];
const ITEMS = 256;
const WINDOW = 2 ** 32;
const [INDEX, OUTPUT, COUNTS, SEGMENT] = [1, 2, 3, 4].map((n) => VRAM_BASE + (n << 16)) as [
  number,
  number,
  number,
  number,
];

/** A space, and how far behind their usual places the buffers of kernels are in it. */
interface Layout {
  readonly space: AddressSpace;
  readonly behind: number;
  /** Offset of code; absent: the start of video memory. */
  readonly code?: number;
}
const nameOf = ({ space, behind }: Layout): string =>
  `memory of ${space.size / Number(GiB)} GiB at 0x${space.base.toString(16)}, buffers at 0x${(OUTPUT + behind).toString(16)}`;

const SOURCE = `
constant int table[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
__attribute__((noinline)) int twice(int x) { return x * 2 + 1; }
kernel void all(global const int* index, global int* output, global int* counts, int step) {
  const int i = get_global_id(0);
  const int far = index[(i * 37) & 255];
  int sum = twice(far) + index[i] + table[i & 7] + step;
  for (int k = 0; k < 3; k++) sum += index[(sum + k) & 255];
  output[i] = sum;
  ((global char*)output)[1024 + i] = (char)sum;
  atomic_add(&counts[i & 3], sum);
  if (i == 0) atom_inc(&counts[4]);
}
kernel void straight(global const int* index, global int* output, global int* counts, int step) {
  output[get_global_id(0)] = index[get_global_id(0)] * 3 + step;
}`;

const index = Int32Array.from({ length: ITEMS }, (_, i) => (i * 61) & 255);
const TABLE = [3, 1, 4, 1, 5, 9, 2, 6];
const STEP = 7;

function expectedSums(): number[] {
  return Array.from(index, (own, i) => {
    let sum = index[(i * 37) & 255]! * 2 + 1 + own + TABLE[i & 7]! + STEP;
    for (let k = 0; k < 3; k++) sum += index[(sum + k) & 255]!;
    return sum;
  });
}

let building: ReturnType<typeof image> | undefined;
const built = (): ReturnType<typeof image> => (building ??= image(SOURCE));

interface Run {
  readonly memory: GpuMemory;
  readonly fault: string | undefined;
  readonly outcome: string;
}

/** Runs one kernel of the source. @param pointers the three addresses that it gets */
async function run(
  engine: EngineName,
  { space, behind, code: place = VRAM_BASE }: Layout,
  kernel: string,
  pointers: readonly bigint[],
): Promise<Run> {
  const program = calProgram(await built());
  const memory = GpuMemory.create(space);
  memory.setPages(VRAM_BASE, 5 << 16, PERMISSION.readWrite);
  memory.setPages(INDEX + behind, 3 << 16, PERMISSION.readWrite);
  memory.setPages(place, 1 << 16, PERMISSION.readWrite);
  const code = program.place(memory, place).find(({ name }) => name === kernel)!;
  memory.i32.set(index, (INDEX + behind) / 4);
  const { arguments: args } = program.kernels.find(({ name }) => name === kernel)!.signature;
  pointers.forEach((pointer, i) => {
    memory.view.setBigUint64(SEGMENT + args[i]!.offset, pointer, true);
  });
  memory.view.setInt32(SEGMENT + args[3]!.offset, STEP, true);
  const launch: KernelLaunch = {
    workDim: 1,
    globalSize: [ITEMS, 1, 1],
    localSize: [64, 1, 1],
    globalOffset: [0, 0, 0],
    dynamicLds: 0,
    segment: space.addressOf(SEGMENT),
    printfBuffer: 0n,
  };
  const dispatcher = new Dispatcher(memory, createEngine(engine, memory), { unit: 0 });
  const dispatch = dispatcher.start(prepareLaunch(launch, code, memory, conventions(llvmConvention)));
  const outcome = dispatch.run(10_000_000);
  return { memory, outcome, fault: dispatch.fault && describeFault(dispatch.fault) };
}

const places = ({ space, behind }: Layout): bigint[] =>
  [INDEX, OUTPUT, COUNTS].map((offset) => space.addressOf(offset + behind));
const dwords = (memory: GpuMemory, offset: number, count: number): number[] => [
  ...memory.i32.subarray(offset / 4, offset / 4 + count),
];

for (const layout of SPACES)
  for (const engine of ENGINE_NAMES)
    test(`${engine}, ${nameOf(layout)}: far and near accesses, atomics, constants, calls`, async (t) => {
      t.timeout(300_000);
      const { memory, outcome, fault } = await run(engine, layout, 'all', places(layout));
      t.is(outcome, 'done', fault);
      const sums = expectedSums();
      const output = OUTPUT + layout.behind;
      // The bytes behind the sums belong to the buffer, too.
      t.deepEqual(dwords(memory, output, ITEMS), sums);
      const bytes = memory.u8.slice(output + 4 * ITEMS, output + 5 * ITEMS);
      t.deepEqual(
        [...bytes],
        sums.map((sum) => sum & 255),
      );
      const counts = [0, 1, 2, 3].map((n) => sums.reduce((all, sum, i) => (i % 4 === n ? all + sum : all), 0));
      t.deepEqual(dwords(memory, COUNTS + layout.behind, 5), [...counts, 1]);
    });

for (const layout of SPACES)
  test(`${nameOf(layout)}: an address in another window faults on every engine, and the text names it`, async (t) => {
    t.timeout(300_000);
    const { base, size } = layout.space;
    for (const kernel of ['all', 'straight'])
      for (const [which, other] of [
        [0, base === 0n ? BigInt(size) : 0n],
        [1, base + BigInt(size)],
      ] as const) {
        const pointers = places(layout).map((pointer, i) => (i === which ? pointer - base + other : pointer));
        const texts = new Set<string | undefined>();
        for (const engine of ENGINE_NAMES) {
          const { outcome, fault, memory } = await run(engine, layout, kernel, pointers);
          t.is(outcome, 'fault', `${engine} ${kernel}`);
          t.is(memory.i32[(OUTPUT + layout.behind) / 4], 0);
          texts.add(fault);
        }
        t.is(texts.size, 1, [...texts].join('\n'));
        t.regex([...texts][0]!, new RegExp(`${pointers[which]!.toString(16).slice(0, -4)}`));
      }
  });

test('a straight kernel runs as a linear run at any place', async (t) => {
  for (const layout of SPACES) {
    const { memory, outcome, fault } = await run('wasm', layout, 'straight', places(layout));
    t.is(outcome, 'done', fault);
    t.deepEqual(
      dwords(memory, OUTPUT + layout.behind, ITEMS),
      Array.from(index, (value) => 3 * value + STEP),
    );
  }
});

test('an address space translates its own addresses, and no others', (t) => {
  const space = new AddressSpace(64n * GiB);
  t.is(space.translate(64n * GiB), 0);
  t.is(space.translate(68n * GiB - 4n, 4), 2 ** 32 - 4);
  t.is(space.translate(68n * GiB - 4n, 5), undefined);
  t.is(space.translate(64n * GiB - 1n), undefined);
  t.is(space.translate(0n), undefined);
  t.is(LOWEST.translate(space.addressOf(16)), undefined);
  t.throws(() => new AddressSpace(1n), { message: /multiple of 4 GiB/ });
  t.throws(() => new AddressSpace(4n * GiB, 4 * WINDOW), { message: /multiple of 16 GiB/ });
  for (const size of [0, WINDOW / 2, 3 * WINDOW, 8 * WINDOW])
    t.throws(() => new AddressSpace(0n, size), { message: /4, 8 and 16 GiB/ });
  const large = new AddressSpace(64n * GiB, 4 * WINDOW);
  t.is(large.translate(80n * GiB - 4n, 4), 4 * WINDOW - 4);
  t.is(large.translate(80n * GiB), undefined);
  t.is(large.offsetOf(-4, 19), 4 * WINDOW - 4);
  t.is(large.offsetOf(0, 20), Number.POSITIVE_INFINITY);
  t.is(large.offsetOf(0, 15), Number.POSITIVE_INFINITY);
});

test('compiled code does not record 64-bit offsets: the refusal names the interpreter', (t) => {
  const memory = GpuMemory.create(new AddressSpace(0n, MAX_SPACE_SIZE));
  const probe = { sink: {} } as unknown as Probe;
  t.throws(() => createEngine('jit', memory, { probe }), { code: 'BAD_OPTION', message: /16 GiB of GPU memory/ });
});
