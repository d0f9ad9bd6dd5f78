// Kernels with more branches than a wavefront has lanes, on every engine, beside what the host computes.

import test from 'ava';
import { ENGINES, kernel, runText } from './harness.js';

const ITEMS = 64;
const BRANCHES = 100;
const each = (line: (n: number) => string): string => Array.from({ length: BRANCHES }, (_, n) => line(n)).join('\n');
/** A step that does not commute with the others. */
const step = (n: number): string => `  mad_u32 $s1, $s1, 3, ${n};`;
const next = (value: number, n: number): number => (Math.imul(value, 3) + n) >>> 0;

const TEXTS: Readonly<Record<string, { readonly body: string; readonly expected: (item: number) => number }>> = {
  'one behind the other: their points are open one at a time': {
    body: each(
      (n) => `  and_b32 $s2, $s0, ${(n % 7) + 1};
  cmp_eq_b1_u32 $c0, $s2, 0;
  cbr_b1 $c0, @next${n};
${step(n)}
@next${n}:`,
    ),
    expected: (item) => {
      let value = 0;
      for (let n = 0; n < BRANCHES; n++) if ((item & ((n % 7) + 1)) !== 0) value = next(value, n);
      return value;
    },
  },
  'one within the other: a lane leaves at each until one is left, so that 63 points are open and 63 sides wait': {
    body: `${each((n) => `  cmp_gt_b1_u32 $c0, $s0, ${n};\n  cbr_b1 $c0, @in${n};\n  br @out${n};\n@in${n}:`)}
${each((n) => `@out${BRANCHES - 1 - n}:\n${step(BRANCHES - 1 - n)}`)}`,
    expected: (item) => {
      let value = 0;
      for (let n = item; n >= 0; n--) value = next(value, n);
      return value;
    },
  },
};

for (const [name, { body, expected }] of Object.entries(TEXTS))
  test(`${BRANCHES} branches ${name}`, (t) => {
    const text = kernel(
      1,
      `  workitemabsid_u32 $s0, 0;
  ld_kernarg_u64 $d0, [%p0];
  cvt_u64_u32 $d1, $s0;
  shl_u64 $d1, $d1, 2;
  add_u64 $d0, $d0, $d1;
  mov_b32 $s1, 0;
${body}
  st_global_u32 $s1, [$d0];
  ret;`,
    );
    for (const [engine, make] of Object.entries(ENGINES)) {
      const run = { arguments: [new Uint32Array(ITEMS)], grid: [ITEMS], group: [ITEMS] };
      const [values] = runText(text, run, make);
      t.deepEqual(
        values,
        Uint32Array.from({ length: ITEMS }, (_, item) => expected(item)),
        engine,
      );
    }
  });
