// Operand codes of GCN3 and GFX9 and their names. Sources: "AMD GCN3 Instruction Set Architecture", table "SDST, SSRC
// and SRC operands", the same of "AMD Vega Instruction Set Architecture"; LLVM's names.

import { LDS_APERTURE, SCRATCH_APERTURE } from '../../abi/memory-map.js';
import { operandCodesFor, type RegisterNames } from '../common/operands.js';
import { TTMP0 } from '../instruction.js';
import type { Aperture, OperandCodes } from '../operand-codes.js';
import type { Generation } from './generation.js';

const SGPR_COUNT = 102;

/** Scalar registers that are no SGPRs and no trap temporaries, by operand code. */
const SPECIAL: readonly (readonly [code: number, name: string])[] = [
  [102, 'flat_scratch_lo'],
  [103, 'flat_scratch_hi'],
  [104, 'xnack_mask_lo'],
  [105, 'xnack_mask_hi'],
  [106, 'vcc_lo'],
  [107, 'vcc_hi'],
  [124, 'm0'],
  [126, 'exec_lo'],
  [127, 'exec_hi'],
];
const TRAP: readonly (readonly [code: number, name: string])[] = [
  [108, 'tba_lo'],
  [109, 'tba_hi'],
  [110, 'tma_lo'],
  [111, 'tma_hi'],
];

/** Offset of the last byte of an aperture. */
const BEYOND = 0xffff_ffffn;

/** Operand codes that read as registers: limits of the apertures of local and private memory. */
const APERTURES: ReadonlyMap<number, Aperture> = new Map([
  [235, { name: 'src_shared_base', value: LDS_APERTURE }],
  [236, { name: 'src_shared_limit', value: LDS_APERTURE + BEYOND }],
  [237, { name: 'src_private_base', value: SCRATCH_APERTURE }],
  [238, { name: 'src_private_limit', value: SCRATCH_APERTURE + BEYOND }],
  [239, { name: 'src_pops_exiting_wave_id' }],
]);

/** 1 / (2 pi) as an inline constant, rounded to each width. */
const INVERSE_2PI = 248;
const INVERSE_2PI_VALUE = 0.15915494309189532;
const INVERSE_2PI_BITS = { f16: 0x3118, f32: 0x3e22f983, f64: 0x3fc45f306dc9c882n } as const;

/** Inline floating-point constants in half precision. */
const HALVES: Readonly<Record<number, number>> = {
  240: 0x3800,
  241: 0xb800,
  242: 0x3c00,
  243: 0xbc00,
  244: 0x4000,
  245: 0xc000,
  246: 0x4400,
  247: 0xc400,
  [INVERSE_2PI]: INVERSE_2PI_BITS.f16,
};

/** GFX9 has four more trap temporaries where gfx8 has the addresses of the trap handler. */
export const registerNames = ({ gfx9 }: Generation): RegisterNames => ({
  sgprCount: SGPR_COUNT,
  specials: new Map(gfx9 ? SPECIAL : [...SPECIAL, ...TRAP]),
  trap: gfx9 ? { first: TTMP0 - 4, count: 16 } : { first: TTMP0, count: 12 },
});

function makeCodes(generation: Generation): OperandCodes {
  const base = operandCodesFor(registerNames(generation));
  return {
    ...base,
    inlineFloats: new Map([...base.inlineFloats, [INVERSE_2PI, INVERSE_2PI_VALUE]]),
    apertures: generation.gfx9 ? APERTURES : base.apertures,
    inlineFloatText: (code, wide) =>
      code === INVERSE_2PI ? (wide ? String(INVERSE_2PI_VALUE) : '0.15915494') : base.inlineFloatText(code, wide),
    inlineConstant: (code, half) => inlineConstant(base, code, half ?? false),
    floatCode: (value) => (value === INVERSE_2PI_VALUE || value === 0.15915494 ? INVERSE_2PI : base.floatCode(value)),
  };
}

function inlineConstant(
  base: OperandCodes,
  code: number,
  half: boolean,
): { readonly bits: number; readonly bits64: bigint } | undefined {
  const constant =
    code === INVERSE_2PI ? { bits: INVERSE_2PI_BITS.f32, bits64: INVERSE_2PI_BITS.f64 } : base.inlineConstant(code);
  const bits = half ? HALVES[code] : undefined;
  return constant && bits !== undefined ? { ...constant, bits } : constant;
}

const GCN3 = makeCodes({ gfx9: false });
const GFX9 = makeCodes({ gfx9: true });

export const operandCodesOf = ({ gfx9 }: Generation): OperandCodes => (gfx9 ? GFX9 : GCN3);
