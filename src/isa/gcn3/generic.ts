// Generic addresses: those of the aperture of LDS name LDS, those of the aperture of private memory the lane's part of
// it, all others GPU memory. Sources: "AMD Vega ISA", "Flat Memory Instructions"; LLVM's AMDGPU usage guide, "Address
// Spaces" and "Flat Scratch".

import { LDS_APERTURE, SCRATCH_APERTURE } from '../../abi/memory-map.js';
import {
  APERTURES,
  type ElementStep,
  type Ex,
  FLATSCRATCH,
  LANE,
  load,
  MEMORYBASE,
  ops,
  type Stmt,
  select,
  u32,
} from '../language/expr.js';

const { add64, and, andB, eq, hi, lo, not, notB, pack, shl, shl64, zext64 } = ops;

/** The target of an access: GPU memory, or LDS in lanes in which `lds` is true. */
export interface GenericAddress {
  readonly address: Ex<'u64'>;
  /** Of GPU memory (expr.ts). */
  readonly elementStep?: ElementStep;
  readonly lds?: { readonly address: Ex<'u32'>; readonly valid: Ex<'b1'> };
}

/** Address some bytes after the first byte of an access. */
type At = (bytes: number) => Ex<'u64'>;

/** Memory addresses of a format: the address some bytes after the first byte, in units of `bits`. */
export type Memory = (at: At, bits: 8 | 16 | 32 | 64) => (bytes: number) => GenericAddress;

/**
 * Bytes from one dword of a lane's private memory to the next one: dwords of the lanes of a wavefront lie side by side.
 */
export const PRIVATE_STEP = u32(4 * 64);
/** The same for memory in which bytes follow one another. */
const NO_STEP = u32(4);

/** The address of the lane's byte `offset` of private memory. */
export function privateAddress(base: Ex<'u64'>, offset: Ex<'u32'>): Ex<'u64'> {
  const inWave = add64(shl64(zext64(and(offset, not(u32(3)))), u32(6)), zext64(shl(LANE, u32(2))));
  return add64(add64(base, inWave), zext64(and(offset, u32(3))));
}

const isIn = (address: Ex<'u64'>, aperture: bigint): Ex<'b1'> =>
  andB(APERTURES, eq(hi(address), u32(Number(aperture >> 32n))));

/** Until gfx8 FLAT_SCRATCH has an offset in units of 256 bytes, and the bytes of a lane; on GFX9 it is an address. */
const privateBase = (gfx9: boolean): Ex<'u64'> =>
  gfx9 ? FLATSCRATCH : pack(shl(hi(FLATSCRATCH), u32(8)), hi(MEMORYBASE));

/**
 * Until gfx8 LDS takes no address that its size does not divide; on GFX9 only atomics are aligned, all of which align
 * their address.
 */
const placeInLds = (gfx9: boolean, offset: Ex<'u32'>, bits: number): Ex<'u32'> =>
  gfx9 || bits === 8 ? offset : and(offset, u32(-bits / 8));

/** @param gfx9 decides the contents of FLAT_SCRATCH and the alignment of LDS */
export function genericMemory(gfx9: boolean): Memory {
  const base = privateBase(gfx9);
  return (at, bits) => {
    // The first byte decides the memory of all bytes.
    const first = at(0);
    const [isPrivate, valid] = [isIn(first, SCRATCH_APERTURE), isIn(first, LDS_APERTURE)];
    return (bytes) => {
      const address = bytes === 0 ? first : at(bytes);
      return {
        address: select(isPrivate, privateAddress(base, lo(address)), address),
        elementStep: bits === 8 ? undefined : select(isPrivate, PRIVATE_STEP, NO_STEP),
        lds: { address: placeInLds(gfx9, lo(address), bits), valid },
      };
    };
  };
}

export function loadFrom({ address, elementStep, lds }: GenericAddress, bits: 8 | 16 | 32): Ex<'u32'> {
  if (!lds) return load('global', bits, address, undefined, elementStep);
  const local = load('lds', bits, lds.address, lds.valid);
  return select(lds.valid, local, load('global', bits, address, notB(lds.valid), elementStep));
}

export function storeTo({ address, elementStep, lds }: GenericAddress, bits: 8 | 16 | 32, value: Ex<'u32'>): Stmt[] {
  const store = { kind: 'store', bits, value } as const;
  const global = { ...store, space: 'global', address, elementStep } as const;
  if (!lds) return [global];
  return [
    { ...global, valid: notB(lds.valid) },
    { ...store, space: 'lds', address: lds.address, valid: lds.valid },
  ];
}

type Atomic = Extract<Stmt, { kind: 'atomic' }>;

/** @param access the common part of both memories */
export function atomicOn(
  { address, lds }: GenericAddress,
  access: Omit<Atomic, 'kind' | 'space' | 'address' | 'valid'>,
): Stmt[] {
  const global = { ...access, kind: 'atomic', space: 'global', address } as const;
  if (!lds) return [global];
  const ret = access.ret && ({ ret: { ...access.ret, kept: true } } as const);
  return [
    { ...global, valid: notB(lds.valid), ...ret },
    { ...access, kind: 'atomic', space: 'lds', address: lds.address, valid: lds.valid, ...ret },
  ];
}
