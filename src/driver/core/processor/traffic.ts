// Numbers of a launch that was executed elsewhere. Plain data: it crosses threads.

/** What keeping memory in step has taken; bytes, and nanoseconds. */
export interface Traffic {
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** Looked at for what has changed on this side. */
  readonly comparedBytes: number;
  readonly compareNs: number;
  /** The launch by the device's clock. */
  readonly deviceNs: number;
}
