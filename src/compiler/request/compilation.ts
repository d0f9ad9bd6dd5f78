// The compilation of programs besides their own options: clang, optimisation level, omitted passes. Plain data, which
// is sent between threads.

/** The two processes of a build: OpenCL C to LLVM IR, and IR to an object file. */
export type ClangStep = 'source' | 'code';

export const LEVELS = ['0', '1', '2', '3'] as const;
export type OptimisationLevel = (typeof LEVELS)[number];

/** Only the first passes of one of the two processes run. */
export interface PassLimit {
  readonly step: ClangStep;
  /** Number of passes; -1: all. The log names each. */
  readonly count: number;
}

export interface Compilation {
  /** The user's text, for reports. */
  readonly name: string;
  /** Path of the compiler; absent: that of the run. */
  readonly clang?: string;
  /** Replaces the level in the program's options. */
  readonly level?: OptimisationLevel;
  /** An omitted pass, by LLVM's name. */
  readonly leftOut?: string;
  /** `exact`: each operation is rounded by itself, independent of the program's options. */
  readonly rounding?: 'exact';
  readonly limit?: PassLimit;
}

/** The parts that determine results, for keys of caches. */
export const compilationKey = (compilation: Compilation | undefined): string => {
  const { name: _, clang: __, ...rest } = compilation ?? { name: '' };
  return JSON.stringify(rest);
};
