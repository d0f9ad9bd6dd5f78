// Images of programs as values: what their kernels are called, take and consist of.

import { FIRST_FAMILY, processorOf } from '../cal/devices.js';
import { calProgram } from '../cal/load/program.js';
import { readCalImage } from '../cal/reader.js';
import { isCodeObject, readCodeObject } from '../hsa/code-object.js';
import { codeObjectProgram } from '../hsa/load/program.js';
import { isBrig, isHsailText } from '../hsail/file-kind.js';
import { hsailImage, hsailObjectImage } from '../hsail/load/on-demand.js';
import { isaOfCode } from '../isa/load-isa.js';
import type { KernelArgument } from '../launch/argument.js';
import type { KernelImage, ProgramImage } from '../launch/image.js';
import type { SourceLine } from '../source/debug-info.js';
import { AtollError } from '../util/errors.js';

/** A kernel of an image. */
export interface LibraryKernel {
  readonly name: string;
  /** Name of the instruction set. */
  readonly isa: string;
  readonly arguments: readonly KernelArgument[];
  /** The instructions. */
  readonly code: Uint32Array;
  /** Registers of a work-item, and of a wavefront. */
  readonly vgprs: number;
  readonly sgprs: number;
  /** Bytes of LDS that the kernel declares itself, for each work-group. */
  readonly lds: number;
  /** Bytes of private memory of a work-item. */
  readonly scratch: number;
  /** `reqd_work_group_size`. */
  readonly requiredLocalSize: readonly [number, number, number] | undefined;
  /** A kernel of its program calls printf. */
  readonly mayPrint: boolean;
  /** Source line of each instruction, when the program was built with -g. */
  readonly lines: readonly SourceLine[];
}

export interface Image {
  /** The GPU that it was compiled for; `hsail` for HSAIL, whose instructions are executed as they are. */
  readonly device: string;
  readonly kernels: readonly LibraryKernel[];
  /** @throws AtollError BAD_INPUT naming the kernels that there are */
  kernel(name: string): LibraryKernel;
}

/** Origin of a kernel: the data by which a machine launches it. */
const origins = new WeakMap<LibraryKernel, { readonly program: ProgramImage; readonly index: number }>();

/** @throws AtollError BAD_INPUT for an object that `readImage` and `compile` have not made */
export function originOf(kernel: LibraryKernel): { readonly program: ProgramImage; readonly index: number } {
  const origin = origins.get(kernel);
  if (origin) return origin;
  throw new AtollError('BAD_INPUT', 'not a kernel of an image', 'readImage(bytes).kernel(name) gives one');
}

function kernelOf(program: ProgramImage, image: KernelImage, index: number): LibraryKernel {
  const { name, isa, code, textSize, registers, lds, scratch, groups, signature, debug } = image;
  const kernel: LibraryKernel = {
    name,
    isa,
    arguments: signature.arguments,
    code: new Uint32Array(Uint8Array.from(code.subarray(0, textSize - (textSize % 4))).buffer),
    vgprs: registers.vgprs,
    sgprs: registers.sgprs,
    lds,
    scratch,
    requiredLocalSize: groups.required,
    mayPrint: signature.printfFormats.length > 0,
    lines: debug.lines,
  };
  origins.set(kernel, { program, index });
  return kernel;
}

interface ImageContents {
  readonly device: string;
  readonly program: ProgramImage;
}

function calImage(bytes: Uint8Array, name: string | undefined): ImageContents {
  const image = readCalImage(bytes, name);
  // Its kernels are disassembled and launched in this thread.
  if (processorOf(image) !== FIRST_FAMILY) isaOfCode(processorOf(image));
  return { device: image.device, program: calProgram(image) };
}

const HSAIL_DEVICE = 'hsail';

function codeObject(bytes: Uint8Array, name: string | undefined): ImageContents {
  const object = readCodeObject(bytes, name);
  const lowered = hsailObjectImage(object, name ?? 'the code object');
  if (lowered) return { device: HSAIL_DEVICE, program: lowered };
  const { processor } = object.target;
  const isa = isaOfCode(processor);
  if (!isa)
    throw new AtollError(
      'UNSUPPORTED',
      `${name ?? 'the code object'} is for ${processor}, whose code is not supported`,
    );
  return { device: processor, program: codeObjectProgram(object, isa.name) };
}

/** HSAIL itself is executed, not machine code of a chip. */
function hsail(bytes: Uint8Array, name = 'the module'): ImageContents {
  return { device: HSAIL_DEVICE, program: hsailImage(bytes, name) };
}

function contentsOf(bytes: Uint8Array, name: string | undefined): ImageContents {
  if (isBrig(bytes) || isHsailText(bytes)) return hsail(bytes, name);
  return isCodeObject(bytes) ? codeObject(bytes, name) : calImage(bytes, name);
}

/**
 * Reads an image: one that `compile` has made, that clGetProgramInfo gave, or of AMD's Catalyst driver for Southern
 * Islands.
 *
 * @param bytes an ELF file of the CAL format, a linked code object for HSA, a BRIG module, or HSAIL text; nothing in it
 *   is trusted
 * @param name what messages call it, usually a file name
 * @throws AtollError BAD_IMAGE naming the part and the offset in the file; UNSUPPORTED for another chip's code
 */
export function readImage(bytes: Uint8Array, name?: string): Image {
  const { device, program } = contentsOf(bytes, name);
  const kernels = program.kernels.map((kernel, index) => kernelOf(program, kernel, index));
  return {
    device,
    kernels,
    kernel: (name) => {
      const match = kernels.find((kernel) => kernel.name === name);
      if (match) return match;
      const names = kernels.map((kernel) => kernel.name).join(', ') || 'none';
      throw new AtollError('BAD_INPUT', `there is no kernel '${name}'`, `kernels: ${names}`);
    },
  };
}
