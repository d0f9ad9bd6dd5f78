// Status texts of outputs beside a program's run: a recording, a trace.

export interface ExitStatusText {
  readonly say: (text: string) => void;
  /** It will not be there as a whole: why. */
  readonly lacks: (text: string) => void;
}
