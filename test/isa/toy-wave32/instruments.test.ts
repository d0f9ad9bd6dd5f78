// Compilation of whole wavefronts, records, counts and checks use the lanes of the instruction set: 32 of them, and
// masks of one word.

import test from 'ava';
import { KernelCheck } from '../../../src/check/checker.js';
import type { Finding } from '../../../src/check/finding.js';
import { Findings } from '../../../src/check/findings.js';
import { UninitialisedCheck } from '../../../src/check/uninitialised.js';
import { CodeReader } from '../../../src/emulator/code.js';
import type { ExecutionSink } from '../../../src/emulator/execution-sink.js';
import { Dispatcher, type Engine, type LaunchDescriptor } from '../../../src/emulator/index.js';
import { createInterpreter } from '../../../src/emulator/interpreter/interpreter.js';
import type { GpuMemory } from '../../../src/emulator/memory.js';
import type { Probe } from '../../../src/emulator/probes.js';
import { decode } from '../../../src/isa/decode.js';
import { addIsa } from '../../../src/isa/isas.js';
import { recordedOf } from '../../../src/isa/records.js';
import { FlowGraph } from '../../../src/jit/analysis/flow.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { kindOf } from '../../../src/jit/kernel/compilable.js';
import { guessSteps } from '../../../src/jit/linear/block-assumptions.js';
import { rowsOf } from '../../../src/jit/linear/row-shape.js';
import { linearSegments } from '../../../src/jit/linear/segments.js';
import { counted } from '../../emulator/counted.js';
import { CODE, createMemory, DATA, launchOf } from '../../emulator/harness.js';
import { denormals } from '../../jit/denormals.js';
import { CompiledAtOnce, LEVELS } from '../../jit/native/compiled.js';
import { NAME, SPECIAL, toy, toyWave32 } from './isa.js';

addIsa(toyWave32);

/** Words behind DATA where results go. */
const RESULT = 256;

/** Adds up the words at v1 + v0, in rows of a work-group; all addresses grow evenly from lane to lane. */
const LINEAR = Uint32Array.of(
  toy.add(2, 0, 1),
  toy.load(3, 2, 0),
  toy.add(4, 3, 2),
  toy.store(4, 2, 1),
  toy.less(4, 2, 2),
  toy.end(),
);

const launchFor = (memory: GpuMemory, code: Uint32Array, more: Partial<LaunchDescriptor> = {}): LaunchDescriptor =>
  launchOf(memory, code, {
    isa: NAME,
    vgprs: 80,
    sgprs: 10,
    userSgprs: Uint32Array.of(DATA, DATA + 4 * RESULT),
    localSize: [64, 1, 1],
    globalSize: [64, 1, 1],
    ...more,
  });

const native = new CompiledAtOnce(LEVELS[0]!);
const ENGINES: Readonly<Record<string, (memory: GpuMemory) => Engine>> = {
  interpreter: (memory) => createInterpreter(memory),
  'compiled code': (memory) => createJit(memory, { denormals }),
  'machine code': (memory) => createJit(memory, { denormals, store: native, nativeCode: native }),
};
const SHAPES: Readonly<Record<string, Partial<LaunchDescriptor>>> = {
  'whole wavefronts': { localIds: 1 },
  'rows of 16 lanes': { localIds: 1, localSize: [16, 4, 1], globalSize: [16, 4, 1] },
  'rows of 8 lanes': { localIds: 1, localSize: [8, 6, 1], globalSize: [8, 6, 1] },
  'a wavefront of 9 lanes': { localIds: 1, localSize: [41, 1, 1], globalSize: [41, 1, 1] },
};

function run(name: string, shape: Partial<LaunchDescriptor>) {
  const memory = createMemory();
  for (let word = 0; word < RESULT; word++) memory.u32[DATA / 4 + word] = 1000 * word;
  const launch = launchFor(memory, LINEAR, shape);
  const dispatcher = new Dispatcher(memory, ENGINES[name]!(memory));
  const dispatch = dispatcher.start(launch);
  while (dispatch.run() === 'budget');
  dispatcher.close();
  const words = memory.u32.slice(DATA / 4 + RESULT, DATA / 4 + 2 * RESULT);
  return { words, counters: counted(dispatch.counts, memory, launch), exits: dispatch.counts.exits };
}

for (const [shape, sizes] of Object.entries(SHAPES))
  test(`${shape}: linear accesses of all engines`, (t) => {
    const expected = new Uint32Array(RESULT);
    const [width, height] = sizes.localSize ?? [64, 1];
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) expected[x + y] = 1001 * (x + y);
    const { counters } = run('interpreter', sizes);
    for (const name of Object.keys(ENGINES)) {
      const result = run(name, sizes);
      t.deepEqual(result.words, expected, name);
      t.deepEqual(result.counters, counters, name);
      if (result.exits) t.deepEqual(result.exits, new Map(), name);
    }
    t.true(native.compiled > 0);
  });

test('parts of wavefronts are of 32 lanes, and accesses in them are linear', (t) => {
  const shapes = Object.values(SHAPES).map((shape) => rowsOf(launchFor(createMemory(), LINEAR, shape)));
  t.deepEqual(shapes, [1, 2, 4, 1]);
  const memory = createMemory();
  const graph = new FlowGraph(
    new CodeReader(memory, launchFor(memory, LINEAR)),
    [{ pc: CODE, mode: 0 }],
    (placed, mode) => kindOf(placed, mode) !== undefined,
  );
  const segments = linearSegments(graph, guessSteps(graph)).flat();
  t.deepEqual(
    segments.map(({ begin, end }) => [begin, end]),
    [[0, 5]],
  );
});

/** An even half of the lanes of two wavefronts. */
const HALF = Uint32Array.of(
  toy.load(1, 0, 0),
  toy.less(SPECIAL.vcc, 1, 0),
  toy.andExec(SPECIAL.vcc),
  toy.store(0, 0, 1),
  toy.end(),
);

test('recorded accesses and masks of EXEC', (t) => {
  const events: unknown[] = [];
  const sink: ExecutionSink = {
    wentTo: () => undefined,
    execBecame: ({ index }, low, high) => events.push([index, low, high]),
    accessed: ({ index }, pc, _, { kind, lanes, bytes, lineCount }) =>
      events.push([index, (pc - CODE) / 4, kind, lanes, bytes, lineCount]),
  };
  const memory = createMemory();
  for (let word = 0; word < 64; word++) memory.u32[DATA / 4 + word] = word % 2 === 0 ? 0 : 100;
  const probe: Probe = { sink };
  const dispatcher = new Dispatcher(memory, createJit(memory, { denormals, probe }), { probe });
  t.is(dispatcher.start(launchFor(memory, HALF)).run(), 'done');
  dispatcher.close();
  const of = (index: number, on: number, lanes: number) => [
    [index, 0, 'load', 32, 4, 2],
    [index, on, 0],
    [index, 3, 'store', lanes, 4, 2],
  ];
  t.deepEqual(events, [...of(0, 0x5555_5554, 15), ...of(1, 0x5555_5555, 16)]);
  const decoded = decode(toyWave32, HALF, 2);
  t.true(decoded.ok && recordedOf(decoded.instruction).exec);
});

test('undefined values go through masks of one word', (t) => {
  const uses: unknown[] = [];
  const check = new UninitialisedCheck({
    onUse: (use, lane) => uses.push([use, lane]),
    onStore: (_space, address, bits) => uses.push([(address - DATA) / 4 - RESULT, bits]),
  });
  const undefinedLane = 31;
  const probe: Probe = {
    onWorkGroupStart: ({ wavefronts }) => {
      for (const wavefront of wavefronts) check.start(wavefront);
    },
    onInstructionBefore: (w, _pc, instruction) => check.before(w, instruction),
    onMemory: (w, _pc, _instruction, { kind, lane, size }) => {
      if (kind === 'load') check.load(w, lane, size, lane === undefinedLane ? 0xffff_ffff : 0, undefined);
    },
    onInstructionAfter: (w, _pc, instruction) => check.after(w, instruction),
  };
  const memory = createMemory();
  const code = Uint32Array.of(
    toy.load(1, 0, 0),
    toy.store(1, 0, 1),
    toy.less(SPECIAL.vcc, 1, 0),
    toy.andExec(SPECIAL.vcc),
    toy.end(),
  );
  new Dispatcher(memory, createInterpreter(memory, { probe }), { probe })
    .start(launchFor(memory, code, { localSize: [32, 1, 1], globalSize: [32, 1, 1] }))
    .run();
  t.deepEqual(uses, [
    ['result', undefinedLane],
    [undefinedLane, 32],
    ['branch', undefinedLane],
  ]);
});

test('the work-item of a finding is that of 32 lanes', (t) => {
  const list: Finding[] = [];
  const check = new KernelCheck({ kinds: ['race'], shadowBytes: 2 ** 20 }, new Findings((one) => list.push(one)));
  const memory = createMemory();
  memory.u32[DATA / 4] = 1;
  // Each lane stores at a place of its number, in both wavefronts.
  const code = Uint32Array.of(toy.load(6, 4, 0), toy.mac(5, 6, 4), toy.store(0, 5, 1), toy.end());
  const launch = launchFor(memory, code);
  check.launching(launch, 0);
  new Dispatcher(memory, createInterpreter(memory, { probe: check }), { probe: check }).start(launch).run();
  check.ended();
  const items = list.flatMap(({ workItem, other }) => [workItem, other?.workItem]);
  const of = (wavefront: number, lane: number) => ({
    group: [0, 0, 0],
    wavefront,
    lane,
    local: [32 * wavefront + lane, 0, 0],
  });
  t.deepEqual(items, [of(1, 0), of(0, 0)]);
});
