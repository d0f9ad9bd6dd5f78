// SOPC: scalar comparisons. Manual: "SOPC Instructions".

import { type Destination, type Ex, MODE, ops, SCC, type Stmt, select, u32, u64 } from '../../language/expr.js';
import { MODE_BITS } from '../../language/mode.js';
import { sopc } from '../family.js';

const { and, and64, eq, eq64, leS, leU, ltS, ltU, ne, ne64, or, shl, shl64 } = ops;

interface Two {
  readonly S0: Destination;
  readonly S1: Destination;
}

const compare =
  (test: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'b1'>) =>
  ({ S0, S1 }: Two): Stmt[] => [SCC.set(test(S0.u32, S1.u32))];

const bit = ({ S0, S1 }: Two): Ex<'u32'> => and(S0.u32, shl(u32(1), S1.u32));
const bit64 = ({ S0, S1 }: Two): Ex<'u64'> => and64(S0.u64, shl64(u64(1n), S1.u32));

const VSKIP = 1 << MODE_BITS.vskip;

export const SOPC = sopc({
  s_cmp_eq_i32: [0, 'SCC = S0 == S1', compare(eq)],
  s_cmp_lg_i32: [1, 'SCC = S0 != S1', compare(ne)],
  s_cmp_gt_i32: [2, 'SCC = S0 > S1, signed', compare((a, b) => ltS(b, a))],
  s_cmp_ge_i32: [3, 'SCC = S0 >= S1, signed', compare((a, b) => leS(b, a))],
  s_cmp_lt_i32: [4, 'SCC = S0 < S1, signed', compare(ltS)],
  s_cmp_le_i32: [5, 'SCC = S0 <= S1, signed', compare(leS)],
  s_cmp_eq_u32: [6, 'SCC = S0 == S1', compare(eq)],
  s_cmp_lg_u32: [7, 'SCC = S0 != S1', compare(ne)],
  s_cmp_gt_u32: [8, 'SCC = S0 > S1, unsigned', compare((a, b) => ltU(b, a))],
  s_cmp_ge_u32: [9, 'SCC = S0 >= S1, unsigned', compare((a, b) => leU(b, a))],
  s_cmp_lt_u32: [10, 'SCC = S0 < S1, unsigned', compare(ltU)],
  s_cmp_le_u32: [11, 'SCC = S0 <= S1, unsigned', compare(leU)],
  s_bitcmp0_b32: [12, 'SCC = S0[S1 & 31] == 0', (o) => [SCC.set(eq(bit(o), u32(0)))]],
  s_bitcmp1_b32: [13, 'SCC = S0[S1 & 31] == 1', (o) => [SCC.set(ne(bit(o), u32(0)))]],
  s_bitcmp0_b64: [14, 'SCC = S0[S1 & 63] == 0 (64 bits)', (o) => [SCC.set(eq64(bit64(o), u64(0n)))]],
  s_bitcmp1_b64: [15, 'SCC = S0[S1 & 63] == 1 (64 bits)', (o) => [SCC.set(ne64(bit64(o), u64(0n)))]],
  s_setvskip: [
    16,
    'skip vector instructions from here on when S0[S1 & 31] == 1, execute them when 0',
    (o) => [MODE.set(select(ne(bit(o), u32(0)), or(MODE.u32, u32(VSKIP)), and(MODE.u32, u32(~VSKIP))))],
  ],
});
