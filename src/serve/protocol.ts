// Messages between a live view and the thread that runs launches. Plain data: it crosses threads, and continues to
// browsers.

/** Formats of the lanes of vector registers. */
export const LANE_TYPES = ['hex', 'int', 'uint', 'f32'] as const;
export type LaneType = (typeof LANE_TYPES)[number];

/** One wavefront that stands still: number of its launch, and where its state lies. */
export interface WavefrontName {
  readonly launch: number;
  readonly unit: number;
  readonly slot: number;
}

export type MonitorRequest =
  | { readonly type: 'look' }
  /** All launches stand still, or continue. */
  | { readonly type: 'hold'; readonly on: boolean }
  | ({ readonly type: 'inspect'; readonly laneType: LaneType } & WavefrontName)
  /** Output of the debugger's `print`. */
  | ({ readonly type: 'print'; readonly text: string } & WavefrontName)
  /** A launch fails. */
  | { readonly type: 'abort'; readonly launch: number };

export interface BrowserQuestion {
  readonly id: number;
  readonly ask: MonitorRequest;
}

export type BrowserReply = { readonly id: number } & ({ readonly body: unknown } | { readonly error: string });

export interface RunningLaunch {
  readonly number: number;
  readonly guest: number;
  readonly kernel: string;
  readonly global: string;
  readonly local: string;
  readonly workGroups: number;
  /** Those that some thread has taken. */
  readonly taken: number;
  /** Milliseconds, without those in which it stood still. */
  readonly ms: number;
}

export interface EndedLaunch extends RunningLaunch {
  /** Empty where it ended well. */
  readonly failure: string;
}

/** Simulated times of launches. */
export interface SimulatedTimes {
  readonly launches: number;
  readonly cycles: number;
  readonly ms: number;
  /** Reasons of the cycles of its slots, as fractions of all of them: the largest fractions, the largest first. */
  readonly reasons: readonly (readonly [reason: string, part: number])[];
}

export interface KernelTimes {
  readonly kernel: string;
  readonly launches: number;
  readonly failed: number;
  readonly ms: number;
  readonly longestMs: number;
  /** Those that were begun. */
  readonly workGroups: number;
  /** Absent where none was simulated. */
  readonly simulated?: SimulatedTimes;
}

/** One line of the list of wavefronts. */
export interface WavefrontLine extends WavefrontName {
  readonly kernel: string;
  readonly group: string;
  readonly index: number;
  readonly status: string;
  /** Bytes from the beginning of the code. */
  readonly offset: number;
  /** `program.cl:7`; empty where it is not known. */
  readonly place: string;
  /** Hexadecimal. */
  readonly exec: string;
}

export interface MonitorState {
  readonly held: boolean;
  readonly begun: number;
  readonly ended: number;
  readonly failed: number;
  readonly workGroups: number;
  readonly running: readonly RunningLaunch[];
  /** The last ones, the latest first. */
  readonly recent: readonly EndedLaunch[];
  /** Those that took most time, first. */
  readonly kernels: readonly KernelTimes[];
  /** While all stands still. */
  readonly wavefronts: readonly WavefrontLine[];
  /** Others that are not listed. */
  readonly moreWavefronts: number;
}

/** Facts of a run that do not change. */
export interface LiveRunFacts {
  readonly program: string;
  readonly engine: string;
  readonly devices: readonly string[];
}

/** Work of the front end. */
export interface BuildProgress {
  readonly count: number;
  readonly running: number;
  readonly seconds: number;
}

export interface ProgramEnd {
  readonly code: number;
  readonly signal?: string;
}

/** State that a browser receives several times a second. */
export interface LiveState extends LiveRunFacts {
  /** The server stays after the end of the program. */
  readonly stays: boolean;
  readonly seconds: number;
  readonly builds: BuildProgress;
  readonly ended: ProgramEnd | null;
  /** Null before the first launch. */
  readonly view: MonitorState | null;
}

/** A name with its value. */
export type NamedValue = readonly [name: string, value: string];

export interface Inspection {
  readonly title: string;
  /** The stack of functions, the innermost first. */
  readonly frames: readonly string[];
  readonly source: {
    readonly file: string;
    readonly first: number;
    readonly here: number;
    readonly lines: readonly string[];
  } | null;
  /** Instructions around the pc. */
  readonly code: readonly { readonly offset: number; readonly text: string; readonly here: boolean }[];
  readonly exec: string;
  /** Lanes of a wavefront. */
  readonly width: number;
  /** Lanes that are work-items, the first ones. */
  readonly lanes: number;
  readonly special: readonly NamedValue[];
  readonly scalars: readonly NamedValue[];
  /** Values by lane, of each VGPR. */
  readonly vectors: readonly (readonly string[])[];
  readonly variables: readonly NamedValue[];
  readonly arguments: readonly {
    readonly name: string;
    readonly type: string;
    readonly value: string;
    /** Its first elements. */
    readonly elements: string;
  }[];
}
