// Random kernels in which results of floating-point arithmetic are operands of others, are stored, looked at as bits,
// and chosen: they may be NaNs or subnormal at any place.

import type { Random } from '../../emulator/random.js';
import { kernel } from './harness.js';

export const REGISTERS = 6;
export const ITEMS = 128;

/** Operations with `ftz`. */
export type Flushing = 'none' | 'some' | 'all';

const BINARY = ['add', 'sub', 'mul', 'min', 'max', 'div'] as const;
const UNARY = ['ceil', 'floor', 'trunc', 'rint', 'sqrt'] as const;
const ORDERS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'] as const;

/** A type with what names it. */
export interface ChainType {
  readonly name: 'f32' | 'f64';
  readonly bits: 32 | 64;
  readonly register: '$s' | '$d';
  /** The number of the first register. */
  readonly first: number;
  readonly constants: readonly string[];
}

export const F32_CHAINS: ChainType = {
  name: 'f32',
  bits: 32,
  register: '$s',
  first: 1,
  constants: ['0F3f8ccccd', '0F80000000', '0F00000001', '0F7fc12345', '0F00800000', '0Fbf800000'],
};
export const F64_CHAINS: ChainType = {
  name: 'f64',
  bits: 64,
  register: '$d',
  first: 11,
  constants: [
    '0D3ff199999999999a',
    '0D8000000000000000',
    '0D0000000000000001',
    '0D7ff8000000012345',
    '0Dbff0000000000000',
  ],
};

class Chain {
  private stores = 0;
  readonly lines: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly flushing: Flushing,
    private readonly type: ChainType,
  ) {}

  private pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)]!;
  }
  private get register(): string {
    return `${this.type.register}${this.type.first + this.random.below(REGISTERS)}`;
  }
  private get operand(): string {
    return this.random.below(6) === 0 ? this.pick(this.type.constants) : this.register;
  }
  private get ftz(): string {
    const flushes = this.flushing === 'all' || (this.flushing === 'some' && this.random.below(8) > 0);
    return flushes ? '_ftz' : '';
  }

  /** Bits of a float in other instructions. */
  private bits(): void {
    const { register } = this;
    const { name, bits } = this.type;
    const common = [
      () => `st_global_u${bits} ${register}, [$d3+${8192 + 1024 * this.stores++}];`,
      () => `neg_${name} ${this.register}, ${register};`,
      () => `copysign_${name} ${this.register}, ${register}, ${this.register};`,
      () => `mov_b${bits} ${this.register}, ${register};`,
      () => `cmov_b${bits} ${this.register}, $c0, ${register}, ${this.register};`,
      () => `class_b1_${name} $c0, ${register}, ${1 << this.random.below(10)};`,
    ];
    const words = [
      () => `xor_b32 $s9, $s9, ${register};`,
      () => `shl_u32 $s8, ${register}, 1;\n  add_u32 $s9, $s9, $s8;`,
      () => `cvt_s32_f32 $s8, ${register};\n  add_u32 $s9, $s9, $s8;`,
      () => `cvt_f64_f32 $d4, ${register};\n  mul_f64 $d4, $d4, $d4;\n  cvt_f32_f64 ${this.register}, $d4;`,
    ];
    const forms = bits === 32 ? [...common, ...words] : common;
    // The processor does not flush in kernels with numbers of 64 bits.
    const possible = forms.slice(this.stores < 15 ? 0 : 1, this.flushing === 'all' ? -1 : forms.length);
    this.lines.push(this.pick(possible)());
  }

  step(): void {
    const { lines, ftz, random } = this;
    const kind = random.below(12);
    if (kind === 0) this.bits();
    else if (kind === 1) lines.push(`${this.pick(UNARY)}${ftz}_${this.type.name} ${this.register}, ${this.operand};`);
    else if (kind === 2)
      lines.push(`cmp_${this.pick(ORDERS)}${ftz}_b1_${this.type.name} $c0, ${this.register}, ${this.operand};`);
    else if (kind < 5)
      lines.push(`fma${ftz}_${this.type.name} ${this.register}, ${this.operand}, ${this.register}, ${this.operand};`);
    else
      lines.push(`${this.pick(BINARY)}${ftz}_${this.type.name} ${this.register}, ${this.register}, ${this.operand};`);
  }

  /** Some steps in a part of the lanes only. */
  branch(number: number): void {
    this.lines.push(`cbr_b1 $c0, @past${number};`);
    for (let n = this.random.below(6); n >= 0; n--) this.step();
    this.lines.push(`@past${number}:`);
  }
}

/** A kernel over a buffer of REGISTERS numbers of each item, and one for its results. */
export function randomChain(random: Random, length: number, flushing: Flushing, type = F32_CHAINS): string {
  const chain = new Chain(random, flushing, type);
  const { register, first, bits } = type;
  const bytes = bits / 8;
  for (let n = 0; n < length; n++) {
    if (random.below(20) === 0) chain.branch(n);
    else chain.step();
  }
  const each = Array.from({ length: REGISTERS }, (_, n) => n);
  return kernel(
    2,
    `  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d1, $s0;
  mul_u64 $d1, $d1, ${bytes};
  ld_kernarg_u64 $d2, [%p0];
  ld_kernarg_u64 $d3, [%p1];
  add_u64 $d2, $d2, $d1;
  add_u64 $d3, $d3, $d1;
  mov_b32 $s9, 0;
  cmp_eq_b1_u32 $c0, $s0, $s9;
  ${each.map((n) => `ld_global_u${bits} ${register}${n + first}, [$d2+${bytes * ITEMS * n}];`).join('\n  ')}
  ${chain.lines.join('\n  ')}
  ${each.map((n) => `st_global_u${bits} ${register}${n + first}, [$d3+${bytes * ITEMS * n}];`).join('\n  ')}
  st_global_u32 $s9, [$d3+${bytes * ITEMS * REGISTERS}];
  ret;`,
  );
}

/** Words of the second buffer. */
export const RESULT_WORDS = 8192 / 4 + ITEMS * 32;
