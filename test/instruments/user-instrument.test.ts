// `--instrument`: an instrument of a user, in one file outside of the installation.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

const KERNEL = `__kernel void k(__global uint *out) {
  __local uint shared[64];
  for (uint n = 0; n < 3; n++) {
    shared[get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}`;
const COUNTER = `let barriers = 0;
export const createWorker = () => ({ probe: () => ({ onBarrier: () => void barriers++ }), result: () => barriers });
export function createInstrument() {
  let count = 0;
  return {
    name: 'barriers',
    worker: new URL(import.meta.url),
    collect: (result) => void (count = result),
    finish: async ({ argv, say }) => say(\`\${argv.length} word, \${count} barriers\`),
    verdict: () => (count > 5 ? 7 : undefined),
  };
}
`;

test('observes a run, prints its result, and decides the exit status of a program that ended with 0', async (t) => {
  const file = join(scratchFolder(t), 'barriers.mjs');
  writeFileSync(file, COUNTER);
  const { exitCode, stderr } = await run([compile(t, kernelProgram(KERNEL))], ['--instrument', file]);
  t.is(exitCode, 7, String(stderr));
  t.regex(String(stderr), /^atoll: 1 word, 6 barriers$/m);
});

test('a module that is no instrument is refused before the program starts, with its name', async (t) => {
  const folder = scratchFolder(t);
  const refused: Record<string, [text: string, reason: RegExp]> = {
    'syntax.mjs': ['export const = 1;', /cannot be loaded/],
    'empty.mjs': ['export const other = 1;', /exports no createInstrument/],
    'failing.mjs': ['export const createInstrument = () => { throw new Error("own reason"); };', /own reason/],
    'nameless.mjs': ['export const createInstrument = () => ({});', /returns no instrument/],
    'worker.mjs': [COUNTER.replace('createWorker', 'another'), /exports no createWorker/],
  };
  for (const [name, [text, reason]] of Object.entries(refused)) {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { exitCode, stderr, stdout } = await run(['echo', 'started'], ['--instrument', file]);
    t.deepEqual([exitCode, String(stdout)], [64, ''], name);
    t.true(String(stderr).includes(name), String(stderr));
    t.regex(String(stderr), reason);
  }
  const { exitCode, stderr } = await run(['true'], ['--instrument', join(folder, 'absent.mjs')]);
  t.is(exitCode, 64);
  t.regex(String(stderr), /absent\.mjs/);
});
