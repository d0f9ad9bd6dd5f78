// A build on its way: what its steps work on, and what the last one gives.

import type { Tools } from './clang/tools.js';
import type { BuildRequest, BuildResult } from './request/build-request.js';
import type { ParsedOptions } from './request/options.js';

export interface BuildTask {
  readonly request: BuildRequest;
  readonly options: ParsedOptions;
  readonly tools: Tools;
  readonly cacheDir: string;
  /** Whether clang gets a session of its own. */
  readonly apart: boolean;
}

export interface BuildOutput extends Pick<BuildResult, 'status' | 'log' | 'binaryType'> {
  readonly binary?: Uint8Array;
  readonly ir?: string;
  /** The log does not say where in the source things are: with line tables it would. */
  readonly lacksPlaces?: boolean;
  /** Files on the disk that the source included. */
  readonly dependencies: readonly string[];
  /** What kept the compiler from its work, though the source may be right: one sentence. */
  readonly trouble?: string;
}
