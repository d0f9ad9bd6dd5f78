// Data of a launch for instruments, beside what hardware needs: its source, its arguments and the memory behind them,
// the launching call. Only made where launches are observed.

import type { LaunchDescriptor, Size3 } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import { NO_DEBUG_INFO } from '../source/debug-info.js';
import { SourceLocator } from '../source/locator.js';
import type { KernelArgument } from './argument.js';
import { type NamedAllocation, type PointerArgument, pointerArguments } from './nearest-allocation.js';

export interface LaunchContext {
  readonly where: SourceLocator;
  readonly arguments: readonly KernelArgument[];
  /** Arguments as the host had filled them when the launch began: values are at their offsets. */
  readonly segment: Uint8Array;
  readonly globalOffset: Size3;
  /** `clEnqueueNDRangeKernel call 3`; undefined where calls are not counted. */
  readonly launcher: string | undefined;
  /** The memory of the guest, as it is now. */
  readonly allocations: () => readonly NamedAllocation[];
}

/** A buffer behind an argument. Addresses are offsets in {@link GpuMemory}. */
export interface ArgumentBuffer extends PointerArgument {
  readonly start: number;
  /** Bytes from there to the end of the allocation. */
  readonly size: number;
}

/** Of launches without reports. */
const NO_CONTEXT: LaunchContext = {
  where: new SourceLocator(NO_DEBUG_INFO),
  arguments: [],
  segment: new Uint8Array(0),
  globalOffset: [0, 0, 0],
  launcher: undefined,
  allocations: () => [],
};

/** The contexts of launches: observers get them from here, by `wavefront.workGroup.launch`. */
export class LaunchContexts {
  private readonly contexts = new WeakMap<LaunchDescriptor, LaunchContext>();

  note(launch: LaunchDescriptor, launchContext: LaunchContext): void {
    this.contexts.set(launch, launchContext);
  }

  has(launch: LaunchDescriptor): boolean {
    return this.contexts.has(launch);
  }

  /** Never undefined: without reports everything is empty. */
  of(launch: LaunchDescriptor): LaunchContext {
    return this.contexts.get(launch) ?? NO_CONTEXT;
  }

  /** Source of an instruction of a launch. @param pc byte address, as wavefronts have it */
  at(launch: LaunchDescriptor, pc: number): ReturnType<SourceLocator['at']> {
    return this.of(launch).where.at(pc - launch.codeAddress);
  }
}

/** The buffers that a launch has got as arguments, as far as they are in memory. */
export function argumentBuffers(launchContext: LaunchContext, memory: GpuMemory): ArgumentBuffer[] {
  const allocations = launchContext.allocations();
  return pointerArguments(launchContext.arguments, launchContext.segment).flatMap((pointer) => {
    const start = memory.space.translate(pointer.address);
    const within = allocations.find(
      ({ address, size }) => pointer.address >= address && pointer.address < address + BigInt(size),
    );
    if (start === undefined || !within) return [];
    return [{ ...pointer, start, size: Number(within.address + BigInt(within.size) - pointer.address) }];
  });
}
