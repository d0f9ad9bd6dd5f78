// Descriptors of zeros, as drivers leave the slots of images that a program does not bind: everything reads 0 and
// writes nothing, on every engine.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { assemble } from '../isa/southern-islands.js';
import { denormals } from '../jit/denormals.js';
import { Machine } from './machine.js';

const ENGINES = {
  oracle: createOracle,
  interp: createInterpreter,
  jit: (memory: Parameters<typeof createOracle>[0]) => createJit(memory, { exact: true, denormals }),
};
/**
 * Each with v[4:7] as data, v[0:3] as coordinates, s[8:15] as T# or V#, s[16:19] as S#; and the registers that become
 * 0.
 */
const INSTRUCTIONS: readonly (readonly [text: string, zeros: number])[] = [
  ['image_load v[4:7], v[0:3], s[8:15] dmask:0xf unorm', 4],
  ['image_load_mip v[4:7], v[0:3], s[8:15] dmask:0xf unorm', 4],
  ['image_sample_lz v[4:7], v[0:3], s[8:15], s[16:19] dmask:0xf', 4],
  ['image_gather4_lz v[4:7], v[0:3], s[8:15], s[16:19] dmask:0x1', 4],
  ['image_get_resinfo v[4:7], v0, s[8:15] dmask:0xf', 4],
  ['image_atomic_add v4, v[0:3], s[8:15] dmask:0x1 unorm glc', 1],
  ['image_atomic_cmpswap v[4:5], v[0:3], s[8:15] dmask:0x3 unorm glc', 1],
  ['image_atomic_add v4, v[0:3], s[8:15] dmask:0x1 unorm', 0],
  ['image_store v[4:7], v[0:3], s[8:15] dmask:0xf unorm', 0],
  ['buffer_load_format_xyzw v[4:7], v0, s[8:11], 0 idxen', 4],
  ['buffer_load_dword v4, v0, s[8:11], 0 offen', 1],
  ['buffer_store_dword v4, v0, s[8:11], 0 offen', 0],
];

for (const [engine, create] of Object.entries(ENGINES)) {
  test(`unbound images and buffers on ${engine}`, (t) => {
    for (const [text, zeros] of INSTRUCTIONS) {
      const machine = new Machine(create);
      const { words } = assemble(`${text}\ns_endpgm`);
      const vgprs = Array.from({ length: 8 * 64 }, (_, i) => 1 + i);
      t.is(machine.run(Uint32Array.from(words), [...vgprs, ...Array<number>(16 * 64).fill(0)], 0xc0, 0), 'end', text);
      machine.engine.pause?.();
      for (let register = 4; register < 8; register++) {
        const expected = register < 4 + zeros ? 0 : 1 + register * 64 + 5;
        t.is(machine.w.vgpr(register, 5), expected, `${text}: v${register}`);
      }
    }
  });
}
