// Code objects for HSA whose code is HSAIL's own: descriptors of kernels with a mark, code one behind the other, and
// the modules from which all of it was lowered, so that lines and arguments are found again.

import type { KernelImage } from '../../launch/image.js';
import { AtollError } from '../../util/errors.js';
import { readBrigFile } from '../brig/reader.js';
import { HEADER } from '../brig/sections.js';
import { BRIG_SECTION } from './descriptor.js';
import { linkModules } from './link-modules.js';
import { type HsailProgram, hsailProgram } from './program.js';

/** Code begins at multiples of a line of the instruction cache; modules as the runtime's interface requires. */
const CODE_ALIGNMENT = 64;
const MODULE_ALIGNMENT = 16;

const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

/** A kernel by its place in the code of its object. */
export interface PlacedKernel {
  readonly index: number;
  readonly image: KernelImage;
  readonly offset: number;
}

/** Places of a program's kernels in the code of its object. */
export function placeKernels({ kernels }: HsailProgram): readonly PlacedKernel[] {
  let next = 0;
  return kernels.map((image, index) => {
    const offset = next;
    next = alignUp(offset + image.code.length, CODE_ALIGNMENT);
    return { index, image, offset };
  });
}

/** Contents of `BRIG_SECTION`. */
export function joinModules(modules: readonly Uint8Array[]): Uint8Array {
  const sizes = modules.map(({ length }) => alignUp(length, MODULE_ALIGNMENT));
  const joined = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [n, bytes] of modules.entries()) {
    joined.set(bytes, at);
    at += sizes[n]!;
  }
  return joined;
}

function splitModules(section: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(section.buffer, section.byteOffset, section.byteLength);
  const modules: Uint8Array[] = [];
  for (let at = 0; at < section.length; ) {
    const size = at + HEADER.minimum <= section.length ? Number(view.getBigUint64(at + HEADER.byteCount, true)) : 0;
    if (size < HEADER.minimum || at + size > section.length)
      throw new AtollError('BAD_IMAGE', `${BRIG_SECTION}+0x${at.toString(16)}: no module of BRIG begins there`);
    modules.push(section.subarray(at, at + size));
    at += alignUp(size, MODULE_ALIGNMENT);
  }
  return modules;
}

/** The program of an object. @param section contents of `BRIG_SECTION` @throws AtollError */
export function programOf(section: Uint8Array): HsailProgram {
  const modules = splitModules(section).map((bytes, n) => readBrigFile(bytes, `module ${n + 1} of the program`));
  const { module, sources } = linkModules(modules);
  return hsailProgram(module, sources);
}
