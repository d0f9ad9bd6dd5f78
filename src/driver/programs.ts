// Programs of a session: build jobs, loaded images, and the kernels in GPU memory.

import { BinaryType } from '../abi/schema.js';
import { calProgram } from '../cal/load/program.js';
import { readCalImage } from '../cal/reader.js';
import { binaryTypeOf } from '../compiler/container.js';
import type { KernelImage, ProgramImage } from '../launch/image.js';
import { AtollError } from '../util/errors.js';
import { ClStatus } from './cl-status.js';
import { encodePrintfTable } from './printf-table.js';
import type { Session } from './session.js';

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
  kernels: readonly KernelImage[] = [];
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
      this.kernels.flatMap(({ signature }) => signature.printfFormats.map((format) => [format.id, format] as const)),
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
    const program = calProgram(image);
    this.kernels = program.kernels;
    if (program.kernels.length > 0) this.place(program);
    this.session.services.onProgram?.(program.kernels.map(({ name }) => name));
  }

  private place(program: ProgramImage): void {
    const { session } = this;
    const range = session.allocate(program.size);
    if (!range)
      throw new AtollError(
        'LIMIT',
        `no video memory left for ${program.size} bytes of code`,
        'release buffers before you build',
      );
    this.codeAddress = range.address;
    const kernels = program.place(session.memory.u8, range.address);
    session.services.processors.post({ do: 'addProgram', session: session.id, program: this.handle, kernels });
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
