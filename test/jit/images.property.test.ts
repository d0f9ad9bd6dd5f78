// Compiled image routines against the oracle: random descriptors, samplers and coordinates, bit for bit; and that the
// usual formats have routines at all. ATOLL_FUZZ multiplies the number of states, ATOLL_SEED repeats a run.

import test from 'ava';
import { stateDifferences } from '../../src/emulator/lockstep.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { imageResource } from '../../src/isa/common/descriptors/image.js';
import { samplerResource } from '../../src/isa/common/descriptors/sampler.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { describeDifference, EnginePair } from '../emulator/engine-pair.js';
import { DATA } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { allInstructions, assemble } from '../isa/southern-islands.js';
import { denormals } from './denormals.js';

const COUNT = 60 * Number(process.env['ATOLL_FUZZ'] ?? 2);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

/** Forms with routines, those that compilers emit first. */
const FORMS = [
  'image_load',
  'image_store',
  'image_sample_lz',
  'image_sample_l',
  'image_sample_d_o',
  'image_sample_b_cl_o',
  'image_sample',
];

for (const name of FORMS) {
  test(`${name}: routines agree with the oracle`, (t) => {
    const pair = new EnginePair((memory) => createJit(memory, { exact: true, denormals }), createOracle, SEED, 2);
    const def = allInstructions().find((candidate) => candidate.name === name)!;
    const failures: string[] = [];
    for (let n = 0; n < COUNT && failures.length < 5; n++) {
      const difference = pair.tryOne(def);
      if (difference) failures.push(describeDifference(difference));
    }
    t.deepEqual(failures, []);
    t.true(pair.compared > COUNT / 2);
    // Random formats and descriptors: routines support a good part of them.
    t.true(pair.exits < 0.7 * pair.compared, `${pair.exits} of ${pair.compared} were left to the interpreter`);
  });
}

test('texels that are denormals count, although the processor takes denormal operands of the kernel for zeros', (t) => {
  const base = DATA + 0x8_0000;
  const image = imageResource({ kind: '2d', base, width: 64, height: 4, dataFormat: 4, numFormat: 7 });
  const sampler = samplerResource({ normalized: false, addressing: 'clamp', filter: 'linear' });
  const { words } = assemble(
    'v_mul_f32 v3, v0, v0\nimage_sample_lz v2, v[0:1], s[8:15], s[16:19] dmask:0x1 unorm\ns_endpgm',
  );
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  const coordinates = Array.from({ length: 128 }, (_, i) => {
    float[0] = i < 64 ? i + 0.25 : 1.5;
    return bits[0]!;
  });
  const state = [...coordinates, ...Array<number>(22 * 64 + 8).fill(0), ...image, ...sampler];
  const machines = [(memory: GpuMemory) => createJit(memory, { exact: true, denormals }), createOracle].map((make) => {
    const machine = new Machine(make);
    for (let i = 0; i < 256; i++) machine.memory.u32[base / 4 + i] = 0x0010_0000 + 4096 * i;
    t.is(machine.run(Uint32Array.from(words), state, 0xc0, 0), 'end');
    machine.engine.pause?.();
    return machine;
  });
  t.deepEqual(stateDifferences(machines[0]!.w, machines[1]!.w), []);
  t.is(machines[0]!.w.counts.exits!.size, 0);
  t.true(machines[0]!.w.vgpr(2, 5) > 0);
});
