// Descriptors of kernels in code objects whose code is HSAIL's own: those of LLVM, of which the runtime reads the sizes
// of segments, with a mark, the size of the code and the number of registers in bytes that are reserved. Source: LLVM's
// AMDGPU usage guide, kernel descriptor.

/** The section of the file that has the modules, one behind the other. */
export const BRIG_SECTION = '.brig';
const MARK = Uint8Array.from('HSAIL\0\0\x01', (letter) => letter.charCodeAt(0));
const OFFSET = { group: 0, private: 4, kernarg: 8, entry: 16, mark: 24, code: 32, registers: 36 } as const;
/** Its bytes, and the place of the distance to its code. */
export const HSAIL_DESCRIPTOR = { size: 64, entry: OFFSET.entry } as const;

export interface HsailDescriptor {
  readonly groupBytes: number;
  readonly privateBytes: number;
  readonly kernargBytes: number;
  /** From the descriptor to the first instruction. */
  readonly entry: number;
  readonly codeBytes: number;
  /** Vector registers of a wavefront. */
  readonly vectorRegisters: number;
}

export function writeHsailDescriptor(descriptor: HsailDescriptor): Uint8Array {
  const bytes = new Uint8Array(HSAIL_DESCRIPTOR.size);
  const view = new DataView(bytes.buffer);
  view.setUint32(OFFSET.group, descriptor.groupBytes, true);
  view.setUint32(OFFSET.private, descriptor.privateBytes, true);
  view.setUint32(OFFSET.kernarg, descriptor.kernargBytes, true);
  view.setBigInt64(OFFSET.entry, BigInt(descriptor.entry), true);
  view.setUint32(OFFSET.code, descriptor.codeBytes, true);
  view.setUint32(OFFSET.registers, descriptor.vectorRegisters, true);
  bytes.set(MARK, OFFSET.mark);
  return bytes;
}

/** Undefined for the descriptor of a kernel in machine code. @param bytes at least 64 */
export function readHsailDescriptor(bytes: Uint8Array): HsailDescriptor | undefined {
  if (!MARK.every((byte, n) => bytes[OFFSET.mark + n] === byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HSAIL_DESCRIPTOR.size);
  return {
    groupBytes: view.getUint32(OFFSET.group, true),
    privateBytes: view.getUint32(OFFSET.private, true),
    kernargBytes: view.getUint32(OFFSET.kernarg, true),
    entry: Number(view.getBigInt64(OFFSET.entry, true)),
    codeBytes: view.getUint32(OFFSET.code, true),
    vectorRegisters: view.getUint32(OFFSET.registers, true),
  };
}
