// Functions of much code in vectors of 8 and 16 elements are loops: as large as their functions of scalars and a
// little, with the same bits. Specification: OpenCL C 1.2, section 6.12: "component-wise".

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { run } from '../cli/atoll.js';
import { CLANG, image, temporaryFolder } from './setup.js';

/** Bytes that a loop over indexed registers, the loads and the stores may take. */
const AROUND = { float: 1000, double: 2000 } as const;
type Real = keyof typeof AROUND;

/** Calls with arguments x and y of the type, n of int, and second results p of the type and q of int. */
const CALLS: readonly string[] = [
  ...['lgamma(x)', 'lgamma_r(x, &q)', 'sincos(x, &p)', 'sin(x)', 'tgamma(x)', 'asinh(x)', 'log(x)', 'atan2(x, y)'],
  ...['pow(x, y)', 'fmod(x, y)', 'remquo(x, y, &q)', 'pown(x, n)', 'erfc(x)', 'cospi(x)', 'acosh(x)', 'rootn(x, n)'],
];

/** A kernel of one call. */
function callKernel(name: string, call: string, type: Real, width: string): string {
  const [real, int] = [type + width, `int${width}`];
  return `__kernel void ${name}(__global ${real} *r, __global ${int} *i) {
    ${real} x = r[0], y = r[1], p = 0; ${int} n = i[0], q = 0; r[2] = ${call}; r[3] = p; i[1] = q; }`;
}

for (const type of ['float', 'double'] as const) {
  test(`calls of ${type}16 are no larger than those of ${type} and a loop`, async (t) => {
    const texts = CALLS.flatMap((call, i) =>
      ['', '16'].map((width) => callKernel(`k${i}_${width}`, call, type, width)),
    );
    const { kernels } = await image(texts.join('\n'));
    const size = (name: string): number => kernels.find((kernel) => kernel.name === name)!.textSize;
    for (const [i, call] of CALLS.entries()) {
      const [one, sixteen] = [size(`k${i}_`), size(`k${i}_16`)];
      t.true(sixteen < one + AROUND[type], `${call}: ${one} bytes for one, ${sixteen} for 16`);
    }
  });
}

/** Results of all calls, folded to one int for each element of n. */
function results(type: Real, width: string): string {
  const [real, int, bits] = [type + width, `int${width}`, (type === 'float' ? 'int' : 'long') + width];
  const calls = CALLS.map(
    (call, i) => `p = 0; q = 0; r = ${call};
      all ^= rotate(as_${bits}(r), (${bits})(${i})) ^ rotate(as_${bits}(p), (${bits})(${i + 5})) ^ convert_${bits}(q) << ${i};`,
  );
  const fold = type === 'float' ? 'all' : `convert_int${width}(all ^ all >> 32)`;
  // Numbers, infinities and NaN.
  return `${real} x = convert_${real}(n) * (${type})0.37 / convert_${real}(n % 5), y = convert_${real}(n / 3) * (${type})0.61, r, p;
    ${int} q; ${bits} all = 0; ${calls.join('\n')} ${int} folded = ${fold};`;
}

/** For test/compiler/executed/execute.cc: its first launch computes in vectors, the second one element by element. */
const bothWays = (type: Real, width: number): string => `
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int g = get_global_id(0);
  if (w == 3) {
    if (g >= 512 / ${width}) return;
    int${width} n = vload${width}(g, in);
    ${results(type, String(width))}
    vstore${width}(folded, g, out);
  } else {
    for (int e = g; e < 512; e += 256) { int n = in[e]; ${results(type, '')} out[e] = folded; }
  }
}`;

for (const type of ['float', 'double'] as const) {
  for (const width of [8, 16]) {
    test.serial(`${type}${width}: the bits of the functions of scalars`, async (t) => {
      const folder = temporaryFolder(t);
      const [program, source] = [join(folder, 'execute'), join(folder, 'both.cl')];
      const execute = join(root, 'test', 'compiler', 'executed', 'execute.cc');
      execFileSync('g++', ['-std=c++17', '-O1', execute, '-o', program, '-lOpenCL']);
      writeFileSync(source, bothWays(type, width));
      const clang = CLANG.clang ? ['--clang', CLANG.clang] : [];
      const { stdout, stderr } = await run([program, source], [...clang, '--no-cache']);
      const lines = String(stdout).trim().split('\n');
      t.is(lines.length, 128, String(stderr));
      t.true(new Set(lines).size > 60);
      t.deepEqual(lines.slice(0, 64), lines.slice(64));
    });
  }
}
