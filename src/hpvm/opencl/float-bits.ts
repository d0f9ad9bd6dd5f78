// Bits of floating-point constants in LLVM IR, which are decimal numbers or the bits of a double.

const BITS = new DataView(new ArrayBuffer(8));

export function floatBits(text: string, type: 'float' | 'double'): bigint {
  if (/^0x[0-9A-Fa-f]+$/.test(text)) BITS.setBigUint64(0, BigInt(text));
  else BITS.setFloat64(0, Number(text));
  if (type === 'double') return BITS.getBigUint64(0);
  BITS.setFloat32(0, BITS.getFloat64(0));
  return BigInt(BITS.getUint32(0));
}
