// Files in a build's folder, shared by several steps.

export const IR_NAME = 'program.ll';
export const OBJECT_NAME = 'program.o';
export const BITCODE_NAME = 'program.bc';

/** LLVM IR text, one character for each byte. */
export interface IrOutput {
  readonly text: string;
  readonly log: string;
}

export function latin1Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
