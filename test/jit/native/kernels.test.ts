// Whole launches as machine code: the same results, counters and faults as from the host's own compiler; asked for when it pays,
// and taken over in the middle of a launch.

import test from 'ava';
import { Dispatcher, describeFault } from '../../../src/emulator/index.js';
import { createJit } from '../../../src/jit/jit.js';
import type { NativeCode } from '../../../src/jit/kernel-functions.js';
import { compileKernel, kernelCompiler } from '../../../src/kernel-compiler.js';
import { NativeCodeFiles, nativeCodeFiles, nativeCodeKey } from '../../../src/native-code.js';
import { TranslationFiles, translationFiles } from '../../../src/translations.js';
import { temporaryFolder } from '../../compiler/setup.js';
import { createMemory, DATA, launchOf } from '../../emulator/harness.js';
import { code } from '../../emulator/scenarios.js';
import { denormals } from '../denormals.js';
import { CompiledAtOnce, LEVELS } from './compiled.js';

const STORE = `v_lshlrev_b32 v2, 2, v0\n s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac\n s_mov_b32 s4, s0\n s_mov_b32 s5, 0
  buffer_store_dword v1, v2, s[4:7], 0 offen`;
const PROGRAMS: Readonly<Record<string, string>> = {
  'blocks in a loop, vectors and memory': `s_mov_b32 s4, 0\n L: v_mac_f32 v1, v0, v0\n s_add_u32 s4, s4, 1
    s_cmp_lt_u32 s4, 9\n s_cbranch_scc1 L\n ${STORE}`,
  'lanes that diverge': `v_mov_b32 v1, v0\n v_cmp_gt_u32 vcc, 37, v0\n s_and_saveexec_b64 s[2:3], vcc
    v_mul_u32_u24 v1, 3, v1\n v_add_i32 v1, vcc, 5, v1\n s_mov_b64 exec, s[2:3]\n ${STORE}`,
  'a vector fault in one lane': `s_mov_b32 s4, 0\n s_mov_b32 s5, 0\n s_mov_b32 s6, 0\n s_mov_b32 s7, 0xf000\n v_mov_b32 v3, 0
    s_mov_b64 exec, 0x30\n v_mov_b32 v2, 64\n buffer_store_dword v0, v[2:3], s[4:7], 0 addr64`,
  'a scalar fault': 's_mov_b32 s8, 0x20000\n s_mov_b32 s9, 0\n s_load_dword s10, s[8:9], 0x0',
  'an instruction of the interpreter': `v_mov_b32 v1, 3\n s_mov_b32 m0, 1\n s_movrels_b32 s8, s4\n v_mov_b32 v2, s8\n ${STORE}`,
  'a multiply-add that the host does exactly': `v_mov_b32 v1, 0x00200001\n v_fma_f32 v1, v1, v1, v0\n ${STORE}`,
  'a computed jump':
    's_getpc_b64 s[8:9]\n s_add_u32 s8, s8, 12\n s_setpc_b64 s[8:9]\n .long 0xffffffff\n v_mov_b32 v1, 3',
};

function finish(text: string, options: Parameters<typeof createJit>[1]) {
  const memory = createMemory();
  const launch = launchOf(memory, code(`${text}\n s_endpgm`), {
    userSgprs: Uint32Array.of(DATA, 0),
    globalSize: [192, 1, 1],
  });
  const dispatcher = new Dispatcher(memory, createJit(memory, { denormals, ...options }));
  const dispatch = dispatcher.start(launch);
  const outcome = dispatch.run();
  dispatcher.close();
  return {
    outcome,
    fault: dispatch.fault && describeFault(dispatch.fault),
    counters: dispatch.counters.values,
    data: [...memory.u32.subarray(DATA / 4, DATA / 4 + 64)],
  };
}

for (const level of LEVELS)
  for (const [name, text] of Object.entries(PROGRAMS))
    test(`level ${level}, ${name}: as from the host's compiler`, (t) => {
      const store = new CompiledAtOnce(level);
      t.deepEqual(finish(text, { store, nativeCode: store }), finish(text, {}));
      t.true(store.compiled > 0);
    });

/** Some 200 million instructions: long enough for what is looked for every now and then. */
const LONG = `s_mov_b32 s4, 0\n L: v_add_f32 v1, 1.0, v1\n s_add_u32 s4, s4, 1\n s_cmp_lt_u32 s4, 0x1000000
  s_cbranch_scc1 L\n ${STORE}`;

test('a kernel that runs for long is asked for once, taken over when it is there, and found at once by the next run', async (t) => {
  const folder = temporaryFolder(t);
  const store = new TranslationFiles(folder, 'this one');
  const level = LEVELS.at(-1)!;
  const wanted: string[] = [];
  const taken: boolean[] = [];
  const files = new NativeCodeFiles(folder, 'this one', (kernel) => wanted.push(kernel));
  const watched: NativeCode = {
    find: (...args) => {
      const found = files.find(...args);
      taken.push(found !== undefined);
      return found;
    },
    want: (key) => files.want(key),
  };
  const plain = finish(LONG, { store, nativeCode: watched });
  t.is(wanted.length, 1);
  t.false(taken.includes(true));
  const { binary } = translationFiles(folder).get(wanted[0]!)!;
  const library = await compileKernel(binary, level, kernelCompiler());

  // It comes to be while the next run is under way.
  taken.length = 0;
  const late: NativeCode = {
    ...watched,
    want: (key) => {
      watched.want(key);
      nativeCodeFiles(folder).put(nativeCodeKey(wanted[0]!, level), { header: null, binary: library });
    },
  };
  t.deepEqual(finish(LONG, { store, nativeCode: late }), plain);
  t.is(taken[0], false);
  t.is(taken.at(-1), true);

  taken.length = 0;
  t.deepEqual(finish(LONG, { store, nativeCode: watched }), plain);
  t.deepEqual(taken, [true]);
});

test('what no loader takes is as if it were not there', (t) => {
  const folder = temporaryFolder(t);
  const store = new TranslationFiles(folder, 'this one');
  const files = new NativeCodeFiles(folder, 'this one', () => undefined);
  const text = PROGRAMS['lanes that diverge']!;
  const plain = finish(text, { store, nativeCode: files });
  for (const kernel of translationFiles(folder).keys()) {
    const key = nativeCodeKey(kernel, LEVELS.at(-1)!);
    nativeCodeFiles(folder).put(key, { header: null, binary: Uint8Array.of(1, 2, 3) });
  }
  t.deepEqual(finish(text, { store, nativeCode: files }), plain);
});
