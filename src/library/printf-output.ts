// The buffer of kernels that call printf. They need one to run; what is in it is text only for a host program.

import { PRINTF_BUFFER } from '../cal/printf.js';
import { required } from '../util/required.js';
import type { DeviceBuffer } from './buffers.js';

/** As CL_DEVICE_PRINTF_BUFFER_SIZE is by default. */
const CAPACITY = 1 << 20;

export class PrintfOutput {
  private readonly buffer: DeviceBuffer;

  /** @param create makes a buffer of so many bytes, whose release is the caller's */
  constructor(create: (size: number) => DeviceBuffer) {
    this.buffer = create(PRINTF_BUFFER.records + CAPACITY);
    this.buffer.write(Uint32Array.of(CAPACITY), PRINTF_BUFFER.capacity);
  }

  /** For the kernel. */
  get address(): number {
    return this.buffer.address;
  }

  /** Bytes of the records that kernels wanted to write. */
  get count(): number {
    return required(this.buffer.read(new Uint32Array(1), PRINTF_BUFFER.used)[0], 'used bytes');
  }
}
