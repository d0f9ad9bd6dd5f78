// Relocations of AMDGPU's object files within one linked object. Source: LLVM's AMDGPU usage guide, relocation records.

import type { ElfRelocation } from '../../elf/elf.js';
import { AtollError } from '../../util/errors.js';
import { fields } from './elf64.js';

/** Types of relocations, by LLVM's names without R_AMDGPU_. */
export const RELOCATION = {
  abs32Low: 1,
  abs32High: 2,
  abs64: 3,
  rel32: 4,
  rel64: 5,
  abs32: 6,
  rel32Low: 10,
  rel32High: 11,
  relative64: 13,
  rel16: 14,
} as const;
const R = RELOCATION;

/** A word that depends on where the loader places the object. */
export interface DynamicRelocation {
  readonly offset: number;
  readonly addend: number;
  /** Of the upper 16 bits of a whole address. */
  readonly upper?: number | undefined;
  /** The type, where the word gets half of the address only. */
  readonly half?: number;
}

/** A symbol of the dynamic table: halves of addresses are relative to one. */
export interface Anchor {
  readonly number: number;
  readonly value: number;
}

export const relocationBytes = (relocations: readonly DynamicRelocation[], anchor: Anchor): Uint8Array =>
  Buffer.concat(
    relocations.map(({ offset, addend, upper = 0, half }) =>
      half === undefined
        ? fields([8, offset], [8, R.relative64], [8, BigInt(addend) + (BigInt(upper) << 48n)])
        : fields([8, offset], [4, half], [4, anchor.number], [8, addend - anchor.value]),
    ),
  );

/** A reference of a debug section: an offset in another one, or an address of code. */
export function applyDebugRelocation(bytes: Uint8Array, { offset, type }: ElfRelocation, value: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === R.abs64) view.setBigUint64(offset, BigInt(value), true);
  else if (type === R.abs32) view.setUint32(offset, value, true);
}

/** Applies a relocation to the bytes of a section; words with addresses are left to the loader. */
export function applyRelocation(
  bytes: Uint8Array,
  address: number,
  { offset, type, addend, upper }: ElfRelocation & { readonly addend: number },
  symbol: { readonly name: string; readonly value: number },
): DynamicRelocation | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const absolute = symbol.value + addend;
  const relative = BigInt(absolute - (address + offset));
  switch (type) {
    case R.abs32Low:
    case R.abs32High:
      return { offset: address + offset, addend: absolute, half: type };
    case R.abs64:
      return { offset: address + offset, addend: absolute, upper };
    case R.rel64:
      view.setBigInt64(offset, relative, true);
      return undefined;
    case R.rel32:
    case R.rel32Low:
      view.setUint32(offset, Number(BigInt.asUintN(32, relative)), true);
      return undefined;
    case R.rel32High:
      view.setUint32(offset, Number(BigInt.asUintN(32, relative >> 32n)), true);
      return undefined;
    case R.rel16:
      view.setInt16(offset, Number((relative - 4n) / 4n), true);
      return undefined;
    default:
      throw new AtollError('INTERNAL', `the compiled object has a relocation of type ${type} to '${symbol.name}'`);
  }
}
