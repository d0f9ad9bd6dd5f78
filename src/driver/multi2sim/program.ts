// A program of Multi2Sim's ABI: made empty, then given its binary.

import { checkFamily, FIRST_FAMILY } from '../../cal/devices.js';
import { calProgram } from '../../cal/load/program.js';
import { readCalImage } from '../../cal/reader.js';
import type { KernelImage } from '../../launch/image.js';
import type { Context } from '../core/context.js';

export class Multi2SimProgram {
  kernels: readonly KernelImage[] = [];
  readonly handle: number;

  constructor(readonly context: Context) {
    this.handle = context.nextHandle();
  }

  /** @throws AtollError BAD_IMAGE from the reader, BAD_INPUT for code of another family, LIMIT when there is no room */
  load(binary: Uint8Array): void {
    const image = readCalImage(binary);
    checkFamily(image, FIRST_FAMILY);
    const program = calProgram(image);
    this.kernels = program.kernels;
    if (program.kernels.length > 0) this.context.place(program, this.handle);
  }
}
