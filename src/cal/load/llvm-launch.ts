// LLVM's convention (src/cal/convention.ts): header and implicit arguments around the guest's own arguments.

import { AXES } from '../../emulator/launch.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { ConventionData, LoadedCode } from '../../launch/code.js';
import type { Convention, KernelLaunch } from '../../launch/convention.js';
import { required } from '../../util/required.js';
import { IMPLICIT_ARGS, KERNARG_HEADER } from '../convention.js';
import type { CalKernel } from '../image.js';

export interface LlvmData extends ConventionData {
  readonly name: 'llvm';
  /** Offset of the implicit arguments in the segment. */
  readonly implicitArgOffset: number;
}

export const llvmData = ({ kernargSize, implicitArgOffset }: CalKernel): LlvmData => ({
  name: 'llvm',
  segmentBytes: kernargSize,
  implicitArgOffset,
});

function fill(
  { globalSize, localSize, globalOffset, workDim, printfBuffer, segment }: KernelLaunch,
  { convention: { implicitArgOffset: implicit } }: LoadedCode<LlvmData>,
  memory: GpuMemory,
  userSgprs: Uint32Array,
): void {
  const base = required(memory.space.translate(segment), 'place of the segment');
  const put = (offset: number, value: number): void => memory.view.setUint32(base + offset, value, true);
  for (const d of AXES) {
    const [global, local] = [globalSize[d], localSize[d]];
    const groups = Math.ceil(global / local);
    put(KERNARG_HEADER.numGroups + 4 * d, groups);
    put(KERNARG_HEADER.globalSize + 4 * d, global);
    put(KERNARG_HEADER.localSize + 4 * d, local);
    put(implicit + IMPLICIT_ARGS.globalOffset + 4 * d, globalOffset[d]);
    put(implicit + IMPLICIT_ARGS.numGroups + 4 * d, groups);
    put(implicit + IMPLICIT_ARGS.globalSize + 4 * d, global);
    put(implicit + IMPLICIT_ARGS.localSize + 4 * d, local);
  }
  put(implicit + IMPLICIT_ARGS.workDim, workDim);
  put(implicit + IMPLICIT_ARGS.printfBuffer, Number(printfBuffer & 0xffff_ffffn));
  put(implicit + IMPLICIT_ARGS.printfBuffer + 4, Number(printfBuffer >> 32n));
  // A kernel that needs no argument and no size has no register for the address.
  if (userSgprs.length >= 2) userSgprs.set([Number(segment & 0xffff_ffffn), Number(segment >> 32n)]);
}

export const llvmConvention: Convention<LlvmData> = { name: 'llvm', fill };
