// A program of a session: a build job, its log and binary, and the kernels in GPU memory.

import { BinaryType } from '../../abi/schema.js';
import { checkFamily } from '../../cal/devices.js';
import { calProgram } from '../../cal/load/program.js';
import { TEXT_FORMAT, VARIABLE_SIZE } from '../../cal/printf.js';
import { readCalImage } from '../../cal/reader.js';
import { binaryTypeOf } from '../../compiler/image/container.js';
import type { KernelImage } from '../../launch/image.js';
import type { ProgramOrigin } from '../../launch/origin.js';
import type { Context, OtherProgram } from '../core/context.js';
import { ClStatus } from './cl-status.js';
import { encodePrintfTable } from './printf-table.js';

/** The front end's names of binary types in the device protocol. */
export const BINARY_TYPES = {
  none: BinaryType.NONE,
  'compiled-object': BinaryType.COMPILED_OBJECT,
  library: BinaryType.LIBRARY,
  executable: BinaryType.EXECUTABLE,
} as const;

/** Result of another compilation of a program. */
export interface OtherBuild {
  readonly compilation: string;
  /** Absent where it has failed: `problem` says how. */
  readonly binary?: Uint8Array;
  readonly problem?: string;
}

const otherProgram = ({ compilation, binary, problem }: OtherBuild): OtherProgram => ({
  compilation,
  ...(binary && { image: calProgram(readCalImage(binary)) }),
  ...(problem !== undefined && { problem }),
});

const TEXT = { id: TEXT_FORMAT, sizes: [VARIABLE_SIZE], format: '%s' };

export class SessionProgram {
  status: number = ClStatus.SUCCESS;
  binaryType: number = BinaryType.NONE;
  log = '';
  binary: Uint8Array = new Uint8Array(0);
  kernels: readonly KernelImage[] = [];
  /** The same by other compilations, in the order of the services' list; empty where none are compared. */
  others: readonly OtherBuild[] = [];
  /** Name of the chip that it was loaded for. */
  device = '';
  /** Source of the build. */
  origin: ProgramOrigin = { type: 'binary' };
  private readonly abort = new AbortController();
  readonly handle: number;
  private placed: ReturnType<Context['place']> | undefined;

  constructor(private readonly context: Context) {
    this.handle = context.nextHandle();
  }

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
    // Only for remote executors: a device that prints texts of any length gets the largest buffers.
    const texts = this.context.services.elsewhere === true && formats.size > 0 ? [TEXT] : [];
    return encodePrintfTable([...formats.values(), ...texts]);
  }

  /**
   * Takes a binary: the kernels of an executable go into GPU memory, an object or a library waits to be linked.
   * @param device the chip that it is for
   * @throws AtollError BAD_IMAGE from the reader, BAD_INPUT for another family of chips, LIMIT when there is no room
   */
  load(binary: Uint8Array, device: string): void {
    const image = readCalImage(binary);
    checkFamily(image, device);
    this.binary = binary;
    this.device = device;
    this.binaryType = BINARY_TYPES[binaryTypeOf(image)];
    const program = calProgram(image);
    this.kernels = program.kernels;
    if (program.kernels.length === 0) return;
    this.placed = this.context.place(program, this.handle, this.origin, this.others.map(otherProgram));
  }

  release(): void {
    this.cancel();
    if (this.placed) this.context.remove(this.placed);
    this.placed = undefined;
  }
}
