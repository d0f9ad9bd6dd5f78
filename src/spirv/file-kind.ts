// Recognises SPIR-V by its first word, in both byte orders. Loaded by tools that may never see a module.

export const SPIRV_MAGIC = 0x07230203;
export const WORD_BYTES = 4;

/** Undefined for other files. */
export function spirvByteOrder(bytes: Uint8Array): 'little' | 'big' | undefined {
  if (bytes.length < WORD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, WORD_BYTES);
  if (view.getUint32(0, true) === SPIRV_MAGIC) return 'little';
  return view.getUint32(0, false) === SPIRV_MAGIC ? 'big' : undefined;
}

export const isSpirv = (bytes: Uint8Array): boolean => spirvByteOrder(bytes) !== undefined;
