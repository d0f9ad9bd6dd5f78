// A kernel as Multi2Sim's runtime sees it: its arguments are set one by one and kept until a launch.

import type { KernelArgument } from '../../launch/argument.js';
import type { KernelImage } from '../../launch/image.js';
import { elementOf } from '../../util/required.js';
import { require } from '../core/errno.js';
import type { HostPointer } from './host-buffers.js';
import type { Multi2SimProgram } from './program.js';

interface Value {
  readonly bytes: Uint8Array;
  /** Bytes behind a pointer: of the buffer, or of LDS for a local one. */
  readonly size: number;
}

/** Data of a kernel that a launch needs, besides the arguments themselves. */
export interface KernelArguments {
  /** Bytes of LDS that local arguments take. */
  readonly lds: number;
  readonly hostPointers: readonly HostPointer[];
}

const LOCAL_ALIGNMENT = 16;
const alignUp = (value: number): number => Math.ceil(value / LOCAL_ALIGNMENT) * LOCAL_ALIGNMENT;

export class Multi2SimKernel {
  private readonly values = new Map<number, Value>();

  constructor(
    readonly program: Multi2SimProgram,
    /** Index in the program. */
    readonly index: number,
  ) {}

  get kernel(): KernelImage {
    return elementOf(this.program.kernels, this.index, 'kernel');
  }

  private argument(index: number): KernelArgument {
    const argument = this.kernel.signature.arguments[index];
    require(argument !== undefined, `kernel ${this.kernel.name} has no argument ${index}`);
    return argument;
  }

  setValue(index: number, bytes: Uint8Array): number {
    const { kind, name } = this.argument(index);
    require(kind === 'value', `argument ${name} of kernel ${this.kernel.name} is not a value`);
    this.values.set(index, { bytes: bytes.slice(), size: 0 });
    return 0;
  }

  /** @param size bytes of the buffer, or of LDS when the argument is local */
  setPointer(index: number, address: number, size: number): number {
    const { kind, name } = this.argument(index);
    require(kind === 'global' ||
      kind === 'constant' ||
      kind === 'local', `argument ${name} of kernel ${this.kernel.name} is not a pointer`);
    this.values.set(index, { bytes: new Uint8Array(Uint32Array.of(address).buffer), size });
    return 0;
  }

  /** Writes the arguments into a segment. */
  write(segment: Uint8Array): KernelArguments {
    const { kernel } = this;
    let lds = alignUp(kernel.lds);
    const hostPointers: HostPointer[] = [];
    kernel.signature.arguments.forEach((argument, index) => {
      const value = this.values.get(index);
      require(value !== undefined, `argument ${argument.name} of kernel ${kernel.name} is not set`);
      require(argument.offset + value.bytes.length <= segment.length, `argument ${argument.name} is too large`);
      if (argument.kind === 'local') {
        segment.set(new Uint8Array(Uint32Array.of(lds).buffer), argument.offset);
        lds += alignUp(value.size);
      } else {
        segment.set(value.bytes, argument.offset);
        hostPointers.push(...this.hostPointer(argument, value));
      }
    });
    return { lds: lds - kernel.lds, hostPointers };
  }

  /** The argument when it points into the guest's memory: at most one element. */
  private hostPointer({ kind, offset, typeQualifiers }: KernelArgument, { bytes, size }: Value): HostPointer[] {
    if (kind !== 'global' && kind !== 'constant') return [];
    const address = new DataView(bytes.buffer).getUint32(0, true);
    if (address === 0 || size === 0 || this.program.context.video.owns(address, size)) return [];
    return [{ offset, address, size, readOnly: kind === 'constant' || typeQualifiers.includes('const') }];
  }
}
