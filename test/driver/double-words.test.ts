// A dword x 2 that a lane loads or stores is one access of 64 bits: another work-group never sees half of one. Scans of several work-groups
// (decoupled look-back) publish a flag beside a value so.

import test from 'ava';
import { compile, kernelProgram, run } from '../cli/atoll.js';

/** One work-group writes words with equal halves, the other one counts those that it reads with different ones. */
const litmus = (place: string, lanes: string, turns: number): string => `
kernel void k(global int* p) {
  uint lane = get_local_id(0);
  if (!(${lanes})) return;
  global volatile ulong* word = (global volatile ulong*)p + ${place};
  int torn = 0;
  if (get_group_id(0)) {
    for (int i = 0; i < ${turns}; i++) {
      ulong x = *word;
      torn += (uint)x != (uint)(x >> 32);
    }
  } else {
    for (uint i = 0; i < ${turns}; i++) *word = ((ulong)(i * 2654435761u) << 32) | i * 2654435761u;
  }
  if (torn) atomic_add(p + 1, torn);
}`;

const PLACES = [
  ['side by side', 'lane', 'lane > 0 && lane < 32'],
  ['far apart', '1 + lane * 5 % 31', 'lane % 3 == 0 && lane < 31'],
  ['at one place', '4', 'lane == 0'],
] as const;

for (const [engine, turns] of [
  ['interp', 20_000],
  ['wasm', 400_000],
  ['native', 400_000],
] as const) {
  for (const device of ['tahiti', 'vega10']) {
    test(`${engine}, ${device}: no work-group sees half of a double word`, async (t) => {
      for (const [name, place, lanes] of PLACES) {
        const program = compile(t, kernelProgram(litmus(place, lanes, turns), 512));
        const { stdout, stderr } = await run([program], ['--workers', '2', '--engine', engine, '--device', device]);
        t.regex(String(stdout), /read 0 value 0$/, `${name}: ${String(stdout)} ${String(stderr)}`);
      }
    });
  }
}
