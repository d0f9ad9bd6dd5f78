// What bin/atoll starts. Programs start quickly: `atoll run` comes from its bundle when that is up to date; all other commands, and
// whatever the bundle does not do, from the modules.

import { constants, openSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface RunBundle {
  /** Gives false, with nothing done, when the bundle lacks what the command line asks for. */
  runOnly(): Promise<boolean>;
}

/** Node starts no thread in a folder that was removed: this process goes where nothing is made by mistake; run.ts sends the guest back. */
function leaveRemovedFolder(): void {
  delete process.env['ATOLL_FOLDER'];
  try {
    process.cwd();
  } catch {
    process.env['ATOLL_FOLDER'] = `/proc/self/fd/${openSync('.', constants.O_RDONLY | constants.O_DIRECTORY)}`;
    process.chdir('/proc/self/fd');
  }
}

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The bundle of src/setup/bundle.mjs; undefined when there is none, or the modules have been compiled since it was made. */
function loadBundle(): RunBundle | undefined {
  if (process.argv[2] !== 'run' || process.env['ATOLL_BUNDLE'] === '0') return undefined;
  let stamp: string;
  try {
    stamp = readFileSync(fileOf('bundle/stamp'), 'utf8');
  } catch {
    return undefined;
  }
  const compiled = statSync(fileOf('tsconfig.tsbuildinfo'), { throwIfNoEntry: false });
  // An installed package has no record of its compilation.
  if (compiled && stamp !== `${compiled.size} ${compiled.mtimeMs}`) return undefined;
  const { load } = createRequire(import.meta.url)(fileOf('bundle/loader.cjs')) as { load: (name: string) => RunBundle };
  return load('run-only');
}

leaveRemovedFolder();
if (!(await loadBundle()?.runOnly())) await (await import('./program.js')).main();
