// SOPK: scalar instructions with a 16-bit constant in the instruction. Manual: "SOPK Instructions".

import {
  type Destination,
  EXEC,
  type Ex,
  field,
  GPRALLOC,
  HWID,
  LDSALLOC,
  MODE,
  ops,
  SCC,
  type Stmt,
  select,
  TRAPSTS,
  u32,
  u64,
  VCC,
} from '../../language/expr.js';
import { sopk } from '../family.js';
import { branchTarget, fork } from './control-stack.js';

const { add, and, eq, eq64, fromBool, leS, leU, ltS, ltU, mul, ne, not, or, shl, shrU, sub, xor } = ops;

const signed = field('simm16', true);
const unsigned = field('simm16');

interface One {
  readonly D: Destination;
}

const compare =
  (constant: Ex<'u32'>, test: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'b1'>) =>
  ({ D }: One): Stmt[] => [SCC.set(test(D.u32, constant))];

/** simm16 of s_getreg and s_setreg: register number [5:0], first bit [10:6], number of bits less one [15:11]. */
const hwreg = {
  id: and(unsigned, u32(63)),
  offset: and(shrU(unsigned, u32(6)), u32(31)),
  size: add(shrU(unsigned, u32(11)), u32(1)),
};
/** Ones in the low `size` bits; size is 1..32. */
const ones = shrU(u32(0xffffffff), sub(u32(32), hwreg.size));

/** Numbers of the hardware registers. Manual: "Hardware Registers". */
export const HARDWARE_REGISTERS = {
  MODE: 1,
  STATUS: 2,
  TRAPSTS: 3,
  HW_ID: 4,
  GPR_ALLOC: 5,
  LDS_ALLOC: 6,
  IB_STS: 7,
} as const;

const bitAt = (position: number, value: Ex<'b1'>): Ex<'u32'> => shl(fromBool(value), u32(position));

/**
 * STATUS as a running wavefront sees it: SCC, EXECZ, VCCZ and VALID; there is no trap handler, no priority, no halt.
 */
const status = or(
  or(bitAt(0, SCC.b1), bitAt(9, eq64(EXEC.u64, u64(0n)))),
  or(bitAt(10, eq64(VCC.u64, u64(0n))), u32(1 << 16)),
);

/** IB_STS is 0 because no memory operation is ever outstanding; so is what does not exist. */
const READABLE: readonly HardwareRegister[] = [
  [HARDWARE_REGISTERS.MODE, MODE.u32],
  [HARDWARE_REGISTERS.STATUS, status],
  [HARDWARE_REGISTERS.TRAPSTS, TRAPSTS.u32],
  [HARDWARE_REGISTERS.HW_ID, HWID],
  [HARDWARE_REGISTERS.GPR_ALLOC, GPRALLOC],
  [HARDWARE_REGISTERS.LDS_ALLOC, LDSALLOC],
];

type HardwareRegister = readonly [number: number, value: Ex<'u32'>];

/** Semantics of `s_getreg_b32`. @param more registers of later chips */
export const getRegister =
  (more: readonly HardwareRegister[]) =>
  ({ D }: One): Stmt[] => {
    const all = [...READABLE, ...more];
    const read = all.reduce<Ex<'u32'>>((rest, [id, value]) => select(eq(hwreg.id, u32(id)), value, rest), u32(0));
    return [D.set(and(shrU(read, hwreg.offset), ones))];
  };
export const GET_REGISTER = 'D = the named bits of a hardware register';

/** Bits of TRAPSTS that exist here: EXCP. */
const EXCEPTION_BITS = u32(0x1ff);

/** Only MODE and TRAPSTS can be written by a program; writes to the other registers have no effect. */
const setHardwareRegister = (value: Ex<'u32'>): Stmt[] => {
  const mask = shl(ones, hwreg.offset);
  const merged = (old: Ex<'u32'>): Ex<'u32'> => or(and(old, not(mask)), and(shl(value, hwreg.offset), mask));
  return [
    MODE.set(select(eq(hwreg.id, u32(HARDWARE_REGISTERS.MODE)), merged(MODE.u32), MODE.u32)),
    TRAPSTS.set(and(merged(TRAPSTS.u32), EXCEPTION_BITS), eq(hwreg.id, u32(HARDWARE_REGISTERS.TRAPSTS))),
  ];
};
/** Of the instructions that name a hardware register. */
export const HARDWARE_REGISTER = { traits: { hardwareRegister: true } } as const;

const addConstant = ({ D }: One): Stmt[] => {
  const sum = add(D.u32, signed);
  return [D.set(sum), SCC.set(ltS(and(xor(D.u32, sum), xor(signed, sum)), u32(0)))];
};

export const SOPK = sopk({
  s_movk_i32: [0, 'D = simm16, sign-extended', ({ D }) => [D.set(signed)]],
  s_cmovk_i32: [2, 'if SCC: D = simm16, sign-extended', ({ D }) => [D.set(signed, SCC.b1)]],
  s_cmpk_eq_i32: [3, 'SCC = D == simm16 (sign-extended)', compare(signed, eq)],
  s_cmpk_lg_i32: [4, 'SCC = D != simm16 (sign-extended)', compare(signed, ne)],
  s_cmpk_gt_i32: [5, 'SCC = D > simm16, signed', compare(signed, (a, b) => ltS(b, a))],
  s_cmpk_ge_i32: [6, 'SCC = D >= simm16, signed', compare(signed, (a, b) => leS(b, a))],
  s_cmpk_lt_i32: [7, 'SCC = D < simm16, signed', compare(signed, ltS)],
  s_cmpk_le_i32: [8, 'SCC = D <= simm16, signed', compare(signed, leS)],
  s_cmpk_eq_u32: [9, 'SCC = D == simm16 (zero-extended)', compare(unsigned, eq)],
  s_cmpk_lg_u32: [10, 'SCC = D != simm16 (zero-extended)', compare(unsigned, ne)],
  s_cmpk_gt_u32: [11, 'SCC = D > simm16, unsigned', compare(unsigned, (a, b) => ltU(b, a))],
  s_cmpk_ge_u32: [12, 'SCC = D >= simm16, unsigned', compare(unsigned, (a, b) => leU(b, a))],
  s_cmpk_lt_u32: [13, 'SCC = D < simm16, unsigned', compare(unsigned, ltU)],
  s_cmpk_le_u32: [14, 'SCC = D <= simm16, unsigned', compare(unsigned, leU)],
  s_addk_i32: [15, 'D = D + simm16 (sign-extended); SCC = signed overflow', addConstant],
  s_mulk_i32: [16, 'D = D * simm16 (sign-extended)', ({ D }) => [D.set(mul(D.u32, signed))]],
  s_cbranch_i_fork: [
    17,
    'branch by simm16 dwords the lanes whose bit in D is set; the larger half waits on the fork stack',
    ({ D }) => fork(D.u64, branchTarget(signed)),
  ],
  s_getreg_b32: [18, GET_REGISTER, getRegister([]), HARDWARE_REGISTER],
  s_setreg_b32: [
    19,
    'the named bits of a hardware register = D',
    ({ D }) => setHardwareRegister(D.u32),
    HARDWARE_REGISTER,
  ],
  s_setreg_imm32_b32: [
    21,
    'the named bits of a hardware register = the literal constant',
    () => setHardwareRegister(field('simm32')),
    HARDWARE_REGISTER,
  ],
});
