// An instrument of the library's user: one file, which nothing in src/ names.

import test from 'ava';
import { AtollError, run } from '../../src/library/index.js';
import { compile, kernelProgram } from '../cli/atoll.js';
import { type BarrierCounts, barrierCounter } from './barrier-counter.js';

const KERNEL = `__kernel void k(__global uint *out) {
  __local uint shared[64];
  for (uint n = 0; n < 3; n++) {
    shared[get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}`;

test('counts barriers of a program, by kernel, on engines that can be observed', async (t) => {
  const program = compile(t, kernelProgram(KERNEL));
  for (const options of [{}, { engine: 'oracle' }] as const) {
    const results: BarrierCounts[] = [];
    const instruments = [barrierCounter((counts) => results.push(counts))];
    const { exitCode } = await run([program], { ...options, instruments, capture: true });
    t.is(exitCode, 0);
    t.deepEqual(results, [{ k: 6 }]);
  }
});

test('is refused where it cannot observe, has the name of another one, or has no worker', async (t) => {
  const own = barrierCounter(() => t.fail());
  const refused = (instruments: readonly (typeof own)[], options = {}) =>
    t.throwsAsync(run(['true'], { ...options, instruments }), { instanceOf: AtollError, code: 'BAD_OPTION' });
  t.regex((await refused([own], { engine: 'jit' }))!.message, /jit/);
  t.regex((await refused([own, own]))!.message, /two instruments have the name 'barriers'/);
  t.regex((await refused([{ ...own, worker: new URL('https://example.org/') }]))!.message, /is not a file/);
  const absent = new URL('absent.js', import.meta.url);
  t.regex((await refused([{ ...own, worker: absent }]))!.message, /instrument 'barriers' cannot be loaded/);
});
