// Parses the options of `atoll record`.

import { resolve } from 'node:path';
import { blockRecorder } from '../../../instruments/block-record/recorder.js';
import type { Instrument } from '../../../instruments/instrument.js';
import { memoryRecorder } from '../../../instruments/record/collect.js';
import { AtollError } from '../../../util/errors.js';
import { checkPlace } from '../../outputs/output-files.js';

/** `3`, or `3-7`. */
function launchesOf(text: string): { readonly first: number; readonly last: number } {
  const [, from, to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (first >= 1 && last >= first) return { first, last };
  throw new AtollError('BAD_OPTION', `--launch: '${text}' is neither a number from 1 on nor a range like 3-7`);
}

/**
 * The instrument of `atoll record`: it keeps memory, or with --blocks what wavefronts execute.
 * @throws AtollError BAD_OPTION; HOST for a file that cannot be written
 */
export function recorderOf(flags: Readonly<Record<string, unknown>>, schedule: string | undefined): Instrument {
  const { first, last } = launchesOf(String(flags['launch']));
  const blocks = flags['blocks'] === true;
  if (blocks && last > first)
    throw new AtollError('BAD_OPTION', '--blocks records one launch in a file', 'use --launch with a single number');
  const file = resolve(String(flags['output']));
  checkPlace(file, blocks ? 'the records' : 'the recording');
  const kernel = flags['kernel'] as string | undefined;
  if (blocks) return blockRecorder({ file, kernel, first });
  return memoryRecorder('record', { file, kernel, first, last, schedule });
}
