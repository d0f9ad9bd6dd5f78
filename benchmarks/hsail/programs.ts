// Programs in HSAIL of different kinds, each a kernel over buffers of 32-bit words.

export interface HsailBenchmark {
  readonly name: string;
  readonly text: string;
  /** Words of each buffer argument; all begin as the same pseudo-random numbers. */
  readonly buffers: readonly number[];
  readonly globalSize: number;
  readonly localSize: number;
}

const ITEMS = 1 << 16;

const module = (parameters: readonly string[], body: string, before = ''): string =>
  `module &m:1:0:$full:$large:$default;
${before}
prog kernel &k(${parameters.map((name) => `kernarg_u64 %${name}`).join(', ')})
{
  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d0, $s0;
  shl_u64 $d0, $d0, 2;
${parameters.map((name, n) => `  ld_kernarg_align(8)_width(all)_u64 $d${n + 1}, [%${name}];`).join('\n')}
${body}
};
`;

/** y = a * x + y, sixteen elements of each work-item, a grid apart. */
const SAXPY = module(
  ['x', 'y'],
  `  add_u64 $d1, $d1, $d0;
  add_u64 $d2, $d2, $d0;
  mov_b32 $s1, 0;
@loop:
  ld_global_f32 $s2, [$d1];
  ld_global_f32 $s3, [$d2];
  fma_f32 $s3, $s2, 0F40200000, $s3;
  st_global_f32 $s3, [$d2];
  add_u64 $d1, $d1, ${4 * ITEMS};
  add_u64 $d2, $d2, ${4 * ITEMS};
  add_u32 $s1, $s1, 1;
  cmp_lt_b1_u32 $c0, $s1, 16;
  cbr_width(all)_b1 $c0, @loop;
  ret;`,
);

/** Sums of work-groups in group memory, by halves between barriers, eight times. */
const REDUCTION = module(
  ['in', 'out'],
  `  workitemid_u32 $s1, 0;
  shl_u32 $s2, $s1, 2;
  add_u64 $d1, $d1, $d0;
  add_u64 $d2, $d2, $d0;
  ld_global_u32 $s3, [$d1];
  mov_b32 $s9, 0;
@again:
  st_group_u32 $s3, [%sums][$s2];
  barrier;
  mov_b32 $s4, 128;
@loop:
  cmp_ge_b1_u32 $c0, $s1, $s4;
  cbr_b1 $c0, @idle;
  add_u32 $s5, $s1, $s4;
  shl_u32 $s5, $s5, 2;
  ld_group_u32 $s6, [%sums][$s5];
  ld_group_u32 $s7, [%sums][$s2];
  add_u32 $s7, $s7, $s6;
  st_group_u32 $s7, [%sums][$s2];
@idle:
  barrier;
  shr_u32 $s4, $s4, 1;
  cmp_ne_b1_u32 $c1, $s4, 0;
  cbr_width(all)_b1 $c1, @loop;
  ld_group_u32 $s8, [%sums];
  add_u32 $s3, $s3, $s8;
  barrier;
  add_u32 $s9, $s9, 1;
  cmp_lt_b1_u32 $c0, $s9, 8;
  cbr_width(all)_b1 $c0, @again;
  st_global_u32 $s3, [$d2];
  ret;`,
  'group_u32 &unused;',
)
  .replace('&k(', '&k(')
  .replace('{\n', '{\n  group_u32 %sums[256];\n');

/** A number of rounds from the element, with two ways in each. */
const DIVERGENT = module(
  ['in', 'out'],
  `  add_u64 $d1, $d1, $d0;
  add_u64 $d2, $d2, $d0;
  ld_global_u32 $s1, [$d1];
  and_b32 $s2, $s1, 63;
  mov_b32 $s3, 0;
@loop:
  cmp_eq_b1_u32 $c0, $s2, 0;
  cbr_b1 $c0, @end;
  sub_u32 $s2, $s2, 1;
  shr_u32 $s4, $s1, $s2;
  and_b32 $s4, $s4, 1;
  cmp_eq_b1_u32 $c1, $s4, 0;
  cbr_b1 $c1, @even;
  mad_u32 $s3, $s3, 3, $s2;
  br @loop;
@even:
  xor_b32 $s3, $s3, $s1;
  shl_u32 $s3, $s3, 1;
  br @loop;
@end:
  st_global_u32 $s3, [$d2];
  ret;`,
);

const BUTTERFLIES = 64;
const butterfly = (n: number): string => {
  const [a, b] = [2 + (n % 8), 2 + ((n + 1 + (n >> 3)) % 8)];
  const other = a === b ? 2 + ((b - 1) % 8) : b;
  return `  mul_f32 $s20, $s${other}, 0F3f3504f3;
  sub_f32 $s21, $s${a}, $s20;
  add_f32 $s${a}, $s${a}, $s20;
  mul_f32 $s${other}, $s21, 0F3f6c835e;`;
};

/** Butterflies over eight registers, in a row. */
const TRANSFORM = module(
  ['in', 'out'],
  `  add_u64 $d1, $d1, $d0;
  add_u64 $d2, $d2, $d0;
${Array.from({ length: 8 }, (_, n) => `  ld_global_f32 $s${n + 2}, [$d1+${4 * ITEMS * n}];`).join('\n')}
${Array.from({ length: BUTTERFLIES }, (_, n) => butterfly(n)).join('\n')}
${Array.from({ length: 8 }, (_, n) => `  st_global_f32 $s${n + 2}, [$d2+${4 * ITEMS * n}];`).join('\n')}
  ret;`,
);

/** The same with subnormal numbers flushed. */
const FLUSHED = TRANSFORM.replaceAll(/(mul|add|sub)_f32/g, '$1_ftz_f32');

/** A chain of quotients and roots. */
const QUOTIENTS = module(
  ['in', 'out'],
  `  add_u64 $d1, $d1, $d0;
  add_u64 $d2, $d2, $d0;
  ld_global_f32 $s1, [$d1];
  mov_b32 $s2, 0F3f800000;
${'  div_f32 $s2, $s1, $s2;\n  sqrt_f32 $s2, $s2;\n  add_f32 $s2, $s2, $s1;\n'.repeat(8)}
  st_global_f32 $s2, [$d2];
  ret;`,
);

const sizes = { globalSize: ITEMS, localSize: 256 } as const;
export const PROGRAMS: readonly HsailBenchmark[] = [
  { name: 'SAXPY', text: SAXPY, buffers: [16 * ITEMS, 16 * ITEMS], ...sizes },
  { name: 'reduction', text: REDUCTION, buffers: [ITEMS, ITEMS], ...sizes },
  { name: 'divergent loop', text: DIVERGENT, buffers: [ITEMS, ITEMS], ...sizes },
  { name: 'butterflies', text: TRANSFORM, buffers: [8 * ITEMS, 8 * ITEMS], ...sizes },
  { name: 'butterflies, ftz', text: FLUSHED, buffers: [8 * ITEMS, 8 * ITEMS], ...sizes },
  { name: 'quotients', text: QUOTIENTS, buffers: [ITEMS, ITEMS], ...sizes },
];
