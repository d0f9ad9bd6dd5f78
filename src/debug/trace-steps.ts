// Traces, read step by step in either form: what is compared of a step, and how it is shown.

/** Something that a trace says. */
export interface TraceStep {
  /** Equal in two runs that did the same. */
  readonly same: string | number;
  /** Wavefront of the step; undefined for lines about launches and faults. */
  readonly wave: string | undefined;
  /** Lines for people. */
  readonly shown: () => readonly string[];
  /** Texts of registers before and after, `v1=...`: only the text form has them. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Reader of a trace. */
export interface TraceReader {
  readonly form: 'text' | 'binary';
  steps(): Generator<TraceStep>;
  /** Title of the following steps: launch and kernel. */
  readonly launch: string;
}
