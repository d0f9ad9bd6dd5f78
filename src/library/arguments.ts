// The arguments of one launch: what is given for each, and the segment that the kernel reads them from.

import type { KernelArgument } from '../launch/argument.js';
import { AtollError } from '../util/errors.js';
import { elementOf } from '../util/required.js';
import { DeviceBuffer } from './buffers.js';
import { type ArgumentValue, encodeValue } from './values.js';

/** Room in LDS, for an argument in `local` memory. */
export class LocalMemory {
  /** @param size bytes */
  constructor(readonly size: number) {}
}

/** For an argument in `local` memory: so many bytes of LDS for each work-group. */
export const local = (size: number): LocalMemory => new LocalMemory(size);

/**
 * Value of a kernel's argument: a buffer, null, or an address (bigint) for a pointer to global or constant memory; a
 * typed array for such a pointer, which is copied in before the launch and, unless the kernel's pointer is const, out
 * after it; `local(bytes)` for a pointer to local memory; a number, the components of a vector, or bytes, for a value;
 * the bits of a sampler.
 */
export type Argument = DeviceBuffer | LocalMemory | ArgumentValue | null;

/**
 * LDS arguments lie behind one another, on multiples of the largest type (long16): what a pointer leads to is not
 * always known.
 */
const LOCAL_ALIGNMENT = 128;
const alignUp = (value: number): number => Math.ceil(value / LOCAL_ALIGNMENT) * LOCAL_ALIGNMENT;

const refuse = ({ name, typeName }: KernelArgument, problem: string): never => {
  throw new AtollError('BAD_INPUT', `argument ${name} (${typeName}): ${problem}`);
};

/** True if a kernel may write to its argument's memory, as far as the host can determine. */
export const mayWrite = ({ kind, typeQualifiers }: KernelArgument): boolean =>
  kind === 'global' && !typeQualifiers.includes('const');

/** An array that stands for a buffer, and the buffer. */
export interface ArrayMirror {
  readonly array: ArrayBufferView;
  readonly buffer: DeviceBuffer;
  /** The kernel may have written it. */
  readonly written: boolean;
}

export interface Arguments {
  /** Bytes of each argument, and where in the segment they belong. */
  readonly slots: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
  readonly mirrored: readonly ArrayMirror[];
  /** Bytes of LDS beside those that the kernel declares. */
  readonly dynamicLds: number;
}

const addressBytes = (address: number | bigint): Uint8Array =>
  new Uint8Array(BigUint64Array.of(BigInt(address)).buffer);

class Collector {
  readonly slots: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  readonly mirrored: ArrayMirror[] = [];
  private readonly declared: number;
  private end: number;

  constructor(
    lds: number,
    private readonly create: (contents: ArrayBufferView) => DeviceBuffer,
  ) {
    this.declared = lds;
    this.end = lds;
  }

  get dynamicLds(): number {
    return this.end - this.declared;
  }

  take(argument: KernelArgument, value: Argument): void {
    const bytes = this.bytesOf(argument, value);
    this.slots.push({ offset: argument.offset, bytes: bytes.subarray(0, argument.size) });
  }

  private bytesOf(argument: KernelArgument, value: Argument): Uint8Array {
    switch (argument.kind) {
      case 'global':
      case 'constant':
        return addressBytes(this.pointer(argument, value));
      case 'local':
        return addressBytes(this.place(argument, value));
      case 'sampler':
        return typeof value === 'number' ? addressBytes(value) : refuse(argument, 'pass a sampler as its bits (CLK_*)');
      case 'image':
        return refuse(argument, 'images need a host program: atoll run');
      default:
        if (value === null || value instanceof DeviceBuffer || value instanceof LocalMemory)
          return refuse(argument, 'pass a value as a number, its components, or its bytes');
        return encodeValue(argument, value);
    }
  }

  private pointer(argument: KernelArgument, value: Argument): number | bigint {
    if (value === null) return 0;
    if (typeof value === 'bigint') return BigInt.asUintN(64, value);
    if (value instanceof DeviceBuffer) return value.address;
    if (!ArrayBuffer.isView(value))
      return refuse(argument, 'pass a pointer as a buffer, a typed array, a bigint or null');
    const mirror = this.mirrored.find(({ array }) => array === value);
    const buffer = mirror?.buffer ?? this.create(value);
    const written = mayWrite(argument);
    this.mirrored.push({ array: value, buffer, written });
    return buffer.address;
  }

  private place(argument: KernelArgument, value: Argument): number {
    if (!(value instanceof LocalMemory)) return refuse(argument, 'pass a pointer to local memory as local(bytes)');
    if (!Number.isSafeInteger(value.size) || value.size <= 0) refuse(argument, `${value.size} bytes of local memory`);
    const start = alignUp(this.end);
    this.end = start + value.size;
    return start;
  }
}

/**
 * @param lds bytes that the kernel declares itself: local arguments lie behind them
 * @param create makes a buffer with the contents of an array
 * @throws AtollError BAD_INPUT naming the argument
 */
export function collectArguments(
  kernel: { readonly name: string; readonly arguments: readonly KernelArgument[]; readonly lds: number },
  values: readonly Argument[],
  create: (contents: ArrayBufferView) => DeviceBuffer,
): Arguments {
  if (values.length !== kernel.arguments.length) {
    const names = kernel.arguments.map(({ name, typeName }) => `${typeName} ${name}`).join(', ');
    throw new AtollError(
      'BAD_INPUT',
      `kernel ${kernel.name}: ${values.length} arguments passed, expected ${kernel.arguments.length}`,
      `its arguments: ${names || 'none'}`,
    );
  }
  const collector = new Collector(kernel.lds, create);
  for (const [index, value] of values.entries()) collector.take(elementOf(kernel.arguments, index, 'argument'), value);
  const { slots, mirrored, dynamicLds } = collector;
  return { slots, mirrored, dynamicLds };
}
