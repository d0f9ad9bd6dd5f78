// Numbers of a launch that was executed elsewhere. Plain data: it crosses threads.

/** Cost of the memory transfers; bytes, and nanoseconds. */
export interface TransferTotals {
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** Looked at for what has changed on this side. */
  readonly comparedBytes: number;
  readonly compareNs: number;
  /** The launch by the device's clock; undefined where it was executed here, too. */
  readonly deviceNs: number | undefined;
  /** Time in profiling events in its place. */
  readonly shownNs?: number;
  readonly comparison?: ComparisonTotals;
}

/** Of a launch that was executed here and elsewhere. */
export interface ComparisonTotals {
  /** The launch by the other device's clock, or what a calibration makes of it; events show this side's time. */
  readonly measuredNs?: number | undefined;
  /** The largest distance of real numbers, in units of the last place. */
  readonly ulp: number;
  /** The largest distance, relative above 1 and absolute below. */
  readonly apart: number;
  /** First difference beyond the tolerance. */
  readonly difference?: string | undefined;
  /** Why it was executed here alone. */
  readonly problem?: string | undefined;
}
