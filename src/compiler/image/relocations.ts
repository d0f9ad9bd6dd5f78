// The relocation types of AMDGPU objects and their computations. Source: LLVM's "User Guide for AMDGPU Backend",
// Relocation Records.

export const R_AMDGPU = {
  none: 0,
  abs32Lo: 1,
  abs32Hi: 2,
  abs64: 3,
  rel32: 4,
  rel64: 5,
  abs32: 6,
  gotPcRel: 7,
  gotPcRel32Lo: 8,
  gotPcRel32Hi: 9,
  rel32Lo: 10,
  rel32Hi: 11,
} as const;

/** The value of a relocation: the distance to a symbol or to its GOT entry, an address, or a link-time constant. */
export type RelocationValue = 'distance' | 'gotDistance' | 'address' | 'constant';

interface RelocationType {
  readonly value: RelocationValue;
  /** The stored part of the 64-bit value, and its size in bytes. */
  readonly bits: 'low32' | 'high32' | 'all64';
}

const TYPES: ReadonlyMap<number, RelocationType> = new Map([
  [R_AMDGPU.abs32Lo, { value: 'constant', bits: 'low32' }],
  [R_AMDGPU.abs32Hi, { value: 'constant', bits: 'high32' }],
  [R_AMDGPU.abs64, { value: 'address', bits: 'all64' }],
  [R_AMDGPU.rel32, { value: 'distance', bits: 'low32' }],
  [R_AMDGPU.rel64, { value: 'distance', bits: 'all64' }],
  [R_AMDGPU.abs32, { value: 'constant', bits: 'low32' }],
  [R_AMDGPU.gotPcRel, { value: 'gotDistance', bits: 'low32' }],
  [R_AMDGPU.gotPcRel32Lo, { value: 'gotDistance', bits: 'low32' }],
  [R_AMDGPU.gotPcRel32Hi, { value: 'gotDistance', bits: 'high32' }],
  [R_AMDGPU.rel32Lo, { value: 'distance', bits: 'low32' }],
  [R_AMDGPU.rel32Hi, { value: 'distance', bits: 'high32' }],
]);

export const relocationType = (type: number): RelocationType | undefined => TYPES.get(type);

/** The addend of an SHT_REL relocation, from the place itself. */
export function storedAddend(view: DataView, at: number, type: RelocationType): number {
  return type.bits === 'all64' ? Number(view.getBigInt64(at, true)) : view.getInt32(at, true);
}

/** Stores the part of a signed value that the type selects. */
export function storeValue(view: DataView, at: number, type: RelocationType, value: number): void {
  const wide = BigInt.asUintN(64, BigInt(value));
  if (type.bits === 'all64') view.setBigUint64(at, wide, true);
  else view.setUint32(at, Number(BigInt.asUintN(32, type.bits === 'low32' ? wide : wide >> 32n)), true);
}
