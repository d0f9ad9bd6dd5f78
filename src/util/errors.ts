// The one error class: every failure that a person may see has a code, a sentence that names the thing, and a hint.

/** Stable, machine-readable reasons. The text of an error may change, its code may not. */
export type ErrorCode =
  | 'BAD_OPTION'
  | 'BAD_INPUT'
  | 'BAD_IMAGE'
  | 'BAD_ASSEMBLY'
  | 'GUEST_NOT_FOUND'
  | 'GUEST_NOT_EXECUTABLE'
  | 'HOST'
  | 'NATIVE_MISSING'
  | 'TOOLCHAIN'
  | 'UNSUPPORTED'
  | 'GPU_FAULT'
  | 'LIMIT'
  | 'INTERNAL';

/** Bundles of modules have classes of their own (docs/start-up.md): what all of them know an error by. */
const MARK = Symbol.for('atoll.error');

/**
 * An error with a next step.
 *
 * @property code stable identifier of the kind of failure
 * @property message one sentence that names the thing: file and offset, mnemonic and pc, option and value
 * @property hint what the person can do about it; empty when there is nothing to do
 */
export class AtollError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint = '', options?: ErrorOptions) {
    super(message, options);
    this.name = 'AtollError';
    this.code = code;
    this.hint = hint;
    Object.defineProperty(this, MARK, { value: true });
  }

  static override [Symbol.hasInstance](value: unknown): value is AtollError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}

/** The text for a person: message, and the hint on a line of its own. */
export function describeError(error: unknown): string {
  if (error instanceof AtollError) return error.hint ? `${error.message}\n  ${error.hint}` : error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
