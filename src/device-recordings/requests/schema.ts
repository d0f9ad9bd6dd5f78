// Schema of a request: meaningful bytes of its argument, and the memory that they point to.

/** An address in a structure. */
export interface Pointer {
  readonly name: string;
  /** Offset of the address, 8 bytes of it. */
  readonly at: number;
  /** Offset of the length: 4 or 8 bytes, in units of bytes (bits: 1/8). */
  readonly length: { readonly at: number; readonly size: 4 | 8; readonly unit: number };
  readonly direction: 'in' | 'out' | 'inout';
  /** The memory is an array of structures of `unit` bytes, which have addresses themselves. */
  readonly pointers?: readonly Pointer[];
}

export interface RequestSchema {
  readonly name: string;
  /** Bytes of the structure that the argument points to; 0 when the argument is a value. */
  readonly size: number;
  /** A length in the structure of what follows it (struct rand_pool_info). */
  readonly tail?: { readonly at: number };
  readonly reads: boolean;
  readonly writes: boolean;
  /** Bytes that were not written before the call, and addresses: pairs of offset and length. */
  readonly masked: readonly number[];
  readonly pointers: readonly Pointer[];
  /** Addresses that are not followed here, the program's own in every run: pairs of offset and length. */
  readonly own?: readonly number[];
  /** Nothing but the size is known. */
  readonly opaque?: boolean;
  /** It names or gives a descriptor: a number of one process, which means nothing in another. */
  readonly ofDescriptor?: boolean;
}

/** _IOC_SIZE, _IOC_READ and _IOC_WRITE of a request (asm-generic/ioctl.h). */
const sizeOf = (request: number): number => (request >>> 16) & 0x3fff;
const READ = 2;
const WRITE = 1;

/** All that the number of a request says by itself. */
export function encodedSchema(request: number): RequestSchema {
  const direction = request >>> 30;
  return {
    name: `request 0x${request.toString(16)}`,
    size: direction === 0 ? 0 : sizeOf(request),
    reads: (direction & WRITE) !== 0,
    writes: (direction & READ) !== 0,
    masked: [],
    pointers: [],
    opaque: true,
  };
}
