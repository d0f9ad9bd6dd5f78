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
const CONSTANTS = ['0F3f8ccccd', '0F80000000', '0F00000001', '0F7fc12345', '0F00800000', '0Fbf800000'] as const;

class Chain {
  private stores = 0;
  readonly lines: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly flushing: Flushing,
  ) {}

  private pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)]!;
  }
  private get register(): string {
    return `$s${1 + this.random.below(REGISTERS)}`;
  }
  private get operand(): string {
    return this.random.below(6) === 0 ? this.pick(CONSTANTS) : this.register;
  }
  private get ftz(): string {
    const flushes = this.flushing === 'all' || (this.flushing === 'some' && this.random.below(8) > 0);
    return flushes ? '_ftz' : '';
  }

  /** Bits of a float in other instructions. */
  private bits(): void {
    const { register } = this;
    const forms = [
      () => `st_global_u32 ${register}, [$d3+${8192 + 512 * this.stores++}];`,
      () => `xor_b32 $s9, $s9, ${register};`,
      () => `neg_f32 ${this.register}, ${register};`,
      () => `copysign_f32 ${this.register}, ${register}, ${this.register};`,
      () => `mov_b32 ${this.register}, ${register};`,
      () => `cmov_b32 ${this.register}, $c0, ${register}, ${this.register};`,
      () => `shl_u32 $s8, ${register}, 1;\n  add_u32 $s9, $s9, $s8;`,
      () => `class_b1_f32 $c0, ${register}, ${1 << this.random.below(10)};`,
      () => `cvt_s32_f32 $s8, ${register};\n  add_u32 $s9, $s9, $s8;`,
      () => `cvt_f64_f32 $d4, ${register};\n  mul_f64 $d4, $d4, $d4;\n  cvt_f32_f64 ${this.register}, $d4;`,
    ];
    // The processor does not flush in kernels with numbers of 64 bits.
    const possible = forms.slice(this.stores < 15 ? 0 : 1, this.flushing === 'all' ? -1 : forms.length);
    this.lines.push(this.pick(possible)());
  }

  step(): void {
    const { lines, ftz, random } = this;
    const kind = random.below(12);
    if (kind === 0) this.bits();
    else if (kind === 1) lines.push(`${this.pick(UNARY)}${ftz}_f32 ${this.register}, ${this.operand};`);
    else if (kind === 2) lines.push(`cmp_${this.pick(ORDERS)}${ftz}_b1_f32 $c0, ${this.register}, ${this.operand};`);
    else if (kind < 5)
      lines.push(`fma${ftz}_f32 ${this.register}, ${this.operand}, ${this.register}, ${this.operand};`);
    else lines.push(`${this.pick(BINARY)}${ftz}_f32 ${this.register}, ${this.register}, ${this.operand};`);
  }

  /** Some steps in a part of the lanes only. */
  branch(number: number): void {
    this.lines.push(`cbr_b1 $c0, @past${number};`);
    for (let n = this.random.below(6); n >= 0; n--) this.step();
    this.lines.push(`@past${number}:`);
  }
}

/** A kernel over a buffer of REGISTERS words of each item, and one for its results. */
export function randomChain(random: Random, length: number, flushing: Flushing): string {
  const chain = new Chain(random, flushing);
  for (let n = 0; n < length; n++) {
    if (random.below(20) === 0) chain.branch(n);
    else chain.step();
  }
  const each = Array.from({ length: REGISTERS }, (_, n) => n);
  return kernel(
    2,
    `  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d1, $s0;
  shl_u64 $d1, $d1, 2;
  ld_kernarg_u64 $d2, [%p0];
  ld_kernarg_u64 $d3, [%p1];
  add_u64 $d2, $d2, $d1;
  add_u64 $d3, $d3, $d1;
  mov_b32 $s9, 0;
  cmp_eq_b1_u32 $c0, $s0, $s9;
  ${each.map((n) => `ld_global_u32 $s${n + 1}, [$d2+${4 * ITEMS * n}];`).join('\n  ')}
  ${chain.lines.join('\n  ')}
  ${each.map((n) => `st_global_u32 $s${n + 1}, [$d3+${4 * ITEMS * n}];`).join('\n  ')}
  st_global_u32 $s9, [$d3+${4 * ITEMS * REGISTERS}];
  ret;`,
  );
}

/** Words of the second buffer. */
export const RESULT_WORDS = 8192 / 4 + ITEMS * 16;
