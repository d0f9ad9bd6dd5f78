// Failures of a compiler's steps, without details of its tools.

/**
 * `errors`: the input is rejected. `registers`: the same, because calls fill the registers. `defect`: the compiler
 * crashed, reached a limit or generated wrong code.
 */
export type CompilerFailureKind = 'errors' | 'registers' | 'defect' | 'cancelled';

interface CompilerFailureDetails {
  /** The log has no source lines: line tables would add them. */
  readonly lacksLines?: boolean;
  /** A failure that is independent of the source: one sentence. */
  readonly trouble?: string | undefined;
}

export class CompilerFailure extends Error {
  /** @param log for the program: messages of the compiler, or a report of its defect */
  constructor(
    readonly kind: CompilerFailureKind,
    readonly log: string,
    readonly details: CompilerFailureDetails = {},
  ) {
    super(`compiler: ${kind}`);
  }
}
