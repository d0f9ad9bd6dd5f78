// Initial scalar registers of kernels in HSAIL (src/isa/hsail/registers.ts). The segment has the arguments
// alone: PRM 4.21 leaves no room for anything behind them.

import type { GpuMemory } from '../../emulator/memory.js';
import { HSAIL, SCALAR } from '../../isa/hsail/registers.js';
import type { ConventionData, LoadedCode } from '../../launch/code.js';
import type { Convention, KernelLaunch } from '../../launch/convention.js';

export interface HsailData extends ConventionData {
  readonly name: typeof HSAIL;
}

function fill(launch: KernelLaunch, _code: LoadedCode<HsailData>, _memory: GpuMemory, scalars: Uint32Array): void {
  const { segment, dispatchPacket, globalSize, localSize, workDim } = launch;
  const pair = (index: number, value: bigint): void => {
    scalars[index] = Number(BigInt.asUintN(32, value));
    scalars[index + 1] = Number(BigInt.asUintN(32, value >> 32n));
  };
  pair(SCALAR.kernarg, segment);
  pair(SCALAR.packet, dispatchPacket?.packet ?? 0n);
  pair(SCALAR.queue, dispatchPacket?.queue ?? 0n);
  pair(SCALAR.dispatchId, dispatchPacket?.number ?? 0n);
  scalars.set(globalSize, SCALAR.gridSize);
  scalars.set(localSize, SCALAR.groupSize);
  scalars[SCALAR.dimensions] = workDim;
}

export const hsailConvention: Convention<HsailData> = { name: HSAIL, fill };
