// Report of the model on a wavefront that has ended.

/** A wavefront that has ended: where it was, and in which cycles. */
export interface EndedWavefront {
  readonly unit: number;
  readonly slot: number;
  readonly group: number;
  readonly wavefront: number;
  readonly from: number;
  readonly until: number;
}
