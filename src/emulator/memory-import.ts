// Properties of the imported memory on which modules of the emulator depend: its limits, and the type of addresses.

import type { AddressSpace } from './address-space.js';
import type { GpuMemory } from './memory.js';

const WASM_PAGE = 65_536;
/** Flags of limits: there is a maximum, the memory is shared, addresses have 64 bits. */
const [MAXIMUM, SHARED, LONG] = [1, 2, 4];
const EXTEND = 0xad;

/** An unsigned number in LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** Limits of the memory of an address space in a module's import: its size is fixed. */
export function memoryLimits({ size, isLarge }: AddressSpace): number[] {
  const pages = unsigned(size / WASM_PAGE);
  return [MAXIMUM | SHARED | (isLarge ? LONG : 0), ...pages, ...pages];
}

/** Code that makes an address, or a number of bytes, of an i32. */
export const addressCode = ({ isLarge }: AddressSpace): number[] => (isLarge ? [EXTEND] : []);

/** Compiles a module once for each form of address spaces. @param bytes of the module for a space */
export function moduleFor(bytes: (space: AddressSpace) => readonly number[]): (memory: GpuMemory) => object {
  const modules = new Map<number, WebAssembly.Module>();
  return ({ space, memory }) => {
    let module = modules.get(space.size);
    if (!module) modules.set(space.size, (module = new WebAssembly.Module(Uint8Array.from(bytes(space)))));
    return new WebAssembly.Instance(module, { atoll: { memory } }).exports;
  };
}
