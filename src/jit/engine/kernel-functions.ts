// The parts of a running compiled kernel, independent of the producer of its machine code.

import type { callGroups } from '../../emulator/batch-layout.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { ImageAccessShape } from '../image/shape.js';
import type { BoundSite, RoutineCode } from '../image/site.js';

/** Runs the wavefront at `slot`; see kernel.ts. */
export type RunFunction = (slot: number, entry: number, budget: number, counts: number) => number;
/** Runs whole work-groups; its parameters are GROUPS_PARAMETERS (src/emulator/batch-layout.ts). */
export type GroupsFunction = Parameters<typeof callGroups>[0];

export interface KernelFunctions {
  readonly run: RunFunction;
  readonly groups?: GroupsFunction | undefined;
  /** Its work-groups as native workers run them; absent where there are none. */
  readonly delegated?: object | undefined;
  /** Absent where the host has to execute images. @param number of the instruction */
  readonly serve?: ((number: number, site: BoundSite) => void) | undefined;
}

/** A function that compiled code calls, by the name of the import. */
export type HostFunction = (...args: number[]) => unknown;

/** Kernels that another compiler than the host's has made machine code of (native/): slow to compile, fast to run. */
export interface NativeCode {
  /** Undefined when there is none, or none yet. @param imports in the order of the module's */
  find(
    key: string,
    memory: GpuMemory,
    imports: readonly (readonly [name: string, target: HostFunction])[],
  ): KernelFunctions | undefined;
  /** The kernel runs for so long that it pays to compile it; `find` has it some time later. */
  request(key: string): void;
  /** An image routine; undefined when there is none yet: then it is requested. */
  routine(shape: ImageAccessShape): RoutineCode | undefined;
  /** Later runs may have use for an image routine. */
  foresee(shape: ImageAccessShape): void;
}
