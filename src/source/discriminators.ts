// Discriminators of line tables: numbers of different places of one line. Their base has 12 bits, which passes of LLVM
// keep that copy code. Source: LLVM, DebugInfoMetadata.h, "DILocation", encoding of components.

export const MAX_DISCRIMINATOR = 0xfff;
/** Numbers beyond need a second part. */
const MAX_SHORT = 0x1f;
const HIGH_PART = 0xfe0;

/** @param base up to MAX_DISCRIMINATOR; 0 for none */
export function encodedDiscriminator(base: number): number {
  const prefixed = base > MAX_SHORT ? ((base & HIGH_PART) << 1) | (base & MAX_SHORT) | 0x20 : base;
  return prefixed << 1;
}

/** 0 where there is none. */
export function baseDiscriminator(discriminator: number): number {
  if (discriminator & 1) return 0;
  const bits = discriminator >>> 1;
  return bits & 0x20 ? ((bits >>> 1) & HIGH_PART) | (bits & MAX_SHORT) : bits & MAX_SHORT;
}
