// HSAIL text finalized for a chip, and its kernels executed.

import { chipById } from '../../src/chips/chips.js';
import { type BrigBytes, finalizeBrig } from '../../src/compiler/finalize.js';
import type { EngineName } from '../../src/config/engine-names.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import type { Argument } from '../../src/library/arguments.js';
import { type Image, type LibraryKernel, readImage } from '../../src/library/image.js';
import { LibraryMachine, type WorkSize } from '../../src/library/machine.js';

export const CHIPS = ['fiji', 'vega10'] as const;

/** A module of HSAIL text. */
export const brigModule = (text: string): BrigBytes => ({ name: 'module', bytes: assemble(text) });

/** The image of modules of one program. */
export async function finalized(texts: readonly string[], device: string): Promise<Image> {
  const chip = chipById(device)!;
  await loadIsa(chip.target);
  const modules = texts.map(brigModule);
  const { codeObject } = await finalizeBrig(modules, chip);
  return readImage(codeObject);
}

/** The bytes of arguments as the library takes them: those of a pointer as its address. */
export const argumentsOf = ({ arguments: all }: LibraryKernel, bytes: readonly Uint8Array[]): Argument[] =>
  bytes.map((each, index) =>
    all[index]?.kind === 'global' ? Buffer.from(each.buffer, each.byteOffset).readBigUInt64LE() : each,
  );

export interface Launch {
  readonly kernel: string;
  readonly engine: EngineName;
  readonly globalSize: WorkSize;
  readonly localSize?: WorkSize;
  /** Arrays are memory of which the kernel gets the address; numbers are values of 32 bits. */
  readonly arguments: readonly (Uint32Array | number)[];
}

/** Executes a kernel; arrays have its results then. */
export async function launched(
  image: Image,
  { kernel, engine, globalSize, localSize, ...rest }: Launch,
): Promise<void> {
  const machine = new LibraryMachine({ engine });
  try {
    const buffers = rest.arguments.map((argument) =>
      typeof argument === 'number' ? undefined : machine.buffer(argument),
    );
    const own = image.kernel(kernel);
    const values = rest.arguments.map((argument, index) => {
      const buffer = buffers[index];
      return buffer ? BigUint64Array.of(BigInt(buffer.address)) : Uint32Array.of(argument as number);
    });
    const bytes = values.map(({ buffer }) => new Uint8Array(buffer));
    await machine.launch(own, { globalSize, localSize, arguments: argumentsOf(own, bytes) });
    rest.arguments.forEach((argument, index) => {
      if (typeof argument !== 'number') buffers[index]!.read(argument);
    });
  } finally {
    await machine.close();
  }
}
