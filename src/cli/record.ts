// The options of `atoll record`.

import { resolve } from 'node:path';
import type { RecordOptions } from '../replay/recorder.js';
import { AtollError } from '../util/errors.js';

/** @throws AtollError BAD_OPTION */
export function recordOf(flags: Readonly<Record<string, unknown>>): RecordOptions {
  const launch = Number(flags['launch']);
  if (!Number.isSafeInteger(launch) || launch < 1)
    throw new AtollError('BAD_OPTION', `--launch: '${String(flags['launch'])}' is no number from 1 on`);
  return {
    file: resolve(String(flags['output'])),
    kernel: flags['kernel'] as string | undefined,
    launch,
    blocks: flags['blocks'] === true,
  };
}
