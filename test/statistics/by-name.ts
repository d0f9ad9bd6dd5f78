// Classes of instructions by their mnemonics, as the manuals have it: written down apart from the instruction sets' own
// lists.

/** Cycles of an instruction of each class of rates. */
interface Rates {
  readonly quarter: number;
  readonly double: number;
  readonly doubleMultiply: number;
  readonly shift: number;
}
export const VALU_RATES: Readonly<Record<string, Rates>> = {
  'southern-islands': { quarter: 16, double: 8, doubleMultiply: 16, shift: 8 },
  gfx803: { quarter: 16, double: 64, doubleMultiply: 64, shift: 16 },
  gfx900: { quarter: 16, double: 64, doubleMultiply: 64, shift: 16 },
  gfx906: { quarter: 16, double: 8, doubleMultiply: 8, shift: 16 },
};

const QUARTER = ['v_rcp_f32', 'v_sqrt_f32', 'v_exp_f32', 'v_mul_lo_i32', 'v_mul_lo_u32', 'v_mul_hi_u32'];
const DOUBLE = ['v_add_f64', 'v_cvt_f64_i32'];
const DOUBLE_MULTIPLY = ['v_fma_f64', 'v_mul_f64'];
const SHIFT = ['v_lshl_b64', 'v_lshlrev_b64'];

/** Of the instructions that the tests have. */
export function cyclesOfName(name: string, rates: Rates): number {
  const plain = name.replace(/_e(32|64)$/, '');
  if (QUARTER.includes(plain)) return rates.quarter;
  if (DOUBLE.includes(plain)) return rates.double;
  if (DOUBLE_MULTIPLY.includes(plain)) return rates.doubleMultiply;
  return SHIFT.includes(plain) ? rates.shift : 4;
}

/** The first that fits decides. */
const CLASSES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['waitcnt', /^s_waitcnt/],
  ['barrier', /^s_barrier/],
  ['endpgm', /^s_endpgm/],
  ['branch', /^s_(branch|cbranch|setpc|swappc|call)/],
  ['other', /^(s_(nop|sleep|sendmsg|setprio|sethalt|trap|icache_inv|set_gpr_idx_off)|v_interp_|exp)/],
  ['smem', /^s_(load|store|buffer|dcache|scratch|atomic|memtime|memrealtime)/],
  ['salu', /^s_/],
  ['valu', /^v_/],
  ['lds', /^ds_/],
  ['vmem', /^(t?buffer|image|flat|global|scratch)_/],
];
export const CLASS_NAMES: readonly string[] = CLASSES.map(([name]) => name);

export const classOfName = (name: string): string => CLASSES.find(([, pattern]) => pattern.test(name))![0];

/** A branch without a condition. */
export const jumps = (name: string): boolean => !name.startsWith('s_cbranch');
