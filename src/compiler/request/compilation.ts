// How programs are compiled beside their own options: by which clang, how far it optimises, what it leaves out. Plain
// data: it crosses threads.

/** The two processes of a build: OpenCL C to LLVM IR, and IR to an object file. */
export type ClangStep = 'source' | 'code';

export const LEVELS = ['0', '1', '2', '3'] as const;
export type OptimisationLevel = (typeof LEVELS)[number];

/** The first passes of one of the two processes run, those behind them do not. */
export interface PassLimit {
  readonly step: ClangStep;
  /** How many run; -1: all. The log names each. */
  readonly count: number;
}

export interface Compilation {
  /** As the user wrote it, for reports. */
  readonly name: string;
  /** Path of the compiler; that of the run where it is absent. */
  readonly clang?: string;
  /** In place of what the program's options say. */
  readonly level?: OptimisationLevel;
  /** A pass of LLVM, by its name there. */
  readonly leftOut?: string;
  /** Nothing may be rounded otherwise than each operation says, whatever the program allows. */
  readonly rounding?: 'exact';
  readonly limit?: PassLimit;
}

/** All of it that results depend on, for keys of caches. */
export const compilationKey = (compilation: Compilation | undefined): string => {
  const { name: _, clang: __, ...rest } = compilation ?? { name: '' };
  return JSON.stringify(rest);
};
