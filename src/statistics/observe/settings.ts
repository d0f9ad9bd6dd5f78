/** What is to be collected by probes, as plain data: it crosses threads. */
export interface ObservationSettings {
  readonly addresses: boolean;
  readonly values: boolean;
  /** Where buffers are accessed, too. */
  readonly buffers?: boolean;
  /** Values are looked at in work-groups whose number is a multiple of this; absent: as sampling.ts says. */
  readonly every: number | undefined;
}
