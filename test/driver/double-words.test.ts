// A dword x 2 that a lane loads or stores is one access of 64 bits: another work-group never sees half of one. Scans of several work-groups
// (decoupled look-back) publish a flag beside a value so.

import test from 'ava';
import { compile, kernelProgram, run } from '../cli/atoll.js';

/** Lanes side by side, far apart, and all at one address: compiled code has a way for each. */
const PLACES = [
  ['16 + lane', 'lane < 32'],
  ['64 + lane * 5 % 31', 'lane % 3 == 0 && lane < 31'],
  ['100', 'lane == 0'],
] as const;

/** One work-group writes words with equal halves, the other one counts those that it reads with different ones. */
const litmus = (turns: number): string => `
int torn(global volatile ulong* word, bool reads) {
  int count = 0;
  if (reads)
    for (int i = 0; i < ${turns}; i++) {
      ulong x = *word;
      count += (uint)x != (uint)(x >> 32);
    }
  else
    for (uint i = 0; i < ${turns}; i++) *word = ((ulong)(i * 2654435761u) << 32) | i * 2654435761u;
  return count;
}
kernel void k(global int* p) {
  uint lane = get_local_id(0);
  bool reads = get_group_id(0);
  global volatile ulong* words = (global volatile ulong*)p;
${PLACES.map(([place, lanes]) => `  if (${lanes}) atomic_add(p + 1, torn(words + ${place}, reads));`).join('\n')}
}`;

for (const [engine, turns] of [
  ['interp', 60_000],
  ['wasm', 300_000],
  ['native', 300_000],
] as const)
  test(`${engine}: no work-group sees half of a double word`, async (t) => {
    const program = compile(t, kernelProgram(litmus(turns), 512));
    for (const device of ['tahiti', 'vega10']) {
      const { stdout, stderr } = await run([program], ['--workers', '2', '--engine', engine, '--device', device]);
      t.regex(String(stdout), /read 0 value 0$/, `${device}: ${String(stdout)} ${String(stderr)}`);
    }
  });
