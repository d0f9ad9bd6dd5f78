// Kernels of (out, in) for launch.c: what programs of HSA use besides plain copies.

/** $d0, $d1: the item's places in out and in; $s0: its number. */
const PLACES = `
  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d2, $s0;
  shl_u64 $d2, $d2, 2;
  ld_kernarg_u64 $d0, [%out];
  add_u64 $d0, $d0, $d2;
  ld_kernarg_u64 $d1, [%in];
  add_u64 $d1, $d1, $d2;`;

const kernel = (name: string, body: string): string =>
  `prog kernel &${name}(kernarg_u64 %out, kernarg_u64 %in)\n{${PLACES}${body}\n  ret;\n};\n`;

const HEAD = 'module &forms:1:0:$full:$large:$default;\n';

/** Group memory and barriers: each item gets the sum of its group so far. */
const SCAN = kernel(
  'scan',
  `
  workitemid_u32 $s1, 0;
  shl_u32 $s2, $s1, 2;
  ld_global_u32 $s3, [$d1];
  st_group_u32 $s3, [&tile][$s2];
  mov_b32 $s4, 1;
@round:
  barrier;
  mov_b32 $s5, 0;
  cmp_lt_b1_u32 $c0, $s1, $s4;
  cbr_b1 $c0, @first;
  sub_u32 $s6, $s1, $s4;
  shl_u32 $s6, $s6, 2;
  ld_group_u32 $s5, [&tile][$s6];
@first:
  barrier;
  ld_group_u32 $s3, [&tile][$s2];
  add_u32 $s3, $s3, $s5;
  st_group_u32 $s3, [&tile][$s2];
  shl_u32 $s4, $s4, 1;
  cmp_lt_b1_u32 $c1, $s4, 64;
  cbr_b1 $c1, @round;
  st_global_u32 $s3, [$d0];`,
);

/** Variables of the program: a table, and a counter that keeps its value from launch to launch. */
const VARIABLES = kernel(
  'variables',
  `
  and_b32 $s1, $s0, 3;
  shl_u32 $s1, $s1, 2;
  cvt_u64_u32 $d3, $s1;
  ld_readonly_u32 $s2, [&table][$d3];
  atomicnoret_add_global_rlx_agent_u32 [&counter], 1;
  lda_global_u64 $d4, [&counter];
  ld_global_u32 $s3, [$d4 + 4];
  add_u32 $s2, $s2, $s3;
  st_global_u32 $s2, [$d0];`,
);
const COUNT = kernel(
  'count',
  `
  ld_global_u32 $s1, [&counter];
  st_global_u32 $s1, [$d0];`,
);

/** A loop of as many rounds as the item's input says, with two ways in it. */
const LOOP = kernel(
  'loop',
  `
  ld_global_u32 $s1, [$d1];
  and_b32 $s2, $s1, 63;
  mov_b32 $s3, 1;
@again:
  cmp_eq_b1_u32 $c0, $s2, 0;
  cbr_b1 $c0, @done;
  and_b32 $s4, $s3, 1;
  cmp_eq_b1_u32 $c1, $s4, 0;
  cbr_b1 $c1, @even;
  mad_u32 $s3, $s3, 3, $s0;
  br @next;
@even:
  shr_u32 $s3, $s3, 1;
@next:
  sub_u32 $s2, $s2, 1;
  br @again;
@done:
  st_global_u32 $s3, [$d0];`,
);

/** A function that calls itself, and private memory. */
const SUM = `decl function &sum(arg_u32 %result)(arg_u32 %n);
function &sum(arg_u32 %result)(arg_u32 %n)
{
  ld_arg_u32 $s0, [%n];
  mov_b32 $s1, 0;
  cmp_eq_b1_u32 $c0, $s0, 0;
  cbr_b1 $c0, @leaf;
  {
    arg_u32 %inner;
    arg_u32 %less;
    sub_u32 $s2, $s0, 1;
    st_arg_u32 $s2, [%less];
    call &sum (%inner) (%less);
    ld_arg_u32 $s1, [%inner];
  }
@leaf:
  add_u32 $s1, $s1, $s0;
  st_arg_u32 $s1, [%result];
};
`;
const CALLS = kernel(
  'calls',
  `
  private_u32 %kept[8];
  ld_global_u32 $s1, [$d1];
  and_b32 $s2, $s1, 7;
  shl_u32 $s3, $s2, 2;
  st_private_u32 $s1, [%kept][$s3];
  {
    arg_u32 %result;
    arg_u32 %n;
    st_arg_u32 $s2, [%n];
    call &sum (%result) (%n);
    ld_arg_u32 $s4, [%result];
  }
  ld_private_u32 $s5, [%kept][$s3];
  add_u32 $s4, $s4, $s5;
  st_global_u32 $s4, [$d0];`,
);

/** Ids and sizes of the launch, and flat addresses. */
const QUERIES = kernel(
  'queries',
  `
  workgroupid_u32 $s1, 0;
  gridsize_u32 $s2, 0;
  workgroupsize_u32 $s3, 0;
  workitemflatabsid_u32 $s4;
  mad_u32 $s5, $s1, 1000, $s2;
  mad_u32 $s5, $s3, 100000, $s5;
  add_u32 $s5, $s5, $s4;
  st_u32 $s5, [$d0];`,
);

/** The first item asks the host by a signal and waits for its answer by another one. */
const ANSWER = kernel(
  'answer',
  `
  cmp_ne_b1_u32 $c0, $s0, 0;
  cbr_b1 $c0, @end;
  ld_global_u64 $d3, [$d1];
  ld_global_u64 $d4, [$d1 + 8];
  signalnoret_st_screl_b64_sig64 $d3, 7;
@wait:
  signal_wait_eq_scacq_s64_sig64 $d5, $d4, 9;
  cmp_ne_b1_s64 $c1, $d5, 9;
  cbr_b1 $c1, @wait;
  cvt_u32_u64 $s1, $d5;
  st_global_u32 $s1, [$d0];
@end:
  nop;`,
);

export const FORM_KERNELS = ['scan', 'variables', 'count', 'loop', 'calls', 'queries', 'answer'] as const;
export const FORMS = [
  HEAD,
  'prog alloc(agent) global_u32 &counter[2] = u32[](5, 70);\n',
  'prog readonly_u32 &table[4] = u32[](11, 22, 33, 44);\n',
  'group_u32 &tile[64];\n',
  SUM,
  SCAN,
  VARIABLES,
  COUNT,
  LOOP,
  CALLS,
  QUERIES,
  ANSWER,
].join('');

/** A program of two modules: the first one calls a function of the second, which rounds to zero, and has a variable. */
export const CALLER = `module &caller:1:0:$full:$large:$near;
decl prog function &third(arg_f32 %result)(arg_u32 %n);
decl prog alloc(agent) global_u32 &bias;
${kernel(
  'linked',
  `
  {
    arg_f32 %result;
    arg_u32 %n;
    st_arg_u32 $s0, [%n];
    call &third (%result) (%n);
    ld_arg_f32 $s1, [%result];
  }
  ld_global_u32 $s2, [&bias];
  cvt_f32_u32 $s3, $s0;
  div_f32 $s3, $s3, 0f40400000;
  sub_u32 $s1, $s3, $s1;
  add_u32 $s1, $s1, $s2;
  st_global_u32 $s1, [$d0];`,
)}`;
export const CALLEE = `module &callee:1:0:$full:$large:$zero;
prog alloc(agent) global_u32 &bias = 1000;
prog function &third(arg_f32 %result)(arg_u32 %n)
{
  ld_arg_u32 $s0, [%n];
  cvt_f32_u32 $s0, $s0;
  div_f32 $s0, $s0, 0f40400000;
  st_arg_f32 $s0, [%result];
  ret;
};
`;

/** A store to an address where nothing is. */
export const FAULTING = `${HEAD}${kernel(
  'faulting',
  `
  mov_b64 $d3, 64;
  st_global_u32 $s0, [$d3];`,
)}`;
