// The folders and owners of cached data of kernels.

import { join } from 'node:path';

/**
 * The hash of the translator's code, and of what describes instructions: src/setup/bundle.mjs puts it into the bundles.
 */
declare const ATOLL_TRANSLATOR: string | undefined;

/**
 * Undefined outside of the bundles: code that is being worked on has no name that its translations could be kept under.
 */
export const translator = (): string | undefined =>
  typeof ATOLL_TRANSLATOR === 'string' ? ATOLL_TRANSLATOR : undefined;

export const keptFolder = (cacheDir: string): string => join(cacheDir, 'kernels');
/** Bytes of all files of a kind. */
export const KEPT_LIMIT = 256 << 20;
