// Files of a build's folder that several steps read and write.

export const IR_NAME = 'program.ll';
export const OBJECT_NAME = 'program.o';
export const BITCODE_NAME = 'program.bc';

/** LLVM IR text, a character a byte. */
export interface IrOutput {
  readonly text: string;
  readonly log: string;
}

export function latin1Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
