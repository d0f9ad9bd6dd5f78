// Data of arguments and samplers in CAL images beside that for every host.

import type { KernelArgument } from '../launch/argument.js';

export interface CalArgument extends KernelArgument {
  /**
   * Catalyst only: the UAV id of a pointer, the resource id of an image, the id of a sampler.
   * Undefined for LLVM's convention, which passes addresses.
   */
  readonly resourceId: number | undefined;
}

/** A sampler that a Catalyst kernel declares itself: not an argument, but it takes a sampler slot. */
export interface InlineSampler {
  readonly id: number;
  /** Sampler bits as in the source (CLK_*), see `convention.ts`. */
  readonly value: number;
}
