// Planted bugs of HSAIL kernels; the line that a check is to name ends with `//!`.

import type { FindingKind } from '../../../src/check/finding.js';

export interface PlantedBug {
  readonly name: string;
  readonly kind: FindingKind;
  /** Body of a kernel of one buffer, %out, for two wavefronts of one work-group. */
  readonly body: string;
  /** Text before the kernel. */
  readonly before?: string;
  /** Line of the finding in finalized code, where it is another one. */
  readonly finalizedLine?: string;
  /** Other kinds that it is found as, too. */
  readonly also?: readonly FindingKind[];
}

const ITEM = `
  workitemflatid_u32 $s0;
  shl_u32 $s1, $s0, 2;
  cvt_u64_u32 $d0, $s1;
  ld_kernarg_align(8)_u64 $d1, [%out];
  add_u64 $d0, $d0, $d1;`;

export const PLANTED: readonly PlantedBug[] = [
  {
    name: 'store beyond the buffer',
    kind: 'out-of-bounds',
    body: `${ITEM}
  add_u64 $d0, $d0, 0x40000000;
  st_global_align(4)_u32 $s0, [$d0]; //!`,
  },
  {
    name: 'store beyond group memory',
    kind: 'out-of-bounds',
    body: `${ITEM}
  group_u32 %tile[128];
  shl_u32 $s2, $s0, 3;
  st_group_align(4)_u32 $s0, [%tile][$s1];
  barrier;
  st_group_align(4)_u32 $s0, [%tile][$s2]; //!
  barrier;
  ld_group_align(4)_u32 $s0, [%tile][$s1];
  st_global_align(4)_u32 $s0, [$d0];`,
  },
  {
    name: 'race in group memory without a barrier',
    kind: 'race',
    also: ['uninitialised'],
    body: `${ITEM}
  group_u32 %tile[128];
  st_group_align(4)_u32 $s0, [%tile][$s1];
  xor_b32 $s2, $s1, 256;
  ld_group_align(4)_u32 $s3, [%tile][$s2]; //!
  st_global_align(4)_u32 $s3, [$d0];`,
  },
  {
    name: 'race in global memory',
    kind: 'race',
    body: `${ITEM}
  st_global_align(4)_u32 $s0, [$d1]; //!`,
  },
  {
    name: 'barrier that some work-items do not reach',
    kind: 'divergent-barrier',
    body: `${ITEM}
  cmp_lt_b1_u32 $c0, $s0, 100;
  cbr_b1 $c0, @wait;
  br @after;
@wait:
  barrier; //!
@after:
  st_global_align(4)_u32 $s0, [$d0];`,
  },
  {
    name: 'group memory that was not written',
    kind: 'uninitialised',
    body: `${ITEM}
  group_u32 %tile[128];
  ld_group_align(4)_u32 $s3, [%tile][$s1];
  st_global_align(4)_u32 $s3, [$d0]; //!`,
  },
  {
    name: 'misaligned load',
    kind: 'misaligned',
    body: `${ITEM}
  add_u64 $d2, $d0, 2;
  ld_global_align(4)_u32 $s3, [$d2]; //!
  st_global_align(4)_u32 $s3, [$d0];`,
  },
  {
    name: 'misaligned atomic',
    kind: 'unaligned-atomic',
    body: `${ITEM}
  add_u64 $d2, $d0, 2;
  atomicnoret_add_global_rlx_agent_u32 [$d2], 1; //!`,
  },
  {
    name: 'uniform branch that work-items decide differently',
    kind: 'non-uniform',
    body: `${ITEM}
  and_b32 $s2, $s0, 1;
  cmp_eq_b1_u32 $c0, $s2, 0;
  cbr_width(all)_b1 $c0, @even; //!
  atomicnoret_add_global_rlx_agent_u32 [$d0], 3;
@even:
  st_global_align(4)_u32 $s0, [$d0];`,
  },
  {
    name: 'fbarrier that was not initialized',
    kind: 'uninitialised',
    body: `${ITEM}
  fbarrier %fb;
  joinfbar %fb; //!
  st_global_align(4)_u32 $s0, [$d0];`,
  },
  {
    name: 'fbarrier joined by part of a wavefront',
    kind: 'non-uniform',
    body: `${ITEM}
  fbarrier %fb;
  cmp_ne_b1_u32 $c0, $s0, 0;
  cbr_b1 $c0, @initialized;
  initfbar %fb;
@initialized:
  barrier;
  cmp_lt_b1_u32 $c0, $s0, 100;
  cbr_b1 $c0, @join;
  br @after;
@join:
  joinfbar %fb; //!
  leavefbar %fb;
@after:
  st_global_align(4)_u32 $s0, [$d0];`,
  },
  {
    name: 'lanes exchanged under divergence',
    kind: 'non-uniform',
    body: `${ITEM}
  cmp_lt_b1_u32 $c0, $s0, 100;
  cbr_b1 $c0, @exchange;
  br @after;
@exchange:
  activelanepermute_width(WAVESIZE)_b32 $s3, $s0, 0, 0, 0; //!
  st_global_align(4)_u32 $s3, [$d0];
@after:`,
  },
  {
    name: 'recursion without end',
    kind: 'stack-overflow',
    finalizedLine: 'ld_arg_align(4)_u32 $s0, [%x];',
    before: `function &deeper(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_align(4)_u32 $s0, [%x];
  add_u32 $s0, $s0, 1;
  {
    arg_u32 %r2;
    arg_u32 %x2;
    st_arg_align(4)_u32 $s0, [%x2];
    call &deeper(%r2)(%x2); //!
    ld_arg_align(4)_u32 $s1, [%r2];
  }
  add_u32 $s1, $s1, $s0;
  st_arg_align(4)_u32 $s1, [%r];
  ret;
};`,
    body: `${ITEM}
  {
    arg_u32 %r;
    arg_u32 %x;
    st_arg_align(4)_u32 $s0, [%x];
    call &deeper(%r)(%x);
    ld_arg_align(4)_u32 $s1, [%r];
  }
  st_global_align(4)_u32 $s1, [$d0];`,
  },
  {
    name: 'signal at no address',
    kind: 'out-of-bounds',
    body: `${ITEM}
  mov_b64 $d3, 0;
  signalnoret_add_rlx_s64_sig64 $d3, 1; //!`,
  },
];

/** All of them in one module; the kernel of a bug has its number. */
/** Some of the bugs, each in a kernel all of whose instructions have the line of its number, from 1 on. */
export const locatedModule = (bugs: readonly PlantedBug[]): string => `module &located:1:0:$full:$large:$default;
${bugs.map(({ body }, n) => `prog kernel &bug${n}(kernarg_u64 %out)\n{\n  loc ${n + 1} 1 "located.cl";${body}\n  ret;\n};\n`).join('')}`;

export const PLANTED_MODULE = `module &planted:1:0:$full:$large:$default;
${PLANTED.map(({ before = '' }) => before).join('')}
${PLANTED.map(({ body }, n) => `prog kernel &bug${n}(kernarg_u64 %out)\n{${body}\n  ret;\n};\n`).join('')}`;

/** The line of a bug, without blanks at its ends. */
export const plantedLine = ({ body, before = '' }: PlantedBug): string =>
  `${before}\n${body}`
    .split('\n')
    .find((line) => line.includes('//!'))!
    .replace(/\s*\/\/!.*/, '')
    .trim();

/** Nothing is wrong in it: fbarriers, barriers, exchanges and uniform branches of all work-items. */
export const RIGHT_MODULE = `module &right:1:0:$full:$large:$default;
prog kernel &right(kernarg_u64 %out)
{${ITEM}
  group_u32 %tile[128];
  fbarrier %fb;
  cmp_ne_b1_u32 $c0, $s0, 0;
  cbr_b1 $c0, @initialized;
  initfbar %fb;
@initialized:
  barrier;
  joinfbar %fb;
  barrier;
  st_group_align(4)_u32 $s0, [%tile][$s1];
  waitfbar %fb;
  xor_b32 $s2, $s1, 256;
  ld_group_align(4)_u32 $s3, [%tile][$s2];
  activelanepermute_width(WAVESIZE)_b32 $s3, $s3, 0, 0, 0;
  leavefbar %fb;
  group_u32 %flag;
  atomicnoret_st_group_rlx_wg_b32 [%flag], $s0;
  atomic_ld_group_rlx_wg_b32 $s6, [%flag];
  add_u32 $s3, $s3, $s6;
  mov_b32 $s4, 3;
@again:
  add_u32 $s3, $s3, $s4;
  sub_u32 $s4, $s4, 1;
  cmp_ne_b1_u32 $c1, $s4, 0;
  cbr_width(all)_b1 $c1, @again;
  and_b32 $s5, $s0, 64;
  cmp_eq_b1_u32 $c2, $s5, 0;
  cbr_width(64)_b1 $c2, @first;
  st_global_align(4)_u32 $s0, [$d0];
  br @end;
@first:
  st_global_align(4)_u32 $s3, [$d0];
@end:
  barrier;
  ret;
};
`;

/** Nothing is wrong in it, whatever part of its last wavefront a work-group has. */
export const PARTIAL_MODULE = `module &partial:1:0:$full:$large:$default;
prog kernel &partial(kernarg_u64 %out)
{
  workitemflatabsid_u32 $s0;
  workitemflatid_u32 $s4;
  shl_u32 $s1, $s0, 2;
  cvt_u64_u32 $d0, $s1;
  ld_kernarg_align(8)_u64 $d1, [%out];
  add_u64 $d0, $d0, $d1;
  fbarrier %fb;
  fbarrier %other;
  cmp_ne_b1_u32 $c0, $s4, 0;
  cbr_b1 $c0, @initialized;
  initfbar %fb;
  initfbar %other;
@initialized:
  barrier;
  joinfbar %fb;
  joinfbar_width(1) %other;
  barrier;
  waitfbar %fb;
  arrivefbar %other;
  waitfbar %other;
  leavefbar %other;
  waitfbar_width(all) %fb;
  leavefbar %fb;
  barrier;
  cbr_b1 $c0, @released;
  releasefbar %fb;
  releasefbar %other;
@released:
  st_global_align(4)_u32 $s0, [$d0];
  ret;
};
`;

/** Work-item 70 calls what is no function: finalized code jumps there. */
export const BAD_CALL_MODULE = `module &called:1:0:$full:$large:$default;
signature &change(arg_u32 %r)(arg_u32 %x);
prog indirect function &next(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_align(4)_u32 $s0, [%x];
  add_u32 $s0, $s0, 1;
  st_arg_align(4)_u32 $s0, [%r];
};
prog kernel &bad(kernarg_u64 %out)
{
  workitemabsid_u32 $s0, 0;
  cmp_ne_b1_u32 $c0, $s0, 70;
  cbr_b1 $c0, @done;
  mov_b64 $d0, 0x1234;
  {
    arg_u32 %r;
    arg_u32 %x;
    st_arg_align(4)_u32 $s0, [%x];
    icall_u64 $d0(%r)(%x) &change;
    ld_arg_align(4)_u32 $s1, [%r];
  }
@done:
  ret;
};
`;
