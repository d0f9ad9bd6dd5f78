// Which cache a command means.

import { defaultCacheDir } from '../compiler/front-end.js';
import { RUN_OPTIONS, resolve } from '../config.js';

/**
 * The folder that is named, or else the one that `atoll run` would use here.
 * @throws AtollError BAD_OPTION for a configuration that `atoll run` would refuse
 */
export const cacheFolder = (named: string | undefined): string =>
  named ?? resolve(RUN_OPTIONS, {}, process.env).settings.cacheDir ?? defaultCacheDir();
