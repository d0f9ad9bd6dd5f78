// OpenCL C to images, with the front end that programs get.

import { DEFAULT_CHIP } from '../chips/chips.js';
import { FrontEnd } from '../compiler/front-end.js';
import type { BuildResult } from '../compiler/request/build-request.js';
import { deviceModel } from '../driver/device-models.js';
import { AtollError } from '../util/errors.js';
import { type Image, readImage } from './image.js';

export interface CompileOptions {
  /** As clBuildProgram takes them: `-cl-fast-relaxed-math -DN=4`. */
  readonly options?: string;
  /** The chip that is compiled for, by its own name, LLVM's, or one that users know it by; the first of `CHIPS`. */
  readonly device?: string;
  /** Path or name of clang; the best one that is installed by default. */
  readonly clang?: string;
  /** Called when the compiler is not a tested one, and was not chosen by name. */
  readonly onUntested?: (text: string) => void;
  /** Set to use and fill the cache of compiled programs; true by default. */
  readonly cache?: boolean;
  /** Folder of the cache; `$ATOLL_CACHE_DIR`, or `~/.cache/atoll`, by default. */
  readonly cacheDir?: string;
  /** Name of the source in messages; `program.cl` by default. */
  readonly name?: string;
  /** The folder to which includes are relative; the working directory by default. */
  readonly folder?: string;
}

export interface CompiledImage extends Image {
  /** The image as a file has it: `clCreateProgramWithBinary` takes it, and `readImage`. */
  readonly bytes: Uint8Array;
  /** Warnings of the compiler. */
  readonly log: string;
}

function checked({ status, log, binary, trouble }: BuildResult): Uint8Array {
  if (status === 'success' && binary) return binary;
  if (status === 'compiler-not-available')
    throw new AtollError('TOOLCHAIN', log.trimEnd() || 'no OpenCL compiler was found', 'atoll doctor');
  const reason = trouble ?? (status === 'invalid-options' ? 'the build options are invalid' : 'the source has errors');
  throw new AtollError('BAD_INPUT', `${reason}\n${log.trimEnd()}`);
}

/**
 * Compiles a program.
 *
 * @param source OpenCL C
 * @throws AtollError BAD_INPUT with the compiler's messages; TOOLCHAIN when there is no compiler; BAD_OPTION for an
 * unknown device
 */
export async function compile(source: string | Uint8Array, options: CompileOptions = {}): Promise<CompiledImage> {
  const { options: words = '', device = DEFAULT_CHIP.id, folder = process.cwd(), clang, cache, cacheDir } = options;
  const frontEnd = new FrontEnd({
    ...(clang !== undefined && { clang }),
    ...(options.onUntested && { onUntested: options.onUntested }),
    ...(cache !== undefined && { cache }),
    ...(cacheDir !== undefined && { cacheDir }),
  });
  try {
    const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
    const { id, maxWorkGroupSize } = deviceModel(device);
    const result = await frontEnd.build({
      kind: 'build',
      source: bytes,
      options: words,
      ...(options.name !== undefined && { sourceName: options.name }),
      device: id,
      maxWorkGroupSize,
      folder,
    });
    const binary = checked(result);
    return { ...readImage(binary), bytes: binary, log: result.log };
  } finally {
    await frontEnd.dispose();
  }
}
