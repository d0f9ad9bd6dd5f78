// Whole launches as machine code: the same results, counters and faults as from the host's own compiler; requested when
// it pays, and taken over in the middle of a launch.

import test from 'ava';
import type { NativeCode } from '../../../src/jit/engine/kernel-functions.js';
import { ModuleBuilder } from '../../../src/jit/wasm/module-builder.js';
import { compileKernel, compileKernelNow, kernelCompiler } from '../../../src/kernels/kernel-compiler.js';
import { NativeCodeFiles, nativeCodeFiles, nativeCodeKey } from '../../../src/kernels/native-code.js';
import { operationsOf, TranslationFiles, translationFiles } from '../../../src/kernels/translations.js';
import { temporaryFolder } from '../../compiler/setup.js';
import { finish, PROGRAMS, STORE } from '../whole-launch.js';
import { CompiledAtOnce, LEVELS } from './compiled.js';

for (const level of LEVELS)
  for (const [name, text] of Object.entries(PROGRAMS))
    test(`level ${level}, ${name}: as from the host's compiler`, (t) => {
      const store = new CompiledAtOnce(level);
      t.deepEqual(finish(text, { store, nativeCode: store }), finish(text));
      t.true(store.compiled > 0);
    });

/** Some 200 million instructions: long enough for periodic checks. */
const LONG = `s_mov_b32 s4, 0\n L: v_add_f32 v1, 1.0, v1\n s_add_u32 s4, s4, 1\n s_cmp_lt_u32 s4, 0x1000000
  s_cbranch_scc1 L\n ${STORE}`;

test('machine code of a long kernel is requested once, used when it is ready, and found at once by the next run', async (t) => {
  const folder = temporaryFolder(t);
  const store = new TranslationFiles(folder, 'this one');
  const level = LEVELS.at(-1)!;
  const requests: string[] = [];
  const hits: boolean[] = [];
  const files = new NativeCodeFiles(folder, 'this one', (kernel) => requests.push(kernel));
  const watched: NativeCode = {
    find: (...args) => {
      const code = files.find(...args);
      hits.push(code !== undefined);
      return code;
    },
    request: (key) => files.request(key),
    routine: (shape) => files.routine(shape),
    foresee: (shape) => files.foresee(shape),
  };
  const plain = finish(LONG, { store, nativeCode: watched });
  t.is(requests.length, 1);
  t.false(hits.includes(true));
  const operations = operationsOf(translationFiles(folder).get(requests[0]!)!);
  const library = await compileKernel(operations, level, kernelCompiler());

  // It comes to be while the next run is under way.
  hits.length = 0;
  const late: NativeCode = {
    ...watched,
    request: (key) => {
      watched.request(key);
      nativeCodeFiles(folder).put(nativeCodeKey(requests[0]!, level), { header: null, binary: library });
    },
  };
  t.deepEqual(finish(LONG, { store, nativeCode: late }), plain);
  t.is(hits[0], false);
  t.is(hits.at(-1), true);

  hits.length = 0;
  t.deepEqual(finish(LONG, { store, nativeCode: watched }), plain);
  t.deepEqual(hits, [true]);
});

test('machine code that the loader refuses is ignored', (t) => {
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

test('a processor without the least instruction set is refused by name', (t) => {
  t.throws(() => new CompiledAtOnce(0), { message: /no SSE4\.2/ });
});

test('a module that is nested too deep is refused by name', async (t) => {
  const module = new ModuleBuilder([]);
  const { index, builder } = module.define({ params: [], results: [] });
  const depth = 100_000;
  for (let level = 0; level < depth; level++) builder.block();
  for (let level = 0; level < depth; level++) builder.end();
  module.export('run', index);
  const nested = module.finish();
  const [level, clang] = [LEVELS.at(-1)!, kernelCompiler()];
  const refused = { code: 'LIMIT', message: /too many blocks/ };
  await t.throwsAsync(compileKernel(nested, level, clang), refused);
  t.throws(() => compileKernelNow(nested, level, clang), refused);
});
