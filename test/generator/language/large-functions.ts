// A function of more than 128 KiB that is not inlined, with branches across it. Only the compiler of the GPU gets it
// unrolled: for others the same is a loop, which they compile in a moment.

import type { Random } from '../../emulator/random.js';
import type { ProgramNames } from './context.js';
import { fixedLine, type Statement } from './tree.js';
import { UINT } from './types.js';

/** Programs that have such a function. */
export const LARGE = 0.01;
const ROUNDS = 3888;

const unrolled = (name: string, to: string, times: number, step: number): string =>
  `#define ${to}(n) ${Array.from({ length: times }, (_, i) => `${name}((n) + ${i * step}u)`).join(' ')}`;

export function declareLarge(random: Random, program: ProgramNames): Statement {
  const nested = random.below(18);
  const ways = Array.from({ length: nested }, (_, n) => `if (((g ^ ${n}u) * (x + ${n}u)) % 1013u != ${n}u) {`).join(
    ' ',
  );
  const ends = Array.from({ length: nested }, (_, n) => `z ^= ${n}u; }`).join(' ');
  program.functions.push({ name: 'large', result: UINT, parameters: [UINT, UINT], queriesGroups: false });
  const lines = [
    '#define R1(n) x = x * ((n) * 2654435761u | 1u) + (y ^ ((n) * 0x9e3779b9u)); y = rotate(y, (n) % 31u + 1u) + x;',
    '#ifdef __AMDGCN__',
    unrolled('R1', 'R6', 6, 1),
    unrolled('R6', 'R36', 6, 6),
    unrolled('R36', 'R216', 6, 36),
    unrolled('R216', 'R1296', 6, 216),
    '#define ROUNDS R1296(0u) R1296(1296u) R1296(2592u)',
    '#else',
    `#define ROUNDS for (uint n = 0; n < ${ROUNDS}; n++) { R1(n) }`,
    '#endif',
    `__attribute__((noinline)) uint large(uint x, uint g) { uint z = x + 3u; ${ways}`,
    `if (g & ${random.pick([1, 64])}u) { uint y = x ^ g; ROUNDS z = x ^ y; } ${ends} return z; }`,
  ];
  return fixedLine(lines.join('\n'));
}
