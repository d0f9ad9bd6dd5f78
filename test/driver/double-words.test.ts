// A dword x 2 that a lane loads or stores is one access of 64 bits, a dword x 4 that is aligned one of 128: another
// work-group never sees a part of one. Scans of several work-groups (decoupled look-back) publish a flag beside a value
// so.

import test from 'ava';
import { compile, kernelProgram, run } from '../cli/atoll.js';

/** Lanes side by side, far apart, and all at one address: compiled code has a way for each. */
const PLACES = [
  ['16 + lane', 'lane < 32'],
  ['64 + lane * 5 % 31', 'lane % 3 == 0 && lane < 31'],
  ['100', 'lane == 0'],
] as const;

/** One work-group writes words with equal parts, the other one counts those that it reads with different ones. */
const litmus = (turns: number): string => `
#define TORN(name, type, turns, different, written)                                       \\
  int name(global volatile type* word, bool reads) {                                      \\
    int count = 0;                                                                        \\
    if (reads)                                                                            \\
      for (int i = 0; i < turns; i++) {                                                    \\
        type x = *word;                                                                   \\
        count += (different);                                                             \\
      }                                                                                   \\
    else                                                                                  \\
      for (uint i = 0; i < turns; i++) *word = (written);                                 \\
    return count;                                                                         \\
  }
TORN(torn_pair, ulong, ${turns}, (uint)x != (uint)(x >> 32), ((ulong)(i * 2654435761u) << 32) | i * 2654435761u)
TORN(torn_quad, uint4, ${turns / 2}, x.x != x.y || x.x != x.z || x.x != x.w, (uint4)(i * 2654435761u))
kernel void k(global int* p) {
  uint lane = get_local_id(0);
  bool reads = get_group_id(0);
  global volatile ulong* words = (global volatile ulong*)p;
  global volatile uint4* quads = (global volatile uint4*)(p + 512);
${PLACES.map(([place, lanes]) => `  if (${lanes}) atomic_add(p + 1, torn_pair(words + ${place}, reads));`).join('\n')}
${PLACES.map(([place, lanes]) => `  if (${lanes}) atomic_add(p + 1, torn_quad(quads + ${place}, reads));`).join('\n')}
}`;

for (const [engine, turns] of [
  ['interp', 60_000],
  ['wasm', 300_000],
  ['native', 300_000],
] as const)
  test(`${engine}: no work-group sees a part of a double or quadruple word`, async (t) => {
    const program = compile(t, kernelProgram(litmus(turns), 1024));
    for (const device of ['tahiti', 'vega10']) {
      const { stdout, stderr } = await run([program], ['--workers', '2', '--engine', engine, '--device', device]);
      t.regex(String(stdout), /read 0 value 0$/, `${device}: ${String(stdout)} ${String(stderr)}`);
    }
  });
