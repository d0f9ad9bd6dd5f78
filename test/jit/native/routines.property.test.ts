// Image routines as machine code of clang, and as that of the host's compiler: random descriptors, samplers and
// coordinates, bit for bit, with the accesses that are refused. Routines are called as kernels call them. ATOLL_LONG
// takes many more, ATOLL_SEED others.

import test from 'ava';
import type { GpuMemory } from '../../../src/emulator/memory.js';
import { WAVEFRONT_STRIDE } from '../../../src/emulator/state.js';
import { ComputeUnit } from '../../../src/emulator/workgroup.js';
import { loadNative } from '../../../src/host/native.js';
import type { Instruction } from '../../../src/isa/instruction.js';
import { ImageRoutines } from '../../../src/jit/image/routines.js';
import { importsOf } from '../../../src/jit/kernel/imports.js';
import { ModuleBuilder } from '../../../src/jit/wasm/module-builder.js';
import { EagerCompiler } from '../../../src/kernels/eager-compiler.js';
import { compileKernelNow, kernelCompiler } from '../../../src/kernels/kernel-compiler.js';
import { REGISTERS } from '../../emulator/encodable.js';
import { createMemory, DATA } from '../../emulator/harness.js';
import { Random } from '../../emulator/random.js';
import { aimAddresses, RANGE, randomInstruction, randomState } from '../../emulator/random-state.js';
import { allInstructions } from '../../isa/southern-islands.js';
import { LEVELS } from './compiled.js';

/** Routines of each form; each is compiled by clang. */
const COUNT = process.env['ATOLL_LONG'] ? 25 : 2;
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
/** Random states for each routine. */
const STATES = 20;
const MAX_TRIES = 200;
const FORMS = ['image_load', 'image_store', 'image_sample_lz', 'image_sample_d_o', 'image_sample'];
const TESTED = process.env['ATOLL_LONG'] ? LEVELS : LEVELS.slice(-1);

/** A kernel that is one instruction, which the host or a routine executes. */
function kernelOfOne(level: number): Uint8Array {
  const module = new ModuleBuilder(importsOf(false));
  const { index, builder } = module.define({ params: ['i32', 'i32', 'i32', 'i32'], results: ['i32'] });
  builder.i32(0).get(0).call(module.importIndex('outside')).i32(0);
  module.export('run', index);
  return compileKernelNow(module.finish(), level, kernelCompiler());
}

/** Registers and memory of one side, and its refused accesses. */
class Side {
  readonly memory: GpuMemory = createMemory();
  readonly w = new ComputeUnit(this.memory, 0).wavefronts[0]!;
  readonly refused: string[] = [];

  readonly note = (...fault: readonly number[]): void => {
    this.refused.push(fault.map((number) => number >>> 0).join());
  };
  private get parts(): readonly Uint32Array[] {
    const { u32 } = this.memory;
    const slot = this.w.base / 4;
    return [u32.subarray(slot, slot + WAVEFRONT_STRIDE / 4), u32.subarray(DATA / 4, DATA / 4 + RANGE)];
  }
  begin(from: readonly Uint32Array[]): void {
    this.refused.length = 0;
    for (const [i, part] of this.parts.entries()) part.set(from[i]!);
  }
  copy(): Uint32Array[] {
    return this.parts.map((part) => part.slice());
  }
}

const CHOICES = TESTED.flatMap((level) => {
  const library = kernelOfOne(level);
  return FORMS.map((name) => ({ name, level, library }));
});

for (const { name, level, library } of CHOICES)
  test(`${name}, level ${level}: clang's routines agree with the host's`, (t) => {
    const random = new Random(SEED);
    const [host, clang] = [new Side(), new Side()];
    const code = new EagerCompiler(level);
    const imports = importsOf(false).map((entry) => [entry.name, clang.note] as const);
    const kernel = loadNative().loadKernelCode(library, clang.memory.u8, imports)!;
    const routines = new ImageRoutines(host.memory);
    const def = allInstructions().find((candidate) => candidate.name === name)!;

    /** True if there was a routine for a random state. */
    const tryOne = (instruction: Instruction): boolean => {
      const site = routines.site(instruction);
      randomState(random, host.w, REGISTERS);
      aimAddresses(random, host.w, instruction);
      const state = host.copy();
      host.begin(state);
      if (!site?.execute(host.w, host.note, () => undefined)) return false;
      for (let n = 0; n < STATES; n++) {
        const served = site.served((shape) => code.routine(shape))!;
        kernel.serve(0, served);
        clang.begin(state);
        kernel.run(clang.w.base, 0, 0, 0);
        const texts = [host, clang].map(({ refused }) => refused.toSorted().join(';'));
        t.is(texts[1], texts[0], JSON.stringify(site.shape));
        const [expected, actual] = [host.copy(), clang.copy()];
        const differ = expected.map((part, i) => part.findIndex((word, at) => word !== actual[i]![at]));
        t.deepEqual(differ, [-1, -1], JSON.stringify(site.shape));
        // Other coordinates and data, the same descriptors.
        const words = [...served.sources].map((source) => state[0]![source / 4]!);
        randomState(random, host.w, REGISTERS);
        aimAddresses(random, host.w, instruction);
        const next = host.copy();
        served.sources.forEach((source, i) => {
          next[0]![source / 4] = words[i]!;
        });
        state.splice(0, 2, ...next);
        host.begin(state);
        t.true(site.execute(host.w, host.note, () => undefined));
      }
      return true;
    };
    let compared = 0;
    for (let tries = 0; tries < MAX_TRIES * COUNT && compared < COUNT; tries++) {
      const instruction = randomInstruction(random, def);
      if (instruction && tryOne(instruction)) compared++;
    }
    t.is(compared, COUNT);
  });
