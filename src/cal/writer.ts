// Writes a CAL image: the model in the layout of genuine AMD Catalyst binaries.

import { chipById } from '../chips/chips.js';
import { words } from '../elf/bytes.js';
import { AtollError } from '../util/errors.js';
import { extraLines } from './extra-lines.js';
import type { CalImage, CalKernel } from './image.js';
import { metadataLines } from './metadata-write.js';
import { writeInnerElf } from './write-inner.js';
import { type OuterKernel, writeOuterElf } from './write-outer.js';

/** The 32 bytes of a kernel's header symbol: zeros, but for the static LDS size and a 1. */
function kernelHeader(kernel: CalKernel): Uint8Array {
  return words(0, 0, 0, kernel.ldsBytes, 0, 1, 0, 0);
}

/**
 * Writes an image.
 *
 * @returns the bytes of the outer ELF file; equal models give equal bytes
 * @throws AtollError UNSUPPORTED when the image is for a GPU that is not known here
 */
export function writeCalImage(image: CalImage): Uint8Array {
  const chip = chipById(image.device);
  if (!chip) throw new AtollError('UNSUPPORTED', `CAL images for the GPU '${image.device}' cannot be written`);
  const sources = new Set<string>();
  const kernels = image.kernels.map((kernel, index): OuterKernel => {
    const extra = kernel.convention === 'llvm' ? extraLines(kernel, sources) : [];
    return {
      name: kernel.name,
      metadata: metadataLines(kernel, chip.id, index, extra),
      header: kernelHeader(kernel),
      inner: writeInnerElf(kernel, chip.cal.encoding),
    };
  });
  return writeOuterElf({ ...image, machine: chip.cal.machine, kernels });
}
