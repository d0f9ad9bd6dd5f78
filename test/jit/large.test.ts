// Bounds that do not depend on time: how large functions get that compilers see, whatever the kernel, and that cuts are
// where they should be.

import test from 'ava';
import { CodeReader } from '../../src/emulator/code.js';
import { modeKey } from '../../src/emulator/float-mode.js';
import { initialMode } from '../../src/emulator/launch.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import { translate } from '../../src/jit/engine/translation.js';
import { CODE, createMemory, launchOf } from '../emulator/harness.js';
import { code } from '../emulator/scenarios.js';

/** Bytes of one function of a module. Before there were bounds, functions had megabytes. */
const MAX_BYTES = 128 << 10;
const SECTION_CODE = 10;

/** Sizes of the functions of a module. */
function functionSizes(bytes: Uint8Array): number[] {
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const end = number() + at;
    if (section !== SECTION_CODE) {
      at = end;
      continue;
    }
    return Array.from({ length: number() }, () => {
      const size = number();
      at += size;
      return size;
    });
  }
  return [];
}

const repeat = (count: number, line: (step: number) => string): string =>
  Array.from({ length: count }, (_, step) => line(step)).join('\n');

const KERNELS: Readonly<Record<string, string>> = {
  'vector code in one piece': repeat(6000, (n) => `v_mac_f32 v${n % 60}, v${(n + 7) % 60}, v${(n + 13) % 60}`),
  'scalar code in one piece': repeat(12_000, (n) => `s_add_u32 s${n % 90}, s${(n + 3) % 90}, s${(n + 5) % 90}`),
  'scalar and vector code in turn': repeat(
    4000,
    (n) => `s_xor_b32 s${n % 50}, s${(n + 3) % 50}, s1\n v_add_i32 v${n % 9}, vcc, s${n % 50}, v${(n + 2) % 9}`,
  ),
  'local memory': `v_mov_b32 v0, 4\n s_mov_b32 m0, -1\n ${repeat(2500, (n) => `ds_read_b32 v${(n % 20) + 1}, v0 offset:${4 * (n % 100)}`)}`,
  'many small blocks': repeat(
    1500,
    (n) =>
      `L${n}: s_add_u32 s4, s4, ${n % 60}\n v_mul_f32 v1, v1, v2\n s_cmp_lt_u32 s4, 9\n s_cbranch_scc1 L${Math.max(0, n - (n % 7))}`,
  ),
};

for (const [name, text] of Object.entries(KERNELS))
  test(`${name}: no function is large`, (t) => {
    const words = code(`${text}\n s_endpgm`);
    const memory = createMemory();
    memory.setPages(CODE, words.byteLength, PERMISSION.read);
    const launch = launchOf(memory, words);
    const reader = new CodeReader(memory, launch);
    const options = { exact: false, fused: true, switchesDenormals: false };
    const entries = [{ pc: launch.entry, mode: modeKey(initialMode(launch)) }];
    const { bytes, blocks } = translate(reader, entries, options).translation;
    t.true(WebAssembly.validate(bytes));
    t.true(Math.max(...functionSizes(bytes)) < MAX_BYTES, `${Math.max(...functionSizes(bytes))} bytes`);
    t.true(blocks.length > 1);
  });
