// Small kernels in HSAIL on every engine, beside what the host computes.

import test from 'ava';
import { ENGINES, kernel, runText } from './harness.js';

const ITEMS = 200;
const numbers = (count: number, value: (n: number) => number): Uint32Array =>
  Uint32Array.from({ length: count }, (_, n) => value(n));

/** $d0: the item's place in %p0; $s0: its number. */
const OWN = `
  workitemabsid_u32 $s0, 0;
  ld_kernarg_u64 $d0, [%p0];
  cvt_u64_u32 $d1, $s0;
  shl_u64 $d1, $d1, 2;
  add_u64 $d0, $d0, $d1;
`;
const STORE = '\n  st_global_u32 $s1, [$d0];\n  ret;';

const VECTOR_COPY = kernel(
  2,
  `
  workitemabsid_u32 $s0, 0;
  cvt_s64_s32 $d0, $s0;
  shl_u64 $d0, $d0, 2;
  ld_kernarg_align(8)_width(all)_u64 $d1, [%p1];
  add_u64 $d1, $d1, $d0;
  ld_global_u32 $s0, [$d1];
  ld_kernarg_align(8)_width(all)_u64 $d1, [%p0];
  add_u64 $d0, $d1, $d0;
  st_global_u32 $s0, [$d0];
  ret;`,
);

interface Sample {
  readonly text: string;
  /** The value of each item. */
  readonly expected: (item: number) => number;
  readonly group?: number;
  /** Declarations of the module. */
  readonly before?: string;
}

/** Numbers of registers. */
const MANY = Array.from({ length: 201 }, (_, n) => n + 100);
const WIDE = Array.from({ length: 40 }, (_, n) => n + 110);

const SAMPLES: Readonly<Record<string, Sample>> = {
  'a branch and both sides': {
    text: `${OWN}
  and_b32 $s2, $s0, 1;
  cmp_eq_b1_u32 $c0, $s2, 0;
  cbr_b1 $c0, @even;
  mul_u32 $s1, $s0, 3;
  br @end;
@even:
  add_u32 $s1, $s0, 1000;
@end:
  add_u32 $s1, $s1, 7;${STORE}`,
    expected: (item) => (item % 2 === 0 ? item + 1000 : item * 3) + 7,
  },
  'more registers than a wavefront has': {
    before: `function &f(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  mov_b32 $s1, 3;
  mul_u32 $s0, $s0, $s1;
  st_arg_u32 $s0, [%r];
};`,
    text: `${OWN}
  ${MANY.map((n) => `add_u32 $s${n}, $s0, ${n};`).join('\n  ')}
  ${WIDE.map((n) => `cvt_u64_u32 $d${n}, $s${n};`).join('\n  ')}
  combine_v4_b128_b32 $q0, ($s100, $s300, $s200, $s299);
  mov_b32 $s1, 0;
  and_b32 $s2, $s0, 1;
  cmp_eq_b1_u32 $c120, $s2, 0;
  cbr_b1 $c120, @sum;
  add_u32 $s300, $s300, 1000;
@sum:
  ${MANY.map((n) => `add_u32 $s1, $s1, $s${n};`).join('\n  ')}
  ${WIDE.map((n) => `cvt_u32_u64 $s2, $d${n}; add_u32 $s1, $s1, $s2;`).join('\n  ')}
  expand_v4_b32_b128 ($s2, $s100, $s3, $s5), $q0;
  add_u32 $s1, $s1, $s100;
  {
    arg_u32 %x;
    arg_u32 %r;
    st_arg_u32 $s1, [%x];
    call &f (%r)(%x);
    ld_arg_u32 $s1, [%r];
  }${STORE}`,
    expected: (item) => {
      const sums = [...MANY, ...WIDE].reduce((sum, n) => sum + item + n, 0);
      return 3 * (sums + (item % 2) * 1000 + item + 300);
    },
  },
  'a store of more constants than literals at one time': {
    before: 'global_b128 &wide[4];',
    text: `${OWN}
  st_v4_global_b128 (u32x4(70, 71, 72, 73), u32x4(80, 81, 82, 83), u32x4(90, 91, 92, 93), u32x4(100, 101, 102, 103)),
    [&wide];
  ld_global_u32 $s1, [&wide][20];
  ld_global_u32 $s2, [&wide][60];
  add_u32 $s1, $s1, $s2;${STORE}`,
    expected: () => 82 + 100,
  },
  'lanes meet before a barrier that an endless loop could precede': {
    before: 'group_u32 &tile[256];',
    text: `${OWN}
  workitemid_u32 $s4, 0;
  shl_u32 $s5, $s4, 2;
  and_b32 $s6, $s4, 7;
  cmp_lt_b1_u32 $c0, $s6, 4;
  cbr_b1 $c0, @low;
  cmp_gt_b1_u32 $c1, $s4, 4000;
  cbr_b1 $c1, @endless;
  st_group_u32 100, [&tile][$s5];
  br @meet;
@endless:
  br @endless;
@low:
  st_group_u32 $s4, [&tile][$s5];
@meet:
  barrier;
  xor_b32 $s4, $s4, 7;
  shl_u32 $s5, $s4, 2;
  ld_group_u32 $s1, [&tile][$s5];
  barrier;${STORE}`,
    expected: (item) => (item % 8 < 4 ? 100 : (item % 64) ^ 7),
    group: 64,
  },
  'fractions of negative subnormal numbers that are flushed keep the sign': {
    text: `${OWN}
  add_u32 $s2, $s0, 0x80000000;
  fract_ftz_f32 $s1, $s2;${STORE}`,
    expected: () => 0x8000_0000,
  },
  'a loop of as many rounds as the item says': {
    text: `${OWN}
  mov_b32 $s1, 0;
  mov_b32 $s2, 0;
@loop:
  cmp_ge_b1_u32 $c0, $s2, $s0;
  cbr_b1 $c0, @end;
  add_u32 $s1, $s1, $s2;
  add_u32 $s2, $s2, 1;
  br @loop;
@end:${STORE}`,
    expected: (item) => (item * (item - 1)) / 2,
  },
  'a loop with a break that does something': {
    text: `${OWN}
  mov_b32 $s1, 0;
  mov_b32 $s2, 0;
  rem_u32 $s3, $s0, 97;
@loop:
  cmp_eq_b1_u32 $c0, $s2, 300;
  cbr_b1 $c0, @end;
  cmp_eq_b1_u32 $c1, $s2, $s3;
  cbr_b1 $c1, @found;
  add_u32 $s1, $s1, 2;
  add_u32 $s2, $s2, 1;
  br @loop;
@found:
  add_u32 $s1, $s1, 100000;
@end:${STORE}`,
    expected: (item) => 2 * (item % 97) + 100_000,
  },
  'nested branches and a return in the middle': {
    text: `${OWN}
  mov_b32 $s1, $s0;
  cmp_lt_b1_u32 $c0, $s0, 100;
  cbr_b1 $c0, @low;
  cmp_lt_b1_u32 $c1, $s0, 150;
  cbr_b1 $c1, @middle;
  st_global_u32 77, [$d0];
  ret;
@middle:
  add_u32 $s1, $s1, 5;
  br @meet;
@low:
  and_b32 $s2, $s0, 3;
  cmp_eq_b1_u32 $c1, $s2, 1;
  cbr_b1 $c1, @one;
  add_u32 $s1, $s1, 10;
  br @inner;
@one:
  add_u32 $s1, $s1, 20;
@inner:
  add_u32 $s1, $s1, 1;
@meet:${STORE}`,
    expected: (item) => {
      if (item >= 150) return 77;
      if (item >= 100) return item + 5;
      return item + (item % 4 === 1 ? 21 : 11);
    },
  },
  'a switch': {
    text: `${OWN}
  and_b32 $s2, $s0, 3;
  sbr_u32 $s2 [@a, @b, @c, @b];
@a:
  mov_b32 $s1, 10;
  br @end;
@b:
  mov_b32 $s1, 20;
  br @end;
@c:
  mov_b32 $s1, 30;
@end:
  add_u32 $s1, $s1, $s0;${STORE}`,
    expected: (item) => item + [10, 20, 30, 20][item % 4]!,
  },
  'a block that two points enclose': {
    text: `${OWN}
  mov_b32 $s1, 0;
  and_b32 $s2, $s0, 7;
  cmp_lt_b1_u32 $c0, $s2, 4;
  cbr_b1 $c0, @y;
  cmp_lt_b1_u32 $c1, $s2, 6;
  cbr_b1 $c1, @b;
  add_u32 $s1, $s1, 1;
  br @r1;
@y:
  cmp_lt_b1_u32 $c2, $s2, 2;
  cbr_b1 $c2, @r2;
  add_u32 $s1, $s1, 2;
@b:
  add_u32 $s1, $s1, 4;
@r1:
  add_u32 $s1, $s1, 8;
@r2:
  add_u32 $s1, $s1, 16;${STORE}`,
    expected: (item) => [16, 16, 30, 30, 28, 28, 25, 25][item % 8]!,
  },
  'calls, by name and by number': {
    before: `
function &twice(arg_u32 %out)(arg_u32 %in) {
  ld_arg_u32 $s1, [%in];
  add_u32 $s1, $s1, $s1;
  st_arg_u32 $s1, [%out];
  ret;
};
function &more(arg_u32 %out)(arg_u32 %in) {
  ld_arg_u32 $s0, [%in];
  { arg_u32 %a; arg_u32 %b; st_arg_u32 $s0, [%a]; call &twice (%b)(%a); ld_arg_u32 $s2, [%b]; }
  cmp_lt_b1_u32 $c0, $s0, 50;
  cbr_b1 $c0, @small;
  add_u32 $s2, $s2, 1000;
@small:
  st_arg_u32 $s2, [%out];
  ret;
};`,
    text: `${OWN}
  mov_b32 $s1, $s0;
  and_b32 $s2, $s0, 1;
  { arg_u32 %a; arg_u32 %b; st_arg_u32 $s0, [%a]; scall_u32 $s2 (%b)(%a) [&twice, &more]; ld_arg_u32 $s3, [%b]; }
  add_u32 $s1, $s1, $s3;${STORE}`,
    expected: (item) => 3 * item + (item % 2 === 1 && item >= 50 ? 1000 : 0),
  },
  'offsets of more than 16 bits, of both signs': {
    text: `
  private_u32 %own[20000];
${OWN}
  add_u64 $d2, $d0, 200000;
  st_global_u32 $s0, [$d2-200000];
  sub_u64 $d3, $d0, 70000;
  ld_global_u32 $s2, [$d3+70000];
  st_private_u32 $s2, [%own][70000];
  mov_b32 $s3, 140000;
  ld_private_u32 $s1, [%own][$s3-70000];${STORE}`,
    expected: (item) => item,
  },
  'a branch over more than 32 KiB of code': {
    text: `${OWN}
  mov_b32 $s1, 1;
  and_b32 $s2, $s0, 1;
  cmp_eq_b1_u32 $c0, $s2, 0;
  cbr_b1 $c0, @end;
${'  add_u32 $s1, $s1, $s0;\n'.repeat(4200)}
@end:${STORE}`,
    expected: (item) => (item % 2 === 0 ? 1 : 1 + 4200 * item),
  },
  'variables of a body in readonly memory, and in global memory': {
    text: `
  readonly_u32 %table[4] = u32[](11, 22, 33, 44);
  global_u32 %sum;
${OWN}
  and_b32 $s2, $s0, 3;
  shl_u32 $s2, $s2, 2;
  cvt_u64_u32 $d2, $s2;
  ld_readonly_u32 $s1, [%table][$d2];
  atomicnoret_add_global_rlx_agent_u32 [%sum], 1;
  ld_global_u32 $s3, [%sum];
  min_u32 $s3, $s3, 1;
  add_u32 $s1, $s1, $s3;${STORE}`,
    expected: (item) => [11, 22, 33, 44][item % 4]! + 1,
  },
  'memory that functions allocate, of a size that differs, and leave': {
    before: `
function &sum(arg_u32 %out)(arg_u32 %in) {
  ld_arg_u32 $s0, [%in];
  shl_u32 $s1, $s0, 2;
  alloca_align(16)_u32 $s2, $s1;
  alloca_u32 $s6, 1000;
  st_private_u32 77, [$s6];
  mov_b32 $s3, 0;
  mov_b32 $s4, 0;
@fill:
  shl_u32 $s5, $s4, 2;
  add_u32 $s5, $s5, $s2;
  st_private_u32 $s4, [$s5];
  add_u32 $s4, $s4, 1;
  cmp_lt_b1_u32 $c0, $s4, $s0;
  cbr_b1 $c0, @fill;
  mov_b32 $s4, 0;
@add:
  shl_u32 $s5, $s4, 2;
  add_u32 $s5, $s5, $s2;
  ld_private_u32 $s7, [$s5];
  add_u32 $s3, $s3, $s7;
  add_u32 $s4, $s4, 1;
  cmp_lt_b1_u32 $c0, $s4, $s0;
  cbr_b1 $c0, @add;
  ld_private_u32 $s5, [$s6];
  add_u32 $s3, $s3, $s5;
  st_arg_u32 $s3, [%out];
  ret;
};`,
    text: `${OWN}
  and_b32 $s2, $s0, 15;
  add_u32 $s2, $s2, 1;
  alloca_u32 $s5, 64;
  st_private_u32 $s0, [$s5+60];
  mov_b32 $s4, 0;
  mov_b32 $s1, 0;
@again:
  { arg_u32 %a; arg_u32 %b; st_arg_u32 $s2, [%a]; call &sum (%b)(%a); ld_arg_u32 $s3, [%b]; }
  add_u32 $s1, $s1, $s3;
  add_u32 $s4, $s4, 1;
  cmp_lt_b1_u32 $c0, $s4, 20;
  cbr_b1 $c0, @again;
  ld_private_u32 $s3, [$s5+60];
  add_u32 $s1, $s1, $s3;${STORE}`,
    expected: (item) => 20 * (77 + ((item % 16) * ((item % 16) + 1)) / 2) + item,
  },
  'functions that call themselves, one another, and others, as deep as each item says': {
    before: `
decl function &odd(arg_u32 %out)(arg_u32 %in);
function &next(arg_u32 %out)(arg_u32 %in) {
  ld_arg_u32 $s7, [%in];
  sub_u32 $s7, $s7, 1;
  st_arg_u32 $s7, [%out];
  ret;
};
function &even(arg_u32 %out)(arg_u32 %in) {
  private_u32 %kept;
  ld_arg_u32 $s1, [%in];
  cmp_eq_b1_u32 $c0, $s1, 0;
  cbr_b1 $c0, @zero;
  mul_u32 $s2, $s1, 3;
  st_private_u32 $s1, [%kept];
  { arg_u32 %a; arg_u32 %b; st_arg_u32 $s1, [%a]; call &next (%b)(%a); ld_arg_u32 $s3, [%b]; }
  { arg_u32 %a; arg_u32 %b; st_arg_u32 $s3, [%a]; call &odd (%b)(%a); ld_arg_u32 $s3, [%b]; }
  ld_private_u32 $s4, [%kept];
  add_u32 $s2, $s2, $s3;
  add_u32 $s2, $s2, $s4;
  st_arg_u32 $s2, [%out];
  ret;
@zero:
  st_arg_u32 1000, [%out];
  ret;
};
function &odd(arg_u32 %out)(arg_u32 %in) {
  ld_arg_u32 $s5, [%in];
  cmp_eq_b1_u32 $c2, $s5, 0;
  mov_b32 $s6, 2000;
  cbr_b1 $c2, @done;
  { arg_u32 %a; arg_u32 %b; sub_u32 $s6, $s5, 1; st_arg_u32 $s6, [%a]; call &even (%b)(%a); ld_arg_u32 $s6, [%b]; }
  add_u32 $s6, $s6, $s5;
@done:
  st_arg_u32 $s6, [%out];
  ret;
};
function &fibonacci(arg_u16 %out)(arg_u8 %skipped, arg_u8 %in) {
  ld_arg_u8 $s0, [%in];
  mov_b32 $s1, $s0;
  cmp_lt_b1_u32 $c0, $s0, 2;
  cbr_b1 $c0, @done;
  { arg_u8 %n; arg_u8 %m; arg_u16 %r; sub_u32 $s2, $s0, 1; st_arg_u8 $s2, [%m]; call &fibonacci (%r)(%n, %m); ld_arg_u16 $s1, [%r]; }
  { arg_u8 %n; arg_u8 %m; arg_u16 %r; sub_u32 $s2, $s0, 2; st_arg_u8 $s2, [%m]; call &fibonacci (%r)(%n, %m); ld_arg_u16 $s2, [%r]; }
  add_u32 $s1, $s1, $s2;
@done:
  st_arg_u16 $s1, [%out];
  ret;
};`,
    text: `${OWN}
  and_b32 $s2, $s0, 15;
  and_b32 $s4, $s0, 7;
  { arg_u32 %a; arg_u32 %b; st_arg_u32 $s2, [%a]; call &even (%b)(%a); ld_arg_u32 $s3, [%b]; }
  { arg_u8 %n; arg_u8 %m; arg_u16 %r; st_arg_u8 $s4, [%m]; call &fibonacci (%r)(%n, %m); ld_arg_u16 $s5, [%r]; }
  mad_u32 $s1, $s5, 100000, $s3;
  add_u32 $s1, $s1, $s0;${STORE}`,
    expected: (item) => {
      const even = (n: number): number => (n === 0 ? 1000 : 4 * n + odd(n - 1));
      const odd = (n: number): number => (n === 0 ? 2000 : n + even(n - 1));
      const fibonacci = (n: number): number => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));
      return fibonacci(item % 8) * 100_000 + even(item % 16) + item;
    },
  },
  'bytes of private memory keep their neighbours': {
    text: `
  align(4) private_u8 %own[4];
${OWN}
  add_u32 $s2, $s0, 1;
  add_u32 $s3, $s0, 2;
  st_v3_private_u8 ($s0, $s2, $s3), [%own];
  st_private_u8 $s0, [%own][3];
  ld_private_align(4)_u32 $s1, [%own];${STORE}`,
    expected: (item) => (item | ((item + 1) << 8) | ((item + 2) << 16) | (item << 24)) >>> 0,
  },
  'a wavefront of the group leaves an fbarrier, the others wait': {
    group: 192,
    text: `
  fbarrier %fb;
  group_u32 %seen[1];
${OWN}
  workitemid_u32 $s2, 0;
  cmp_ne_b1_u32 $c0, $s2, 0;
  cbr_b1 $c0, @joined;
  initfbar %fb;
  st_group_u32 0, [%seen];
@joined:
  barrier;
  joinfbar %fb;
  barrier;
  cmp_ge_b1_u32 $c1, $s2, 128;
  cbr_b1 $c1, @last;
  waitfbar %fb;
  ld_group_u32 $s1, [%seen];
  leavefbar %fb;
  br @done;
@last:
  st_group_u32 5, [%seen];
  mov_b32 $s1, 7;
  leavefbar %fb;
@done:${STORE}`,
    expected: (item) => (item < 128 ? 5 : 7),
  },
  'private memory, and memory of the group': {
    group: 64,
    text: `
  private_u32 %own[4];
  group_u32 %all[64];
${OWN}
  st_private_u32 $s0, [%own][4];
  workitemid_u32 $s2, 0;
  shl_u32 $s2, $s2, 2;
  st_group_u32 $s0, [%all][$s2];
  barrier;
  sub_u32 $s3, 252, $s2;
  ld_group_u32 $s4, [%all][$s3];
  ld_private_u32 $s5, [%own][4];
  mad_u32 $s1, $s4, 1000, $s5;${STORE}`,
    expected: (item) => {
      const first = item - (item % 64);
      return (first + 63 - (item % 64)) * 1000 + item;
    },
  },
};

for (const [engine, make] of Object.entries(ENGINES)) {
  test(`${engine}: vector copy`, (t) => {
    const input = numbers(ITEMS, (n) => n * n + 3);
    const [out] = runText(
      VECTOR_COPY,
      { arguments: [new Uint32Array(ITEMS), input], grid: [ITEMS], group: [64] },
      make,
    );
    t.deepEqual(out, input);
  });
  for (const [title, { text, expected, group = 64, before }] of Object.entries(SAMPLES))
    test(`${engine}: ${title}`, (t) => {
      const count = group !== 64 || title.includes('group') ? 192 : ITEMS;
      const [out] = runText(
        kernel(1, text, before),
        { arguments: [new Uint32Array(count)], grid: [count], group: [group] },
        make,
      );
      t.deepEqual(out, numbers(count, expected));
    });
}

for (const [engine, make] of Object.entries(ENGINES))
  test(`${engine}: allocations for which there is no room are a fault`, (t) => {
    for (const size of ['20000', '0xfffffff0'])
      t.throws(
        () => runText(kernel(0, `  alloca_u32 $s0, ${size}; ret;`), { arguments: [], grid: [1], group: [1] }, make),
        {
          message: /allocation_limit/,
        },
      );
  });

for (const [engine, make] of Object.entries(ENGINES))
  test(`${engine}: recursion without an end is a fault that names the limit`, (t) => {
    const text = kernel(0, '  call &f ()(); ret;', 'function &f()() { call &f ()(); ret; };');
    t.throws(() => runText(text, { arguments: [], grid: [1], group: [1] }, make), { message: /recursion_limit/ });
  });

for (const [engine, make] of Object.entries(ENGINES))
  test(`${engine}: debugtrap is the trap of finalized code`, (t) => {
    const text = kernel(0, '  debugtrap_u32 7; ret;');
    t.throws(() => runText(text, { arguments: [], grid: [1], group: [1] }, make), { message: /trap 1: there is no/ });
  });
