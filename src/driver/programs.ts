// Programs of a session: build jobs, loaded images, and the kernels in GPU memory.

import { PAGE_SIZE } from '../abi/memory-map.js';
import { BinaryType } from '../abi/schema.js';
import type { CalImage, CalKernel } from '../cal/image.js';
import { relocateCode } from '../cal/image.js';
import { readCalImage } from '../cal/reader.js';
import { binaryTypeOf } from '../compiler/container.js';
import { AtollError } from '../util/errors.js';
import { ClStatus } from './cl-status.js';
import { encodePrintfTable } from './printf-table.js';
import type { LoadedKernel } from './processor/messages.js';
import type { Session } from './session.js';

const CODE_ALIGNMENT = 256;
const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

/** The front end's names of binary types in the device protocol. */
export const BINARY_TYPES = {
  none: BinaryType.NONE,
  'compiled-object': BinaryType.COMPILED_OBJECT,
  library: BinaryType.LIBRARY,
  executable: BinaryType.EXECUTABLE,
} as const;

export class Program {
  status: number = ClStatus.SUCCESS;
  binaryType: number = BinaryType.NONE;
  log = '';
  binary: Uint8Array = new Uint8Array(0);
  kernels: readonly CalKernel[] = [];
  private readonly abort = new AbortController();
  private codeAddress: number | undefined;

  constructor(
    readonly session: Session,
    readonly handle: number,
  ) {}

  /** Aborted when the program is released or its guest has gone. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  cancel(): void {
    this.abort.abort();
  }

  /** The formats of all kernels; ids are unique within a program. */
  get printfTable(): Uint8Array {
    const formats = new Map(
      this.kernels.flatMap((kernel) => kernel.printfFormats.map((format) => [format.id, format] as const)),
    );
    return encodePrintfTable([...formats.values()]);
  }

  /**
   * Takes a binary: the kernels of an executable go into GPU memory, an object or a library waits to be linked.
   * @throws AtollError BAD_IMAGE from the reader, LIMIT when there is no room
   */
  load(binary: Uint8Array): void {
    const image = readCalImage(binary);
    this.binary = binary;
    this.binaryType = BINARY_TYPES[binaryTypeOf(image)];
    this.kernels = image.kernels;
    if (image.kernels.length > 0) this.place(image);
    this.session.services.onProgram?.(image.kernels.map(({ name }) => name));
  }

  private place(image: CalImage): void {
    const { session } = this;
    const starts: number[] = [];
    let end = 0;
    for (const kernel of image.kernels) {
      starts.push(end);
      end = alignUp(end + kernel.code.length, CODE_ALIGNMENT);
    }
    // One page more: instruction fetch and scalar loads may run a little past the end of the last kernel.
    const globalStart = alignUp(end, CODE_ALIGNMENT);
    if (image.globalData.length > 0) end = globalStart + image.globalData.length;
    const range = session.allocate(end + PAGE_SIZE);
    if (!range)
      throw new AtollError(
        'LIMIT',
        `no video memory left for ${end} bytes of code`,
        'release buffers before you build',
      );
    this.codeAddress = range.address;
    session.memory.u8.set(image.globalData, range.address + globalStart);
    const size = image.globalData.length;
    const globalData = size > 0 ? { address: range.address + globalStart, size } : undefined;
    const loaded = image.kernels.map((kernel, i): LoadedKernel => {
      const codeAddress = range.address + starts[i]!;
      session.memory.u8.set(relocateCode(kernel, codeAddress), codeAddress);
      const { code: _code, data: _data, codeRelocations: _relocations, printfFormats: _formats, ...rest } = kernel;
      return { ...rest, codeAddress, globalData };
    });
    session.services.processors.post({ do: 'addProgram', session: session.id, program: this.handle, kernels: loaded });
  }

  release(): void {
    this.cancel();
    this.session.programs.delete(this.handle);
    if (this.codeAddress === undefined) return;
    this.session.services.processors.post({ do: 'removeProgram', session: this.session.id, program: this.handle });
    this.session.free(this.codeAddress);
    this.codeAddress = undefined;
  }
}
