// Types, modifiers and operands of instructions against the rows of opcodes: texts by line and column, modules by
// section and offset.

import test from 'ava';
import { OPCODES } from '../../src/hsail/brig/opcodes.js';
import { readBrig } from '../../src/hsail/brig/reader.js';
import { sourceSet, typeSet } from '../../src/hsail/brig/type-sets.js';
import { assemble } from '../../src/hsail/text/assembler.js';

const inKernel = (body: string, model = '$full:$large'): string =>
  `module &m:1:0:${model}:$default;\nfbarrier &b;\nkernel &k(kernarg_u64 %a)\n{\n${body}\n};\n`;

/** An instruction that is wrong, the column and the problem. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  ['add_b32 $s0, $s1, $s2;', /^5:1: add: the type is b32/],
  ['popcount_u32_u32 $s0, $s1;', /^5:1: popcount: the source type is u32, and must be one of: b32 b64/],
  ['cvt_u32_u32 $s0, $s1;', /^5:1: cvt: the source type is u32/],
  ['pack_u8x4_s32 $s0, $s1, $s2, 1;', /the source type is s32, and must be u32/],
  ['cmp_lt_b1_b32 $c0, $s1, $s2;', /the comparison is lt, and must be one of: eq ne/],
  ['cmp_eq_pp_u8x4_u16x2 $s0, $s1, $s2;', /the source type is u16x2/],
  ['add_up_u32 $s0, $s1, $s2;', /the rounding is up, and must be one of: none/],
  ['max_up_f32 $s0, $s1, $s2;', /the rounding is up/],
  ['add_neari_f32 $s0, $s1, $s2;', /the rounding is neari/],
  ['cvt_up_u32_f32 $s0, $s1;', /the rounding is up/],
  ['add_ftz_u32 $s0, $s1, $s2;', /ftz is not allowed/],
  ['add_pp_u32 $s0, $s1, $s2;', /the packing is pp, and must be one of: none/],
  ['add_u8x4 $s0, $s1, $s2;', /the packing is none/],
  ['add_pp_sat_f16x2 $s0, $s1, $s2;', /the packing is pp_sat/],
  ['neg_pp_s8x4 $s0, $s1;', /the packing is pp, and must be one of: s p/],
  ['atomic_add_global_rlx_agent_b32 $s0, [$d0], 1;', /the type is b32/],
  ['atomic_ld_global_screl_agent_b32 $s0, [$d0];', /the memory order is screl/],
  ['atomic_add_group_rlx_agent_u32 $s0, [$s1], 1;', /the memory scope is agent, and must be one of: wave wg/],
  ['atomic_add_private_rlx_wave_u32 $s0, [$s1], 1;', /the segment is private/],
  ['atomic_st_global_rlx_agent_b32 $s0, [$d0], 1;', /atomic has no operation st/],
  ['atomic_cas_global_rlx_agent_b32 $s0, [$d0], 1;', /atomic has 3 operands instead of 4/],
  ['signal_wait_eq_scar_s64_sig64 $d0, $d1, 1;', /the memory order is scar/],
  ['signal_ld_rlx_b64_sig32 $d0, $d1;', /sig32/],
  ['memfence_rlx_agent;', /the memory order is rlx/],
  ['st_readonly_u32 $s0, [$d0];', /the segment is readonly/],
  ['ld_group_const_u32 $s0, [$s1];', /ld cannot be const there/],
  ['lda_group_u64 $d0, [$s0];', /the type is u64, and addresses there have 32 bits/],
  ['stof_group_u32_u32 $s0, $s1;', /the type is u32, and addresses there have 64 bits/],
  ['br_width(2) @l;\n@l:\nret;', /br has no other width/],
  ['add_u32 $s0, $d1, $s2;', /^5:14: operand 1 of add: a register of type u32 is a \$s/],
  ['add_f64 $d0, $s1, $d2;', /^5:14: .*a register of type f64 is a \$d/],
  ['cbr_b1 $s0, @l;\n@l:\nret;', /^5:8: .*is a \$c/],
  ['add_f32 $s0, $s1, WAVESIZE;', /^5:19: operand 2 of add: WAVESIZE/],
  ['workitemid_u32 $s0, 3;', /^5:21: operand 1 of workitemid: it is 3, and 2 at most/],
  ['combine_v2_b128_b32 $q0, ($s0, $s1);', /a vector of 2 elements must have 4/],
  ['expand_v2_b32_b64 ($s0, $s0), $d0;', /a register stands twice/],
  ['ld_v2_global_u32 ($s0, 1), [$d0];', /operand 0 of ld: it must be a register/],
  ['ld_global_u32 $s0, [$s1];', /^5:.*their register is a \$d/],
  ['ld_group_u32 $s0, [%a];', /its variable is in another segment: kernarg/],
  ['br &b;', /directive_fbarrier is no label/],
  ['call &k () ();', /directive_kernel is no function/],
];

test('operands that an opcode does not allow are refused by line and column', (t) => {
  for (const [body, message] of WRONG) t.throws(() => assemble(inKernel(body)), { message }, body);
});

test('machine model and profile decide', (t) => {
  const cases: [string, string, string, RegExp][] = [
    ['ld_global_u32 $s0, [$s1];', '$full:$small', '$full:$large', /their register is a \$d/],
    ['add_f64 $d0, $d0, $d1;', '$full:$large', '$base:$large', /no f64/],
    ['add_f32 $s0, $s1, $s2;', '$full:$large', '$base:$large', /requires ftz/],
    ['add_ftz_up_f32 $s0, $s1, $s2;', '$full:$large', '$base:$large', /the rounding of the Base profile is up/],
    ['kernargbaseptr_u64 $d0;', '$full:$large', '$full:$small', /addresses there have 32 bits/],
  ];
  for (const [body, right, wrong, message] of cases) {
    t.notThrows(() => assemble(inKernel(body, right)), body);
    t.throws(() => assemble(inKernel(body, wrong)), { message }, body);
  }
});

test('modules have the same rules, by section and offset', (t) => {
  const patched = (body: string, opcode: string, field: number, value: number) => {
    const bytes = assemble(inKernel(body));
    const code = Number(bytes.readBigUInt64LE(0x70));
    const instruction = [...readBrig(bytes).code.values()].find(({ kind }) => kind === opcode)!;
    bytes[code + instruction.offset + field] = value;
    return () => readBrig(bytes);
  };
  t.throws(patched('add_u32 $s0, $s1, $s2;', 'inst_basic', 6, 15), {
    message: /^hsa_code\+0x\w+: add: the type is b32/,
  });
  t.throws(patched('add_u32 $s0, $s1, 7;', 'inst_basic', 6, 4), { message: /^hsa_operand\+0x\w+: operand 0 of add/ });
  t.throws(patched('ld_global_u32 $s0, [$d0];', 'inst_mem', 12, 5), {
    message: /^hsa_operand\+0x\w+: operand 1 of ld/,
  });
});

test('every set of the rows has types', (t) => {
  for (const row of OPCODES) {
    const sets = [row.types, row.images, row.coordinates].filter((set) => set !== undefined);
    for (const set of sets)
      for (const token of set.split(' ')) t.true(typeSet(token).size > 0, `${row.name}: ${token}`);
    if (row.sources === undefined) continue;
    for (const type of typeSet(row.types!))
      t.true(typeSet(sourceSet(row.sources, type)).size > 0, `${row.name} ${type}`);
  }
  t.is(typeSet('sux').size, 18);
  t.deepEqual([...typeSet('su32/64')].length, 4);
});
