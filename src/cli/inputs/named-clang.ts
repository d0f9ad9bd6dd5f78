// The compiler of a command.

import { RUN_OPTIONS, resolve } from '../../config/config.js';

/**
 * The named compiler, or else the one that `atoll run` would use here: ATOLL_CLANG applies to each command that
 * compiles.
 * @throws AtollError BAD_OPTION for a configuration that `atoll run` would refuse
 */
export const namedClang = (named: string | undefined): string | undefined =>
  named || resolve(RUN_OPTIONS, {}, process.env).settings.clang;
