// A build in progress: the input of its steps, and the result of the last one.

import type { AtollError } from '../util/errors.js';
import type { Tools } from './clang/tools.js';
import type { InputLanguage } from './input-language.js';
import type { BuildRequest, BuildResult } from './request/build-request.js';
import type { ParsedOptions } from './request/options.js';

export interface BuildTask {
  readonly request: BuildRequest;
  readonly options: ParsedOptions;
  readonly language: InputLanguage;
  readonly tools: Tools;
  readonly cacheDir: string;
  /** Set if clang runs in a separate session. */
  readonly apart: boolean;
}

export interface BuildOutput extends Pick<BuildResult, 'status' | 'log' | 'binaryType'> {
  readonly binary?: Uint8Array;
  readonly ir?: string;
  readonly cause?: AtollError;
  /** The log has no source lines: line tables would add them. */
  readonly lacksLines?: boolean;
  /** Files on disk that the source included. */
  readonly dependencies: readonly string[];
  /** Failure of the compiler that is independent of the source: one sentence. */
  readonly trouble?: string;
}
