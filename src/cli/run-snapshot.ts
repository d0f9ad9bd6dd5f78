// `atoll run` from a snapshot of Node's heap (src/setup/snapshot.mjs): these modules were evaluated when it was made, with nothing known of
// the process that goes on here.

import { RUN_OPTIONS, resolve } from '../config/config.js';
import { sessionConfigs } from '../host/guest-options.js';
import { startEarly } from '../threads/early-processor.js';
import { atollProgram } from '../util/paths.js';
import { atollCommand } from './atoll-command.js';
import { givenFlags } from './options.js';
import { runCommand } from './run-command.js';
import { runOnly } from './run-plain.js';

/** Becomes the process that would be here without a snapshot: nothing was done. */
function startPlainly(): never {
  return process.execve!(process.execPath, [process.execPath, atollProgram, ...process.argv.slice(2)]);
}

/** Whether this process is in a folder. src/cli/main.ts knows what to do about one that was removed. */
function hasFolder(): boolean {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}

/** What a process restored from the snapshot does. */
export async function main(): Promise<void> {
  // Node's options are not ours: processes that are started with them must not begin as this one did.
  process.execArgv = [];
  if (!hasFolder()) startPlainly();
  startEarly(process.argv.slice(3));
  if ((await runOnly()) !== true) startPlainly();
}

/**
 * Done while the snapshot is made: functions that were called are in it with their bytecode. Nothing that is done here may be remembered, for it would
 * be of the process that makes the snapshot.
 */
export function rehearse(): void {
  const atoll = atollCommand();
  runCommand(atoll, async (_argv, flags) => void resolve(RUN_OPTIONS, givenFlags(flags), {}));
  atoll.parse(['node', 'atoll', 'run', '--', 'true']);
  sessionConfigs({ file: 'true', argv: ['true'], env: { PATH: '/bin' }, devices: [] }, { folder: '', prefixes: [] });
}
