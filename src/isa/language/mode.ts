// The MODE register as far as the meaning of operators and engines depend on it; the same in all generations of GCN.
// Sources:
// "Southern Islands Series Instruction Set Architecture", "MODE Register"; CLRX's GcnState; for the values of FP_DENORM
// also LLVM's SIDefines.h (FP_DENORM_FLUSH_IN_FLUSH_OUT 0, FP_DENORM_FLUSH_OUT 1, FP_DENORM_FLUSH_IN 2,
// FP_DENORM_FLUSH_NONE 3).

export const MODE_BITS = {
  /** Rounding (two bits each): 0 nearest even, 1 toward +infinity, 2 toward -infinity, 3 toward zero. */
  round32: 0,
  round64: 2,
  /** Denormals (two bits each): bit 0 keeps operands, bit 1 keeps results. */
  denorm32: 4,
  denorm64: 6,
  /** clamp turns NaN into 0. */
  dx10Clamp: 8,
  ieee: 9,
  /** Vector registers are displaced by M0, where an instruction set has that (src/isa/indexed-registers.ts). */
  gprIndex: 27,
  /** Vector instructions are skipped. */
  vskip: 28,
} as const;
