// From a CAL image to neutral kernels, and from these to code in GPU memory.

import { PAGE_SIZE } from '../../abi/memory-map.js';
import type { Chip } from '../../chips/chip.js';
import { chipById, DEFAULT_CHIP } from '../../chips/chips.js';
import type { LoadedCode } from '../../launch/code.js';
import type { KernelImage, ProgramImage } from '../../launch/image.js';
import { elementOf } from '../../util/required.js';
import { ASSUMED_GROUP, alignUp, HARDWARE_GROUP } from '../convention.js';
import { type CalImage, type CalKernel, relocateCode } from '../image.js';
import { type CatalystData, catalystData } from './catalyst-launch.js';
import { type LlvmData, llvmData } from './llvm-launch.js';
import { initialRegisters } from './rsrc2.js';

const CODE_ALIGNMENT = 256;
/** Work-items of a work-group that a kernel was made for. */
function groupLimit({ convention, reqdWorkGroupSize, workGroupLimit }: CalKernel): number {
  // One size is required, or AMD's compiler has not recorded its assumption.
  if (reqdWorkGroupSize || convention === 'amd') return HARDWARE_GROUP;
  return workGroupLimit ?? ASSUMED_GROUP;
}

interface CalKernelImage extends KernelImage {
  readonly convention: LlvmData | CatalystData;
}

/**
 * A kernel of an image, for launching, queries and printing.
 * @param chip the one that the image names; by default one of Southern Islands
 */
export function kernelImage(kernel: CalKernel, { isa, limits }: Chip = DEFAULT_CHIP): CalKernelImage {
  const genuine = kernel.convention === 'amd';
  const required = kernel.reqdWorkGroupSize;
  return {
    name: kernel.name,
    isa,
    code: kernel.code,
    textSize: kernel.textSize,
    entryOffset: kernel.entryOffset,
    registers: initialRegisters(kernel),
    lds: kernel.ldsBytes,
    scratch: kernel.scratchBytesPerLane,
    groups: { required, limit: groupLimit(kernel), lds: limits.ldsPerWorkGroup, unseen: kernel.groupsUnseen },
    convention: genuine ? catalystData(kernel) : llvmData(kernel),
    signature: {
      arguments: kernel.args,
      sizeHint: kernel.workGroupSizeHint,
      vectorTypeHint: kernel.vecTypeHint,
      printfFormats: kernel.printfFormats,
    },
    debug: kernel.debug,
  };
}

interface Places {
  /** Of the kernels' code, from the beginning of the program's memory. */
  readonly starts: readonly number[];
  readonly constants: number;
  readonly end: number;
}

function placesOf({ kernels, globalData }: CalImage): Places {
  const starts: number[] = [];
  let end = 0;
  for (const { code } of kernels) {
    starts.push(end);
    end = alignUp(end + code.length, CODE_ALIGNMENT);
  }
  return { starts, constants: end, end: end + globalData.length };
}

/**
 * A kernel whose code stands at an address.
 *
 * @param globalData the program's constants, for kernels in Catalyst's convention
 */
export function loadedCode(
  kernel: CalKernelImage,
  address: number,
  globalData?: CatalystData['globalData'],
): LoadedCode<LlvmData | CatalystData> {
  const { name, isa, textSize, entryOffset, registers, lds, scratch, groups, convention } = kernel;
  return {
    name,
    isa,
    code: { address, size: textSize },
    entry: address + entryOffset,
    registers,
    lds,
    scratch,
    groups,
    convention: convention.name === 'catalyst' ? { ...convention, globalData } : convention,
  };
}

/** @param image of one program; libraries and objects have no kernels */
export function calProgram(image: CalImage): ProgramImage {
  const chip = chipById(image.device);
  const kernels = image.kernels.map((kernel) => kernelImage(kernel, chip));
  const places = placesOf(image);
  return {
    kernels,
    // One page more: instruction fetch and scalar loads may run a little past the end of the last kernel.
    size: places.end + PAGE_SIZE,
    place: (memory, base) => {
      const address = base + places.constants;
      const size = image.globalData.length;
      memory.u8.set(image.globalData, address);
      return kernels.map((kernel, i) => {
        const start = base + elementOf(places.starts, i, 'start of a kernel');
        const relocated = relocateCode(elementOf(image.kernels, i, 'kernel'), memory.space.addressOf(start));
        memory.u8.set(relocated, start);
        return loadedCode(kernel, start, size > 0 ? { address, size } : undefined);
      });
    },
  };
}
