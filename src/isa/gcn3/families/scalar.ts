// Scalar instructions that Southern Islands does not have. Sources: "AMD GCN3 ISA" and "AMD Vega ISA", "SOP1" to "SOPP
// Instructions".

import { LDS_APERTURE, SCRATCH_APERTURE } from '../../../abi/memory-map.js';
import { branchTarget } from '../../common/families/control-stack.js';
import { GET_REGISTER, getRegister, HARDWARE_REGISTER } from '../../common/families/sopk.js';
import { bool, EXEC, type Ex, field, M0, MODE, NEXTPC, ops, SCC, type Stmt, u32, u64 } from '../../language/expr.js';
import { MODE_BITS } from '../../language/mode.js';
import { refused, sop1, sop2, sopc, sopk, sopp } from '../family.js';

const { add, and, and64, eq64, ltU, mulHiS, mulHiU, ne64, not64, or, or64, pack, shl, shrU } = ops;

const INDEXED = 1 << MODE_BITS.gprIndex;
/** M0 with other bits of `mask`. */
const inM0 = (value: Ex<'u32'>, mask: number): Stmt => M0.set(or(and(M0.u32, u32(~mask)), and(value, u32(mask))));
const INDEX = 0xff;
const OPERANDS = 0xf000;
const operands = (name: string): Ex<'u32'> => shl(field(name), u32(12));
const TRAP = 'there is no trap handler to return from';

/** Each bit of 16 twice: from a word to 32 bits. */
function spread(half: Ex<'u32'>): Ex<'u32'> {
  const steps: readonly (readonly [shift: number, mask: number])[] = [
    [8, 0x00ff00ff],
    [4, 0x0f0f0f0f],
    [2, 0x33333333],
    [1, 0x55555555],
  ];
  const apart = steps.reduce((bits, [shift, mask]) => and(or(bits, shl(bits, u32(shift))), u32(mask)), half);
  return or(apart, shl(apart, u32(1)));
}

type One = Parameters<Parameters<typeof sop1>[0][string][1]>[0];
type Two = Parameters<Parameters<typeof sop2>[0][string][1]>[0];

const setExec =
  (operation: (source: Ex<'u64'>, exec: Ex<'u64'>) => Ex<'u64'>, result: 'old' | 'new') =>
  ({ D, S0 }: One): Stmt[] => {
    const value = operation(S0.u64, EXEC.u64);
    return [D.set(result === 'old' ? EXEC.u64 : value), EXEC.set(value), SCC.set(ne64(value, u64(0n)))];
  };

const andn1 = (s: Ex<'u64'>, e: Ex<'u64'>): Ex<'u64'> => and64(not64(s), e);
const andn2 = (s: Ex<'u64'>, e: Ex<'u64'>): Ex<'u64'> => and64(s, not64(e));

export const SOP1 = sop1({
  s_set_gpr_idx_idx: ['M0[7:0] = S0[7:0]: the index of vector registers', ({ S0 }) => [inM0(S0.u32, INDEX)]],
  s_andn1_saveexec_b64: ['D = EXEC; EXEC = ~S0 & EXEC; SCC = EXEC != 0', setExec(andn1, 'old')],
  s_orn1_saveexec_b64: ['D = EXEC; EXEC = ~S0 | EXEC; SCC = EXEC != 0', setExec((s, e) => or64(not64(s), e), 'old')],
  s_andn1_wrexec_b64: ['EXEC = ~S0 & EXEC; D = EXEC; SCC = EXEC != 0', setExec(andn1, 'new')],
  s_andn2_wrexec_b64: ['EXEC = S0 & ~EXEC; D = EXEC; SCC = EXEC != 0', setExec(andn2, 'new')],
  s_bitreplicate_b64_b32: [
    'D = each bit of S0 twice (64 bits)',
    ({ D, S0 }) => [D.set(pack(spread(and(S0.u32, u32(0xffff))), spread(shrU(S0.u32, u32(16)))))],
  ],
});

/** SCC is the carry out of a sum that has more than 32 bits. */
const shiftAdd =
  (count: number) =>
  ({ D, S0, S1 }: Two): Stmt[] => {
    const sum = add(shl(S0.u32, u32(count)), S1.u32);
    const lost = shrU(S0.u32, u32(32 - count));
    const carry = ltU(sum, S1.u32);
    return [D.set(sum), SCC.set(ops.orB(ops.ne(lost, u32(0)), carry))];
  };

const halves = (low: Ex<'u32'>, high: Ex<'u32'>): Ex<'u32'> => or(and(low, u32(0xffff)), shl(high, u32(16)));
const upper = (x: Ex<'u32'>): Ex<'u32'> => shrU(x, u32(16));

export const SOP2 = sop2({
  s_rfe_restore_b64: refused('return from the trap handler with a state', TRAP, { S0: 2, S1: 1 }),
  s_mul_hi_u32: ['D = (S0 * S1)[63:32]', ({ D, S0, S1 }) => [D.set(mulHiU(S0.u32, S1.u32))]],
  s_mul_hi_i32: ['D = (S0 * S1)[63:32], signed', ({ D, S0, S1 }) => [D.set(mulHiS(S0.u32, S1.u32))]],
  s_lshl1_add_u32: ['D = (S0 << 1) + S1; SCC = carry out', shiftAdd(1)],
  s_lshl2_add_u32: ['D = (S0 << 2) + S1; SCC = carry out', shiftAdd(2)],
  s_lshl3_add_u32: ['D = (S0 << 3) + S1; SCC = carry out', shiftAdd(3)],
  s_lshl4_add_u32: ['D = (S0 << 4) + S1; SCC = carry out', shiftAdd(4)],
  s_pack_ll_b32_b16: ['D = {S1[15:0], S0[15:0]}', ({ D, S0, S1 }) => [D.set(halves(S0.u32, S1.u32))]],
  s_pack_lh_b32_b16: ['D = {S1[31:16], S0[15:0]}', ({ D, S0, S1 }) => [D.set(halves(S0.u32, upper(S1.u32)))]],
  s_pack_hh_b32_b16: ['D = {S1[31:16], S0[31:16]}', ({ D, S0, S1 }) => [D.set(halves(upper(S0.u32), upper(S1.u32)))]],
});

export const SOPK = sopk({
  s_call_b64: [
    'D = address of the following instruction; continue simm16 dwords behind it',
    ({ D }) => [D.set(NEXTPC), { kind: 'branch', target: branchTarget(field('simm16', true)) }],
  ],
});

/**
 * SH_MEM_BASES: bits 63:48 of where private memory and LDS lie among flat addresses. Source: LLVM, which makes flat
 * addresses by it.
 */
const SH_MEM_BASES = [15, u32(Number((LDS_APERTURE >> 32n) | (SCRATCH_APERTURE >> 48n)))] as const;

/** Rows of GFX9 alone. */
export const SOPK_GFX9 = sopk({ s_getreg_b32: [GET_REGISTER, getRegister([SH_MEM_BASES]), HARDWARE_REGISTER] });

export const SOPC = sopc({
  s_cmp_eq_u64: ['SCC = S0 == S1 (64 bits)', ({ S0, S1 }) => [SCC.set(eq64(S0.u64, S1.u64))]],
  s_cmp_lg_u64: ['SCC = S0 != S1 (64 bits)', ({ S0, S1 }) => [SCC.set(ne64(S0.u64, S1.u64))]],
  s_set_gpr_idx_on: [
    'index vector registers by M0[7:0] = S0[7:0], those operands that M0[15:12] = ssrc1 says',
    ({ S0 }) => [
      MODE.set(or(MODE.u32, u32(INDEXED))),
      inM0(or(and(S0.u32, u32(INDEX)), operands('ssrc1')), INDEX | OPERANDS),
    ],
  ],
});

const never = (): Stmt[] => [{ kind: 'branch', when: bool(false), target: branchTarget(field('simm16', true)) }];

export const SOPP = sopp({
  s_wakeup: [
    'wake the other wavefronts of the work-group that sleep',
    () => [{ kind: 'effect', name: 'nop', args: [u32(0)] }],
  ],
  s_setkill: refused('end the wavefront if simm16[0] is set', 'killing wavefronts is for debuggers', {}),
  s_cbranch_cdbgsys: ['branch if the debugger of the system says so: there is none', never],
  s_cbranch_cdbguser: ['branch if the debugger of the user says so: there is none', never],
  s_cbranch_cdbgsys_or_user: ['branch if a debugger says so: there is none', never],
  s_cbranch_cdbgsys_and_user: ['branch if both debuggers say so: there are none', never],
  s_endpgm_saved: ['end the wavefront, whose state was saved', () => [{ kind: 'effect', name: 'endpgm', args: [] }]],
  s_endpgm_ordered_ps_done: refused('end an ordered pixel shader', 'there is no pixel shader stage in compute', {}),
  s_set_gpr_idx_off: ['index no vector registers any more', () => [MODE.set(and(MODE.u32, u32(~INDEXED)))]],
  s_set_gpr_idx_mode: ['M0[15:12] = simm16: the operands that are indexed', () => [inM0(operands('simm16'), OPERANDS)]],
});
