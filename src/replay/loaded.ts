// A recorded launch as the threads that execute take it: a kernel in memory, and an order to launch it.

import { LDS_SIZE } from '../emulator/state.js';
import type { ConventionData, LoadedCode } from '../launch/code.js';
import type { Convention, KernelLaunch } from '../launch/convention.js';
import type { Recording } from './layout.js';

interface RecordedData extends ConventionData {
  readonly name: 'recorded';
  readonly userSgprs: readonly number[];
}

/** Registers hold what they held then, and memory has all the rest. */
export const recordedConvention: Convention<RecordedData> = {
  name: 'recorded',
  fill: (_launch, { convention }, _memory, userSgprs) => userSgprs.set(convention.userSgprs),
};

/** The kernel; its launch, described again, is the recorded one. */
export function loadedCode({ launch, launchContext: context }: Recording): LoadedCode<RecordedData> {
  const { vgprs, sgprs, floatMode, ieee, dx10Clamp, groupIdX, groupIdY, groupIdZ, groupSize } = launch;
  const { scratchOffset, localIds, localSize, userSgprs } = launch;
  const ids = { groupIdX, groupIdY, groupIdZ, groupSize, scratchOffset, localIds };
  return {
    name: launch.kernel,
    isa: launch.isa,
    code: { address: launch.codeAddress, size: launch.codeBytes },
    entry: launch.entry,
    registers: { vgprs, sgprs, floatMode, ieee, dx10Clamp, ...ids, userSgprs: userSgprs.length },
    lds: launch.ldsBytes,
    scratch: launch.scratchBytesPerLane,
    groups: { required: undefined, limit: localSize[0] * localSize[1] * localSize[2], lds: LDS_SIZE, unseen: true },
    convention: { name: 'recorded', segmentBytes: context.segment.bytes, userSgprs: [...userSgprs] },
    about: { debug: context.debug, arguments: context.arguments },
  };
}

export function kernelLaunch({ launch, launchContext: context, base }: Recording): KernelLaunch {
  const { globalSize, localSize } = launch;
  return {
    workDim: 3,
    globalSize,
    localSize,
    globalOffset: context.globalOffset,
    dynamicLds: 0,
    segment: base + BigInt(context.segment.address),
    printfBuffer: 0n,
  };
}
