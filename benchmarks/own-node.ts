// Benchmarks run on the Node that Atoll brings, whichever `node` they were begun by: engines refuse others, and numbers
// would be those of another V8.

import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { ownNode } from '../src/util/paths.js';

/** Runs the command line of this process again where it is another Node's, and ends with its status. */
export function byOwnNode(): void {
  const own = ownNode();
  if (!existsSync(own) || realpathSync(process.execPath) === realpathSync(own)) return;
  const { status, signal, error } = spawnSync(own, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  if (error) throw error;
  process.exit(status ?? 128 + constants.signals[signal!]);
}
