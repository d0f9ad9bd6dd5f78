// Comparison of a launch with other compilations of its program. Plain data: it crosses threads.

import type { KernelLaunch } from '../../../launch/convention.js';
import type { SourceOrigin } from '../../../launch/origin.js';

/** Place at which the results of two compilations differ. */
export interface CompilationDifference {
  /** One sentence without the kernel's name. */
  readonly text: string;
  /**
   * The argument, its name, the element and both values, the run's first; absent where the launch did not end alike.
   */
  readonly argument?: {
    readonly index: number;
    readonly name: string;
    readonly element: number;
    /** Of the element's first byte, in the memory object. */
    readonly byte: number;
    readonly values: readonly [here: string, other: string];
    /** It is a real number. */
    readonly real: boolean;
  };
  /** The launch, to be run again by more compilations; absent where it could not be kept. */
  readonly evidence?: Evidence;
}

export interface Evidence {
  /** Recording of the launch. */
  readonly file: string;
  readonly origin: SourceOrigin;
  /** The simulated chip, by its index among those of the run. */
  readonly device: number;
  readonly launch: KernelLaunch;
  /** Bytes of LDS that the kernel declares itself, by the run's compilation. */
  readonly lds: number;
  /** Wave-instructions after which another compilation counts as one that does not end. */
  readonly limit: number;
}

export interface ComparedCompilation {
  readonly compilation: string;
  /** Largest distances of real numbers: in units of the last place; relative above 1 and absolute below. */
  readonly ulp: number;
  readonly apart: number;
  readonly difference?: CompilationDifference;
  /** Why it was not compared. */
  readonly problem?: string;
}
