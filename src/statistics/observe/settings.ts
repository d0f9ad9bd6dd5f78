/** Observations of probes, as plain data: it crosses threads. */
export interface ObservationSettings {
  readonly addresses: boolean;
  readonly values: boolean;
  /** Set if accesses to buffers are observed, too. */
  readonly buffers?: boolean;
  /** Values are looked at in work-groups whose number is a multiple of this; absent: as sampling.ts says. */
  readonly every: number | undefined;
}
