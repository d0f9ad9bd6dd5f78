// A kernel as Multi2Sim's runtime sees it: its arguments are set one by one and kept until a launch.

import type { CalArgument } from '../../cal/argument.js';
import type { CalKernel } from '../../cal/image.js';
import { require } from '../errno.js';
import type { Program } from '../programs.js';

interface Value {
  readonly bytes: Uint8Array;
  /** Bytes of LDS, for a local pointer. */
  readonly local: number;
}

const LOCAL_ALIGNMENT = 16;
const alignUp = (value: number): number => Math.ceil(value / LOCAL_ALIGNMENT) * LOCAL_ALIGNMENT;

export class Multi2SimKernel {
  readonly #values = new Map<number, Value>();

  constructor(
    readonly program: Program,
    /** Index in the program. */
    readonly index: number,
  ) {}

  get kernel(): CalKernel {
    return this.program.kernels[this.index]!;
  }

  #argument(index: number): CalArgument {
    const argument = this.kernel.args[index];
    require(argument !== undefined, `kernel ${this.kernel.name} has no argument ${index}`);
    return argument;
  }

  setValue(index: number, bytes: Uint8Array): number {
    const { kind, name } = this.#argument(index);
    require(kind === 'value', `argument ${name} of kernel ${this.kernel.name} is no value`);
    this.#values.set(index, { bytes: bytes.slice(), local: 0 });
    return 0;
  }

  /** @param size bytes of LDS when the argument is local */
  setPointer(index: number, address: number, size: number): number {
    const { kind, name } = this.#argument(index);
    require(kind === 'global' ||
      kind === 'constant' ||
      kind === 'local', `argument ${name} of kernel ${this.kernel.name} is no pointer`);
    this.#values.set(index, {
      bytes: new Uint8Array(Uint32Array.of(address).buffer),
      local: kind === 'local' ? size : 0,
    });
    return 0;
  }

  /**
   * Writes the arguments into a segment.
   * @returns bytes of LDS that local arguments take
   */
  write(segment: Uint8Array): number {
    const { kernel } = this;
    let lds = alignUp(kernel.ldsBytes);
    kernel.args.forEach((argument, index) => {
      const value = this.#values.get(index);
      require(value !== undefined, `argument ${argument.name} of kernel ${kernel.name} is not set`);
      require(argument.offset + value.bytes.length <= segment.length, `argument ${argument.name} is too large`);
      segment.set(
        argument.kind === 'local' ? new Uint8Array(Uint32Array.of(lds).buffer) : value.bytes,
        argument.offset,
      );
      lds += alignUp(value.local);
    });
    return lds - kernel.ldsBytes;
  }
}
