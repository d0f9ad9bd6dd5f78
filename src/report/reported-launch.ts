// A launch as the page of a run shows it.

import type { CoveredLaunch } from './launches-by-image.js';

export interface ReportedLaunch extends CoveredLaunch {
  readonly device: number;
  readonly globalSize: readonly number[];
  readonly localSize: readonly number[];
  /** Nanoseconds of CLOCK_MONOTONIC. */
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly preparation: { readonly translationNs: number; readonly compilationNs: number };
  readonly failure?: string;
}
