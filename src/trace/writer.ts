// Interface of a writer of timelines: one of the formats.

/** A process that has tracks. */
export interface TrackGroup {
  readonly id: number;
  readonly process: number;
  readonly name: string;
}

/** A row of the timeline: what is on it follows one another or is nested. */
export interface Track {
  readonly id: number;
  readonly group: TrackGroup;
  readonly name: string;
  /** Thread id of a guest's thread; absent for rows of the simulator. */
  readonly thread?: number;
}

export type Details = Readonly<Record<string, string | number>>;

/** Something that took a while. Times are nanoseconds since the run began. */
export interface TraceSlice {
  readonly track: number;
  readonly category: string;
  readonly name: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly details: Details;
}

/** Writes one format. Every method throws the error of the system: the file is then to be given up. */
export interface TimelineWriter {
  group(group: TrackGroup): void;
  track(track: Track): void;
  span(span: TraceSlice): void;
  /** The file is complete. @param about what is to be said of the whole */
  finish(about: Details): void;
  /** Closes what is open; the file is worth nothing. */
  abandon(): void;
}
