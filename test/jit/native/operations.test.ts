// Every vector instruction that the JIT emits, in a loop over chunks, as V8 executes it and as machine code of clang:
// bit for bit.

import test from 'ava';
import { loadNative } from '../../../src/host/native.js';
import { chunkLoopOf } from '../../../src/jit/native/chunk-loops.js';
import { writeIr } from '../../../src/jit/native/module-writer.js';
import { type ChunkOperation, functionTree, type Operation } from '../../../src/jit/native/operations.js';
import { SCALAR_OPERATIONS } from '../../../src/jit/native/scalar-operations.js';
import { SHIFTS, SPLATS, TESTS, VECTOR_OPERATIONS } from '../../../src/jit/native/vector-operations.js';
import { encodeModule } from '../../../src/jit/wasm/encoder.js';
import { hasFusedMultiplyAdd } from '../../../src/jit/wasm/features.js';
import type { FunctionBuilder } from '../../../src/jit/wasm/function-builder.js';
import { ModuleBuilder } from '../../../src/jit/wasm/module-builder.js';
import type { ModuleCode } from '../../../src/jit/wasm/module-code.js';
import { SIMD } from '../../../src/jit/wasm/opcodes.js';
import { compileKernelNow, kernelCompiler } from '../../../src/kernels/kernel-compiler.js';
import { createMemory, DATA } from '../../emulator/harness.js';
import { Random } from '../../emulator/random.js';
import { LEVELS } from './compiled.js';

type Name = keyof typeof SIMD;
const NAMES = Object.keys(SIMD) as Name[];
const REGISTER_BYTES = 256;
/** Registers 0 to 2 are operands; results follow. */
const RESULTS = 3;
const SIGNATURE = { params: ['i32', 'i32', 'i32', 'i32'], results: ['i32'] } as const;

/** Emits one chunk. @param store stores a vector under the next register */
type Chunk = (b: FunctionBuilder, locals: Locals) => void;
interface Locals {
  readonly pointer: number;
  readonly lane: number;
  /** i32: the same for all chunks. */
  readonly uniform: number;
  /** i64: collects truth values. */
  readonly bits: number;
  readonly store: (push: () => void) => void;
}

/**
 * A module whose `run(slot, entry, budget, counts)` executes the code of `chunk`, in a loop over chunks; EXEC is at
 * `entry`.
 */
function moduleOf(chunk: Chunk): { readonly code: ModuleCode; readonly registers: number } {
  const module = new ModuleBuilder([]);
  const { index, builder: b } = module.define(SIGNATURE);
  const [pointer, exec, active] = [b.local('i32'), b.local('i64'), b.local('i32')];
  const [lane, uniform, bits] = [b.local('i32'), b.local('i32'), b.local('i64')];
  let registers = RESULTS;
  const result = b.local('v128');
  const store = (push: () => void): void => {
    push();
    b.set(result);
    b.get(pointer)
      .get(result)
      .storeRegister(registers++ * REGISTER_BYTES);
  };
  b.get(1).memory('i64.load').set(exec).get(2).set(uniform).get(0).set(pointer).i64(0n).set(bits);
  b.block();
  b.maskedLoop({ pointer, exec, active, whole: true }, () => {
    b.get(pointer).get(0).op('i32.sub').i32(2).op('i32.shr_u').set(lane);
    chunk(b, { pointer, lane, uniform, bits, store });
  });
  b.end();
  b.get(3).get(bits).memory('i64.store').get(pointer);
  module.export('run', index);
  return { code: module.finish(), registers };
}

const FLOATS = [
  0, 0x8000_0000, 1, 0x8000_0001, 0x7f_ffff, 0x80_0000, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0xff80_0000, 0x7f7f_ffff,
  0x4f00_0000, 0xcf00_0000, 0x4f80_0000, 0x3f00_0000, 0x4b00_0001, 0x7fc0_0000,
];
const DOUBLES = [
  0, 0x8000_0000, 0x3ff0_0000, 0xbff0_0000, 0x7ff0_0000, 0xfff0_0000, 0x41df_ffff, 0xc1e0_0000, 0x36a0_0000,
];

/** Runs a module in both ways. @returns the words that differ, and both results */
function compare(chunk: Chunk, level: number, exec: bigint, random: Random): { different: string[]; results: unknown } {
  const { code, registers } = moduleOf(chunk);
  const memory = createMemory();
  const words = memory.u32.subarray(DATA / 4, DATA / 4 + (registers * REGISTER_BYTES) / 4);
  const operands = Uint32Array.from({ length: RESULTS * 64 }, (_, at) => {
    const special = random.chance(0.3)
      ? random.pick(FLOATS)
      : random.chance(0.3) && at % 2
        ? random.pick(DOUBLES)
        : undefined;
    return special ?? random.edge();
  });
  const entry = DATA + 0x4_0000;
  const counts = entry + 16;
  const uniform = random.below(1000) - 500;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(encodeModule(code))), {
    atoll: { memory: memory.memory },
  });
  const native = loadNative().loadKernelCode(compileKernelNow(code, level, kernelCompiler()), memory.u8, [])!;
  const [first, second] = [instance.exports['run'] as typeof native.run, native.run].map((run) => {
    words.fill(0);
    words.set(operands);
    new DataView(memory.u8.buffer).setBigUint64(entry, exec, true);
    const result = run(DATA, entry, uniform, counts);
    return { result, words: words.slice(), bits: new DataView(memory.u8.buffer).getBigUint64(counts, true) };
  }) as [Outcome, Outcome];
  const different: string[] = [];
  first.words.forEach((word, at) => {
    const other = second.words[at]!;
    if (word !== other && !bothNaN(first.words, second.words, at))
      different.push(`register ${at >> 6} lane ${at & 63}: ${word.toString(16)} and ${other.toString(16)}`);
  });
  return { different, results: [first.result === second.result, first.bits === second.bits] };
}

interface Outcome {
  readonly result: number;
  readonly words: Uint32Array;
  readonly bits: bigint;
}

/** The NaN that arithmetic gives is unspecified; emitted code makes it the same later (exactness.ts). */
function bothNaN(a: Uint32Array, b: Uint32Array, at: number): boolean {
  const [x, y] = [a, b].map((words) => new Float32Array(words.buffer, words.byteOffset, words.length));
  const [v, w] = [a, b].map((words) => new Float64Array(words.buffer, words.byteOffset, words.length / 2));
  return (Number.isNaN(x![at]) && Number.isNaN(y![at])) || (Number.isNaN(v![at >> 1]) && Number.isNaN(w![at >> 1]));
}

const operand = (b: FunctionBuilder, { pointer }: Locals, register: number): FunctionBuilder =>
  b.get(pointer).loadRegister(register * REGISTER_BYTES);

/** Every instruction with operands from registers; constants and shared state of chunks occur, too. */
const everyInstruction: Chunk = (b, l) => {
  for (const name of NAMES) {
    if (name.includes('relaxed') && !hasFusedMultiplyAdd()) continue;
    if (SPLATS[name]) {
      for (const local of [l.lane, l.uniform])
        l.store(() => {
          b.get(local);
          if (SPLATS[name] === 'i64') b.op('i64.extend_i32_s');
          if (SPLATS[name] === 'double') b.op('f64.convert_i32_s');
          b.simd(name);
        });
    } else if (SHIFTS[name]) {
      for (const local of [l.lane, l.uniform]) l.store(() => operand(b, l, 0).get(local).simd(name));
      l.store(() => operand(b, l, 0).i32(37).simd(name));
    } else if (TESTS[name]) {
      l.store(() => operand(b, l, 0).simd(name).simd('i32x4.splat'));
      l.store(() => b.words(-1).simd(name).simd('i32x4.splat'));
    } else {
      const operands = VECTOR_OPERATIONS[name]!.length - 1;
      l.store(() => {
        for (let n = 0; n < operands; n++) operand(b, l, n);
        b.simd(name);
      });
      l.store(() => {
        for (let n = 1; n < operands; n++) operand(b, l, n);
        b.words(-0x8000_0000).simd(name);
      });
    }
  }
};

/** Other operations: lanes, shuffles, memory, conditions, masks. */
const everythingElse: Chunk = (b, l) => {
  const local = b.local('v128');
  for (let lane = 0; lane < 4; lane++)
    l.store(() =>
      operand(b, l, 0)
        .get(l.lane)
        .lane('i32x4.replace_lane', lane)
        .lane('i32x4.extract_lane', 3 - lane)
        .simd('i32x4.splat'),
    );
  for (let lane = 0; lane < 2; lane++) {
    l.store(() => {
      operand(b, l, 0);
      operand(b, l, 1)
        .lane('i64x2.extract_lane', lane)
        .lane('i64x2.replace_lane', 1 - lane);
    });
    l.store(() => {
      operand(b, l, 0);
      operand(b, l, 1).lane('f64x2.extract_lane', lane).lane('f64x2.replace_lane', lane);
    });
  }
  l.store(() => operand(operand(b, l, 0) && b, l, 1).shuffle([1, 6, 3, 4]));
  l.store(() =>
    operand(operand(b, l, 0) && b, l, 1).shuffleBytes([3, 17, 2, 16, 9, 31, 30, 0, 5, 5, 5, 21, 12, 13, 14, 15]),
  );
  // An address for each chunk that is not the register's.
  const address = (): FunctionBuilder => b.get(l.lane).i32(5).op('i32.mul').get(0).op('i32.add');
  for (const name of [
    'v128.load',
    'v128.load32_splat',
    'v128.load64_splat',
    'v128.load32_zero',
    'v128.load64_zero',
  ] as const)
    l.store(() => address().loadVector(8, name));
  l.store(() => address().memory('i32.load8_u', 1).get(l.lane).op('i32.sub').simd('i32x4.splat'));
  l.store(() => {
    address();
    operand(b, l, 2).laneMemory('v128.load32_lane', 2, 4);
  });
  // A condition of the chunk around code without effects, and around a store.
  operand(b, l, 0).set(local);
  operand(b, l, 1).simd('v128.any_true').get(l.lane).i32(8).op('i32.and').op('i32.and').if();
  b.get(local).words(1).simd('i32x4.add').set(local).end();
  l.store(() => b.get(local));
  b.get(l.lane).i32(4).op('i32.and').if();
  b.get(l.pointer)
    .get(local)
    .storeRegister(2 * REGISTER_BYTES);
  b.get(local).words(5).simd('i32x4.mul').set(local).else();
  b.get(local).words(7).simd('i32x4.mul').set(local).end();
  l.store(() => b.get(local));
  l.store(() => operand(b, l, 2));
  b.get(l.lane).i32(12).op('i32.eq').if('i32').get(l.uniform).else().get(l.lane).end();
  const chosen = b.local('i32');
  b.set(chosen);
  l.store(() => b.get(chosen).simd('i32x4.splat'));
  operand(b, l, 0).set(local);
  b.collect(l.bits, local, l.lane);
  // Many lanes' worth of vectors beside it, as kernels have it.
  for (let n = 0; n < 100; n++) b.get(local).get(local).simd('i32x4.add').set(local);
  l.store(() => b.get(local));
};

/** One effect on memory, which overlaps that of the next chunk: the last one counts. */
const oneEffect: Chunk = (b, l) => {
  for (let n = 0; n < 20; n++) l.store(() => operand(b, l, 0).words(n).simd('i32x4.add'));
  b.get(l.lane)
    .get(0)
    .op('i32.add')
    .get(l.lane)
    .memory('i32.store', 2 * REGISTER_BYTES);
};
/** Two of them: a chunk's second one comes before the next chunk's first. */
const twoEffects: Chunk = (b, l) => {
  oneEffect(b, l);
  b.get(l.lane)
    .get(0)
    .op('i32.add')
    .i32(-1)
    .memory('i32.store', 2 * REGISTER_BYTES + 4);
};
/** Values that a chunk stores are read by the next one. */
const effectAndRead: Chunk = (b, l) => {
  oneEffect(b, l);
  l.store(() =>
    b
      .get(l.lane)
      .get(0)
      .op('i32.add')
      .loadVector(2 * REGISTER_BYTES - 4),
  );
};

const CASES: readonly (readonly [name: string, exec: bigint])[] = [
  ['all lanes', 0xffff_ffff_ffff_ffffn],
  ['lanes up to the middle', 0x0000_0fff_ffff_ffffn],
  ['lanes with a gap', 0xffff_fff7_ffff_ffffn],
];

for (const level of LEVELS)
  for (const [name, exec] of CASES)
    for (const [what, chunk] of [
      ['every vector instruction', everyInstruction],
      ['everything else', everythingElse],
      ['an effect on memory', oneEffect],
      ['two effects on memory', twoEffects],
      ['an effect on memory that is read', effectAndRead],
    ] as const)
      test(`machine code of level ${level} agrees with V8: ${what}, ${name}`, (t) => {
        const { different, results } = compare(chunk, level, exec, new Random(level + Number(exec & 7n)));
        t.deepEqual(different.slice(0, 10), []);
        t.deepEqual(results, [true, true]);
      });

test('every instruction of a module has a meaning', (t) => {
  for (const name of NAMES)
    t.is([VECTOR_OPERATIONS, SHIFTS, SPLATS, TESTS].filter((table) => name in table).length, 1, name);
  t.true(Object.keys(SCALAR_OPERATIONS).length > 40);
});

test('a load for its effect on pages is not left out', (t) => {
  const { code } = moduleOf((b) => b.get(0).touch());
  t.regex(writeIr(code, 1), /load volatile i8/);
});

test('these loops are computed for several chunks at once', (t) => {
  for (const chunk of [everyInstruction, everythingElse, oneEffect]) {
    const source = functionTree(moduleOf(chunk).code.functions[0]!);
    const block = source.body.find(({ kind }) => kind === 'block') as Extract<Operation, { kind: 'block' | 'loop' }>;
    t.truthy(chunkLoopOf(block.body[0] as ChunkOperation, source));
  }
});
