// SOP2: scalar instructions with two sources. Manual: "SOP2 Instructions".

import { type Destination, type Ex, ops, SCC, type Stmt, select, u32, u64 } from '../../language/expr.js';
import { sop2 } from '../family.js';
import { fork } from './control-stack.js';

const { add, and, and64, andB, eq, fromBool, ltS, ltU, mul, ne, ne64, not, not64, or, or64, orB } = ops;
const { shl, shl64, shrS, shrS64, shrU, shrU64, sub, sub64, xor, xor64 } = ops;

interface Triple {
  readonly D: Destination;
  readonly S0: Destination;
  readonly S1: Destination;
}

const result = (D: Destination, value: Ex<'u32'>): Stmt[] => [D.set(value), SCC.set(ne(value, u32(0)))];
const result64 = (D: Destination, value: Ex<'u64'>): Stmt[] => [D.set(value), SCC.set(ne64(value, u64(0n)))];

/** A bitwise operation in 32 and 64 bits with SCC = D != 0. */
const bitwise =
  (operation: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'u32'>) =>
  ({ D, S0, S1 }: Triple): Stmt[] =>
    result(D, operation(S0.u32, S1.u32));
const bitwise64 =
  (operation: (a: Ex<'u64'>, b: Ex<'u64'>) => Ex<'u64'>) =>
  ({ D, S0, S1 }: Triple): Stmt[] =>
    result64(D, operation(S0.u64, S1.u64));

const shift =
  (operation: (a: Ex<'u32'>, count: Ex<'u32'>) => Ex<'u32'>) =>
  ({ D, S0, S1 }: Triple): Stmt[] =>
    result(D, operation(S0.u32, S1.u32));
const shift64 =
  (operation: (a: Ex<'u64'>, count: Ex<'u32'>) => Ex<'u64'>) =>
  ({ D, S0, S1 }: Triple): Stmt[] =>
    result64(D, operation(S0.u64, S1.u32));

/** The chosen source, and SCC whether it was S0. */
const choose =
  (isFirst: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'b1'>) =>
  ({ D, S0, S1 }: Triple): Stmt[] => {
    const first = isFirst(S0.u32, S1.u32);
    return [D.set(select(first, S0.u32, S1.u32)), SCC.set(first)];
  };

const negative = (value: Ex<'u32'>): Ex<'b1'> => ltS(value, u32(0));

/** Signed overflow: operands of one sign (after subtraction's change of sign) and a sum of the other. */
const addOverflow = (a: Ex<'u32'>, b: Ex<'u32'>, sum: Ex<'u32'>): Ex<'b1'> => negative(and(xor(a, sum), xor(b, sum)));
const subOverflow = (a: Ex<'u32'>, b: Ex<'u32'>, sum: Ex<'u32'>): Ex<'b1'> => negative(and(xor(a, b), xor(a, sum)));

const addWithCarry = ({ D, S0, S1 }: Triple): Stmt[] => {
  const partial = add(S0.u32, S1.u32);
  const sum = add(partial, fromBool(SCC.b1));
  return [D.set(sum), SCC.set(orB(ltU(partial, S0.u32), ltU(sum, partial)))];
};
const subWithBorrow = ({ D, S0, S1 }: Triple): Stmt[] => {
  const difference = sub(sub(S0.u32, S1.u32), fromBool(SCC.b1));
  return [D.set(difference), SCC.set(orB(ltU(S0.u32, S1.u32), andB(eq(S0.u32, S1.u32), SCC.b1)))];
};

/** Position S1[4:0] (S1[5:0]), width S1[22:16]. A field that reaches the top is what is left after the shift. */
const extract =
  (shiftRight: (a: Ex<'u32'>, count: Ex<'u32'>) => Ex<'u32'>) =>
  ({ D, S0, S1 }: Triple): Stmt[] => {
    const position = and(S1.u32, u32(31));
    const width = and(shrU(S1.u32, u32(16)), u32(0x7f));
    const end = add(position, width);
    const inside = shiftRight(shl(S0.u32, sub(u32(32), end)), sub(u32(32), width));
    const value = select(ltU(end, u32(32)), inside, shiftRight(S0.u32, position));
    return result(D, select(eq(width, u32(0)), u32(0), value));
  };
const extract64 =
  (shiftRight: (a: Ex<'u64'>, count: Ex<'u32'>) => Ex<'u64'>) =>
  ({ D, S0, S1 }: Triple): Stmt[] => {
    const position = and(S1.u32, u32(63));
    const width = and(shrU(S1.u32, u32(16)), u32(0x7f));
    const end = add(position, width);
    const inside = shiftRight(shl64(S0.u64, sub(u32(64), end)), sub(u32(64), width));
    const value = select(ltU(end, u32(64)), inside, shiftRight(S0.u64, position));
    return result64(D, select(eq(width, u32(0)), u64(0n), value));
  };

const absoluteDifference = ({ D, S0, S1 }: Triple): Stmt[] => {
  const difference = sub(S0.u32, S1.u32);
  return result(D, select(negative(difference), sub(u32(0), difference), difference));
};

export const SOP2 = sop2({
  s_add_u32: [
    0,
    'D = S0 + S1; SCC = carry out',
    ({ D, S0, S1 }) => {
      const sum = add(S0.u32, S1.u32);
      return [D.set(sum), SCC.set(ltU(sum, S0.u32))];
    },
  ],
  s_sub_u32: [
    1,
    'D = S0 - S1; SCC = borrow',
    ({ D, S0, S1 }) => [D.set(sub(S0.u32, S1.u32)), SCC.set(ltU(S0.u32, S1.u32))],
  ],
  s_add_i32: [
    2,
    'D = S0 + S1; SCC = signed overflow',
    ({ D, S0, S1 }) => {
      const sum = add(S0.u32, S1.u32);
      return [D.set(sum), SCC.set(addOverflow(S0.u32, S1.u32, sum))];
    },
  ],
  s_sub_i32: [
    3,
    'D = S0 - S1; SCC = signed overflow',
    ({ D, S0, S1 }) => {
      const difference = sub(S0.u32, S1.u32);
      return [D.set(difference), SCC.set(subOverflow(S0.u32, S1.u32, difference))];
    },
  ],
  s_addc_u32: [4, 'D = S0 + S1 + SCC; SCC = carry out', addWithCarry],
  s_subb_u32: [5, 'D = S0 - S1 - SCC; SCC = borrow', subWithBorrow],
  s_min_i32: [6, 'D = signed minimum of S0 and S1; SCC = S0 < S1', choose(ltS)],
  s_min_u32: [7, 'D = unsigned minimum of S0 and S1; SCC = S0 < S1', choose(ltU)],
  s_max_i32: [8, 'D = signed maximum of S0 and S1; SCC = S0 > S1', choose((a, b) => ltS(b, a))],
  s_max_u32: [9, 'D = unsigned maximum of S0 and S1; SCC = S0 > S1', choose((a, b) => ltU(b, a))],
  s_cselect_b32: [10, 'D = SCC ? S0 : S1', ({ D, S0, S1 }) => [D.set(select(SCC.b1, S0.u32, S1.u32))]],
  s_cselect_b64: [11, 'D = SCC ? S0 : S1 (64 bits)', ({ D, S0, S1 }) => [D.set(select(SCC.b1, S0.u64, S1.u64))]],
  s_and_b32: [14, 'D = S0 & S1; SCC = D != 0', bitwise(and)],
  s_and_b64: [15, 'D = S0 & S1 (64 bits); SCC = D != 0', bitwise64(and64)],
  s_or_b32: [16, 'D = S0 | S1; SCC = D != 0', bitwise(or)],
  s_or_b64: [17, 'D = S0 | S1 (64 bits); SCC = D != 0', bitwise64(or64)],
  s_xor_b32: [18, 'D = S0 ^ S1; SCC = D != 0', bitwise(xor)],
  s_xor_b64: [19, 'D = S0 ^ S1 (64 bits); SCC = D != 0', bitwise64(xor64)],
  s_andn2_b32: [20, 'D = S0 & ~S1; SCC = D != 0', bitwise((a, b) => and(a, not(b)))],
  s_andn2_b64: [21, 'D = S0 & ~S1 (64 bits); SCC = D != 0', bitwise64((a, b) => and64(a, not64(b)))],
  s_orn2_b32: [22, 'D = S0 | ~S1; SCC = D != 0', bitwise((a, b) => or(a, not(b)))],
  s_orn2_b64: [23, 'D = S0 | ~S1 (64 bits); SCC = D != 0', bitwise64((a, b) => or64(a, not64(b)))],
  s_nand_b32: [24, 'D = ~(S0 & S1); SCC = D != 0', bitwise((a, b) => not(and(a, b)))],
  s_nand_b64: [25, 'D = ~(S0 & S1) (64 bits); SCC = D != 0', bitwise64((a, b) => not64(and64(a, b)))],
  s_nor_b32: [26, 'D = ~(S0 | S1); SCC = D != 0', bitwise((a, b) => not(or(a, b)))],
  s_nor_b64: [27, 'D = ~(S0 | S1) (64 bits); SCC = D != 0', bitwise64((a, b) => not64(or64(a, b)))],
  s_xnor_b32: [28, 'D = ~(S0 ^ S1); SCC = D != 0', bitwise((a, b) => not(xor(a, b)))],
  s_xnor_b64: [29, 'D = ~(S0 ^ S1) (64 bits); SCC = D != 0', bitwise64((a, b) => not64(xor64(a, b)))],
  s_lshl_b32: [30, 'D = S0 << S1[4:0]; SCC = D != 0', shift(shl)],
  s_lshl_b64: [31, 'D = S0 << S1[5:0] (64 bits); SCC = D != 0', shift64(shl64)],
  s_lshr_b32: [32, 'D = S0 >> S1[4:0], zeros shifted in; SCC = D != 0', shift(shrU)],
  s_lshr_b64: [33, 'D = S0 >> S1[5:0], zeros shifted in (64 bits); SCC = D != 0', shift64(shrU64)],
  s_ashr_i32: [34, 'D = S0 >> S1[4:0], the sign shifted in; SCC = D != 0', shift(shrS)],
  s_ashr_i64: [35, 'D = S0 >> S1[5:0], the sign shifted in (64 bits); SCC = D != 0', shift64(shrS64)],
  s_bfm_b32: [
    36,
    'D = S0[4:0] ones, shifted left by S1[4:0]',
    ({ D, S0, S1 }) => [D.set(shl(sub(shl(u32(1), S0.u32), u32(1)), S1.u32))],
  ],
  s_bfm_b64: [
    37,
    'D = S0[5:0] ones, shifted left by S1[5:0] (64 bits)',
    ({ D, S0, S1 }) => [D.set(shl64(sub64(shl64(u64(1n), S0.u32), u64(1n)), S1.u32))],
  ],
  s_mul_i32: [38, 'D = S0 * S1 (low 32 bits)', ({ D, S0, S1 }) => [D.set(mul(S0.u32, S1.u32))]],
  s_bfe_u32: [39, 'D = field of S0 at S1[4:0], S1[22:16] wide; SCC = D != 0', extract(shrU)],
  s_bfe_i32: [40, 'D = field of S0 at S1[4:0], S1[22:16] wide, sign-extended; SCC = D != 0', extract(shrS)],
  s_bfe_u64: [41, 'D = field of S0 at S1[5:0], S1[22:16] wide (64 bits); SCC = D != 0', extract64(shrU64)],
  s_bfe_i64: [
    42,
    'D = field of S0 at S1[5:0], S1[22:16] wide, sign-extended (64 bits); SCC = D != 0',
    extract64(shrS64),
  ],
  s_cbranch_g_fork: [
    43,
    'branch to the address S1 the lanes whose bit in S0 is set; the larger half waits on the fork stack',
    ({ S0, S1 }) => fork(S0.u64, S1.u64),
  ],
  s_absdiff_i32: [44, 'D = |S0 - S1|; SCC = D != 0', absoluteDifference],
});
