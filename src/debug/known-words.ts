// Words for completion by the Tab key where kernels are stopped; it crosses threads.

/** Of a place where kernels stand still. */
export interface NamedWords {
  /** Variables, arguments, registers. */
  readonly values: readonly string[];
  /** Kernels and lines with code. */
  readonly places: readonly string[];
}

export const NO_WORDS: NamedWords = { values: [], places: [] };
