// Indirect calls: handles are the addresses by which a program exports its indirect functions, each lane has its own.

import test from 'ava';
import { readBrig } from '../../../src/hsail/brig/reader.js';
import { hsailProgram } from '../../../src/hsail/load/program.js';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { ENGINES, runText } from './harness.js';

const HEAD = 'module &m:1:0:$full:$large:$default;';
/** Functions of one result and one input; `&other` has other arguments. */
const FUNCTIONS = `${HEAD}
prog alloc(agent) global_u32 &anchor = 0;
signature &change(arg_u32 %r)(arg_u32 %x);
function &square(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  mul_u32 $s0, $s0, $s0;
  st_arg_u32 $s0, [%r];
};
prog indirect function &squared(arg_u32 %r)(arg_u32 %x)
{
  private_u32 %kept;
  ld_arg_u32 $s0, [%x];
  st_private_u32 $s0, [%kept];
  {
    arg_u32 %sr;
    arg_u32 %sx;
    ld_private_u32 $s0, [%kept];
    st_arg_u32 $s0, [%sx];
    call &square(%sr)(%sx);
    ld_arg_u32 $s0, [%sr];
  }
  st_arg_u32 $s0, [%r];
};
prog indirect function &negated(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  neg_s32 $s0, $s0;
  st_arg_u32 $s0, [%r];
};
prog indirect function &small(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  cmp_lt_b1_u32 $c0, $s0, 64;
  cbr_b1 $c0, @low;
  st_arg_u32 1, [%r];
  ret;
@low:
  st_arg_u32 2, [%r];
};
prog indirect function &other(arg_u32 %r)(arg_u64 %x)
{
  st_arg_u32 3, [%r];
};
`;

/** Work-item n calls what the table says; every fifth calls nothing. */
const CALLER = `
prog kernel &k(kernarg_u64 %table, kernarg_u64 %out)
{
  workitemabsid_u32 $s0, 0;
  mov_b32 $s5, 7;
  shl_u32 $s1, $s0, 2;
  cvt_u64_u32 $d3, $s1;
  rem_u32 $s6, $s0, 5;
  cmp_eq_b1_u32 $c1, $s6, 0;
  cbr_b1 $c1, @done;
  ld_kernarg_u64 $d0, [%table];
  add_u64 $d0, $d0, $d3;
  ld_global_u32 $s1, [$d0];
  cvt_s64_s32 $d0, $s1;
  lda_global_u64 $d1, [&anchor];
  add_u64 $d0, $d0, $d1;
  {
    arg_u32 %r;
    arg_u32 %x;
    st_arg_u32 $s0, [%x];
    icall_u64 $d0(%r)(%x) &change;
    ld_arg_u32 $s5, [%r];
  }
@done:
  ld_kernarg_u64 $d2, [%out];
  add_u64 $d2, $d2, $d3;
  st_global_u32 $s5, [$d2];
  ret;
};
`;

/** Distances of functions from `&anchor`. */
function placesOf(text: string): (name: string) => number {
  const program = hsailProgram(readBrig(assemble(text)));
  const at = (name: string): number =>
    [...program.variables, ...program.functions].find((each) => each.name === name)!.offset;
  return (name) => (at(name) - at('&anchor')) >>> 0;
}

const run = (text: string, table: Uint32Array, engine: string): Uint32Array =>
  runText(text, { arguments: [table, new Uint32Array(128)], grid: [128], group: [128] }, ENGINES[engine]!, '&k')[1]!;

for (const engine of Object.keys(ENGINES)) {
  test(`indirect functions are called by their addresses, others in each lane: ${engine}`, (t) => {
    const text = FUNCTIONS + CALLER;
    const place = placesOf(text);
    const names = ['&squared', '&negated', '&small'];
    const table = Uint32Array.from({ length: 128 }, (_, x) => place(names[x % 3]!));
    const values = (x: number): number => [x * x, -x, x < 64 ? 2 : 1][x % 3]!;
    t.deepEqual(
      run(text, table, engine),
      Uint32Array.from(table, (_, x) => (x % 5 === 0 ? 7 : values(x))),
    );
    t.deepEqual(
      run(text, table.fill(place('&negated')), engine),
      Uint32Array.from(table, (_, x) => (x % 5 === 0 ? 7 : -x)),
    );
  });

  test(`a handle of no function with the arguments is a fault of its lane: ${engine}`, (t) => {
    const text = FUNCTIONS + CALLER;
    const place = placesOf(text);
    for (const bad of [place('&negated') + 4, place('&other'), 0x4000_0000]) {
      const table = new Uint32Array(128).fill(place('&negated'));
      table.fill(bad, 66);
      t.throws(() => run(text, table, engine), {
        message:
          /^GPU fault in kernel &k at .*: icall: no indirect function of the program with the arguments of the call begins at address 0x[0-9a-f]{1,9}; .*wavefront 1 lane 2$/,
      });
    }
  });
}

/** The sum of 1 to n, by a function that calls itself by its handle. */
const RECURSIVE = `${HEAD}
prog alloc(agent) global_u32 &anchor = 0;
signature &step(arg_u32 %r)(arg_u32 %x, arg_u64 %self);
prog indirect function &sum(arg_u32 %r)(arg_u32 %x, arg_u64 %self)
{
  ld_arg_u32 $s0, [%x];
  ld_arg_u64 $d0, [%self];
  mov_b32 $s1, 0;
  cmp_eq_b1_u32 $c0, $s0, 0;
  cbr_b1 $c0, @done;
  sub_u32 $s2, $s0, 1;
  {
    arg_u32 %ir;
    arg_u32 %ix;
    arg_u64 %iself;
    st_arg_u32 $s2, [%ix];
    st_arg_u64 $d0, [%iself];
    icall_u64 $d0(%ir)(%ix, %iself) &step;
    ld_arg_u32 $s1, [%ir];
  }
@done:
  add_u32 $s1, $s1, $s0;
  st_arg_u32 $s1, [%r];
};
prog kernel &k(kernarg_u64 %table, kernarg_u64 %out)
{
  workitemabsid_u32 $s0, 0;
  ld_kernarg_u64 $d0, [%table];
  ld_global_u32 $s1, [$d0];
  cvt_s64_s32 $d0, $s1;
  lda_global_u64 $d1, [&anchor];
  add_u64 $d0, $d0, $d1;
  {
    arg_u32 %r;
    arg_u32 %x;
    arg_u64 %self;
    st_arg_u32 $s0, [%x];
    st_arg_u64 $d0, [%self];
    icall_u64 $d0(%r)(%x, %self) &step;
    ld_arg_u32 $s5, [%r];
  }
  ld_kernarg_u64 $d2, [%out];
  shl_u32 $s1, $s0, 2;
  cvt_u64_u32 $d3, $s1;
  add_u64 $d2, $d2, $d3;
  st_global_u32 $s5, [$d2];
};
`;

test('indirect functions may call themselves by their handles', (t) => {
  const table = Uint32Array.of(placesOf(RECURSIVE)('&sum'));
  for (const engine of ['interpreter', 'jit'])
    t.deepEqual(
      run(RECURSIVE, table, engine),
      Uint32Array.from({ length: 128 }, (_, n) => (n * (n + 1)) / 2),
    );
});

test('a call without a function of its arguments is a fault for every handle', (t) => {
  const text = `${HEAD}
signature &s()();
prog kernel &k(kernarg_u64 %table, kernarg_u64 %out)
{
  ld_kernarg_u64 $d0, [%table];
  {
    icall_u64 $d0()() &s;
  }
};
`;
  for (const engine of Object.keys(ENGINES))
    t.throws(() => run(text, new Uint32Array(1), engine), { message: /icall: no indirect function .* lane 0$/ });
});
