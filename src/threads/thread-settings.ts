// Settings of the processor thread, with which it begins: plain data.

import type { BoardSettings } from '../board/client/boards.js';
import type { LockstepSettings } from '../lockstep/compilations.js';
import type { EngineName } from './engines.js';
import type { InstrumentationSettings } from './instrumentation-settings.js';

export interface ThreadSettings {
  readonly engine: EngineName;
  readonly timeoutMs: number | undefined;
  /** Two engines in place of `engine`, compared after every step. */
  readonly lockstep: readonly EngineName[] | undefined;
  /** Execution order of wavefronts (src/emulator/schedule.ts); undefined: the default. */
  readonly schedule: string | undefined;
  /** Launches go to another OpenCL. */
  readonly board: BoardSettings | undefined;
  /** Launches are executed by other compilations, too. */
  readonly compilations?: LockstepSettings | undefined;
  readonly watch: InstrumentationSettings | undefined;
  /** There is a live view, which sends questions. */
  readonly served: boolean;
  /** Threads that execute wavefronts, this one included. */
  readonly workers: number;
  /** Numbers of all launches are wanted. */
  readonly keepsAccount: boolean;
  /** Memory of SharedTranslations. */
  readonly translations: SharedArrayBuffer;
  /** Path or name of the requested clang. */
  readonly clang: string | undefined;
  /** Folder of the caches; undefined when nothing is kept. */
  readonly cacheDir: string | undefined;
  /** Kernels that run for long are compiled to machine code, and those that have been run so. */
  readonly nativeCode: boolean;
  /** Spans are collected, for a timeline. */
  readonly timeline: boolean;
  /** LLVM's names of chips whose code programs bring themselves. */
  readonly rocm: readonly string[];
}
