// SOP1: scalar instructions with one source. Manual: "SOP1 Instructions".

import {
  type Destination,
  EXEC,
  type Ex,
  M0,
  MODE,
  NEXTPC,
  ops,
  SCC,
  SGPR,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import { sop1 } from '../family.js';
import { controlStackPointer, withControlStackPointer } from './control-stack.js';

const { add, and, and64, brev, brev64, clz, clz64, ctz, ctz64, eq, eq64, lo, hi, ne, ne64, not, not64, or, or64 } = ops;
const { pack, popcnt, popcnt64, shl, shl64, shrS, shrS64, shrU, sub, xor, xor64, ltS, zext64 } = ops;

interface Pair {
  readonly D: Destination;
  readonly S0: Destination;
}

/** D gets a 32-bit value, SCC is set if it is not zero. */
const result = (D: Destination, value: Ex<'u32'>): Stmt[] => [D.set(value), SCC.set(ne(value, u32(0)))];
const result64 = (D: Destination, value: Ex<'u64'>): Stmt[] => [D.set(value), SCC.set(ne64(value, u64(0n)))];

/** Index of the first bit set, or -1. */
const firstOrNone = (index: Ex<'u32'>, none: Ex<'b1'>): Ex<'u32'> => select(none, u32(-1), index);
const isZero = (value: Ex<'u32'>): Ex<'b1'> => eq(value, u32(0));
const isZero64 = (value: Ex<'u64'>): Ex<'b1'> => eq64(value, u64(0n));

/** The sign bit spread: bits that differ from the sign are 1 in the result of an exclusive or with this. */
const differsFromSign = (value: Ex<'u32'>): Ex<'u32'> => xor(value, shrS(value, u32(31)));
const differsFromSign64 = (value: Ex<'u64'>): Ex<'u64'> => xor64(value, shrS64(value, u32(63)));

/** In the low bit of each group of four: whether any of the four is set. */
const anyOfFour = (value: Ex<'u32'>): Ex<'u32'> => {
  const two = or(value, shrU(value, u32(1)));
  return and(or(two, shrU(two, u32(2))), u32(0x11111111));
};
/** All four bits of each group of four in which any is set. */
const wholeQuads = (value: Ex<'u32'>): Ex<'u32'> => {
  const low = anyOfFour(value);
  return sub(shl(low, u32(4)), low);
};
/** Bits 0, 4, 8 .. 28 moved together into bits 0..7. */
const gatherNibbles = (value: Ex<'u32'>): Ex<'u32'> => {
  const bytes = and(or(value, shrU(value, u32(3))), u32(0x03030303));
  const halves = and(or(bytes, shrU(bytes, u32(6))), u32(0x000f000f));
  return and(or(halves, shrU(halves, u32(12))), u32(0xff));
};
const quadMask = (value: Ex<'u32'>): Ex<'u32'> => gatherNibbles(anyOfFour(value));

const bit = (index: Ex<'u32'>): Ex<'u32'> => shl(u32(1), index);
const bit64 = (index: Ex<'u32'>): Ex<'u64'> => shl64(u64(1n), index);

/** D = EXEC; EXEC = operation of S0 and EXEC; SCC = EXEC is not zero. */
const saveExec =
  (operation: (source: Ex<'u64'>, exec: Ex<'u64'>) => Ex<'u64'>) =>
  ({ D, S0 }: Pair): Stmt[] => {
    const value = operation(S0.u64, EXEC.u64);
    return [D.set(EXEC.u64), EXEC.set(value), SCC.set(ne64(value, u64(0n)))];
  };

/** Pops the stack of s_cbranch_g_fork and s_cbranch_i_fork unless S0 is its depth. */
const join = ({ S0 }: Pair): Stmt[] => {
  const depth = controlStackPointer();
  const more = ne(depth, and(S0.u32, u32(7)));
  const top = sub(depth, u32(1));
  const entry = shl(and(top, u32(7)), u32(2));
  return [
    EXEC.set(select(more, SGPR.u64(entry), EXEC.u64)),
    MODE.set(select(more, withControlStackPointer(top), MODE.u32)),
    { kind: 'branch', when: more, target: SGPR.u64(add(entry, u32(2))) },
  ];
};

export const SOP1 = sop1({
  s_mov_b32: [3, 'D = S0', ({ D, S0 }) => [D.set(S0.u32)]],
  s_mov_b64: [4, 'D = S0 (64 bits)', ({ D, S0 }) => [D.set(S0.u64)]],
  s_cmov_b32: [5, 'if SCC: D = S0', ({ D, S0 }) => [D.set(S0.u32, SCC.b1)]],
  s_cmov_b64: [6, 'if SCC: D = S0 (64 bits)', ({ D, S0 }) => [D.set(S0.u64, SCC.b1)]],
  s_not_b32: [7, 'D = ~S0; SCC = D != 0', ({ D, S0 }) => result(D, not(S0.u32))],
  s_not_b64: [8, 'D = ~S0 (64 bits); SCC = D != 0', ({ D, S0 }) => result64(D, not64(S0.u64))],
  s_wqm_b32: [
    9,
    'D = whole quads of S0 in which a bit is set; SCC = D != 0',
    ({ D, S0 }) => result(D, wholeQuads(S0.u32)),
  ],
  s_wqm_b64: [
    10,
    'D = whole quads of S0 in which a bit is set (64 bits); SCC = D != 0',
    ({ D, S0 }) => result64(D, pack(wholeQuads(lo(S0.u64)), wholeQuads(hi(S0.u64)))),
  ],
  s_brev_b32: [11, 'D = S0 with its bits in reverse order', ({ D, S0 }) => [D.set(brev(S0.u32))]],
  s_brev_b64: [12, 'D = S0 with its bits in reverse order (64 bits)', ({ D, S0 }) => [D.set(brev64(S0.u64))]],
  s_bcnt0_i32_b32: [13, 'D = number of zero bits in S0; SCC = D != 0', ({ D, S0 }) => result(D, popcnt(not(S0.u32)))],
  s_bcnt0_i32_b64: [
    14,
    'D = number of zero bits in S0 (64 bits); SCC = D != 0',
    ({ D, S0 }) => result(D, popcnt64(not64(S0.u64))),
  ],
  s_bcnt1_i32_b32: [15, 'D = number of one bits in S0; SCC = D != 0', ({ D, S0 }) => result(D, popcnt(S0.u32))],
  s_bcnt1_i32_b64: [
    16,
    'D = number of one bits in S0 (64 bits); SCC = D != 0',
    ({ D, S0 }) => result(D, popcnt64(S0.u64)),
  ],
  s_ff0_i32_b32: [
    17,
    'D = index of the lowest zero bit of S0, -1 if none',
    ({ D, S0 }) => [D.set(firstOrNone(ctz(not(S0.u32)), isZero(not(S0.u32))))],
  ],
  s_ff0_i32_b64: [
    18,
    'D = index of the lowest zero bit of S0 (64 bits), -1 if none',
    ({ D, S0 }) => [D.set(firstOrNone(ctz64(not64(S0.u64)), isZero64(not64(S0.u64))))],
  ],
  s_ff1_i32_b32: [
    19,
    'D = index of the lowest one bit of S0, -1 if none',
    ({ D, S0 }) => [D.set(firstOrNone(ctz(S0.u32), isZero(S0.u32)))],
  ],
  s_ff1_i32_b64: [
    20,
    'D = index of the lowest one bit of S0 (64 bits), -1 if none',
    ({ D, S0 }) => [D.set(firstOrNone(ctz64(S0.u64), isZero64(S0.u64)))],
  ],
  s_flbit_i32_b32: [
    21,
    'D = number of zero bits above the highest one bit of S0, -1 if none',
    ({ D, S0 }) => [D.set(firstOrNone(clz(S0.u32), isZero(S0.u32)))],
  ],
  s_flbit_i32_b64: [
    22,
    'D = number of zero bits above the highest one bit of S0 (64 bits), -1 if none',
    ({ D, S0 }) => [D.set(firstOrNone(clz64(S0.u64), isZero64(S0.u64)))],
  ],
  s_flbit_i32: [
    23,
    'D = number of bits of S0 above the highest one that differs from the sign, -1 if none does',
    ({ D, S0 }) => {
      const different = differsFromSign(S0.u32);
      return [D.set(firstOrNone(clz(different), isZero(different)))];
    },
  ],
  s_flbit_i32_i64: [
    24,
    'D = number of bits of S0 above the highest one that differs from the sign (64 bits), -1 if none does',
    ({ D, S0 }) => {
      const different = differsFromSign64(S0.u64);
      return [D.set(firstOrNone(clz64(different), isZero64(different)))];
    },
  ],
  s_sext_i32_i8: [
    25,
    'D = low 8 bits of S0, sign-extended',
    ({ D, S0 }) => [D.set(shrS(shl(S0.u32, u32(24)), u32(24)))],
  ],
  s_sext_i32_i16: [
    26,
    'D = low 16 bits of S0, sign-extended',
    ({ D, S0 }) => [D.set(shrS(shl(S0.u32, u32(16)), u32(16)))],
  ],
  s_bitset0_b32: [27, 'D[S0 & 31] = 0', ({ D, S0 }) => [D.set(and(D.u32, not(bit(S0.u32))))]],
  s_bitset0_b64: [28, 'D[S0 & 63] = 0 (64 bits)', ({ D, S0 }) => [D.set(and64(D.u64, not64(bit64(S0.u32))))]],
  s_bitset1_b32: [29, 'D[S0 & 31] = 1', ({ D, S0 }) => [D.set(or(D.u32, bit(S0.u32)))]],
  s_bitset1_b64: [30, 'D[S0 & 63] = 1 (64 bits)', ({ D, S0 }) => [D.set(or64(D.u64, bit64(S0.u32)))]],
  s_getpc_b64: [31, 'D = address of the following instruction', ({ D }) => [D.set(NEXTPC)]],
  s_setpc_b64: [32, 'continue at the address S0', ({ S0 }) => [{ kind: 'branch', target: S0.u64 }]],
  s_swappc_b64: [
    33,
    'D = address of the following instruction; continue at the address S0',
    ({ D, S0 }) => [D.set(NEXTPC), { kind: 'branch', target: S0.u64 }],
  ],
  s_rfe_b64: [
    34,
    'return from the trap handler: continue at the address S0',
    ({ S0 }) => [{ kind: 'branch', target: S0.u64 }],
  ],
  s_and_saveexec_b64: [36, 'D = EXEC; EXEC = S0 & EXEC; SCC = EXEC != 0', saveExec(and64)],
  s_or_saveexec_b64: [37, 'D = EXEC; EXEC = S0 | EXEC; SCC = EXEC != 0', saveExec(or64)],
  s_xor_saveexec_b64: [38, 'D = EXEC; EXEC = S0 ^ EXEC; SCC = EXEC != 0', saveExec(xor64)],
  s_andn2_saveexec_b64: [39, 'D = EXEC; EXEC = S0 & ~EXEC; SCC = EXEC != 0', saveExec((s, e) => and64(s, not64(e)))],
  s_orn2_saveexec_b64: [40, 'D = EXEC; EXEC = S0 | ~EXEC; SCC = EXEC != 0', saveExec((s, e) => or64(s, not64(e)))],
  s_nand_saveexec_b64: [41, 'D = EXEC; EXEC = ~(S0 & EXEC); SCC = EXEC != 0', saveExec((s, e) => not64(and64(s, e)))],
  s_nor_saveexec_b64: [42, 'D = EXEC; EXEC = ~(S0 | EXEC); SCC = EXEC != 0', saveExec((s, e) => not64(or64(s, e)))],
  s_xnor_saveexec_b64: [43, 'D = EXEC; EXEC = ~(S0 ^ EXEC); SCC = EXEC != 0', saveExec((s, e) => not64(xor64(s, e)))],
  s_quadmask_b32: [
    44,
    'D[i] = any of the bits 4i..4i+3 of S0; SCC = D != 0',
    ({ D, S0 }) => result(D, quadMask(S0.u32)),
  ],
  s_quadmask_b64: [
    45,
    'D[i] = any of the bits 4i..4i+3 of S0 (64 bits); SCC = D != 0',
    ({ D, S0 }) => result64(D, zext64(or(quadMask(lo(S0.u64)), shl(quadMask(hi(S0.u64)), u32(8))))),
  ],
  s_movrels_b32: [46, 'D = SGPR[S0 + M0]', ({ D, S0 }) => [D.set(S0.relative(M0.u32))]],
  s_movrels_b64: [47, 'D = SGPR[S0 + M0] (64 bits)', ({ D, S0 }) => [D.set(S0.relative64(M0.u32))]],
  s_movreld_b32: [48, 'SGPR[D + M0] = S0', ({ D, S0 }) => [D.setRelative(M0.u32, S0.u32)]],
  s_movreld_b64: [49, 'SGPR[D + M0] = S0 (64 bits)', ({ D, S0 }) => [D.setRelative(M0.u32, S0.u64)]],
  s_cbranch_join: [50, 'unless the fork stack is S0 deep: pop EXEC and the address to continue at', join],
  s_abs_i32: [
    52,
    'D = |S0| (0x80000000 stays); SCC = D != 0',
    ({ D, S0 }) => result(D, select(ltS(S0.u32, u32(0)), sub(u32(0), S0.u32), S0.u32)),
  ],
});
