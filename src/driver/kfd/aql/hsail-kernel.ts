// Kernels of code objects whose code is HSAIL's own: they are launched by its convention.

import type { HsailData } from '../../../hsail/load/convention.js';
import type { HsailDescriptor } from '../../../hsail/load/descriptor.js';
import { HSAIL_REGISTERS } from '../../../hsail/load/initial-registers.js';
import { HSAIL, VECTOR_COUNT } from '../../../isa/hsail/registers.js';
import { isaIfKnown } from '../../../isa/isas.js';
import type { LoadedCode } from '../../../launch/code.js';
import { AtollError } from '../../../util/errors.js';

/** Place of the code; undefined where it is not in the range of memory. */
export function hsailExtent(
  { codeBytes }: HsailDescriptor,
  first: number,
  [start, size]: readonly [number, number],
): LoadedCode['code'] | undefined {
  return first + codeBytes <= start + size ? { address: first, size: codeBytes } : undefined;
}

/** @throws AtollError UNSUPPORTED in a run that executes machine code only, BAD_INPUT for a changed descriptor */
export function hsailCode(
  place: Pick<LoadedCode, 'name' | 'code' | 'lds' | 'scratch' | 'about'>,
  { kernargBytes, vectorRegisters }: HsailDescriptor,
  groups: LoadedCode['groups'],
): LoadedCode<HsailData> {
  if (!isaIfKnown(HSAIL))
    throw new AtollError(
      'UNSUPPORTED',
      `kernel ${place.name} is HSAIL, and this run executes machine code`,
      'run the program with --hsail=il',
    );
  if (vectorRegisters === 0 || vectorRegisters > VECTOR_COUNT)
    throw new AtollError(
      'BAD_INPUT',
      `the descriptor of kernel ${place.name} has ${vectorRegisters} vector registers, and 1 to ${VECTOR_COUNT} are possible`,
    );
  return {
    ...place,
    isa: HSAIL,
    entry: place.code.address,
    registers: { ...HSAIL_REGISTERS, vgprs: vectorRegisters },
    groups,
    convention: { name: HSAIL, segmentBytes: kernargBytes },
  };
}
