// The cache folder of a command.

import { resolve as absolute } from 'node:path';
import { defaultCacheDir } from '../../compiler/cache/cache-place.js';
import { RUN_OPTIONS, resolve } from '../../config/config.js';
import { writeError } from '../command-line/output.js';

/**
 * The named folder, or else the one that `atoll run` would use here.
 * @throws AtollError BAD_OPTION for a configuration that `atoll run` would refuse
 */
export function cacheFolder(named: string | undefined): string {
  if (named) return absolute(named);
  const { settings, notes } = resolve(RUN_OPTIONS, {}, process.env);
  for (const note of notes) writeError(`atoll: ${note}\n`);
  return settings.cacheDir ?? defaultCacheDir();
}
