// The kernarg segment of LLVM's convention (src/cal/convention.ts): header and implicit arguments around the guest's own.

import { IMPLICIT_ARGS, KERNARG_HEADER } from '../../cal/convention.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { PacketValues } from './channel.js';
import type { LoadedKernel } from './messages.js';

export function fillKernarg(
  packet: PacketValues,
  kernel: LoadedKernel,
  memory: GpuMemory,
  userSgprs: Uint32Array,
): void {
  const base = Number(packet.kernarg);
  const put = (offset: number, value: number): void => memory.view.setUint32(base + offset, value, true);
  const implicit = kernel.implicitArgOffset;
  for (let d = 0; d < 3; d++) {
    const [global, local] = [packet.global_size[d]!, packet.local_size[d]!];
    const groups = Math.ceil(global / local);
    put(KERNARG_HEADER.numGroups + 4 * d, groups);
    put(KERNARG_HEADER.globalSize + 4 * d, global);
    put(KERNARG_HEADER.localSize + 4 * d, local);
    put(implicit + IMPLICIT_ARGS.globalOffset + 4 * d, packet.global_offset[d]!);
    put(implicit + IMPLICIT_ARGS.numGroups + 4 * d, groups);
    put(implicit + IMPLICIT_ARGS.globalSize + 4 * d, global);
    put(implicit + IMPLICIT_ARGS.localSize + 4 * d, local);
  }
  put(implicit + IMPLICIT_ARGS.workDim, packet.work_dim);
  put(implicit + IMPLICIT_ARGS.printfBuffer, Number(packet.printf_buffer & 0xffff_ffffn));
  put(implicit + IMPLICIT_ARGS.printfBuffer + 4, Number(packet.printf_buffer >> 32n));
  // A kernel that needs no argument and no size has no register for the address.
  if (userSgprs.length >= 2) userSgprs.set([base, 0]);
}
