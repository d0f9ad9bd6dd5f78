// The words of a launch's code, for modules that do not decode them: the main thread starts without an instruction set.

import type { LaunchDescriptor } from './launch.js';
import { type GpuMemory, PERMISSION } from './memory.js';

/** The words of a launch's code in GPU memory; undefined where they are not readable. */
export function codeIn(memory: GpuMemory, { codeAddress, codeBytes }: LaunchDescriptor): Uint32Array | undefined {
  const readable = codeAddress % 4 === 0 && memory.allows(codeAddress, codeBytes, PERMISSION.read);
  return readable ? memory.u32.subarray(codeAddress / 4, Math.floor((codeAddress + codeBytes) / 4)) : undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
export const sameWords = (one: Uint32Array, other: Uint32Array): boolean =>
  one === other || Buffer.compare(bytesOf(one), bytesOf(other)) === 0;
